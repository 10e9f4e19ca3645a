/** Bytes on their way into and out of a store: counted, hashed, never held as a whole. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { StorageFault, type StoredFile, TooManyBytes } from './store.ts'

/** Big enough that a 25 MB file is a hundred reads, small enough that a hundred readers are nothing. */
export const chunkBytes = 256 * 1024

/** Of bytes in memory a part at a time: others have their turn in between. */
export const inPieces = (bytes: AsyncIterable<Uint8Array> | Uint8Array): AsyncIterable<Uint8Array> =>
  bytes instanceof Uint8Array ? piecesOf(bytes) : bytes

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
}

/** Writes the source to the file, one chunk at a time: the next is asked for when the last one is written. */
export async function writeThrough(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`)
    hash.update(chunk)
    await onDisk(writeAll(file, chunk))
  }
  return { size, sha256: hash.digest('hex') }
}

/** A nearly full disk takes a part of a chunk, and refuses the rest only when it is offered. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    written += (await file.write(chunk, written)).bytesWritten
  }
}

/** From the beginning, as often as needed: a stream of the file itself would close it at its end. */
export async function* bytesAgain(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await onDisk(file.read({ buffer: Buffer.allocUnsafe(chunkBytes), position }))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    hash.update(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

/** An error of a source may carry the same code as one of the disk: only what stands here is the disk's. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw diskFault(error)
  }
}

export function diskFault(error: unknown): StorageFault {
  if (error instanceof StorageFault) return error
  const { code = 'unknown error', syscall = 'disk' } = error as NodeJS.ErrnoException
  return new StorageFault(`the file storage failed: ${syscall} ${code}`, { cause: error })
}

export const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

interface Relay {
  faultOf(error: unknown): StorageFault
  /** How long the source may send nothing while the reader waits. */
  stallMs?: number
}

/** The same bytes; when the source fails, stops or is cut off, the reader gets a StorageFault. */
export function relay(source: Readable, { faultOf, stallMs }: Relay): Readable {
  const out = new PassThrough({ highWaterMark: chunkBytes })
  source.once('error', error => out.destroy(faultOf(error)))
  source.once('close', () => {
    if (!source.readableEnded) out.destroy(faultOf(new Error('cut off')))
  })
  out.once('close', () => source.destroy())
  if (stallMs !== undefined) destroyOnStall({ source, out, stallMs, fault: faultOf(new Error('stalled')) })
  return source.pipe(out)
}

interface Stall {
  source: Readable
  out: PassThrough
  stallMs: number
  fault: StorageFault
}

/** A reader that takes its time is none: then the source is held back by us. */
function destroyOnStall({ source, out, stallMs, fault }: Stall): void {
  const timer = setTimeout(() => (out.writableNeedDrain ? timer.refresh() : out.destroy(fault)), stallMs)
  source.on('data', () => timer.refresh())
  source.once('end', () => clearTimeout(timer))
  out.once('close', () => clearTimeout(timer))
}
