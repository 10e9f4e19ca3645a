/** What every file store does, whatever it is made of. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { FileExists, type FileStore, type ListedFile, StorageFault, TooManyBytes } from '../../src/storage/store.ts'

export const day = '2026-11-15'
export const newKey = (book: string = randomUUID()): string => `${day}/${book}/${randomUUID()}`
export const mega = 1024 * 1024

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

/** Made while it is read, so that the source holds nothing itself. */
export async function* manyBytes(count: number, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let left = count; left > 0; left -= pieceBytes) yield randomBytes(Math.min(pieceBytes, left))
}

export async function all(files: AsyncIterable<ListedFile>): Promise<ListedFile[]> {
  const found: ListedFile[] = []
  for await (const file of files) found.push(file)
  return found
}

export const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  )

/** What this process holds; what only waits to be freed does not count. */
function memoryHeld(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export interface Tried {
  store: FileStore
  /** Every name below the storage, whatever it is for. */
  names(): Promise<string[]>
}

/** `isMeasured`: also how much of large files it holds, which takes seconds. */
export function everyStore(open: () => Tried, { isMeasured = true } = {}): void {
  whatGoesInComesOut(open)
  whatIsRefused(open)
  manyAtOnce(open, isMeasured)
}

function whatGoesInComesOut(open: () => Tried): void {
  test('a file that was put is there with its size and hash, whole and in part', async () => {
    const { store } = open()
    const key = newKey()
    expect(await store.put(key, chunks('Grüner ', 'Veltliner', ' 2026'), 100)).toEqual({
      size: 22,
      sha256: sha256('Grüner Veltliner 2026'),
    })
    expect(await store.size(key)).toBe(22)
    expect(await store.digest(key)).toEqual({ size: 22, sha256: sha256('Grüner Veltliner 2026') })
    expect(await text(await store.read(key))).toBe('Grüner Veltliner 2026')
    expect(await text(await store.read(key, { start: 8, end: 16 }))).toBe('Veltliner')
    expect(await text(await store.read(key, { start: 18, end: 21 }))).toBe('2026')
  })

  test.each([0, 11, mega, mega + 1])('bytes in memory are kept as they are: %i of them', async count => {
    const { store } = open()
    const bytes = randomBytes(count)
    const key = newKey()
    const kept = await store.put(key, bytes, count)
    expect(kept).toEqual({ size: count, sha256: sha256(bytes) })
    expect(await store.digest(key)).toEqual(kept)
    expect(await failure(store.put(key, randomBytes(count), count))).toBeInstanceOf(FileExists)
    if (count > 0) expect(await failure(store.put(newKey(), bytes, count - 1))).toBeInstanceOf(TooManyBytes)
    expect(await store.digest(key)).toEqual(kept)
  })

  test('a file of no bytes is a file', async () => {
    const { store } = open()
    const key = newKey()
    expect(await store.put(key, chunks(), 10)).toEqual({ size: 0, sha256: sha256('') })
    expect(await store.size(key)).toBe(0)
    expect(await store.digest(key)).toEqual({ size: 0, sha256: sha256('') })
    expect(await text(await store.read(key))).toBe('')
  })

  test('what is not there has no size, no hash and no bytes, and can be removed', async () => {
    const { store } = open()
    const key = newKey()
    expect(await store.size(key)).toBeUndefined()
    expect(await store.digest(key)).toBeUndefined()
    expect(await failure(store.read(key))).toBeInstanceOf(StorageFault)
    expect(await failure(store.read(key, { start: 0, end: 5 }))).toBeInstanceOf(StorageFault)
    await store.remove(key)
  })

  test('a removed file is gone, its neighbour stays, and the key can be used again', async () => {
    const { store } = open()
    const book = randomUUID()
    const [gone, stays] = [newKey(book), newKey(book)]
    await store.put(gone, chunks('one'), 10)
    await store.put(stays, chunks('two'), 10)
    await store.remove(gone)
    expect(await store.size(gone)).toBeUndefined()
    expect(await store.size(stays)).toBe(3)
    await store.put(gone, chunks('three'), 10)
    expect(await text(await store.read(gone))).toBe('three')
  })

  test('a list holds what begins with the prefix, in the order of the keys', async () => {
    const { store } = open()
    const book = randomUUID()
    const mine = [newKey(book), newKey(book), newKey(book)].sort()
    const other = newKey()
    for (const key of [...mine, other]) await store.put(key, chunks('1234'), 10)
    const listed = await all(store.list(`${day}/${book}/`))
    expect(listed.map(file => file.key)).toEqual(mine)
    expect(listed.every(file => file.size === 4 && Math.abs(Date.now() - file.changedAtMs) < 10_000)).toBe(true)
    expect((await all(store.list(mine[1]!))).map(file => file.key)).toEqual([mine[1]])
    const everything = (await all(store.list(''))).map(file => file.key)
    expect(everything).toEqual([...everything].sort())
    expect(everything).toEqual(expect.arrayContaining([...mine, other]))
    expect((await all(store.list('2026-1'))).map(file => file.key)).toEqual(everything)
    expect(await all(store.list('1999-01-01/'))).toEqual([])
  })

  test('a reader that leaves early leaves nothing open, and the file is read again', async () => {
    const { store } = open()
    const key = newKey()
    const { sha256: hash } = await store.put(key, manyBytes(3 * mega), 3 * mega)
    for await (const chunk of await store.read(key)) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    expect((await store.digest(key))?.sha256).toBe(hash)
  })
}

function whatIsRefused(open: () => Tried): void {
  test('TooManyBytes: one byte over the limit, and nothing is left; the limit itself is allowed', async () => {
    const { store, names } = open()
    const before = await names()
    expect(await failure(store.put(newKey(), chunks('12345', '678901'), 10))).toBeInstanceOf(TooManyBytes)
    expect(await names()).toEqual(before)
    expect((await store.put(newKey(), chunks('12345', '67890'), 10)).size).toBe(10)
  })

  test('FileExists: a second file under the same key, and the first is untouched', async () => {
    const { store, names } = open()
    const key = newKey()
    await store.put(key, chunks('first'), 10)
    const before = await names()
    expect(await failure(store.put(key, chunks('second'), 10))).toBeInstanceOf(FileExists)
    expect(await text(await store.read(key))).toBe('first')
    expect(await names()).toEqual(before)
  })

  test('a source that breaks comes out with its own error, and nothing is left', async () => {
    const { store, names } = open()
    const before = await names()
    const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    async function* breaks(): AsyncGenerator<Uint8Array> {
      yield* manyBytes(mega)
      throw broken
    }
    const key = newKey()
    expect(await failure(store.put(key, breaks(), 2 * mega))).toBe(broken)
    expect(await store.size(key)).toBeUndefined()
    expect(await names()).toEqual(before)
  })

  test('StorageFault: a range past the end of the file', async () => {
    const { store } = open()
    const key = newKey()
    await store.put(key, chunks('12345'), 10)
    expect(await failure(store.read(key, { start: 3, end: 5 }))).toBeInstanceOf(StorageFault)
    expect(await failure(store.read(key, { start: 5, end: 5 }))).toBeInstanceOf(StorageFault)
  })

  const uuid = randomUUID()
  test('assertion: a key that is none is refused everywhere', async () => {
    const { store, names } = open()
    const before = await names()
    for (const key of wrongKeys) await expectRefused(store, key)
    expect(await names()).toEqual(before)
  })

  const wrongKeys = [
    '',
    'x',
    '../x',
    `${day}/${uuid}/../${uuid}`,
    `${day}/${uuid}`,
    `/${day}/${uuid}/${uuid}`,
    `${day}/${uuid}/${uuid}/`,
    `${day}/${uuid}/${uuid}\n`,
    `${day}/${uuid}/${uuid.toUpperCase().replace(/^./, 'A')}`,
    `${day}\\${uuid}\\${uuid}`,
    `incoming/${uuid}`,
  ]
  async function expectRefused(store: FileStore, key: string): Promise<void> {
    const file = { mediaType: 'text/plain', size: 1, seconds: 60, disposition: 'attachment' }
    const calls = [
      store.put(key, chunks('x'), 10),
      store.size(key),
      store.digest(key),
      store.read(key),
      store.remove(key),
      ...(store.direct ? [store.direct.put(key, file), store.direct.get(key, file)] : []),
    ]
    const refusal = { message: expect.stringMatching(/assertion failed: a file key/) }
    expect(await Promise.all(calls.map(failure)), key).toMatchObject(calls.map(() => refusal))
  }

  test('assertion: a prefix that leaves the folder, a range that is none', async () => {
    const { store } = open()
    await expect(all(store.list('../'))).rejects.toThrow(/assertion failed: a prefix/)
    const key = newKey()
    await store.put(key, chunks('12345'), 10)
    for (const range of [
      { start: 3, end: 2 },
      { start: -1, end: 2 },
      { start: 0.5, end: 2 },
    ]) {
      await expect(store.read(key, range)).rejects.toThrow(/assertion failed: a range/)
    }
  })
}

function manyAtOnce(open: () => Tried, isMeasured: boolean): void {
  if (isMeasured) holdsNothing(open)
  test('sixteen files at once are sixteen files', async () => {
    const { store } = open()
    const book = randomUUID()
    const put = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => {
        const key = newKey(book)
        return { key, ...(await store.put(key, manyBytes(100_000 + index), mega)) }
      }),
    )
    for (const { key, size, sha256 } of put) expect(await store.digest(key)).toEqual({ size, sha256 })
    expect(await all(store.list(`${day}/${book}/`))).toHaveLength(16)
  })
}

function holdsNothing(open: () => Tried): void {
  test('four megabytes, eight at once, in and out, without being held', async () => {
    const { store } = open()
    const warm = newKey()
    await store.put(warm, manyBytes(mega), mega)
    await store.digest(warm)
    const keys = Array.from({ length: 8 }, () => newKey())
    const before = memoryHeld()
    const held: number[] = []
    const sample = () => held.push(memoryHeld() - before)
    // To look collects garbage first, which takes as long as a megabyte or more: twice on the way in, twice on the way out.
    async function* sampled(isLookedAt: boolean): AsyncGenerator<Uint8Array> {
      yield* manyBytes(4 * mega)
      if (isLookedAt) sample()
    }
    const put = await Promise.all(keys.map((key, index) => store.put(key, sampled(index % 4 === 3), 4 * mega)))
    const looks = [50, 300].map(ms => setTimeout(sample, ms))
    const digests = await Promise.all(keys.map(key => store.digest(key)))
    for (const look of looks) clearTimeout(look)
    expect(digests).toEqual(put)
    // Thirty-two megabytes went through, twice.
    expect(Math.max(...held) / mega).toBeLessThan(18)
  })
}
