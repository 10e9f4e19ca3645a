/** When the storage fails, what is swept and what never is, and the whole way with S3. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { localStore } from '../../src/storage/local.ts'
import { s3Store } from '../../src/storage/s3.ts'
import { type FileStore, StorageFault } from '../../src/storage/store.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import {
  type Announced,
  announce,
  contentAddressOf,
  contentOf,
  finalize,
  pdfBytes,
  putBytes,
  sent,
  transfer,
  upload,
} from '../support/files.ts'
import { expireOnce } from '../support/jobs.ts'
import { type S3Server, startS3 } from '../support/s3.ts'
import { type Service, useService } from '../support/service.ts'

type Operation = 'put' | 'digest' | 'read' | 'remove' | 'direct'
/** What does not work just now, and what happens in the middle of a removal. */
const broken = new Set<Operation>()
let whileRemoving: (() => Promise<void>) | undefined
let whileStoring: (() => Promise<unknown>) | undefined
afterEach(() => {
  broken.clear()
  whileRemoving = undefined
  whileStoring = undefined
})

const refuse = (operation: Operation): void => {
  if (broken.has(operation)) throw new StorageFault(`the file storage failed: ${operation}`)
}

const fragile = (store: FileStore): FileStore => ({
  ...store,
  put: async (...request) => {
    refuse('put')
    await whileStoring?.()
    return store.put(...request)
  },
  digest: async key => {
    refuse('digest')
    return store.digest(key)
  },
  read: async (...request) => {
    refuse('read')
    return store.read(...request)
  },
  remove: async key => {
    refuse('remove')
    await whileRemoving?.()
    return store.remove(key)
  },
  ...(store.direct && {
    direct: {
      put: async (...request) => {
        refuse('direct')
        return store.direct!.put(...request)
      },
      get: async (...request) => {
        refuse('direct')
        return store.direct!.get(...request)
      },
    },
  }),
})

const hour = 3_600_000
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const failed = { status: 502, body: { code: 'upload_failed' } }
const countOf = async (client: Client) => (await client.get('/attachments')).body.data.length

