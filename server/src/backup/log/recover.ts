/** Finds in the log what brings one moment back, and puts it into the folder of a cluster. */
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toInstant } from '../../lib/instants.ts'
import type { FileStore } from '../../storage/store.ts'
import { type BackupHead, unpack } from '../format.ts'
import type { Shelf } from '../place.ts'
import { BackupRefusal, damaged } from '../refusal.ts'
import { storeFile, storeSecret } from '../restore.ts'
import type { Keyring } from '../sealing.ts'
import { opened } from '../take.ts'
import type { Entry } from '../tar.ts'
import { type BaseHead, baseKind } from './base.ts'
import { readBlob, readJson } from './blob.ts'
import { type BaseName, type Listing, listingOf } from './names.ts'
import { type BaseNote, noteFormat, type Reach, reachOf } from './note.ts'

export interface LogSource {
  shelf: Shelf
  /** As people name it. */
  name: string
  ring: Keyring | undefined
}

export interface RecoveryPlan extends Reach {
  base: BaseName
  note: BaseNote
  listing: Listing
}

/** From the newest base copy before the instant. */
export async function planRecovery({ shelf, name, ring }: LogSource, at: string): Promise<RecoveryPlan> {
  const listing = listingOf(await shelf.all())
  const reaches: RecoveryPlan[] = []
  for (const line of listing.lines.values()) {
    for (const base of line.bases) {
      const note = await readJson<BaseNote>(shelf.place(base.note), ring)
      if (note.format > noteFormat) {
        throw new BackupRefusal(`${base.note} was made by a newer Cellarbook, ${note.cellarbook}: use that version.`)
      }
      const reach = reachOf(line, note)
      if (reach) reaches.push({ ...reach, base, note, listing })
    }
  }
  if (reaches.length === 0) throw new BackupRefusal(`There is no log of changes in ${name} that could be restored.`)
  const atMs = Date.parse(at)
  const found = reaches
    .filter(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs)
    .sort((one, other) => one.fromMs - other.fromMs)
    .at(-1)
  if (!found) throw new BackupRefusal(`The log has no ${at}: it reaches ${inWords(reaches)}.`)
  return found
}

/** Each stretch once, however many base copies stand in it. */
function inWords(reaches: readonly Reach[]): string {
  const stretches: { fromMs: number; untilMs: number }[] = []
  for (const { fromMs, untilMs } of [...reaches].sort((one, other) => one.fromMs - other.fromMs)) {
    const last = stretches.at(-1)
    if (last && fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, untilMs)
    else stretches.push({ fromMs, untilMs })
  }
  return stretches.map(each => `from ${toInstant(each.fromMs)} to ${toInstant(each.untilMs)}`).join(' and ')
}

export interface Destination {
  cluster: string
  dataFolder: string
}

/** The base copy, and the log behind it where PostgreSQL looks for it. */
export async function fillCluster(
  { shelf, ring }: LogSource,
  { base, segments }: RecoveryPlan,
  to: Destination,
): Promise<void> {
  await unpack(opened(await shelf.place(base.pack).read(), ring), unpacking(to))
  for (const { segment, name } of segments) {
    const file = path.join(to.cluster, 'pg_wal', segment)
    await writeSparse(file, await readBlob(shelf.place(name), ring))
  }
  await fs.writeFile(path.join(to.cluster, 'recovery.signal'), '', { mode: 0o600 })
}

const unpacking = ({ cluster, dataFolder }: Destination) => ({
  async begin(head: BackupHead) {
    if (head.kind !== baseKind) throw damaged('it is no copy of a database')
    for (const folder of (head as BaseHead).folders) {
      await fs.mkdir(within(cluster, folder), { recursive: true, mode: 0o700 })
    }
  },
  async entry({ name, bytes }: Entry) {
    const [kind, ...rest] = name.split('/')
    if (kind === 'secrets') return storeSecret(dataFolder, rest.join('/'), bytes)
    if (kind !== 'cluster') throw damaged(`it holds ${name}`)
    const file = within(cluster, rest.join('/'))
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(bytes, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  },
})

function within(cluster: string, name: string): string {
  if (!/^[A-Za-z0-9_.]+(\/[A-Za-z0-9_.]+)*$/.test(name) || name.split('/').includes('..')) {
    throw damaged(`it holds ${name}`)
  }
  return path.join(cluster, name)
}

const blockBytes = 64 * 1024

/** A segment that was finished early is mostly zeros, which take no room when they are not written. */
async function writeSparse(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600)
  try {
    let at = 0
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length; from += blockBytes) {
        const block = chunk.subarray(from, from + blockBytes)
        if (block.some(byte => byte !== 0)) await handle.write(block, 0, block.length, at + from)
      }
      at += chunk.length
    }
    await handle.truncate(at)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Brings the files the restored books name; returns those that are lost. */
export async function fetchFiles(
  { shelf, ring }: LogSource,
  { files }: Listing,
  { fileStore, held }: { fileStore: FileStore; held: readonly { path: string; isSure: boolean }[] },
): Promise<{ count: number; missing: string[] }> {
  const missing: string[] = []
  let count = 0
  for (const { path: key, isSure } of held) {
    const saved = files.get(key)
    if (saved) await storeFile(fileStore, key, buffers(await readBlob(shelf.place(saved.name), ring)))
    const isThere = saved !== undefined || (await fileStore.size(key)) !== undefined
    if (isThere) count += 1
    else if (isSure) missing.push(key)
  }
  return { count, missing }
}

async function* buffers(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
