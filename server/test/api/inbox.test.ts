/** The inbox: whatever comes is recorded, imported, handed on or kept for a person; and what is not let in. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore, StorageFault } from '../../src/storage/store.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client, Reply, RequestOptions } from '../support/client.ts'
import { useFailingStore } from '../support/failing-store.ts'
import { upload } from '../support/files.ts'
import { isdoc, ubl, zip } from '../support/invoice-files.ts'
import { type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

/** What of the storage fails just now, or waits. */
let failing: ('put' | 'put again' | 'read' | 'remove')[] = []
let gate: Promise<unknown> = Promise.resolve()

function brittle(store: FileStore): FileStore {
  const refuse = (what: (typeof failing)[number]) => {
    if (failing.includes(what)) throw new StorageFault('the disk is gone')
  }
  return {
    ...store,
    async put(...file) {
      refuse('put')
      if (failing.includes('put again')) failing.push('put')
      return store.put(...file)
    },
    async read(...file) {
      refuse('read')
      await gate
      return store.read(...file)
    },
    async remove(key) {
      refuse('remove')
      return store.remove(key)
    },
  }
}

const service = useService()
useFailingStore(service, brittle)

let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  await account.tenant.set({ rate_per_min: 100_000 })
  api = account.api
})

afterEach(() => {
  failing = []
})

const megabyte = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.fileStore.list('')) keys.push(key)
  return keys
}

interface Part {
  part?: string
  name?: string | null
  type?: string | null
  bytes?: string | Uint8Array
}

const partOf = ({
  part = 'file',
  name = 'a.pdf',
  type = 'application/pdf',
  bytes = randomBytes(20),
}: Part): Buffer[] => [
  Buffer.from(
    `--edge\r\nContent-Disposition: form-data; name="${part}"${name === null ? '' : `; filename="${name}"`}\r\n` +
      `${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`,
  ),
  Buffer.from(bytes),
  Buffer.from('\r\n'),
]
const form = (...parts: Part[]) => Buffer.concat([...parts.flatMap(partOf), Buffer.from('--edge--\r\n')])
const edge = { 'content-type': 'multipart/form-data; boundary=edge' }

const post = (raw: Buffer | string, headers: RequestOptions['headers'] = {}, client = api, query = '') =>
  client.send('POST', `/inbox/submissions${query}`, { raw, headers: { ...edge, ...headers } })
const submit = (part: Part, client = api) => post(form(part), {}, client)
const give = (attachment_id: string, client = api) => client.post('/inbox/submissions', { attachment_id })

const document = (header: Record<string, string> = {}) => isdoc({ header: { UUID: randomUUID(), ...header } })
const picture = '%PDF-1.7 the look of it'
const archive = (main: string) =>
  zip([
    { name: 'a.isdoc', content: main },
    { name: 'a.pdf', content: picture },
  ])
const bill = () => ubl({ header: { 'cbc:ID': randomUUID() } })

/** `201 files`, `422 no_file`. */
const said = ({ status, body }: Reply) => `${status} ${body.code ?? body.outcome}`
const codeOf = async (reply: Promise<Reply>) => said(await reply)

type Case = [outcome: string, reason: string | null, title: string, name: string, bytes: () => string | Uint8Array]
const cases: Case[] = [
  ['isdoc_imported', null, 'an ISDOC', 'Faktura č. 7.isdoc', () => document()],
  ['isdoc_imported', null, 'an archive with a PDF', 'A.ISDOCX', () => archive(document())],
  ['isdoc_imported', null, 'XML that is UBL', 'a.xml', bill],
  ['files', null, 'other XML', 'vypis.xml', () => `<vypis>${randomUUID()}</vypis>`],
  ['files', null, 'XML with a DOCTYPE', 'a.xml', () => `<!DOCTYPE a><a>${randomUUID()}</a>`],
  ['files', null, 'XML too large to be looked into', 'a.xml', () => `<a>${randomUUID()}${'x'.repeat(megabyte)}</a>`],
  ['files', null, 'a PDF', 'a.pdf', () => randomBytes(9)],
  ['isdoc_rejected', 'unsupported_document_type', 'a credit note', 'a.isdoc', () => document({ DocumentType: '2' })],
  ['isdoc_rejected', 'invalid_xml', 'nonsense', 'a.isdoc', () => randomBytes(9)],
  ['isdoc_rejected', 'no_invoice_in_archive', 'no archive', 'a.isdocx', () => randomBytes(9)],
  ['isdoc_rejected', 'no_lines', 'no lines', 'a.isdoc', () => isdoc({ header: { UUID: randomUUID() }, lines: [] })],
  ['isdoc_rejected', 'unsupported_document_type', 'a credit note of UBL', 'a.xml', () => ubl({ root: 'CreditNote' })],
]

