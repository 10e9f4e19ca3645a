/** Files in a folder of this machine: complete and on the disk, or not there at all. */
import { randomUUID } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileMode, type KeepJob, makeFolderOf } from './keep-file.ts'
import { keepApart } from './keeper.ts'
import {
  assertFileKey,
  assertKeyPrefix,
  assertRange,
  type ByteRange,
  type FileStore,
  isFileKey,
  isFolderOfKeys,
  type ListedFile,
  StorageFault,
  type StoredFile,
  TooManyBytes,
} from './store.ts'
import { chunkBytes, digestOf, diskFault, hasCode, inPieces, onDisk, relay, writeThrough } from './streams.ts'

/** `keepFile` is where the last steps are done: beside the server, but for tests. */
export function localStore(folder: string, keepFile = keepApart): FileStore {
  const pathOf = (key: string): string => {
    assertFileKey(key)
    return path.join(folder, ...key.split('/'))
  }
  const keep = keeping(folder, keepFile)
  return {
    put: async (key, bytes, maxBytes) => {
      const target = pathOf(key)
      const isSmall = bytes instanceof Uint8Array && bytes.byteLength <= keptWhole
      if (isSmall) return keepBytes(keep, { target, bytes, maxBytes })
      return keepStream(keep, { target, bytes: inPieces(bytes), maxBytes })
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

/** To copy more at once into the thread would make everybody wait. */
const keptWhole = 1024 * 1024

interface Filling<Bytes> {
  target: string
  bytes: Bytes
  maxBytes: number
}

/** One that is in memory already. */
async function keepBytes(keep: Keep, { target, bytes, maxBytes }: Filling<Uint8Array>): Promise<StoredFile> {
  const size = bytes.byteLength
  if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`)
  const sha256 = await keep({ temporary: keep.newName(), target, bytes })
  return { size, sha256: sha256! }
}

async function keepStream(
  keep: Keep,
  { target, bytes, maxBytes }: Filling<AsyncIterable<Uint8Array>>,
): Promise<StoredFile> {
  const temporary = keep.newName()
  try {
    const file = await onDisk(openNew(temporary))
    const stored = await writeThrough(file, bytes, maxBytes).finally(() => onDisk(file.close()))
    await keep({ temporary, target, bytes: undefined })
    return stored
  } catch (error) {
    // What cannot be removed now is left to the sweep: why it failed counts.
    await fs.unlink(temporary).catch(() => {})
    throw error
  }
}

/** Most times the folder is there. */
async function openNew(name: string): Promise<FileHandle> {
  const open = () => fs.open(name, 'wx', fileMode)
  return open().catch(error => {
    if (!hasCode(error, 'ENOENT')) throw error
    makeFolderOf(name)
    return open()
  })
}

interface Keep {
  (job: Omit<KeepJob, 'folders'>): Promise<string | undefined>
  /** Of a file that is not whole yet. */
  newName(): string
}

const maxDurable = 10_000

/**
 * A name is durable when its folder is, up to the data folder. All of them until this process has seen that once: who
 * finds a folder does not know whether the one who made it has come to its sync.
 */
function keeping(folder: string, keepFile: typeof keepApart): Keep {
  const durable = new Set<string>()
  const keep = async (job: Omit<KeepJob, 'folders'>) => {
    const book = path.dirname(job.target)
    if (durable.has(book)) return keepFile({ ...job, folders: [book] })
    const sha256 = await keepFile({ ...job, folders: [book, path.dirname(book), folder, path.dirname(folder)] })
    if (durable.size >= maxDurable) durable.clear()
    durable.add(book)
    return sha256
  }
  return Object.assign(keep, { newName: () => path.join(incomingOf(folder), randomUUID()) })
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