describe('in a folder', () => {
  const service = useService({ fileStore: folder => fragile(localStore(folder)) })
  let account: TestAccount
  let api: Client
  beforeEach(async () => {
    account = await newAccount(service)
    api = account.api
  })

  /** All files of this account's sandbox, wherever they lie. */
  const filesBelow = async (folder = service.filesFolder): Promise<string[]> => {
    const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
  }
  const isThere = async ({ path: key }: Announced) => (await service.fileStore.size(key)) !== undefined
  const sweep = () => expireOnce(service)
  const uploadRows = async ({ path: key }: Announced) =>
    (await service.database.many(sql`select 1 from uploads where path = ${key}`)).length

  describe('502 upload_failed', () => {
    test('PUT: nothing is kept; when the storage is back, the same address takes the same bytes', async () => {
      const first = (await announce(api)).body
      const before = await filesBelow()
      broken.add('put')
      for (let attempt = 0; attempt < 2; attempt++) expect(await putBytes(service, first)).toMatchObject(failed)
      expect((await finalize(api, first)).body.code).toBe('no_file')
      expect(await filesBelow()).toEqual(before)
      broken.clear()
      expect((await putBytes(service, first)).status).toBe(200)
      expect((await finalize(api, first)).status).toBe(201)
    })

    test('PUT: a real disk that takes the bytes and then has no place for them', async () => {
      const bytes = randomBytes(1_000_000)
      const first = (await announce(api, { bytes })).body
      const inTheWay = path.join(service.filesFolder, path.dirname(first.path))
      await fs.mkdir(path.dirname(inTheWay), { recursive: true })
      await fs.writeFile(inTheWay, '')
      const before = await filesBelow()
      expect(await putBytes(service, first, bytes)).toMatchObject(failed)
      expect(await filesBelow()).toEqual(before)
      expect((await finalize(api, first)).status).toBe(502)
      await fs.rm(inTheWay)
      expect((await putBytes(service, first, bytes)).status).toBe(200)
      expect((await finalize(api, first)).body.sha256).toBe(sha256(bytes))
    })

    test('finalize: no attachment comes to be; the same request works later, also with its idempotency key', async () => {
      const first = await sent(api, service)
      const keyed = { headers: { 'idempotency-key': 'f' } }
      broken.add('digest')
      expect(await finalize(api, first, {}, keyed)).toMatchObject(failed)
      expect(await countOf(api)).toBe(0)
      broken.clear()
      expect((await finalize(api, first, {}, keyed)).status).toBe(201)
      broken.add('digest')
      expect((await finalize(api, first)).status).toBe(201)
    })

    test('content: said in a problem document and nothing else of the file; later it is there', async () => {
      const { id } = await upload(api, service)
      const address = await contentAddressOf(api, id)
      broken.add('read')
      for (const range of ['bytes=0-3', 'x']) {
        const reply = await transfer(service, 'GET', address, { headers: { range } })
        expect(reply).toMatchObject(failed)
        expect(reply.headers['content-length']).toBe(String(reply.bytes.length))
        for (const name of ['content-range', 'content-disposition', 'accept-ranges']) {
          expect(reply.headers[name], name).toBeUndefined()
        }
      }
      broken.clear()
      expect((await transfer(service, 'GET', address)).bytes.equals(pdfBytes)).toBe(true)
    })

    test('content: a file that is gone or was cut is never half an answer', async () => {
      const first = await sent(api, service)
      const { id } = (await finalize(api, first)).body
      await fs.truncate(path.join(service.filesFolder, first.path), 20)
      expect(await contentOf(api, service, id)).toMatchObject(failed)
      expect(await contentOf(api, service, id, { range: 'bytes=30-40' })).toMatchObject(failed)
      await fs.rm(path.join(service.filesFolder, first.path))
      expect(await contentOf(api, service, id)).toMatchObject(failed)
      expect((await api.get(`/attachments/${id}`)).status).toBe(200)
    })
  })

  describe('the sweep', () => {
    // First of all: the days of its files are those of the disk.
    test('removes what a crash left: a file without a row, a half file; and nothing of others', async () => {
      const known = await sent(api, service)
      await finalize(api, known)
      const orphan = { ...known, path: known.path.replace(/[^/]+$/, randomUUID()) }
      await service.fileStore.put(orphan.path, Readable.from([pdfBytes]), 100)
      const half = path.join(service.filesFolder, 'incoming', randomUUID())
      await fs.writeFile(half, 'half')
      const yesterday = new Date(Date.now() - 25 * hour)
      await fs.utimes(half, yesterday, yesterday)
      const { mtimeMs } = await fs.stat(path.join(service.filesFolder, orphan.path))
      const { database, fileStore } = service
      const sweepAt = (ms: number) => expireOnce({ database, fileStore, clock: () => ms })
      await sweepAt(mtimeMs + 24 * hour - 1_000)
      expect(await isThere(orphan)).toBe(true)
      expect(await filesBelow(path.dirname(half))).toEqual([])
      await sweepAt(mtimeMs + 24 * hour + 1_000)
      expect(await isThere(orphan)).toBe(false)
      expect(await isThere(known)).toBe(true)
    })

    test('removes what was never finalized after 24 h, and not before', async () => {
      const unsent: Announced = (await announce(api)).body
      const unfinished = await sent(api, service)
      service.clock.advance(24 * hour - 60_000)
      await sweep()
      expect(await isThere(unfinished)).toBe(true)
      expect((await finalize(api, unsent)).body.code).toBe('no_file')
      service.clock.advance(61_000)
      await sweep()
      expect(await isThere(unfinished)).toBe(false)
      expect([await uploadRows(unsent), await uploadRows(unfinished)]).toEqual([0, 0])
      expect((await finalize(api, unfinished)).status).toBe(404)
      expect(await countOf(api)).toBe(0)
    })

    test('never removes a file something refers to, however old', async () => {
      const bytes = randomBytes(50_000)
      const first = await sent(api, service, { bytes })
      const { id } = (await finalize(api, first)).body
      const live = await upload(account.live, service, { bytes })
      for (let day = 0; day < 10; day++) {
        service.clock.advance(24 * hour)
        await sweep()
      }
      expect(await uploadRows(first)).toBe(0)
      expect((await contentOf(api, service, id)).bytes.equals(bytes)).toBe(true)
      expect((await contentOf(account.live, service, live.id)).bytes.equals(bytes)).toBe(true)
    })

    test('removes the files of an emptied sandbox at once, and only those', async () => {
      const first = await sent(api, service)
      await finalize(api, first)
      const unfinished = await sent(api, service)
      const live = await upload(account.live, service)
      await api.post('/sandbox/actions/reset?dry_run=true')
      await sweep()
      expect(await isThere(first)).toBe(true)
      await api.post('/sandbox/actions/reset')
      await sweep()
      expect([await isThere(first), await isThere(unfinished)]).toEqual([false, false])
      expect((await contentOf(account.live, service, live.id)).status).toBe(200)
      expect(await service.database.many(sql`select path from discarded_files`)).toEqual([])
    })

    test('need not look for bytes that come while the sandbox is emptied: 403, and none are kept', async () => {
      const announced: Announced = (await announce(api)).body
      whileStoring = () => api.post('/sandbox/actions/reset')
      expect((await putBytes(service, announced)).status).toBe(403)
      expect(await isThere(announced)).toBe(false)
    })

    test('is put off by a storage that fails, and makes up for it', async () => {
      const [abandoned, discarded] = [await sent(account.live, service), await sent(api, service)]
      await api.post('/sandbox/actions/reset')
      service.clock.advance(25 * hour)
      broken.add('remove')
      await expect(sweep()).rejects.toThrow(StorageFault)
      broken.clear()
      await sweep()
      expect([await isThere(abandoned), await isThere(discarded)]).toEqual([false, false])
      expect(await uploadRows(abandoned)).toBe(0)
    })

    test('leaves no attachment without bytes when it meets a finalize', async () => {
      const late = await sent(api, service)
      service.clock.advance(25 * hour)
      let meanwhile = 0
      whileRemoving = async () => {
        whileRemoving = undefined
        meanwhile = (await finalize(api, late)).status
      }
      await sweep()
      expect(meanwhile).toBe(404)
      expect(await countOf(api)).toBe(0)
    })
  })

  test('every attachment has its bytes, and every file is named by a row', async () => {
    const rows = await service.database.many<{ path: string; file_size: string; sha256: string }>(sql`
      select path, file_size, encode(sha256, 'hex') as sha256 from attachments`)
    const whole = []
    for (const row of rows) whole.push({ row, stored: await service.fileStore.digest(row.path) })
    // One was cut on purpose.
    const faulty = whole.filter(
      ({ row, stored }) => stored?.sha256 !== row.sha256 || stored.size !== Number(row.file_size),
    )
    expect(faulty).toHaveLength(1)
    const uploads = await service.database.many<{ path: string }>(sql`select path from uploads`)
    const named = [...rows, ...uploads].map(({ path: key }) => path.join(service.filesFolder, key))
    expect((await filesBelow()).filter(file => !named.includes(file))).toEqual([])
  })
})