describe('what becomes of a file', () => {
  test.for<Case>(cases)('201 %s %s: %s, as multipart and as JSON', async ([outcome, reason, , name, bytes]) => {
    for (const way of ['multipart', 'JSON']) {
      const content = Buffer.from(bytes())
      const type = 'application/octet-stream'
      const attached =
        way === 'JSON' ? await upload(api, service, { name, mediaType: type, bytes: content }) : undefined
      let reply: Reply | undefined
      const types = await typesOf({ api }, async () => {
        reply = await (attached ? give(attached.id) : submit({ name, type, bytes: content }))
      })
      const { body, headers } = reply!
      const isImported = outcome === 'isdoc_imported'
      expect(body).toMatchObject({ outcome, reason, file_name: name, duplicate: false, livemode: false })
      expect(body.status).toBe(isImported ? 'sorted' : 'waiting')
      expect(body.allowed_actions).toEqual(isImported ? [] : ['sort', 'reject'])
      expect(body.received_invoice_id === null).toBe(!isImported)
      expect(body.sender).toBe(`owner@${account.tenant.slug}.example`)
      if (reason) expect(body.note).toMatch(new RegExp(`^${reason}(: |$)`))
      if (attached) expect(body.attachment_id).toBe(attached.id)
      expect(headers.location).toBe(`/api/v1/inbox/submissions/${body.id}`)
      const shown = await api.get(`/inbox/submissions/${body.id}`)
      expect({ body: shown.body, etag: shown.headers.etag }).toEqual({ body, etag: 'W/"1"' })
      const expected = ['received_invoice.created', 'inbox.submission_received'].slice(isImported ? 0 : 1)
      expect(types.filter(each => each !== 'partner.created')).toEqual(expected)
      const [event] = (await api.get('/events?types=inbox.submission_received&limit=200')).body.data.slice(-1)
      expect(event.data.object).toEqual(body)
      const file = (await api.get(`/attachments/${body.attachment_id}`)).body
      expect(file).toMatchObject({ purpose: attached ? 'upload' : 'inbox', sha256: sha256(content) })
      expect(file.entity_id).toBe(body.received_invoice_id)
    }
  })

  test('201 scan: a PDF or a picture, where documents are read by machine', async () => {
    const modules = ['stock', 'sales', 'finance', 'api', 'document_reading']
    const reader = (await newAccount(service, { modules })).api
    expect(await codeOf(submit({ name: 'a.pdf' }, reader))).toBe('201 scan')
    expect(await codeOf(submit({ name: 'a.jpg', type: 'image/jpeg' }, reader))).toBe('201 scan')
    expect(await codeOf(submit({ name: 'a.csv', type: 'text/csv' }, reader))).toBe('201 files')
    expect(await codeOf(submit({ name: 'a.isdoc', bytes: document() }, reader))).toBe('201 isdoc_imported')
  })

  test('201 isdoc_rejected no_finance_module; any other XML is a file', async () => {
    const poor = (await newAccount(service, { modules: ['stock', 'sales', 'api'] })).api
    const { body } = await submit({ name: 'a.isdoc', bytes: document() }, poor)
    expect(body).toMatchObject({ outcome: 'isdoc_rejected', reason: 'no_finance_module' })
    expect(await codeOf(submit({ name: 'a.xml', bytes: bill() }, poor))).toBe('201 files')
  })

  test('201 isdoc_rejected partner_limit: no partner, no PDF; what was rejected may come again', async () => {
    const { api: full, tenant } = await newAccount(service)
    await tenant.set({ max_partners: 0 })
    const part = { name: 'a.isdocx', bytes: archive(document()) }
    for (const _ of [1, 2]) {
      const types = await typesOf({ api: full }, async () => {
        const { body } = await submit(part, full)
        expect(body).toMatchObject({ outcome: 'isdoc_rejected', reason: 'partner_limit', duplicate: false })
      })
      expect(types).toEqual(['inbox.submission_received'])
    }
    expect((await full.get('/attachments?purpose=isdoc_pdf')).body.data).toEqual([])
    await tenant.set({ max_partners: 1 })
    expect((await submit(part, full)).body).toMatchObject({ outcome: 'isdoc_imported', duplicate: false })
  })

  test('201: duplicate, the same bytes by any name, or the same document in other bytes; nothing is created', async () => {
    const UUID = randomUUID()
    const bytes = document({ UUID })
    const first = (await submit({ name: 'a.isdoc', bytes })).body
    const before = await storedFiles()
    const same = { outcome: 'isdoc_imported', duplicate: true, received_invoice_id: first.received_invoice_id }
    const types = await typesOf({ api }, async () => {
      const again = (await submit({ name: 'b.txt', type: 'text/plain', bytes })).body
      expect(again).toMatchObject({ ...same, attachment_id: first.attachment_id, status: 'sorted' })
      expect(await storedFiles()).toEqual(before)
      const other = (await submit({ name: 'c.isdocx', bytes: archive(document({ UUID: UUID.toUpperCase() })) })).body
      expect(other).toMatchObject(same)
    })
    expect(types).toEqual(['inbox.submission_received', 'inbox.submission_received'])
    const attached = await upload(api, service, { name: 'd.isdoc', bytes: document({ UUID, ID: 'FV-2' }) })
    expect((await give(attached.id)).body).toMatchObject({ ...same, attachment_id: attached.id })
  })

  test('201: duplicate, twice at once; one of two is the first', async () => {
    const body = form({ name: 'a.isdoc', bytes: document() })
    const replies = await Promise.all([post(body), post(body)])
    expect(replies.map(reply => reply.body.duplicate).sort()).toEqual([false, true])
    expect(replies[0]!.body.received_invoice_id).toBe(replies[1]!.body.received_invoice_id)
  })

  test('409 submission_blocked: the sender, the file by its hash; not one out of use', async () => {
    const { api: client, apply, tenant } = await newAccount(service)
    const [bad, good] = [randomBytes(9), randomBytes(9)]
    const block = (kind: 'file' | 'sender', value: string, is_active = true) => ({ kind, value, is_active })
    await apply({ inbox_blocks: [block('file', sha256(bad).toUpperCase()), block('file', sha256(good), false)] })
    expect(await codeOf(submit({ bytes: bad }, client))).toBe('409 submission_blocked')
    const attached = await upload(client, service, { bytes: bad })
    expect(await codeOf(give(attached.id, client))).toBe('409 submission_blocked')
    expect(await codeOf(submit({ bytes: good }, client))).toBe('201 files')
    await apply({ inbox_blocks: [block('sender', `Owner@${tenant.slug}.example`)] })
    expect(await codeOf(submit({}, client))).toBe('409 submission_blocked')
  })

  test('409 submission_blocked: an attachment that is being processed', async () => {
    const { id } = await upload(api, service, { name: 'a.isdoc', bytes: document() })
    let open = (_?: unknown) => {}
    gate = new Promise(resolve => {
      open = resolve
    })
    const first = give(id)
    while ((await give(id)).body.code !== 'submission_blocked') expect(failing).toEqual([])
    open()
    expect(said(await first)).toBe('201 isdoc_imported')
  })
})

