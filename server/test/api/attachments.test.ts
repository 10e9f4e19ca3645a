/** Attachments: announced, finalized, listed, tied to a record; and everything that is not let through. */
import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client, Reply } from '../support/client.ts'
import {
  type Announced,
  announce,
  announcement,
  contentOf,
  type FileWords,
  finalize,
  pdfBytes,
  putBytes,
  sent,
  upload,
} from '../support/files.ts'
import { peopleService } from '../support/person.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService(peopleService)
let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  await account.tenant.set({ rate_per_min: 100_000 })
  api = account.api
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const nobody = '00000000-0000-7000-8000-000000000000'
const minute = 60_000
const rowsOf = ({ body }: Reply) => body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)
const partnerOf = async (client: Client) => (await client.post('/partners', { name: 'Sladovna' })).body.id as string
const ofPartner = (id: string) => ({ entity_type: 'partner', entity_id: id })
const announced = async (file: FileWords = {}): Promise<Announced> => (await announce(api, file)).body
const countOf = async (client: Client) => (await client.get('/attachments?limit=200')).body.data.length

describe('three steps', () => {
  test('201, 200, 201: announced, sent without a key, finalized; the bytes and their hash are the same', async () => {
    const bytes = randomBytes(300_000)
    const file = { name: 'Žluťoučký ležák 12°.pdf', bytes }
    const first = await announce(api, file)
    expect(first.body).toMatchObject({
      object: 'upload',
      upload_method: 'PUT',
      upload_headers: { 'Content-Type': 'application/pdf' },
      livemode: false,
    })
    expect(Date.parse(first.body.expires_at) - service.clock()).toBeGreaterThan(14 * minute)
    expect(first.body.upload_url.startsWith(`${testBaseUrl}/files/uploads/`)).toBe(true)
    expect(await putBytes(service, first.body, bytes)).toMatchObject({ status: 200, text: '' })
    const done = await finalize(api, first.body, file)
    expect(done.headers.location).toBe(`/api/v1/attachments/${done.body.id}`)
    expect(done.body).toMatchObject({
      purpose: 'upload',
      file_name: file.name,
      mime_type: 'application/pdf',
      file_size: 300_000,
      sha256: sha256(bytes),
      entity_type: null,
      entity_id: null,
    })
    expect((await api.get(`/attachments/${done.body.id}`)).body).toEqual(done.body)
    expect((await contentOf(api, service, done.body.id)).bytes.equals(bytes)).toBe(true)
  })

  test('201: the same id for a repeated finalize, alone and many at once; 409 conflict: under another name', async () => {
    const { path } = await sent(api, service)
    const all = await Promise.all(Array.from({ length: 6 }, () => finalize(api, { path })))
    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    expect((await finalize(api, { path })).text).toBe(all[0]!.text)
    expect(await finalize(api, { path }, { name: 'other.pdf' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(rowsOf(await finalize(api, { path }, { mediaType: 'image/png' }))).toEqual(['mime_type not_allowed'])
  })

  test('201 replayed: an idempotency key keeps one upload and one attachment', async () => {
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const [first, again] = [await announce(api, {}, keyed('a1')), await announce(api, {}, keyed('a1'))]
    expect(again).toMatchObject({ text: first.text, headers: { 'idempotent-replayed': 'true' } })
    await putBytes(service, first.body)
    const before = await countOf(api)
    const done = await finalize(api, first.body, {}, keyed('a2'))
    expect(await finalize(api, first.body, {}, keyed('a2'))).toMatchObject({
      text: done.text,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect((await finalize(api, first.body, { name: 'b.pdf' }, keyed('a2'))).body.code).toBe('idempotency_key_reused')
    expect(await countOf(api)).toBe(before + 1)
  })

  test('200 dry_run: a finalize keeps nothing but the bytes; an announcement opens nothing', async () => {
    const first = await sent(api, service)
    const before = await countOf(api)
    const body = { path: first.path, file_name: 'a.pdf', mime_type: 'application/pdf' }
    const dryRun = await api.post('/attachments/finalize?dry_run=true', body)
    expect(dryRun).toMatchObject({ status: 200, body: { dry_run: true, sha256: sha256(pdfBytes) } })
    expect(await countOf(api)).toBe(before)
    expect((await api.get(`/attachments/${dryRun.body.id}`)).status).toBe(404)
    expect((await finalize(api, first)).status).toBe(201)
    const only = (await api.post('/attachments?dry_run=true', announcement())).body
    expect((await putBytes(service, only)).status).toBeGreaterThanOrEqual(400)
    expect((await finalize(api, only)).status).toBe(404)
  })
})

describe('announce refuses', () => {
  test.for<[string, string]>([
    ['text/html', 'page.pdf'],
    ['TEXT/HTML', 'page.pdf'],
    ['application/xhtml+xml', 'page'],
    ['image/svg+xml', 'logo.png'],
    ['application/javascript', 'a.txt'],
    ['application/x-msdownload', 'a.bin'],
    ['video/mp4', 'tour.mp4'],
    ['multipart/mixed', 'a.eml'],
    ['application/pdf', 'page.html'],
    ['application/pdf', 'PAGE.HtMl'],
    ['text/plain', 'logo.svg'],
    ['application/octet-stream', 'faktura.pdf.exe'],
    ['application/octet-stream', 'faktura.exe.'],
    ['application/octet-stream', 'faktura.exe . '],
    ['application/octet-stream', 'run.ps1'],
  ])('422 unsupported_format: %s as %s', async ([mediaType, name]) => {
    expect(await announce(api, { mediaType, name })).toMatchObject({
      status: 422,
      body: { code: 'unsupported_format' },
    })
  })

  test('422 unsupported_format: a page that was announced as a document and finalized as a page', async () => {
    for (const name of ['page.html', 'faktura.exe', 'logo.SVG ']) {
      const first = await sent(api, service, { name: 'page.pdf' })
      expect((await finalize(api, first, { name })).body.code, name).toBe('unsupported_format')
      expect((await finalize(api, first, { name: 'page.pdf' })).status).toBe(201)
    }
  })

  test.for<[string, object, string]>([
    ['NUL', { file_name: 'a\u0000.pdf' }, ' not_allowed'],
    ['a line break', { file_name: 'a\r\nX-Evil: 1.pdf' }, 'file_name not_allowed'],
    ['a slash', { file_name: '../../etc/passwd' }, 'file_name not_allowed'],
    ['a backslash', { file_name: 'C:\\a.pdf' }, 'file_name not_allowed'],
    ['one dot', { file_name: '.' }, 'file_name not_allowed'],
    ['two dots', { file_name: '..' }, 'file_name not_allowed'],
    ['no name', { file_name: '' }, 'file_name not_allowed'],
    ['256 characters', { file_name: 'a'.repeat(256) }, 'file_name not_allowed'],
    ['no bytes', { file_size: 0 }, 'file_size not_allowed'],
    ['fewer than none', { file_size: -1 }, 'file_size not_allowed'],
    ['half a byte', { file_size: 1.5 }, 'file_size not_allowed'],
    ['a type with a parameter', { mime_type: 'text/plain; charset=utf-8' }, 'mime_type not_allowed'],
    ['a type of two lines', { mime_type: 'text/plain\r\nX-Evil: 1' }, 'mime_type not_allowed'],
    ['an unknown field', { sha256: '' }, 'sha256 unknown_field'],
    ['a type alone', { entity_type: 'partner' }, 'entity_id entity_pair_required'],
    ['an id alone', { entity_id: nobody }, 'entity_type entity_pair_required'],
    ['an unknown type', { entity_type: 'user', entity_id: nobody }, 'entity_type not_allowed'],
  ])('422: %s', async ([, change, row]) => {
    const reply = await api.post('/attachments', { ...announcement(), ...change })
    expect(reply.status).toBe(422)
    expect(rowsOf(reply)).toEqual([row])
  })

  test('201: a name of 255 characters, of signs, with an emoji', async () => {
    const names = [`${'🍺'.repeat(251)}.pdf`, '...pdf', '"; filename=evil.exe; x=".pdf', '%2e%2e%2f.pdf', '\u202efdp.a']
    for (const name of names) {
      const { id } = await upload(api, service, { name })
      const { headers } = await contentOf(api, service, id)
      const [, plain, exact] = /^attachment; filename="([^"\\]+)"; filename\*=UTF-8''(\S+)$/.exec(
        headers['content-disposition']!,
      )!
      expect(plain).toMatch(/^[\x20-\x7e]+$/)
      expect(decodeURIComponent(exact!)).toBe(name)
    }
  })

  test('413 payload_too_large: over 25 MB, by one byte', async () => {
    const most = 25 * 1024 * 1024
    const reply = await api.post('/attachments', { ...announcement(), file_size: most + 1 })
    expect(reply).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect((await api.post('/attachments', { ...announcement(), file_size: most })).status).toBe(201)
  })

  test('403: without core:write', async () => {
    const reader = await account.tenant.key({ scopes: ['core:read'] })
    expect((await announce(reader)).status).toBe(403)
    expect((await finalize(reader, await sent(api, service))).status).toBe(403)
  })

  test('422 invalid_reference: no such record, of another kind, of another account, of the other mode', async () => {
    const other = await newAccount(service)
    const strangers = [
      ofPartner(nobody),
      { ...ofPartner(await partnerOf(api)), entity_type: 'item' },
      ofPartner(await partnerOf(other.api)),
      ofPartner(await partnerOf(account.live)),
    ]
    for (const entity of strangers) {
      expect(rowsOf(await announce(api, { entity }))).toEqual(['entity_id invalid_reference'])
    }
  })
})

describe('finalize refuses', () => {
  test('404: an unknown path, one of another account, one of the other mode', async () => {
    const { path } = await sent(api, service)
    const other = await newAccount(service)
    for (const client of [account.live, other.api]) expect((await finalize(client, { path })).status).toBe(404)
    for (const unknown of [`${path}x`, `../${path}`, path.replace(/[^/]+$/, nobody), path.toUpperCase()]) {
      expect((await finalize(api, { path: unknown })).status, unknown).toBe(404)
    }
    expect((await finalize(api, { path: '' })).status).toBe(422)
  })

  test('422 no_file: nothing was sent; the same address still works', async () => {
    const first = await announced()
    expect((await finalize(api, first)).body.code).toBe('no_file')
    expect((await putBytes(service, first)).status).toBe(200)
    expect((await finalize(api, first)).status).toBe(201)
  })

  test('422: another type, another record or none, half a pair', async () => {
    const entity = ofPartner(await partnerOf(api))
    const first = await sent(api, service, { entity })
    const rows = async (file: FileWords) => rowsOf(await finalize(api, first, file))
    expect(await rows({ entity, mediaType: 'image/png' })).toEqual(['mime_type not_allowed'])
    expect(await rows({})).toEqual(['entity_type not_allowed', 'entity_id not_allowed'])
    expect(await rows({ entity: ofPartner(await partnerOf(api)) })).toEqual(['entity_id not_allowed'])
    expect(await rows({ entity: { entity_type: 'partner' } as never })).toEqual(['entity_id entity_pair_required'])
    expect((await finalize(api, first, { entity, mediaType: 'Application/PDF' })).body).toMatchObject(entity)
    const alone = await sent(api, service)
    expect(rowsOf(await finalize(api, alone, { entity }))).toEqual(['entity_type not_allowed', 'entity_id not_allowed'])
  })

  test('422 file_size: fewer bytes than announced; the attachment does not come to be', async () => {
    const before = await countOf(api)
    for (const bytes of [pdfBytes.subarray(1), Buffer.alloc(0)]) {
      const first = await announced()
      expect((await putBytes(service, first, bytes)).status).toBe(200)
      expect(rowsOf(await finalize(api, first))).toEqual(['file_size not_allowed'])
    }
    expect(await countOf(api)).toBe(before)
  })

  test('422 storage_limit_exceeded: over the quota by a byte; a larger plan takes the same upload', async () => {
    const small = await newAccount(service)
    const half = { bytes: Buffer.alloc(512 * 1024) }
    const overHalf = { bytes: Buffer.alloc(512 * 1024 + 1) }
    const over = await sent(small.api, service, overHalf)
    await small.tenant.set({ storage_mb: 1 })
    expect((await announce(small.api, half)).body.code).toBe('storage_limit_exceeded')
    expect((await finalize(small.api, over, overHalf)).status).toBe(201)
    await small.api.post('/sandbox/actions/reset')
    await upload(small.api, service, half)
    expect((await announce(small.api, overHalf)).body.code).toBe('storage_limit_exceeded')
    const last = await sent(small.api, service, half)
    await small.tenant.set({ storage_mb: 0 })
    expect((await finalize(small.api, last, half)).body.code).toBe('storage_limit_exceeded')
    await small.tenant.set({ storage_mb: 1 })
    expect((await finalize(small.api, last, half)).status).toBe(201)
    await upload(small.live, service, half)
    await small.tenant.set({ storage_mb: 2 })
    await small.api.post('/sandbox/actions/reset')
    await upload(small.api, service, { bytes: Buffer.alloc(2 * 1024 * 1024) })
  })

  describe('422 storage_limit_exceeded: bytes count from their announcement on', () => {
    const half = { bytes: Buffer.alloc(512 * 1024) }
    const smallAccount = async () => {
      const small = await newAccount(service)
      await small.tenant.set({ storage_mb: 1 })
      return small
    }
    const isFull = async (client: Client) => {
      const reply = await announce(client, { bytes: 'x' })
      if (reply.status !== 201) expect(reply.body.code).toBe('storage_limit_exceeded')
      return reply.status === 422
    }

    test('for an hour when nothing is sent', async () => {
      const { api: client, live } = await smallAccount()
      expect((await client.post('/attachments?dry_run=true', announcement(half))).status).toBe(200)
      for (const _ of [1, 2]) expect((await announce(client, half)).status).toBe(201)
      expect(await isFull(client)).toBe(true)
      expect(await isFull(live)).toBe(false)
      service.clock.advance(60 * minute - 10_000)
      expect(await isFull(client)).toBe(true)
      service.clock.advance(20_000)
      expect(await isFull(client)).toBe(false)
    })

    test('for a day when they are not finalized; an attachment counts once', async () => {
      const { api: client } = await smallAccount()
      const first = await sent(client, service, half)
      await sent(client, service, half)
      service.clock.advance(61 * minute)
      expect(await isFull(client)).toBe(true)
      expect((await finalize(client, first, half)).status).toBe(201)
      expect(await isFull(client)).toBe(true)
      service.clock.advance(24 * 60 * minute)
      expect((await announce(client, half)).status).toBe(201)
      expect(await isFull(client)).toBe(true)
    })

    test('for an hour when the sending failed', async () => {
      const { api: client } = await smallAccount()
      const first: Announced = (await announce(client, { bytes: Buffer.alloc(1024 * 1024) })).body
      expect((await putBytes(service, first, Buffer.alloc(1024 * 1024 + 1))).status).toBe(413)
      expect(await isFull(client)).toBe(true)
      service.clock.advance(61 * minute)
      expect(await isFull(client)).toBe(false)
    })
  })
})

describe('seen', () => {
  test('404: by another account and in the other mode, as one that never was', async () => {
    const { id } = await upload(api, service)
    const other = await newAccount(service)
    for (const path of ['', '/content']) {
      const absent = (await api.get(`/attachments/${nobody}${path}`)).body
      for (const client of [other.api, other.live, account.live]) {
        const { status, body } = await client.get(`/attachments/${id}${path}`)
        expect(status).toBe(404)
        expect({ ...body, instance: '' }).toEqual({ ...absent, instance: '' })
      }
    }
    expect((await api.get(`/attachments/${id.toUpperCase()}`)).status).toBe(200)
    expect((await api.get('/attachments/finalize')).status).toBe(404)
  })

  test('200: the list by record, kind of record and purpose, page by page, of this book alone', async () => {
    const { api: own, live } = await newAccount(service)
    const [one, two] = [ofPartner(await partnerOf(own)), ofPartner(await partnerOf(own))]
    const item = (await own.post('/items', { name: 'Slad', unit: { unit_code: 'kg' } })).body.id
    const ids: string[] = []
    for (const entity of [one, two, one, { entity_type: 'item', entity_id: item }]) {
      ids.push((await upload(own, service, { entity })).id)
    }
    ids.push((await upload(own, service)).id)
    const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain'
    const form = {
      raw: `--b\r\n${part}\r\n\r\nDobrý den\r\n--b--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    }
    ids.push((await own.post('/inbox/submissions', undefined, form)).body.attachment_id)
    const listed = async (query: string) =>
      (await own.get(`/attachments?limit=200&${query}`)).body.data
        .map(({ id }: { id: string }) => ids.indexOf(id))
        .sort()
    expect(await listed('')).toEqual([0, 1, 2, 3, 4, 5])
    expect(await listed('entity_type=partner')).toEqual([0, 1, 2])
    expect(await listed(`entity_id=${one.entity_id}`)).toEqual([0, 2])
    expect(await listed(`entity_type=item&entity_id=${one.entity_id}`)).toEqual([])
    expect(await listed('purpose=upload')).toEqual([0, 1, 2, 3, 4])
    expect(await listed('purpose=inbox')).toEqual([5])
    expect((await live.get('/attachments')).body.data).toEqual([])
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await own.get(`/attachments?limit=2${cursor}`)
      paged.push(...body.data.map(({ id }: { id: string }) => id))
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(paged.toSorted()).toEqual(ids.toSorted())
    for (const query of ['entity_type=user', 'purpose=x', 'entity_id=1', 'name=x']) {
      expect((await own.get(`/attachments?${query}`)).status, query).toBe(422)
    }
  })
})

describe('of a received invoice', () => {
  const invoiceOf = async (client: Client) => {
    const line = { description: 'Slad', amount: '100', vat_rate_pct: '12' }
    const head = { supplier_invoice_number: '1', partner_id: await partnerOf(client), issue_date: '2026-11-02' }
    const { body } = await client.post('/received-invoices', { ...head, lines: [line] })
    return { path: `/received-invoices/${body.id}`, entity: { entity_type: 'received_invoice', entity_id: body.id } }
  }

  test('200: it names its files, oldest first, and each makes it another version', async () => {
    const { path, entity } = await invoiceOf(api)
    expect((await api.get(`${path}/attachments`)).body).toEqual({ data: [] })
    const before = await api.get(path)
    const [scan, letter] = [
      await upload(api, service, { entity }),
      await upload(api, service, { entity, name: 'b.pdf' }),
    ]
    const after = await api.get(path)
    expect(before.body.attachment_ids).toEqual([])
    expect(after.body.attachment_ids).toEqual([scan.id, letter.id])
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.body.updated_at > before.body.updated_at).toBe(true)
    expect((await api.patch(path, { notes: 'x' }, { headers: { 'if-match': before.headers.etag! } })).status).toBe(412)
    expect((await api.get(`${path}/attachments`)).body).toEqual({ data: [scan, letter] })
    expect((await account.live.get(`${path}/attachments`)).status).toBe(404)
    const noFinance = await account.tenant.key({ scopes: ['core:read'] })
    expect((await noFinance.get(`${path}/attachments`)).status).toBe(403)
  })

  test('409 invalid_transition EXPORTED: an exported one takes no file, and none is kept', async () => {
    const { path, entity } = await invoiceOf(api)
    const first = await sent(api, service, { entity })
    for (const key of ['confirm', 'export']) expect((await api.post(`${path}/actions/${key}`)).status).toBe(200)
    const exported = await api.get(path)
    const before = await countOf(api)
    expect(await finalize(api, first, { entity })).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', reason: 'EXPORTED', allowed_actions: [] },
    })
    expect((await api.get(path)).text).toBe(exported.text)
    expect(await countOf(api)).toBe(before)
  })
})
