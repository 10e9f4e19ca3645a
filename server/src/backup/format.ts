/** What a backup holds, in this order: its head, the rows of every table, secrets, files, and the manifest. */
import { createHash } from 'node:crypto'
import type { CopiedTable, SequenceValue } from '../db/copying.ts'
import { parseStrictJson } from '../lib/strict-json.ts'
import { gather } from './bytes.ts'
import { BackupRefusal, damaged } from './refusal.ts'
import { type Entry, entriesOf, type NewEntry, tarOf } from './tar.ts'

/** Raised when an older program could not read what a newer one writes. */
export const formatNumber = 1

export interface RanMigration {
  number: number
  name: string
  checksum: string | null
  steps: number | null
}

export interface BackupHead {
  format: number
  /** What the pack is of: everything, or one tenant. */
  kind: string
  /** The version of the program that made it. */
  cellarbook: string
  taken_at: string
  migrations: RanMigration[]
  tables: CopiedTable[]
  sequences: SequenceValue[]
}

export interface Manifest {
  /** Rows by table. */
  rows: Record<string, number>
  files: { count: number; bytes: number; missing: string[] }
  /** How many entries stand before the manifest, and the hash over their names, sizes and bytes. */
  entries: number
  sha256: string
}

export type Contents = Pick<Manifest, 'rows' | 'files'>

const headName = 'backup.json'
const manifestName = 'manifest.json'

const jsonEntry = (name: string, value: object): NewEntry => {
  const text = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  return { name, size: text.length, bytes: [text] }
}

/** The parts fill in `contents` while they are written. */
export async function* packOf(
  head: BackupHead,
  parts: AsyncIterable<NewEntry>,
  contents: Contents,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let entries = 0
  async function* hashed(entry: NewEntry): AsyncGenerator<Uint8Array> {
    hash.update(`${entry.name}\n${entry.size}\n`)
    for await (const chunk of entry.bytes) {
      hash.update(chunk)
      yield chunk
    }
  }
  async function* all(): AsyncGenerator<NewEntry> {
    for await (const entry of chain([jsonEntry(headName, head)], parts)) {
      entries += 1
      yield { ...entry, bytes: hashed(entry) }
    }
    yield jsonEntry(manifestName, { ...contents, entries, sha256: hash.digest('hex') } satisfies Manifest)
  }
  yield* tarOf(all())
}

async function* chain<T>(first: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}

export interface Unpacking {
  begin(head: BackupHead): Promise<void>
  /** Has to read the bytes to their end. */
  entry(entry: Entry): Promise<void>
}

/** Reads a pack to its end and returns its manifest, when everything is as it was written. */
export async function unpack(source: AsyncIterable<Uint8Array>, to: Unpacking): Promise<Manifest> {
  const hash = createHash('sha256')
  let entries = 0
  let manifest: Manifest | undefined
  // To the very end, also behind the manifest: a wrong sum of what was compressed is told there.
  for await (const entry of entriesOf(source)) {
    if (manifest) throw damaged('something stands behind its manifest')
    if (entry.name === manifestName) {
      manifest = jsonOf<Manifest>(await gather(entry.bytes))
      continue
    }
    hash.update(`${entry.name}\n${entry.size}\n`)
    const bytes = hashing(entry.bytes, hash)
    if (entries === 0) await to.begin(headOf(entry.name, await gather(bytes)))
    else await to.entry({ ...entry, bytes })
    entries += 1
  }
  if (!manifest) throw damaged('its manifest is missing')
  const isSame = manifest.entries === entries && manifest.sha256 === hash.digest('hex')
  if (!isSame) throw damaged('its content is not what its manifest says')
  return manifest
}

async function* hashing(bytes: AsyncIterable<Buffer>, hash: { update(chunk: Buffer): unknown }) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

function headOf(name: string, bytes: Buffer): BackupHead {
  if (name !== headName) throw new BackupRefusal('This file is no backup of Cellarbook.')
  const head = jsonOf<BackupHead>(bytes)
  if (head.format > formatNumber) {
    throw new BackupRefusal(`This was made by a newer Cellarbook, ${head.cellarbook}. Use that version or a later one.`)
  }
  return head
}

function jsonOf<T>(bytes: Buffer): T {
  try {
    return parseStrictJson(bytes) as T
  } catch {
    throw damaged('a part of it cannot be read')
  }
}
