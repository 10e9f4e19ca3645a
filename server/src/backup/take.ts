/** Makes a backup: the rows of one moment, the files they name and the secrets that open them. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { copyOut } from '../db/copying.ts'
import type { Database } from '../db/pool.ts'
import { openSnapshot, type Snapshot } from '../db/snapshot.ts'
import type { FileStore } from '../storage/store.ts'
import { type BackupHead, type Contents, formatNumber, type Manifest, packOf, unpack } from './format.ts'
import { heldFiles } from './held-files.ts'
import type { BackupPlace } from './place.ts'
import { damaged } from './refusal.ts'
import { type Keyring, sealed, unsealed } from './sealing.ts'
import type { NewEntry } from './tar.ts'

export interface BackupSource {
  database: Database
  /** Undefined: the files are left out. */
  fileStore: FileStore | undefined
  /** By the name of its file in the data folder. */
  secrets: Readonly<Record<string, string>>
  /** Of the program. */
  version: string
}

/** What seals: a passphrase, or a keyring for many small parts. */
export type Secret = string | Keyring

export interface HowToPack {
  passphrase: Secret | undefined
  stopping?: AbortSignal
}

export interface TakenBackup {
  name: string
  taken_at: string
  bytes: number
  sealed: boolean
  tables: number
  rows: number
  files: Manifest['files']
}

/** Of the rows of a table that are one entry, so that its size is known before it begins. */
const pieceBytes = 4 * 1024 * 1024

export async function takeBackup(source: BackupSource, place: BackupPlace, how: HowToPack): Promise<TakenBackup> {
  const snapshot = await openSnapshot(source.database)
  try {
    const head: BackupHead = {
      format: formatNumber,
      kind: 'installation',
      cellarbook: source.version,
      taken_at: snapshot.takenAt,
      migrations: snapshot.migrations,
      tables: snapshot.tables,
      sequences: snapshot.sequences,
    }
    const contents: Contents = { rows: {}, files: { count: 0, bytes: 0, missing: [] } }
    const pack = packOf(head, partsOf(source, snapshot, contents), contents)
    const bytes = await store(pack, place, how)
    const { rows, files } = contents
    const counts = Object.values(rows)
    return {
      name: place.name,
      taken_at: head.taken_at,
      bytes,
      sealed: how.passphrase !== undefined,
      tables: counts.length,
      rows: counts.reduce((sum, count) => sum + count, 0),
      files,
    }
  } finally {
    await snapshot.end()
  }
}

/** Compressed, sealed on wish, and read back before it counts. */
export const store = (pack: AsyncIterable<Uint8Array>, place: BackupPlace, how: HowToPack): Promise<number> =>
  place.store({
    write: async into => {
      const seal = (bytes: AsyncIterable<Uint8Array>) => (how.passphrase ? sealed(bytes, how.passphrase) : bytes)
      const signal = how.stopping && { signal: how.stopping }
      await pipeline(pack, createGzip({ level: 4 }), seal, into, { ...signal })
    },
    check: async bytes => void (await unpack(opened(bytes, how.passphrase), lookingOnly)),
    ...(how.stopping && { stopping: how.stopping }),
  })

/** The tar inside. */
export async function* opened(bytes: Readable, passphrase: Secret | undefined): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const piped = pipeline(bytes, source => unsealed(source, passphrase), gunzip)
  piped.catch(() => {})
  try {
    yield* gunzip
    await piped
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? damaged('it cannot be decompressed') : error
  } finally {
    bytes.destroy()
  }
}

const lookingOnly = {
  begin: async () => {},
  entry: async ({ bytes }: { bytes: AsyncIterable<Buffer> }) => {
    for await (const _ of bytes);
  },
}

async function* partsOf(source: BackupSource, snapshot: Snapshot, contents: Contents): AsyncGenerator<NewEntry> {
  for (const table of snapshot.tables) {
    const copy = copyOut(snapshot.client, table)
    let number = 0
    for await (const piece of piecesOf(copy.bytes)) {
      number += 1
      yield { name: `tables/${table.name}/${String(number).padStart(6, '0')}`, size: piece.length, bytes: [piece] }
    }
    contents.rows[table.name] = await copy.rows()
  }
  const files = source.fileStore ? await heldFiles(snapshot.client) : []
  await snapshot.release()
  for (const [name, text] of Object.entries(source.secrets)) {
    const bytes = Buffer.from(text)
    yield { name: `secrets/${name}`, size: bytes.length, bytes: [bytes] }
  }
  for (const file of files) yield* filePart(source.fileStore!, file, contents.files)
}

async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** A file that is gone already does not keep the rest from being saved; the manifest names it. */
export async function* filePart(
  fileStore: FileStore,
  { path, isSure }: { path: string; isSure: boolean },
  counted: Manifest['files'],
): AsyncGenerator<NewEntry> {
  const size = await fileStore.size(path)
  if (size === undefined) {
    if (isSure) counted.missing.push(path)
    return
  }
  yield { name: `files/${path}`, size, bytes: await fileStore.read(path) }
  counted.count += 1
  counted.bytes += size
}
