/**
 * The format a backup is kept in: a plain tar (ustar), so that whoever has the file can look into it without us. The
 * library for it brings megabytes of binaries for another run-time; names and sizes here are few and known.
 */
import { assert } from '../lib/assert.ts'
import { byteReader } from './bytes.ts'
import { damaged } from './refusal.ts'

export interface NewEntry {
  name: string
  size: number
  bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[]
}

export interface Entry {
  name: string
  size: number
  /** To be read to its end before the next entry. */
  bytes: AsyncIterable<Buffer>
}

const blockBytes = 512
const longestName = 100
/** Eleven octal digits. */
const largest = 8 ** 11 - 1
const checksumAt = 148

const padding = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes

function headerOf({ name, size }: NewEntry): Buffer {
  assert(Buffer.byteLength(name) <= longestName && size <= largest, 'a name and a size that fit into a header')
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at)
  header.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  octal(sumOf(header), checksumAt, 6)
  header.write(' ', checksumAt + 7)
  return header
}

/** Its own place counts as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 32
  for (let at = 0; at < blockBytes; at++) if (at < checksumAt || at >= checksumAt + 8) sum += header[at]!
  return sum
}

export async function* tarOf(entries: AsyncIterable<NewEntry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield headerOf(entry)
    let written = 0
    for await (const chunk of entry.bytes) {
      written += chunk.byteLength
      yield chunk
    }
    if (written !== entry.size) throw new Error(`${entry.name} changed its size while it was copied`)
    yield Buffer.alloc(padding(entry.size))
  }
  yield Buffer.alloc(2 * blockBytes)
}

export async function* entriesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const reader = byteReader(source)
  try {
    for (;;) {
      const header = await reader.take(blockBytes)
      if (header.length < blockBytes) throw damaged('its end is missing')
      if (header.every(byte => byte === 0)) return await drain(reader.pass(Number.MAX_SAFE_INTEGER))
      const entry = { name: textAt(header, 0, longestName), size: Number.parseInt(textAt(header, 124, 12), 8) }
      const isSound = Number.parseInt(textAt(header, checksumAt, 8), 8) === sumOf(header) && entry.size >= 0
      if (!isSound) throw damaged('the head of an entry cannot be read')
      yield { ...entry, bytes: whole(reader.pass(entry.size), entry) }
      await reader.take(padding(entry.size))
    }
  } finally {
    await reader.end()
  }
}

const textAt = (header: Buffer, at: number, length: number): string =>
  header.toString('utf8', at, at + length).replace(/\0[\s\S]*$/, '')

async function* whole(bytes: AsyncIterable<Buffer>, { name, size }: { name: string; size: number }) {
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    yield chunk
  }
  if (read < size) throw damaged(`${name} is cut off`)
}

/** What decompresses tells of a wrong sum only at its end. */
async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
