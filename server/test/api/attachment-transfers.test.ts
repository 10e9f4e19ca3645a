/** The bytes of attachments on their way: sealed addresses, one use, ranges; with and without bad intentions. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import {
  type Announced,
  announce,
  contentAddressOf,
  contentOf,
  type FileWords,
  finalize,
  pdfBytes,
  putBytes,
  transfer,
  upload,
} from '../support/files.ts'
import { peopleService } from '../support/person.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService(peopleService)
let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  api = account.api
})

const second = 1_000
const minute = 60 * second
const announced = async (file: FileWords = {}): Promise<Announced> => (await announce(api, file)).body
const incoming = () => readdir(path.join(service.filesFolder, 'incoming'))

/** Ways to change a sealed address. The payload stands in it readably: only the seal protects it. */
function forgeries(address: string): string[] {
  const [token] = address.split('/').slice(-1) as [string]
  const bytes = Buffer.from(token, 'base64url')
  const payload = JSON.parse(bytes.subarray(16).toString()) as (string | number)[]
  const sealed = (change: (string | number)[]) =>
    Buffer.concat([bytes.subarray(0, 16), Buffer.from(JSON.stringify(change))]).toString('base64url')
  const later = payload.with(-1, (payload.at(-1) as number) + minute)
  const tokens = [
    sealed(later),
    sealed(payload.with(0, '00000000-0000-7000-8000-000000000000')),
    sealed(payload.with(1, '00000000-0000-7000-8000-000000000000')),
    sealed(payload.with(2, '../../etc/passwd')),
    `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`,
    token.slice(0, -1),
    `${token}A`,
    `${token}%00`,
    `${token}=`,
    Buffer.alloc(64).toString('base64url'),
    'x',
    '..%2f..%2fetc%2fpasswd',
    '%F0%9F%8D%BA',
    'A'.repeat(10_000),
  ]
  return tokens.map(each => address.replace(token, each))
}

