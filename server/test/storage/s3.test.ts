/** Files in a bucket: the shared story on a real S3-compatible server, and what only S3 can do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import type http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '../../src/storage/open.ts'
import { s3Store } from '../../src/storage/s3.ts'
import { FileExists, type FileStore, StorageFault } from '../../src/storage/store.ts'
import { disturbedLine, mendSigning, type S3Server, settingsFor, startS3 } from '../support/s3.ts'
import { all, chunks, day, everyStore, failure, manyBytes, mega, newKey, sha256 } from './suite.ts'

const impatient = { connectMs: 300, answerMs: 400, attempts: 2, overallMs: 3_000 }
/** For a line that loses answers, and passes the others on, however busy the machine is. */
const steady = { connectMs: 2_000, answerMs: 2_000, attempts: 3, overallMs: 30_000 }
/** For what is about files and not about time. */
const patient = { connectMs: 30_000, answerMs: 60_000, attempts: 3, overallMs: 60_000 }

/** Uploads wait in a folder of this file alone, so that what it finds there is its own. */
const { TMPDIR } = process.env
let spoolFolder: string
beforeAll(async () => {
  spoolFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'cellarbook-spool-'))
  process.env.TMPDIR = spoolFolder
})
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await fs.rm(spoolFolder, { recursive: true })
})
const spoolNames = async () => (await fs.readdir(spoolFolder)).filter(name => /^cellarbook-[0-9a-f]{8}-/.test(name))

const namesBelow = async (folder: string): Promise<string[]> => {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
  return [...files.sort(), ...(await spoolNames())]
}

/** As the package is, and as S3 decides about a second PUT. */
describe.each([
  { kind: 'a server that does not know If-None-Match', isConditional: false },
  { kind: 'a server that knows If-None-Match', isConditional: true },
])('on $kind', ({ isConditional }) => {
  let server: S3Server
  let store: FileStore
  beforeAll(async () => {
    server = await startS3({ isConditional })
    store = s3Store(server.settings, patient)
  })
  afterAll(() => server.stop())
  everyStore(() => ({ store, names: () => namesBelow(server.folder) }), { isMeasured: isConditional })
})

describe('direct access', () => {
  let server: S3Server
  let store: FileStore
  beforeAll(async () => {
    server = await startS3({ isConditional: true })
    store = openFileStore({ s3: server.settings, dataDir: '/nonexistent' })
  })
  afterAll(() => server.stop())

  const pdf = { mediaType: 'application/pdf', size: 9, seconds: 60 }
  const send = (url: string, headers: Record<string, string>, body = '%PDF-1.7\n') =>
    fetch(url, { method: 'PUT', headers, body })

  test('200: a client puts the declared bytes itself; 412: not twice', async () => {
    const key = newKey()
    const { url, headers } = await store.direct!.put(key, pdf)
    expect(headers).toEqual({ 'Content-Type': 'application/pdf', 'Content-Length': '9', 'If-None-Match': '*' })
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60')
    expect(url).not.toContain('x-amz-checksum')
    expect((await send(url, headers)).status).toBe(200)
    expect(await store.digest(key)).toEqual({ size: 9, sha256: sha256('%PDF-1.7\n') })
    expect((await send(url, headers, '%PDF-9.9\n')).status).toBe(412)
    expect(await text(await store.read(key))).toBe('%PDF-1.7\n')
  })

  test('403: another size, another type, no condition, another key, too late', async () => {
    const key = newKey()
    const { url, headers } = await store.direct!.put(key, pdf)
    expect((await send(url, { ...headers, 'Content-Length': '10' }, '%PDF-1.7\n\n')).status).toBe(403)
    expect((await send(url, { ...headers, 'Content-Type': 'text/html' })).status).toBe(403)
    expect((await send(url, { 'Content-Type': 'application/pdf' })).status).toBe(403)
    expect((await send(url.replace(key, newKey()), headers)).status).toBe(403)
    const brief = await store.direct!.put(key, { ...pdf, seconds: 1 })
    await new Promise(resolve => setTimeout(resolve, 1_100))
    expect((await send(brief.url, brief.headers)).status).toBe(403)
    expect(await store.size(key)).toBeUndefined()
    expect((await send(url, headers)).status).toBe(200)
  })

  test('200: a file of no bytes', async () => {
    const key = newKey()
    const { url, headers } = await store.direct!.put(key, { ...pdf, size: 0 })
    expect((await send(url, headers, '')).status).toBe(200)
    expect(await store.size(key)).toBe(0)
  })

  test('200: a client fetches it with the name and type we say, in part too; 403: another name', async () => {
    const key = newKey()
    await store.put(key, chunks('0123456789'), 10)
    const disposition = `attachment; filename="invoice (7).pdf"; filename*=UTF-8''%C4%8D%C3%ADslo%207.pdf`
    const url = await store.direct!.get(key, { disposition, mediaType: 'application/pdf', seconds: 300 })
    const answer = await fetch(url)
    expect(answer.headers.get('content-disposition')).toBe(disposition)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(await answer.text()).toBe('0123456789')
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('234')
    expect((await fetch(url.replace('attachment', 'inline'))).status).toBe(403)
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300')
  })
})

