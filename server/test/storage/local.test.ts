/** Files in a folder: the shared story, and what only a disk can do. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import disk from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeepJob, keepFile } from '../../src/storage/keep-file.ts'
import { localStore } from '../../src/storage/local.ts'
import { openFileStore } from '../../src/storage/open.ts'
import { FileExists, StorageFault } from '../../src/storage/store.ts'
import { all, chunks, everyStore, failure, manyBytes, mega, newKey, sha256 } from './suite.ts'

const isLinux = process.platform === 'linux'

let home: string
let folder: string

beforeAll(async () => {
  home = await fs.mkdtemp(path.join(os.tmpdir(), 'cellarbook-files-'))
  folder = path.join(home, 'files')
})
afterAll(() => fs.rm(home, { recursive: true }))

const namesBelow = async (name: string): Promise<string[]> => {
  const entries = await fs.readdir(name, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
}

everyStore(() => ({ store: localStore(folder), names: () => namesBelow(folder) }))

describe('on the disk', () => {
  test('folders are for us alone, and so are the files; nothing waits in incoming', async () => {
    const fresh = path.join(home, 'fresh')
    const key = newKey()
    await localStore(fresh).put(key, chunks('one'), 10)
    const modeOf = async (name: string) => ((await fs.stat(path.join(fresh, name))).mode & 0o777).toString(8)
    const [dayFolder, book] = key.split('/') as [string, string]
    for (const name of ['.', 'incoming', dayFolder, `${dayFolder}/${book}`]) expect(await modeOf(name)).toBe('700')
    expect(await modeOf(key)).toBe('600')
    expect(await fs.readdir(path.join(fresh, 'incoming'))).toEqual([])
    expect((await fs.stat(path.join(fresh, key))).nlink).toBe(1)
  })

  test('FileExists: sixteen at once under one key, one wins and stays whole', async () => {
    const store = localStore(folder)
    const key = newKey()
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, index) => failure(store.put(key, chunks(`from ${index}`), 10))),
    )
    expect(outcomes.filter(outcome => outcome === undefined)).toHaveLength(1)
    expect(outcomes.filter(outcome => outcome instanceof FileExists)).toHaveLength(15)
    expect(await text(await store.read(key))).toBe(`from ${outcomes.indexOf(undefined)}`)
  })

  const ofBoth = [
    ['streamed', () => chunks('durable')],
    ['in memory', () => Buffer.from('durable')],
  ] as const
  test.skipIf(!isLinux).each(ofBoth)(
    '%s, the file and every folder above it are synced before put resolves',
    async (_, bytes) => {
      const { fsyncSync } = disk
      const synced: string[] = []
      const watched = async (job: KeepJob) => {
        disk.fsyncSync = number => {
          synced.push(disk.readlinkSync(`/proc/self/fd/${number}`))
          fsyncSync(number)
        }
        const kept = keepFile(job)
        disk.fsyncSync = fsyncSync
        return kept.ok ? kept.sha256 : undefined
      }
      const key = newKey()
      const store = localStore(folder, watched)
      expect(await store.put(key, bytes(), 10)).toEqual({ size: 7, sha256: sha256('durable') })
      const [dayFolder, book] = key.split('/') as [string, string]
      const real = await fs.realpath(folder)
      expect(path.dirname(synced[0]!)).toBe(path.join(real, 'incoming'))
      const above = [path.dirname(real), real, path.join(real, dayFolder), path.join(real, dayFolder, book)]
      expect(synced.slice(1).sort()).toEqual(above)
      // The folders above its own stay durable.
      await store.put(newKey(book), bytes(), 10)
      expect(synced.slice(6)).toEqual([path.join(real, dayFolder, book)])
    },
  )

  test('no chunk is asked for before the last one is written', async () => {
    const store = localStore(folder)
    const incoming = path.join(folder, 'incoming')
    async function* watched(): AsyncGenerator<Uint8Array> {
      for (let written = 0; written < 5; written += 1) {
        const [name] = await fs.readdir(incoming)
        expect((await fs.stat(path.join(incoming, name!))).size).toBe(written * mega)
        yield Buffer.alloc(mega)
      }
    }
    expect((await store.put(newKey(), watched(), 5 * mega)).size).toBe(5 * mega)
  })

  test('what a crash left is swept once it is old; an upload under way is not', async () => {
    const crashed = path.join(home, 'crashed')
    const store = localStore(crashed)
    expect(await store.sweepIncoming(0)).toBe(0)
    const leftover = path.join(crashed, 'incoming', randomUUID())
    async function* whileSweeping(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('one')
      await fs.writeFile(leftover, 'half a file')
      await fs.utimes(leftover, new Date(0), new Date(0))
      expect(await store.sweepIncoming(60_000)).toBe(1)
      yield Buffer.from('two')
    }
    expect((await store.put(newKey(), whileSweeping(), 10)).size).toBe(6)
    expect(await fs.readdir(path.join(crashed, 'incoming'))).toEqual([])
  })

  test('a list passes over what is not ours', async () => {
    const shared = path.join(home, 'shared')
    const store = localStore(shared)
    const key = newKey()
    await store.put(key, chunks('one'), 10)
    await fs.writeFile(path.join(shared, 'README'), 'x')
    await fs.writeFile(path.join(shared, 'incoming', randomUUID()), 'x')
    await fs.writeFile(path.join(shared, path.dirname(key), 'copy.pdf'), 'x')
    await fs.mkdir(path.join(shared, 'lost+found', randomUUID()), { recursive: true })
    expect((await all(store.list(''))).map(file => file.key)).toEqual([key])
    expect(await all(localStore(path.join(home, 'never')).list(''))).toEqual([])
  })

  test('without S3 settings the files are in the data folder', async () => {
    const dataDir = path.join(home, 'data')
    const store = openFileStore({ s3: undefined, dataDir })
    const key = newKey()
    await store.put(key, chunks('one'), 10)
    expect(store.direct).toBeUndefined()
    expect(await fs.readFile(path.join(dataDir, 'files', key), 'utf8')).toBe('one')
  })
})

describe('StorageFault', () => {
  test('a folder that cannot be: its parent is a file', async () => {
    const file = path.join(home, 'a-file')
    await fs.writeFile(file, '')
    const store = localStore(path.join(file, 'files'))
    const key = newKey()
    const attempts = [
      store.put(key, chunks('x'), 10),
      store.put(key, Buffer.from('x'), 10),
      store.size(key),
      store.digest(key),
      store.read(key),
      store.remove(key),
      all(store.list('')),
      store.sweepIncoming(0),
    ]
    for (const fault of await Promise.all(attempts.map(failure))) {
      expect(fault).toBeInstanceOf(StorageFault)
      expect((fault as Error).message).toMatch(/^the file storage failed: \w+ ENOTDIR$/)
    }
  })

  test.skipIf(!isLinux)('a file larger than the system allows this process', async () => {
    const names = await namesBelow(folder)
    limitFiles('1048576')
    const fault = await failure(localStore(folder).put(newKey(), manyBytes(3 * mega), 5 * mega)).finally(() =>
      limitFiles('unlimited'),
    )
    expect(fault).toBeInstanceOf(StorageFault)
    expect((fault as Error).message).toBe('the file storage failed: write EFBIG')
    expect(await namesBelow(folder)).toEqual(names)
  })

  test.skipIf(!canMount())('a full disk, and there is room again after it', async () => {
    const disk = path.join(home, 'disk')
    await fs.mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
    try {
      const store = localStore(path.join(disk, 'files'))
      const key = newKey()
      const fault = await failure(store.put(key, manyBytes(3 * mega), 5 * mega))
      expect(fault).toBeInstanceOf(StorageFault)
      expect((fault as Error).message).toBe('the file storage failed: write ENOSPC')
      expect(await namesBelow(disk)).toEqual([])
      for (let times = 0; times < 2; times++) await store.put(newKey(), Buffer.alloc(mega), mega)
      const atOnce = await failure(store.put(newKey(), Buffer.alloc(mega), mega))
      expect((atOnce as Error).message).toBe('the file storage failed: write ENOSPC')
      for (const { key } of await all(store.list(''))) await store.remove(key)
      expect(await namesBelow(disk)).toEqual([])
      expect((await store.put(key, manyBytes(mega), mega)).size).toBe(mega)
      execFileSync('mount', ['-o', 'remount,ro', disk])
      for (const bytes of [chunks('x'), Buffer.from('x')])
        expect(((await failure(store.put(newKey(), bytes, 10))) as Error).message).toMatch(/EROFS$/)
      expect(await failure(store.remove(key))).toBeInstanceOf(StorageFault)
      expect(await store.size(key)).toBe(mega)
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

/** The soft limit of this process, as an administrator would set it. */
const limitFiles = (bytes: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