describe('PUT', () => {
  test('403 forbidden: an address that is not ours, changed, or for something else', async () => {
    const first = await announced()
    const content = await contentAddressOf(api, (await upload(api, service)).id)
    const crossed = content.replace('/contents/', '/uploads/')
    for (const upload_url of [...forgeries(first.upload_url), crossed]) {
      const reply = await putBytes(service, { ...first, upload_url })
      expect(reply, upload_url).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect((await finalize(api, first)).body.code).toBe('no_file')
    expect((await putBytes(service, first)).status).toBe(200)
  })

  test('403 forbidden: after 15 minutes, and not before', async () => {
    const [early, late] = [await announced(), await announced()]
    service.clock.advance(15 * minute - 10 * second)
    expect((await putBytes(service, early)).status).toBe(200)
    service.clock.advance(11 * second)
    expect(await putBytes(service, late)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await finalize(api, late)).body.code).toBe('no_file')
    expect((await finalize(api, early)).status).toBe(201)
  })

  test('409 conflict: a second time, before and after finalize; the first bytes stay', async () => {
    const first = await announced()
    await putBytes(service, first)
    const other = Buffer.alloc(pdfBytes.length)
    expect(await putBytes(service, first, other)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const { id } = (await finalize(api, first)).body
    expect((await putBytes(service, first, other)).status).toBe(409)
    expect((await contentOf(api, service, id)).bytes.equals(pdfBytes)).toBe(true)
  })

  test('200 once: of eight at the same time one wins, and its bytes are whole', async () => {
    const files = Array.from({ length: 8 }, () => randomBytes(200_000))
    const first = await announced({ bytes: files[0]! })
    const replies = await Promise.all(files.map(bytes => putBytes(service, first, bytes)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const { id } = (await finalize(api, first)).body
    const winner = files[replies.findIndex(({ status }) => status === 200)]!
    expect((await contentOf(api, service, id)).bytes.equals(winner)).toBe(true)
    expect(await incoming()).toEqual([])
  })

  test('413 payload_too_large: more bytes than announced, by length and in chunks; the right ones are taken then', async () => {
    const first = await announced()
    const tooMany = [Buffer.concat([pdfBytes, Buffer.from('x')]), randomBytes(3_000_000)]
    for (const bytes of tooMany) {
      for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
        const reply = await putBytes(service, first, bytes, headers as Record<string, string>)
        expect(reply).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
      }
    }
    expect(await incoming()).toEqual([])
    expect((await putBytes(service, first, pdfBytes, { 'transfer-encoding': 'chunked' })).status).toBe(200)
    expect((await finalize(api, first)).status).toBe(201)
  })

  test('422 mime_type: another Content-Type or none; the address still works', async () => {
    const first = await announced()
    for (const type of ['text/html', 'application/pdf; charset=x', 'application/pdfx', 'garbage', '']) {
      const reply = await putBytes(service, { ...first, upload_headers: { 'content-type': type } })
      expect(reply, type).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    }
    const bare = await putBytes(service, { ...first, upload_headers: {} })
    expect(bare.body.errors).toMatchObject([{ field: 'mime_type', code: 'not_allowed' }])
    const shouted = { ...first, upload_headers: { 'content-type': 'APPLICATION/PDF' } }
    expect((await putBytes(service, shouted)).status).toBe(200)
  })

  test('200: sent again after it broke off in the middle; until then there is no file', async () => {
    const bytes = randomBytes(100_000)
    const first = await announced({ bytes })
    const { pathname } = new URL(first.upload_url)
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/pdf\r\nContent-Length: 100000\r\n\r\n`
    socket.write(head)
    socket.write(bytes.subarray(0, 50_000))
    await expect.poll(incoming).toHaveLength(1)
    expect((await putBytes(service, first, bytes)).status).toBe(409)
    expect((await finalize(api, first)).body.code).toBe('no_file')
    socket.destroy()
    await expect.poll(incoming).toEqual([])
    await expect.poll(async () => (await putBytes(service, first, bytes)).status).toBe(200)
    const { id } = (await finalize(api, first)).body
    expect((await contentOf(api, service, id)).bytes.equals(bytes)).toBe(true)
  })

  test('200: a key is not needed, and a wrong one not minded', async () => {
    expect((await putBytes(service, await announced(), pdfBytes, { authorization: 'Bearer nonsense' })).status).toBe(
      200,
    )
  })

  test('404: other methods, no token; an address of an emptied sandbox takes nothing', async () => {
    const first = await announced()
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      expect((await transfer(service, method, first.upload_url)).status, method).toBe(404)
    }
    expect((await transfer(service, 'PUT', `${testBaseUrl}/files/uploads/`, { raw: 'x' })).status).toBeGreaterThan(402)
    const own = await newAccount(service)
    const { body } = await announce(own.api)
    const { id } = await upload(own.api, service)
    const address = await contentAddressOf(own.api, id)
    await own.api.post('/sandbox/actions/reset')
    expect((await putBytes(service, body)).status).toBeGreaterThanOrEqual(400)
    expect((await finalize(own.api, body)).status).toBe(404)
    expect((await transfer(service, 'GET', address)).status).toBe(404)
  })
})

describe('GET content', () => {
  const digits = Buffer.from('0123456789')

  test('302, then 200: never shown in place, never kept, never guessed, never run', async () => {
    const bytes = '<html><script>alert(1)</script></html>'
    const { id } = await upload(api, service, { name: 'Přílišný "kůň"; 100%.txt', mediaType: 'text/plain', bytes })
    const first = await api.get(`/attachments/${id}/content`)
    expect(first).toMatchObject({ status: 302, text: '', headers: { 'cache-control': 'no-store' } })
    expect(first.headers.location!.startsWith(`${testBaseUrl}/files/contents/`)).toBe(true)
    const { status, headers, text } = await transfer(service, 'GET', first.headers.location!)
    expect({ status, text }).toEqual({ status: 200, text: bytes })
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    })
    const exact = "filename*=UTF-8''P%C5%99%C3%ADli%C5%A1n%C3%BD%20%22k%C5%AF%C5%88%22%3B%20100%25.txt"
    expect(headers['content-disposition']).toBe(`attachment; filename="Prilisny _kun__ 100_.txt"; ${exact}`)
  })

  test.for<[string, number, string, string | undefined]>([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-6', 206, '456', 'bytes 4-6/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=9-99', 206, '9', 'bytes 9-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-999999999999999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=10-12', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['bytes=a-b', 200, '0123456789', undefined],
    ['bytes=-1-2', 200, '0123456789', undefined],
    ['bytes=0-1e1', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('%s: %i', async ([range, status, text, contentRange]) => {
    const { id } = await upload(api, service, { bytes: digits })
    const reply = await contentOf(api, service, id, { range })
    expect(reply).toMatchObject({ status, text })
    expect(reply.headers['content-range']).toBe(contentRange)
    expect(reply.headers['content-length']).toBe(String(text.length))
  })

  test('403 forbidden: after 5 minutes, and not before; a new address works', async () => {
    const { id } = await upload(api, service)
    const address = await contentAddressOf(api, id)
    service.clock.advance(5 * minute - 10 * second)
    expect((await transfer(service, 'GET', address)).status).toBe(200)
    service.clock.advance(11 * second)
    expect(await transfer(service, 'GET', address)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await contentOf(api, service, id)).status).toBe(200)
  })

  test('403 forbidden: a changed address, and that of an upload', async () => {
    const first = await announced()
    const address = await contentAddressOf(api, (await upload(api, service)).id)
    const crossed = first.upload_url.replace('/uploads/', '/contents/')
    for (const forged of [...forgeries(address), crossed]) {
      const reply = await transfer(service, 'GET', forged)
      expect(reply, forged).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(reply.headers['content-disposition']).toBeUndefined()
    }
  })

  test('200: an Authorization header is not looked at; 404: other methods', async () => {
    const address = await contentAddressOf(api, (await upload(api, service)).id)
    for (const authorization of ['Bearer nonsense', 'Basic YTpi', `Bearer ${account.live.key}`]) {
      expect((await transfer(service, 'GET', address, { headers: { authorization } })).status).toBe(200)
    }
    for (const method of ['PUT', 'POST', 'DELETE']) {
      expect((await transfer(service, method, address)).status, method).toBe(404)
    }
  })
})
