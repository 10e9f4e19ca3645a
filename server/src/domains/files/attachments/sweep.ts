/** Removes the bytes nothing refers to: uploads never finished, files of emptied sandboxes, leftovers of a crash. */
import type { Database } from '../../../db/pool.ts'
import { toInstant } from '../../../lib/instants.ts'
import type { FileStore } from '../../../storage/store.ts'
import { deleteUpload, forgetDiscardedFile, listAbandonedUploads, listDiscardedFiles, referredPaths } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** Leftovers of a crash are looked for this far back; whatever is older was seen before. */
const daysBack = 7
const batch = 500

export async function sweepFiles(database: Database, store: FileStore, nowMs: number): Promise<void> {
  const outcomes = await Promise.allSettled([
    sweepUploads(database, store, nowMs - dayMs),
    sweepDiscarded(database, store),
    sweepUnreferred(database, store, nowMs - dayMs),
    store.sweepIncoming(dayMs),
  ])
  // What failed is tried with the next sweep; the other parts went on.
  const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw failed.reason
}

async function sweepUploads(database: Database, store: FileStore, beforeMs: number): Promise<void> {
  for (;;) {
    const uploads = await listAbandonedUploads(database, toInstant(beforeMs))
    for (const { book_id, id, path } of uploads) {
      // The row first: a finalize that comes now finds no upload, and one that came before keeps its file.
      const deleted = await deleteUpload(database, book_id, id)
      if (deleted?.attachment_id === null) await store.remove(path)
    }
    if (uploads.length < batch) return
  }
}

/** Their quota is free again already, so their bytes should soon be, too. */
export async function sweepDiscarded(database: Database, store: FileStore): Promise<void> {
  for (;;) {
    const files = await listDiscardedFiles(database)
    for (const { path } of files) {
      await store.remove(path)
      await forgetDiscardedFile(database, path)
    }
    if (files.length < batch) return
  }
}

/** Stored before a write that never came to its end. */
async function sweepUnreferred(database: Database, store: FileStore, beforeMs: number): Promise<void> {
  for (let day = 0; day <= daysBack; day++) {
    const prefix = toInstant(beforeMs - day * dayMs).slice(0, 10)
    let paths: string[] = []
    for await (const { key, changedAtMs } of store.list(`${prefix}/`)) {
      if (changedAtMs < beforeMs) paths.push(key)
      if (paths.length === batch) {
        await removeUnreferred(database, store, paths)
        paths = []
      }
    }
    await removeUnreferred(database, store, paths)
  }
}

async function removeUnreferred(database: Database, store: FileStore, paths: string[]): Promise<void> {
  if (paths.length === 0) return
  const referred = await referredPaths(database, paths)
  for (const path of paths.filter(each => !referred.has(each))) await store.remove(path)
}