describe('on a bad line', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3({ isConditional: true })
  })
  afterAll(() => server.stop())

  const overLine = async (disturb: Parameters<typeof disturbedLine>[1], work: (store: FileStore) => Promise<void>) => {
    const line = await disturbedLine(server.settings, disturb)
    await work(s3Store(settingsFor(line.port), steady)).finally(() => line.stop())
  }
  const unavailable = (response: http.ServerResponse) => response.writeHead(503).end()

  test('two faults over there are overcome, and the bytes are whole', async () => {
    let puts = 0
    const disturb = (request: http.IncomingMessage) => {
      if (request.method !== 'PUT') return 'pass'
      puts += 1
      return puts < 3 ? unavailable : 'pass'
    }
    await overLine(disturb, async store => {
      const key = newKey()
      const stored = await store.put(key, manyBytes(3 * mega), 3 * mega)
      expect(puts).toBe(3)
      expect(await store.digest(key)).toEqual(stored)
    })
  })

  test('a stored file whose answers were lost is ours, not someone else’s', async () => {
    let puts = 0
    const disturb = (request: http.IncomingMessage) => {
      if (request.method !== 'PUT') return 'pass'
      puts += 1
      return puts === 1 ? 'lose' : 'pass'
    }
    await overLine(disturb, async store => {
      const key = newKey()
      const stored = await store.put(key, chunks('once'), 10)
      expect(puts).toBe(2)
      expect(await store.digest(key)).toEqual(stored)
    })
  })

  test('a stored file is found even when no answer comes through', async () => {
    await overLine(
      request => (request.method === 'PUT' ? 'lose' : 'pass'),
      async store => {
        const key = newKey()
        expect((await store.put(key, chunks('once'), 10)).size).toBe(4)
      },
    )
  })

  test('FileExists: another one was quicker than our question', async () => {
    const other = s3Store(server.settings)
    const key = newKey()
    let isTaken = false
    const disturb = (request: http.IncomingMessage) => {
      if (request.method !== 'HEAD' || isTaken) return 'pass' as const
      isTaken = true
      const notFound = (response: http.ServerResponse) =>
        void other.put(key, chunks('theirs'), 10).then(() => response.writeHead(404).end())
      return notFound
    }
    await overLine(disturb, async store => {
      expect(await failure(store.put(key, chunks('ours'), 10))).toBeInstanceOf(FileExists)
      expect(await text(await other.read(key))).toBe('theirs')
    })
  })

  test('the upload states its hash, and is signed with it', async () => {
    let stated: string | undefined
    const disturb = (request: http.IncomingMessage) => {
      if (request.method === 'PUT') stated = request.headers['x-amz-content-sha256'] as string
      return 'pass' as const
    }
    await overLine(disturb, async store => {
      await store.put(newKey(), chunks('one'), 10)
      expect(stated).toBe(sha256('one'))
    })
  })

  test.each([
    ['stops', (response: http.ServerResponse) => response.writeHead(200, { 'content-length': 100 }).write('half')],
    [
      'is cut off',
      (response: http.ServerResponse) =>
        response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy()),
    ],
  ])('StorageFault: an answer that %s in the middle', async (_, action) => {
    await overLine(
      () => response => void action(response),
      async store => {
        expect(await failure(store.digest(newKey()))).toBeInstanceOf(StorageFault)
        const stream = await store.read(newKey())
        expect(await failure(buffer(stream))).toBeInstanceOf(StorageFault)
      },
    )
  })

  test('a reader that takes its time is not an answer that stops', async () => {
    const store = s3Store(server.settings, impatient)
    const key = newKey()
    const stored = await store.put(key, manyBytes(4 * mega), 4 * mega)
    let size = 0
    for await (const chunk of await store.read(key)) {
      if (size === 0) await new Promise(resolve => setTimeout(resolve, 3 * impatient.answerMs))
      size += chunk.length
    }
    expect(size).toBe(stored.size)
  })
})

