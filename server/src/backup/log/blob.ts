/** One part of the log on its shelf: compressed, sealed on wish, and read back before it counts. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { parseStrictJson } from '../../lib/strict-json.ts'
import { gather } from '../bytes.ts'
import type { BackupPlace } from '../place.ts'
import { damaged } from '../refusal.ts'
import { type Keyring, sealed } from '../sealing.ts'
import { opened } from '../take.ts'

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export async function storeBlob(place: BackupPlace, bytes: Bytes, ring: Keyring | undefined): Promise<void> {
  const written = createHash('sha256')
  async function* hashing(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      written.update(chunk)
      yield chunk
    }
  }
  const seal = (packed: AsyncIterable<Uint8Array>) => (ring ? sealed(packed, ring) : packed)
  await place.store({
    write: into => pipeline(hashing, createGzip({ level: 4 }), seal, into),
    check: async stored => {
      if ((await hashOf(blobOf(stored, ring))) !== written.digest('hex')) throw damaged('it was not written as it is')
    },
  })
}

const blobOf = (stored: Readable, ring: Keyring | undefined): AsyncIterable<Uint8Array> => opened(stored, ring)

export async function hashOf(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

export const readBlob = async (place: BackupPlace, ring: Keyring | undefined): Promise<AsyncIterable<Uint8Array>> =>
  blobOf(await place.read(), ring)

export const storeJson = (place: BackupPlace, value: object, ring: Keyring | undefined): Promise<void> =>
  storeBlob(place, [Buffer.from(`${JSON.stringify(value)}\n`)], ring)

export const readJson = async <T>(place: BackupPlace, ring: Keyring | undefined): Promise<T> =>
  parseStrictJson(await gather(await readBlob(place, ring))) as T
