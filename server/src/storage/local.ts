/** Files in a folder of this machine: complete and on the disk, or not there at all. */
import { randomUUID } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  assertFileKey,
  assertKeyPrefix,
  assertRange,
  type ByteRange,
  FileExists,
  type FileStore,
  isFileKey,
  isFolderOfKeys,
  type ListedFile,
  StorageFault,
  type StoredFile,
} from './store.ts'
import { chunkBytes, digestOf, diskFault, hasCode, onDisk, relay, writeThrough } from './streams.ts'

/** Nobody else of this machine reads the books' files. */
const folderMode = 0o700
const fileMode = 0o600

export function localStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    assertFileKey(key)
    return path.join(folder, ...key.split('/'))
  }
  const syncFolders = folderSync(folder)
  return {
    put: async (key, bytes, maxBytes) => {
      const target = pathOf(key)
      return spool(folder, temporary => fill({ temporary, target, bytes, maxBytes, syncFolders }))
    },
    size: async key => (await statOf(pathOf(key)))?.size,
    digest: async key => {
      const file = await openToRead(pathOf(key))
      return file && digestOf(bytesOf(file))
    },
    read: async (key, range) => {
      const file = await openToRead(pathOf(key))
      if (!file) throw new StorageFault('the file storage has no such file')
      return readRange(file, range)
    },
    remove: async key => onDisk(fs.rm(pathOf(key), { force: true })),
    list: prefix => listFolder(folder, prefix),
    sweepIncoming: olderThanMs => onDisk(sweep(incomingOf(folder), Date.now() - olderThanMs)),
  }
}

const incomingOf = (folder: string): string => path.join(folder, 'incoming')

/** Gives the work a name of its own; whatever it comes to, nothing stays there. */
async function spool<T>(folder: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = path.join(incomingOf(folder), randomUUID())
  try {
    return await work(temporary)
  } finally {
    // What cannot be removed now is left to the sweep: the outcome of the work counts.
    await fs.unlink(temporary).catch(() => {})
  }
}

/** Most folders are there: one is made when the work misses it. */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  await fs.mkdir(folder, { recursive: true, mode: folderMode })
  return work()
}

interface Filling {
  temporary: string
  target: string
  bytes: AsyncIterable<Uint8Array>
  maxBytes: number
  syncFolders: SyncFolders
}

async function fill({ temporary, target, bytes, maxBytes, syncFolders }: Filling): Promise<StoredFile> {
  const file = await onDisk(inFolder(path.dirname(temporary), () => fs.open(temporary, 'wx', fileMode)))
  let stored: StoredFile
  try {
    stored = await writeThrough(file, bytes, maxBytes)
    await onDisk(file.sync())
  } finally {
    // Some network drives say only here that there was no room.
    await onDisk(file.close())
  }
  await linkNew(temporary, target)
  try {
    await onDisk(syncFolders(target))
  } catch (error) {
    await fs.rm(target, { force: true }).catch(() => {})
    throw error
  }
  return stored
}

/** A link, not a rename: a rename would overwrite. */
async function linkNew(temporary: string, target: string): Promise<void> {
  try {
    await inFolder(path.dirname(target), () => fs.link(temporary, target))
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new FileExists('there is a file under this key already')
    throw diskFault(error)
  }
}

type SyncFolders = (target: string) => Promise<void>

const maxDurable = 10_000

/**
 * A name is durable when its folder is, up to the data folder. All of them until this process has seen that once: who
 * finds a folder does not know whether the one who made it has come to its sync.
 */
function folderSync(folder: string): SyncFolders {
  const durable = new Set<string>()
  return async target => {
    const book = path.dirname(target)
    if (durable.has(book)) return syncFolder(book)
    await Promise.all([book, path.dirname(book), folder, path.dirname(folder)].map(syncFolder))
    if (durable.size >= maxDurable) durable.clear()
    durable.add(book)
  }
}

async function syncFolder(name: string): Promise<void> {
  const handle = await fs.open(name, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const ifThere = (error: unknown): undefined => {
  if (!hasCode(error, 'ENOENT')) throw diskFault(error)
}

const statOf = (name: string) => fs.stat(name).catch(ifThere)
const openToRead = (name: string): Promise<FileHandle | undefined> => fs.open(name, 'r').catch(ifThere)

/** The stream closes the file, whether it is read to its end or not. */
const bytesOf = (file: FileHandle, range?: ByteRange): Readable =>
  relay(file.createReadStream({ ...range, highWaterMark: chunkBytes }), { faultOf: diskFault })

async function readRange(file: FileHandle, range: ByteRange | undefined): Promise<Readable> {
  try {
    if (range) {
      assertRange(range)
      const { size } = await onDisk(file.stat())
      if (range.end >= size) throw new StorageFault('the file is shorter than the range asked for')
    }
  } catch (error) {
    await file.close()
    throw error
  }
  return bytesOf(file, range)
}

async function* listFolder(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  assertKeyPrefix(prefix)
  for await (const key of keysBelow(folder, '', prefix)) {
    const stats = await statOf(path.join(folder, key))
    if (stats?.isFile()) yield { key, size: stats.size, changedAtMs: stats.mtimeMs }
  }
}

/** Day folders, book folders, files. What cannot hold the prefix, or is not ours, is not opened. */
async function* keysBelow(folder: string, above: string, prefix: string): AsyncGenerator<string> {
  const entries = (await fs.readdir(path.join(folder, above), { withFileTypes: true }).catch(ifThere)) ?? []
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const name = above + entry.name
    if (entry.isFile() && isFileKey(name) && name.startsWith(prefix)) yield name
    const inside = `${name}/`
    const mayHold = isFolderOfKeys(inside) && (inside.startsWith(prefix) || prefix.startsWith(inside))
    if (entry.isDirectory() && mayHold) yield* keysBelow(folder, inside, prefix)
  }
}

async function sweep(incoming: string, beforeMs: number): Promise<number> {
  let swept = 0
  for (const name of (await fs.readdir(incoming).catch(ifThere)) ?? []) {
    const leftover = path.join(incoming, name)
    const stats = await statOf(leftover)
    if (!stats?.isFile() || stats.mtimeMs >= beforeMs) continue
    await fs.rm(leftover, { force: true })
    swept += 1
  }
  return swept
}