describe('multipart', () => {
  const damaged = () => form({}).subarray(0, -15)
  test.for<[faults: string[], title: string, body: () => Buffer | string, headers?: Record<string, string>]>([
    [['no_file'], 'no part', () => form()],
    [['no_file'], 'an empty file', () => form({ bytes: '' })],
    [['no_file'], 'another part', () => form({ part: 'document' })],
    [['note unknown_field'], 'a part nobody knows', () => form({}, { part: 'note', name: null, bytes: 'a' })],
    [['file not_allowed'], 'two files', () => form({}, {})],
    [['file not_allowed', 'x unknown_field'], 'two files and another', () => form({}, {}, { part: 'x' })],
    [[' not_allowed'], 'no boundary', () => form({}), { 'content-type': 'multipart/form-data' }],
    [[' not_allowed'], 'another boundary', () => form({}), { 'content-type': 'multipart/form-data; boundary=x' }],
    [[' not_allowed'], 'cut short', damaged],
    [[' not_allowed'], 'cut inside the file', () => form({ bytes: randomBytes(9_000) }).subarray(0, 4_000)],
    [[' not_allowed'], 'cut inside a field', () => form({}, { part: 'a', name: null }).subarray(0, -20)],
    [[' not_allowed'], 'nothing but noise', () => randomBytes(5_000)],
    [
      [' not_allowed'],
      '10 000 parts',
      () => form(...Array.from({ length: 10_000 }, () => ({ part: 'a', bytes: 'a' }))),
    ],
    [[' not_allowed'], 'another media type', () => form({}), { 'content-type': 'multipart/mixed; boundary=edge' }],
    [['file not_allowed'], 'no name', () => form({ name: null })],
    [['file not_allowed'], 'NUL in the name', () => form({ name: 'a\0.pdf' })],
    [['file not_allowed'], 'a path', () => form({ name: '../../etc/cron.d/a.pdf' })],
    [['file not_allowed'], 'a path of Windows', () => form({ name: 'C:\\\\a.pdf' })],
    [['file not_allowed'], 'the folder above', () => form({ name: '..' })],
    [['file not_allowed'], 'a name of 300 characters', () => form({ name: `${'ž'.repeat(296)}.pdf` })],
    [['file not_allowed'], 'a media type that is none', () => form({ type: `application/"${'x'.repeat(500)} y"` })],
    [['unsupported_format'], 'a page', () => form({ name: 'a.html', type: 'text/plain' })],
    [['unsupported_format'], 'a page by its type', () => form({ type: 'text/HTML; charset=utf-8' })],
    [['unsupported_format'], 'a program', () => form({ name: 'a.EXE', type: 'application/octet-stream' })],
    [['unsupported_format'], 'a film', () => form({ name: 'a.mp4', type: 'video/mp4' })],
  ])('422 %o: %s', async ([faults, , body, headers]) => {
    const before = await storedFiles()
    expect(faultsOf(await post(body(), headers))).toEqual(faults)
    expect(await storedFiles()).toEqual(before)
  })

  test('names with other letters, in either way of writing them; the type may be missing', async () => {
    const name = 'Žluťoučký ležák "12°".pdf'
    const quoted = form({ name: name.replaceAll('"', '\\"'), type: null })
    expect((await post(quoted)).body.file_name).toBe(name)
    const extended = form({ name: `a.pdf"; filename*=UTF-8''${encodeURIComponent('Účet č. 1.pdf')}; x="` })
    expect((await post(extended)).body.file_name).toMatch(/^(a|Účet č\. 1)\.pdf$/)
  })

  test('201: 4 MB; 413 payload_too_large: one byte more, much more', async () => {
    expect(await codeOf(submit({ bytes: randomBytes(4 * megabyte) }))).toBe('201 files')
    expect(await codeOf(submit({ bytes: randomBytes(4 * megabyte + 1) }))).toBe('413 payload_too_large')
    expect(await codeOf(submit({ bytes: Buffer.alloc(7 * megabyte) }))).toBe('413 payload_too_large')
  })

  test('422 of JSON: no such attachment, another book, an unknown field, nothing', async () => {
    const { id } = await upload(account.live, service)
    for (const each of [nobody, id]) expect(faultsOf(await give(each))).toEqual(['attachment_id invalid_reference'])
    const body = { attachment_id: id, file: 'a' }
    expect(faultsOf(await api.post('/inbox/submissions', body))).toEqual(['file unknown_field'])
    expect(faultsOf(await api.post('/inbox/submissions'))).toEqual([' required'])
  })

  test('422 idempotency_key_reused: other bytes with the same Idempotency-Key; the same ones replay', async () => {
    const body = form({})
    const key = { 'idempotency-key': randomUUID() }
    const first = await post(body, key)
    const before = await storedFiles()
    const again = await post(body, key)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await post(form({}), key)).body.code).toBe('idempotency_key_reused')
    expect((await post(form({ bytes: '' }), { 'idempotency-key': randomUUID() })).body.code).toBe('no_file')
    expect(await storedFiles()).toEqual(before)
  })

  test('a dry run, a quota that is full and a storage that fails leave nothing', async () => {
    const { api: client, tenant } = await newAccount(service)
    await tenant.set({ storage_mb: 1 })
    const before = await storedFiles()
    const whole = form({ name: 'a.isdocx', bytes: archive(document()) })
    expect((await post(whole, {}, client, '?dry_run=true')).body).toMatchObject({ dry_run: true, duplicate: false })
    expect(await codeOf(submit({ bytes: randomBytes(2 * megabyte) }, client))).toBe('422 storage_limit_exceeded')
    for (const what of ['put', 'put again'] as const) {
      failing = [what]
      expect(await codeOf(post(whole, {}, client))).toBe('502 upload_failed')
      failing = []
    }
    expect(await storedFiles()).toEqual(before)
    expect((await client.get('/inbox/submissions')).body.data).toEqual([])
    failing = ['put again', 'remove']
    expect(await codeOf(post(whole, {}, client))).toBe('502 upload_failed')
    failing = ['read']
    const { id } = await upload(client, service, { name: 'a.isdoc', bytes: document() })
    expect(await codeOf(give(id, client))).toBe('502 upload_failed')
    failing = []
    expect(await codeOf(give(id, client))).toBe('201 isdoc_imported')
  })
})