describe('on S3', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3({ isConditional: true })
  })
  const service: Service = useService({ fileStore: () => fragile(s3Store(server.settings)) })
  afterAll(() => server.stop())
  const api = async () => (await newAccount(service)).api

  test('201, 200, 201, 302: the bytes go to the bucket and come from it; not a second time', async () => {
    const client = await api()
    const file = { name: 'Účtenka č. 7.pdf', bytes: randomBytes(200_000) }
    const first: Announced = (await announce(client, file)).body
    expect(first.upload_url.startsWith(`${server.settings.endpoint}/`)).toBe(true)
    expect(new URL(first.upload_url).searchParams.get('X-Amz-Expires')).toBe('900')
    expect((await finalize(client, first, file)).body.code).toBe('no_file')
    expect((await putBytes(service, first, file.bytes)).status).toBe(200)
    expect((await putBytes(service, first, randomBytes(200_000))).status).toBe(412)
    const { body } = await finalize(client, first, file)
    expect(body).toMatchObject({ file_size: 200_000, sha256: sha256(file.bytes) })
    const address = await contentAddressOf(client, body.id)
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('300')
    const whole = await contentOf(client, service, body.id)
    expect(whole.bytes.equals(file.bytes)).toBe(true)
    expect(whole.headers['content-disposition']).toContain("filename*=UTF-8''%C3%9A%C4%8Dtenka%20%C4%8D.%207.pdf")
    expect(whole.headers['content-type']).toBe('application/pdf')
    const part = await contentOf(client, service, body.id, { range: 'bytes=10-19' })
    expect(part).toMatchObject({ status: 206 })
    expect(part.bytes.equals(file.bytes.subarray(10, 20))).toBe(true)
  })

  test('403: other bytes than announced; 422 file_size: bytes of another size that came all the same', async () => {
    const client = await api()
    const first: Announced = (await announce(client)).body
    const more = Buffer.concat([pdfBytes, pdfBytes])
    expect((await putBytes(service, first, more, { 'content-length': String(more.length) })).status).toBe(403)
    expect((await putBytes(service, first, pdfBytes, { 'content-type': 'text/html' })).status).toBe(403)
    await service.fileStore.put(first.path, Readable.from([more]), more.length)
    expect((await finalize(client, first)).body.errors).toMatchObject([{ field: 'file_size', code: 'not_allowed' }])
    expect(await countOf(client)).toBe(0)
  })

  test('502 upload_failed: no address can be signed, the bucket does not answer', async () => {
    const client = await api()
    const { id } = await upload(client, service)
    const first = await sent(client, service)
    broken.add('direct').add('digest')
    expect(await announce(client)).toMatchObject(failed)
    expect(await client.get(`/attachments/${id}/content`)).toMatchObject(failed)
    expect(await finalize(client, first)).toMatchObject(failed)
    broken.clear()
    expect((await finalize(client, first)).status).toBe(201)
  })

  test('422 storage_limit_exceeded: what was announced counts for a day, for nobody tells whether it came', async () => {
    const { api: client, tenant } = await newAccount(service)
    await tenant.set({ storage_mb: 1 })
    const whole = { bytes: Buffer.alloc(1024 * 1024) }
    expect((await announce(client, whole)).status).toBe(201)
    service.clock.advance(23 * 60 * 60_000)
    expect((await announce(client)).body.code).toBe('storage_limit_exceeded')
    service.clock.advance(61 * 60_000)
    expect((await announce(client, whole)).status).toBe(201)
  })

  test('the sweep removes what was never finalized, and nothing else', async () => {
    const client = await api()
    const { id } = await upload(client, service)
    const unfinished = await sent(client, service)
    service.clock.advance(25 * hour)
    await expireOnce(service)
    expect(await service.fileStore.size(unfinished.path)).toBeUndefined()
    expect((await contentOf(client, service, id)).bytes.equals(pdfBytes)).toBe(true)
  })
})