describe('StorageFault', () => {
  const everyCall = (store: FileStore): Promise<unknown>[] => {
    const key = newKey()
    const calls = [
      store.put(key, chunks('x'), 10),
      store.size(key),
      store.digest(key),
      store.read(key),
      store.remove(key),
      all(store.list('')),
    ]
    return calls.map(failure)
  }
  const freePort = async (): Promise<number> => {
    const probe = net.createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await once(probe, 'close')
    return port
  }

  test('a server that takes every connection and says nothing is told of', async () => {
    const sockets = new Set<net.Socket>()
    const silent = net.createServer(socket => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const faults = await Promise.all(everyCall(s3Store(settingsFor((silent.address() as AddressInfo).port))))
    for (const fault of faults) expect(fault).toBeInstanceOf(StorageFault)
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => silent.close(resolve))
  })

  test('nobody listens', async () => {
    for (const fault of await Promise.all(everyCall(s3Store(settingsFor(await freePort()))))) {
      expect(fault).toBeInstanceOf(StorageFault)
      expect((fault as Error).message).toMatch(/^S3 failed to \w+: ECONNREFUSED$/)
    }
    expect(await spoolNames()).toEqual([])
  })

  test('somebody listens and never answers', async () => {
    const mute = net.createServer().listen(0, '127.0.0.1')
    const sockets: net.Socket[] = []
    mute.on('connection', socket => sockets.push(socket))
    await once(mute, 'listening')
    const store = s3Store(settingsFor((mute.address() as AddressInfo).port), impatient)
    for (const fault of await Promise.all(everyCall(store))) {
      expect(fault).toBeInstanceOf(StorageFault)
      expect((fault as Error).message).toMatch(/^S3 failed to \w+: ETIMEDOUT$/)
    }
    for (const socket of sockets) socket.destroy()
    mute.close()
  })

  test('a wrong secret, a missing bucket: told without the secret', async () => {
    const server = await startS3()
    const secretAccessKey = 'very-secret-and-very-wrong'
    const wrongSecret = s3Store({ ...server.settings, secretAccessKey })
    for (const fault of await Promise.all(everyCall(wrongSecret))) {
      expect(fault).toBeInstanceOf(StorageFault)
      expect((fault as Error).message).toMatch(/403/)
      const told = inspect(fault, { depth: 9, showHidden: true })
      for (const secret of [secretAccessKey, 'Signature=', 'AWS4-HMAC']) expect(told).not.toContain(secret)
    }
    const noBucket = s3Store({ ...server.settings, bucket: 'elsewhere' })
    expect(((await failure(all(noBucket.list('')))) as Error).message).toBe('S3 failed to list: 404 NoSuchBucket')
    expect(((await failure(noBucket.read(newKey()))) as Error).message).toBe('S3 failed to read: 404 NoSuchBucket')
    expect(((await failure(noBucket.put(newKey(), chunks('x'), 10))) as Error).message).toBe(
      'S3 failed to put: 404 NoSuchBucket',
    )
    await server.stop()
  })
})

describe('a list', () => {
  test('of more than one page, and what is not ours is passed over', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cellarbook-pages-'))
    const { port, stop } = await startOldCipherS3(folder)
    const bucket = path.join(folder, settingsFor(port).bucket)
    const book = newKey().split('/')[1]!
    const keys = Array.from({ length: 1_003 }, () => newKey(book)).sort()
    await fs.mkdir(path.join(bucket, day, book), { recursive: true })
    for (const name of [...keys, 'foreign.txt', `${day}/foreign.txt`]) {
      writeFileSync(path.join(bucket, `${name}._S3rver_object`), 'x')
      writeFileSync(path.join(bucket, `${name}._S3rver_object.md5`), '9dd4e461268c8034f5c8564e155c67a6')
    }
    const listed = await all(s3Store(settingsFor(port)).list('')).finally(stop)
    expect(listed.map(file => file.key)).toEqual(keys)
    await fs.rm(folder, { recursive: true })
  })
})

/** The server writes the token of the next page with a cipher that Node keeps only behind a flag. */
async function startOldCipherS3(directory: string): Promise<{ port: number; stop(): void }> {
  const options = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false, directory }
  const program = `
    const Server = require('@20minutes/s3rver')
    ;(${mendSigning})(require('@20minutes/s3rver/lib/signature/v4'))
    const buckets = [{ name: ${JSON.stringify(settingsFor(0).bucket)} }]
    const server = new Server({ ...${JSON.stringify(options)}, configureBuckets: buckets })
    server.run().then(({ port }) => console.log(port))`
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
    cwd: import.meta.dirname,
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(line.toString()), stop: () => void child.kill() }
}