describe('the list and sorting', () => {
  test('200: by status and outcome, in pages', async () => {
    const { api: client } = await newAccount(service)
    for (const name of ['a.pdf', 'b.isdoc', 'c.pdf']) await submit({ name }, client)
    await submit({ name: 'd.isdoc', bytes: document() }, client)
    const names = async (query: string) => {
      const { data } = (await client.get(`/inbox/submissions?${query}`)).body
      return data.map(({ file_name }: Told) => file_name[0]).join('')
    }
    expect(await names('')).toBe('dcba')
    expect(await names('status=waiting')).toBe('cba')
    expect(await names('status=sorted&outcome=files')).toBe('')
    expect(await names('outcome=isdoc_rejected')).toBe('b')
    const { next_cursor } = (await client.get('/inbox/submissions?status=waiting&limit=2')).body
    expect(await names(`status=waiting&limit=2&cursor=${next_cursor}`)).toBe('a')
    expect(faultsOf(await client.get('/inbox/submissions?outcome=lost'))).toEqual(['outcome not_allowed'])
  })

  const sort = (id: string, body?: object, headers = {}) =>
    api.post(`/inbox/submissions/${id}/actions/sort`, body, { headers })

  test('200: the file is tied to its record; then 409 invalid_transition', async () => {
    const { body } = await submit({})
    const partner_id = (await api.post('/partners', { name: 'Sladovna' })).body.id
    const paper = { supplier_invoice_number: '7', partner_id, issue_date: '2026-11-02' }
    const invoice = (await api.post('/received-invoices', paper)).body.id
    const entity = { entity_type: 'received_invoice', entity_id: invoice }
    expect(faultsOf(await sort(body.id, { entity_type: 'item' }))).toEqual(['entity_id entity_pair_required'])
    expect(faultsOf(await sort(body.id, { entity_id: invoice }))).toEqual(['entity_type entity_pair_required'])
    const wrong = { entity_type: 'invoice', entity_id: invoice }
    expect(faultsOf(await sort(body.id, wrong))).toEqual(['entity_id invalid_reference'])
    expect((await sort(body.id, entity, { 'if-match': 'W/"7"' })).body.code).toBe('stale_version')
    const done = await sort(body.id, { ...entity, note: 'Hotovo' }, { 'if-match': 'W/"1"' })
    expect(done.body).toMatchObject({ status: 'sorted', note: 'Hotovo', received_invoice_id: invoice })
    expect(done.headers.etag).toBe('W/"2"')
    expect((await api.get(`/attachments/${body.attachment_id}`)).body).toMatchObject(entity)
    expect((await api.get(`/received-invoices/${invoice}`)).body.attachment_ids).toEqual([body.attachment_id])
    expect((await sort(body.id)).body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
    expect((await sort((await submit({})).body.id)).body).toMatchObject({ status: 'sorted', note: null })
    expect((await sort(nobody)).body.code).toBe('not_found')
  })

  test('200: put aside with the reason; then 409 invalid_transition', async () => {
    const { id } = (await submit({})).body
    const reject = (body?: object) => api.post(`/inbox/submissions/${id}/actions/reject`, body)
    expect(faultsOf(await reject({}))).toEqual(['note required'])
    expect((await reject({ note: 'Reklama' })).body).toMatchObject({ status: 'rejected', note: 'Reklama' })
    expect((await api.get('/inbox/submissions?status=rejected')).body.data).toHaveLength(1)
    expect((await sort(id)).body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
  })

  test('403 insufficient_scope: core:read to see, core:write to submit and sort', async () => {
    const { id } = (await submit({})).body
    const reader = await account.tenant.key({ scopes: ['core:read', 'finance:write'] })
    const writer = await account.tenant.key({ scopes: ['core:write'] })
    expect((await submit({}, reader)).body.required_scopes).toEqual(['core:write'])
    expect((await reader.get(`/inbox/submissions/${id}`)).status).toBe(200)
    expect((await reader.post(`/inbox/submissions/${id}/actions/sort`)).body.code).toBe('insufficient_scope')
    expect((await writer.get('/inbox/submissions')).body.required_scopes).toEqual(['core:read'])
    expect(await codeOf(submit({ name: 'a.isdoc', bytes: document() }, writer))).toBe('201 isdoc_imported')
    expect((await account.live.get(`/inbox/submissions/${id}`)).status).toBe(404)
  })
})
