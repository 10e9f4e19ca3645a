/** An uploaded ISDOC becomes a received invoice: its supplier, its money, its files; and why some do not. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { type FileStore, StorageFault } from '../../src/storage/store.ts'
import { newAccount } from '../support/account.ts'
import type { Client, Reply, RequestOptions } from '../support/client.ts'
import { useFailingStore } from '../support/failing-store.ts'
import { contentOf, upload } from '../support/files.ts'
import { bankPayment, type IsdocParts, isdoc, isdocParty, manifest, zip } from '../support/invoice-files.ts'
import { type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { nobody } from '../support/stock.ts'

/** What of the storage fails just now. */
let broken: 'nothing' | 'put' | 'read' | 'in the middle' = 'nothing'

const fault = () => new StorageFault('the disk is gone')
async function* halfOf(bytes: Readable) {
  for await (const chunk of bytes) yield (chunk as Buffer).subarray(0, 10)
  throw fault()
}

const brittle = (store: FileStore): FileStore => ({
  ...store,
  put: (...file) => (broken === 'put' ? Promise.reject(fault()) : store.put(...file)),
  async read(...file) {
    if (broken === 'read') throw fault()
    const bytes = await store.read(...file)
    return broken === 'in the middle' ? Readable.from(halfOf(bytes)) : bytes
  },
})

const service = useService()
useFailingStore(service, brittle)
const theAccount = shared(service, () => newAccount(service))
/** Nothing was ever imported into it. */
const theEmpty = shared(service, () => newAccount(service))
afterEach(() => {
  broken = 'nothing'
})

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.fileStore.list('')) keys.push(key)
  return keys
}

/** A document nobody has seen yet, unless it brings a UUID. */
const fresh = ({ header, ...parts }: IsdocParts = {}) => isdoc({ ...parts, header: { UUID: randomUUID(), ...header } })

const pdf = Buffer.from('%PDF-1.7 the look of it')
const packed = (document: string, look: Uint8Array = pdf) =>
  zip([manifest('fv.isdoc'), { name: 'fv.isdoc', content: document }, { name: 'Náhled.pdf', content: look, method: 0 }])

const uploaded = async (api: Client, bytes: string | Uint8Array, name = 'a.isdoc'): Promise<string> =>
  (await upload(api, service, { name, mediaType: 'application/octet-stream', bytes: Buffer.from(bytes) })).id

const ask = (api: Client, attachment_id: string, file_name = 'a.isdoc', options: RequestOptions = {}) =>
  api.post('/received-invoices/isdoc', { attachment_id, file_name }, options)

const sent = async (api: Client, bytes: string | Uint8Array, name = 'a.isdoc'): Promise<Reply> =>
  ask(api, await uploaded(api, bytes, name), name)

/** Imported, and expected to be; the invoice it became. */
async function invoiceOf(api: Client, bytes: string | Uint8Array, name = 'a.isdoc'): Promise<Told> {
  const reply = await sent(api, bytes, name)
  expect(reply.status, reply.text).toBe(200)
  return (await api.get(`/received-invoices/${reply.body.received_invoice_id}`)).body
}

const codeOf = async (reply: Promise<Reply>): Promise<string> => {
  const { status, body } = await reply
  return status === 200 ? '200' : `${status} ${body.code}`
}
const act = (api: Client, id: string, key: string, body?: object) =>
  api.post(`/received-invoices/${id}/actions/${key}`, body)
const partnersOf = async (api: Client): Promise<Told[]> => (await api.get('/partners?limit=200')).body.data

describe('the import', () => {
  test('200: draft, supplier, lines, payment, notes; then edited, confirmed, paid, exported', async () => {
    const { api } = await theAccount()
    const details = { PaymentDueDate: '2026-11-30', ID: '19-2000145399', BankCode: '0800', VariableSymbol: '20260042' }
    const header = { ID: 'FV-42', UUID: randomUUID().toUpperCase(), TaxPointDate: '2026-11-01', Note: 'Děkujeme' }
    const inCash = bankPayment({ PaymentDueDate: '2026-12-30', VariableSymbol: '1' }, '10')
    const reply = await sent(api, isdoc({ header, payments: inCash + bankPayment(details) }))
    expect(reply.body).toEqual({
      object: 'isdoc_import',
      received_invoice_id: expect.any(String),
      supplier_name: 'Chmel a.s.',
      document_number: 'FV-42',
      pdf_attached: false,
      warnings: [],
      livemode: false,
    })
    const path = `/received-invoices/${reply.body.received_invoice_id}`
    expect(reply.headers.location).toBe(`/api/v1${path}`)
    const { body } = await api.get(path)
    expect(body).toMatchObject({
      status: 'draft',
      supplier_invoice_number: 'FV-42',
      isdoc_uuid: header.UUID.toLowerCase(),
      issue_date: '2026-11-02',
      due_date: '2026-11-30',
      tax_point_date: '2026-11-01',
      variable_symbol: '20260042',
      supplier_account: '19-2000145399/0800',
      supplier_iban: 'CZ6508000000192000145399',
      notes: 'Děkujeme',
      totals: { excl_vat: '100.00', vat: '21.00', incl_vat: '121.00' },
      lines: [{ description: 'Chmel', amount: '100.00', vat_rate_pct: '21' }],
    })
    const { id } = body
    expect((await api.patch(path, { notes: 'Viděno' })).body.notes).toBe('Viděno')
    expect((await act(api, id, 'confirm')).body.status).toBe('confirmed')
    expect((await act(api, id, 'mark_paid', { paid_at: '2026-11-20' })).body.status).toBe('paid')
    expect((await act(api, id, 'export')).body.exported_at).not.toBeNull()
  })

  test('the original and its PDF become files of the invoice', async () => {
    const { api } = await theAccount()
    const reply = await sent(api, packed(fresh()), 'Faktura.ISDOCX')
    expect(reply.body.pdf_attached).toBe(true)
    const id = reply.body.received_invoice_id
    const { data } = (await api.get(`/received-invoices/${id}/attachments`)).body
    const tied = { entity_type: 'received_invoice', entity_id: id }
    expect(data).toMatchObject([
      { purpose: 'upload', file_name: 'Faktura.ISDOCX', ...tied },
      { purpose: 'isdoc_pdf', file_name: 'Náhled.pdf', mime_type: 'application/pdf', ...tied },
    ])
    expect((await api.get(`/received-invoices/${id}`)).body.attachment_ids).toEqual(data.map((file: Told) => file.id))
    expect((await contentOf(api, service, data[1].id)).bytes).toEqual(pdf)
  })

  test('a file that belongs to another record stays there', async () => {
    const { api } = await theAccount()
    const { id: entity_id } = (await api.post('/partners', { name: 'Sladovna' })).body
    const entity = { entity_type: 'partner', entity_id }
    const file = { name: 'a.isdoc', mediaType: 'application/xml', bytes: fresh(), entity }
    const { id } = await upload(api, service, file)
    const reply = await ask(api, id)
    expect((await api.get(`/attachments/${id}`)).body).toMatchObject(entity)
    expect((await api.get(`/received-invoices/${reply.body.received_invoice_id}`)).body.attachment_ids).toEqual([])
  })

  test('one transaction tells partner.created and received_invoice.created; the second document only the latter', async () => {
    const { api } = await newAccount(service)
    const types = await typesOf({ api }, () => invoiceOf(api, packed(fresh()), 'a.isdocx'))
    expect(types).toEqual(['partner.created', 'received_invoice.created'])
    const { data } = (await api.get('/events?types=partner.*,received_invoice.*')).body
    expect(new Set(data.map((event: Told) => event.request_id)).size).toBe(1)
    expect(await typesOf({ api }, () => invoiceOf(api, fresh()))).toEqual(['received_invoice.created'])
    expect(await partnersOf(api)).toHaveLength(1)
  })

  test('a dry run keeps nothing, in the book or in the storage', async () => {
    const { api } = await newAccount(service)
    const id = await uploaded(api, packed(fresh()), 'a.isdocx')
    const before = await storedFiles()
    const body = { attachment_id: id, file_name: 'a.isdocx' }
    const { body: dryRun } = await api.post('/received-invoices/isdoc?dry_run=true', body)
    expect(dryRun).toMatchObject({ dry_run: true, pdf_attached: true, supplier_name: 'Chmel a.s.' })
    expect(dryRun.events.map(({ type }: Told) => type)).toEqual(['partner.created', 'received_invoice.created'])
    expect(await storedFiles()).toEqual(before)
    expect(await partnersOf(api)).toEqual([])
    expect((await api.get('/received-invoices')).body.data).toEqual([])
    expect((await api.get(`/attachments/${id}`)).body.entity_id).toBeNull()
    expect(await codeOf(ask(api, id, 'a.isdocx'))).toBe('200')
  })

  test('with the same Idempotency-Key the answer comes again, and nothing else', async () => {
    const { api } = await newAccount(service)
    const id = await uploaded(api, packed(fresh()), 'a.isdocx')
    const headers = { 'idempotency-key': 'one' }
    const first = await ask(api, id, 'a.isdocx', { headers })
    const before = await storedFiles()
    const again = await ask(api, id, 'a.isdocx', { headers })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    expect(await storedFiles()).toEqual(before)
    expect((await api.get('/received-invoices')).body.data).toHaveLength(1)
  })

  test('200 and 409 duplicate: the same document at the same time; one file of its PDF stays', async () => {
    const { api } = await newAccount(service)
    const archive = packed(fresh())
    const ids = [await uploaded(api, archive, 'a.isdocx'), await uploaded(api, archive, 'b.isdocx')]
    const before = await storedFiles()
    const replies = await Promise.all(ids.map(id => ask(api, id, 'a.isdocx')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = replies.sort((one, other) => one.status - other.status)
    expect(lost!.body).toMatchObject({ code: 'duplicate', existing_id: won!.body.received_invoice_id })
    expect(await storedFiles()).toHaveLength(before.length + 1)
    expect(await partnersOf(api)).toHaveLength(1)
  })

  test('the live book and the sandbox each take the same document', async () => {
    const { api, live } = await theAccount()
    const document = fresh()
    for (const book of [api, live]) expect((await sent(book, document)).body.livemode).toBe(book === live)
  })
})

describe('the supplier', () => {
  const firm = { ico: '25097563', dic: 'CZ25097563' }
  const none = { ico: '', dic: '' }

  test.for<[title: string, known: object, written: Record<string, string>, isSame: boolean]>([
    ['by business id with spaces', { ico: '25097563' }, { ico: ' 250 97\t563 ', dic: '' }, true],
    ['by business id without its zeros', { ico: '02611309' }, { ico: '2611309', dic: '' }, true],
    ['by business id kept without its zeros', { ico: '2611309' }, { ico: '02611309', dic: '' }, true],
    ['by tax id, when we have no business id', { dic: 'CZ25097563' }, { ...firm, dic: ' cz 25097563' }, true],
    ['by tax id, when the document has no business id', firm, { ...firm, ico: '' }, true],
    ['by name, when the document has neither', { name: 'Chmel a.s.' }, none, true],
    ['not by tax id across business ids', { ...firm, ico: '11111111' }, firm, false],
    ['not by name when there is a business id', { name: 'Chmel a.s.' }, { ...firm, dic: '' }, false],
    ['not by part of the name', { name: 'Chmel' }, none, false],
  ])('%s', async ([, known, written, isSame]) => {
    const { api } = await newAccount(service)
    const { body } = await api.post('/partners', { name: 'Známý', is_supplier: true, payment_terms: 30, ...known })
    const invoice = await invoiceOf(api, fresh({ supplier: isdocParty(written) }))
    expect(invoice.partner_id === body.id).toBe(isSame)
    expect(await partnersOf(api)).toHaveLength(isSame ? 1 : 2)
    // The terms of the partner, for the document says nothing.
    expect(invoice.due_date).toBe(isSame ? '2026-12-02' : '2026-11-16')
  })

  test('is created with address, country, ids and contact, as a supplier only', async () => {
    const { api } = await newAccount(service)
    const more = '<Contact><Telephone>+420 1</Telephone><ElectronicMail>a@chmel.example</ElectronicMail></Contact>'
    const { partner_id } = await invoiceOf(api, fresh({ supplier: isdocParty({ more, ico: '2611309' }) }))
    const { body } = await api.get(`/partners/${partner_id}`)
    const country = (await api.get('/countries')).body.data.find(({ code }: Told) => code === 'CZ').id
    expect(body).toMatchObject({
      name: 'Chmel a.s.',
      is_customer: false,
      is_supplier: true,
      ico: '02611309',
      dic: 'CZ25097563',
      email: 'a@chmel.example',
      phone: '+420 1',
      address: { street: 'Dlouhá 7', city: 'Žatec', zip: '438 01', country_id: country },
    })
  })

  test('who was only a customer becomes a supplier too: partner.updated', async () => {
    const { api } = await newAccount(service)
    const { body } = await api.post('/partners', { name: 'Chmel', ico: '25097563' })
    const types = await typesOf({ api }, () => invoiceOf(api, fresh()))
    expect(types).toEqual(['partner.updated', 'received_invoice.created'])
    const [event] = (await api.get('/events?types=partner.updated')).body.data
    expect(event.data).toMatchObject({ changes: ['is_supplier'], object: { id: body.id, is_customer: true } })
  })

  test('one out of use, or a document for somebody else, is a note', async () => {
    const { api, apply } = await newAccount(service)
    await apply({ company: { name: 'Pivovar', ico: '27145310' } })
    await api.post('/partners', { name: 'Chmel', ico: '25097563', is_supplier: true, is_active: false })
    const { internal_notes } = await invoiceOf(api, fresh())
    expect(internal_notes).toBe('The recipient is Pivovar (02611309).\nThe supplier is out of use.')
  })
})

describe('the money', () => {
  const foreign = (header: Record<string, string>): IsdocParts => ({
    header: { ForeignCurrencyCode: 'EUR', ...header },
    lines: [{ amount: '2433.50', curr: '100', vat: '511.04', pct: '21', description: 'Chmel' }],
    rates: [{ pct: '21', amounts: { TaxableAmountCurr: '100', TaxAmountCurr: '21' } }],
    vat: { TaxAmountCurr: '21' },
    totals: { TaxInclusiveAmountCurr: '121', PayableAmountCurr: '121' },
  })

  const perHundred = { ForeignCurrencyCode: 'HUF', CurrRate: '6.25', RefCurrRate: '100' }
  const elsewhere = { LocalCurrencyCode: 'EUR', ForeignCurrencyCode: 'USD', CurrRate: '0.9' }
  test.for<[title: string, parts: IsdocParts, currency: string, rate: string | null, confirmed: string]>([
    ['crowns', {}, 'CZK', null, '200'],
    ['euro with a rate', foreign({ CurrRate: '24.335' }), 'EUR', '24.335', '200'],
    ['forints by the hundred', foreign(perHundred), 'HUF', '0.0625', '200'],
    ['euro of the supplier', { header: { LocalCurrencyCode: 'EUR' } }, 'EUR', null, '422 missing_exchange_rate'],
    ['dollars at a rate to euro', foreign(elsewhere), 'USD', null, '422 missing_exchange_rate'],
  ])('%s', async ([, parts, currency, exchange_rate, confirmed]) => {
    const { api } = await theAccount()
    const invoice = await invoiceOf(api, fresh(parts))
    expect(invoice).toMatchObject({ currency, exchange_rate, totals: { excl_vat: '100.00', incl_vat: '121.00' } })
    expect(await codeOf(act(api, invoice.id, 'confirm'))).toBe(confirmed)
  })

  test('the VAT of the document wins, until its lines are changed', async () => {
    const { api } = await theAccount()
    const amounts = { TaxableAmount: '100', TaxAmount: '20.99' }
    const parts = { rates: [{ pct: '21', amounts }], vat: { TaxAmount: '20.99' }, totals: { PayableAmount: '120.99' } }
    const { id, totals, lines } = await invoiceOf(api, fresh(parts))
    expect(totals).toEqual({ excl_vat: '100.00', vat: '20.99', incl_vat: '120.99' })
    await api.patch(`/received-invoices/${id}/lines/${lines[0].id}`, { amount: '200' })
    expect((await api.get(`/received-invoices/${id}`)).body.totals.vat).toBe('42.00')
  })

  test('less than nothing is payable: a draft that keeps the books sound', async () => {
    const { api } = await theAccount()
    const lines = [{ amount: '-100', vat: '-21', pct: '21', description: 'Vratka' }]
    const rates = [{ pct: '21', amounts: { TaxableAmount: '-100', TaxAmount: '-21' } }]
    const parts = { lines, rates, vat: { TaxAmount: '-21' }, totals: { PayableAmount: '-121' } }
    expect((await invoiceOf(api, fresh(parts))).totals.incl_vat).toBe('-121.00')
  })

  test('the last day of the calendar has no due date after it', async () => {
    const { api } = await theAccount()
    const reply = await sent(api, fresh({ header: { IssueDate: '9999-12-31' } }))
    expect(reply.body.code ?? reply.status).not.toBe('internal_error')
  })
})

describe('refusals', () => {
  const megabyte = 1024 * 1024

  test('404 not_found: unknown, of another account, of the other book; before the name is looked at', async () => {
    const { api, live } = await theAccount()
    const { api: other } = await newAccount(service)
    for (const id of [nobody, await uploaded(live, fresh()), await uploaded(other, fresh())]) {
      expect(await codeOf(ask(api, id))).toBe('404 not_found')
      expect(await codeOf(ask(api, id, 'a.pdf'))).toBe('404 not_found')
    }
  })

  test('422 unsupported_format by the name in the request, in any case; before the size is looked at', async () => {
    const { api } = await theAccount()
    const large = await uploaded(api, Buffer.alloc(10 * megabyte + 1))
    for (const name of ['a.pdf', 'a.xml', 'isdoc', 'a.isdoc.zip', 'a.isdocxx']) {
      expect(await codeOf(ask(api, large, name)), name).toBe('422 unsupported_format')
    }
    expect(await codeOf(ask(api, large))).toBe('422 file_too_large')
    expect(await codeOf(ask(api, await uploaded(api, fresh(), 'x.pdf'), 'X.IsDoc'))).toBe('200')
    expect((await ask(api, nobody, '../a.isdoc')).body.errors).toMatchObject([{ field: 'file_name' }])
  })

  const typed = (DocumentType: string, more: Record<string, string> = {}) =>
    fresh({ header: { DocumentType, ...more } })
  const nil = '00000000-0000-0000-0000-000000000000'
  const odd = { LocalCurrencyCode: 'XYZ' }
  test.for<[code: string, title: string, bytes: string | Uint8Array, name?: string]>([
    ['file_too_large', '5 MB of XML and a byte', Buffer.alloc(5 * megabyte + 1, 32)],
    ['no_invoice_in_archive', 'no archive', fresh(), 'a.isdocx'],
    ['no_invoice_in_archive', 'an archive without it', zip([{ name: 'a.txt', content: 'a' }]), 'a.isdocx'],
    ['invalid_xml', 'an archive by the name of a document', packed(fresh())],
    ['invalid_xml', 'other XML', '<a/>'],
    ['invalid_xml', 'no number, and a wrong type', typed('2', { ID: '' })],
    ['invalid_xml', 'the nil UUID', typed('1', { UUID: nil })],
    ...['2', '4', '5', '6', '9', ''].map(
      type => ['unsupported_document_type', `type ${type}`, typed(type, odd)] as [string, string, string],
    ),
    ['unsupported_document_type', 'a CommonDocument', fresh({ root: 'CommonDocument' })],
    ['no_lines', 'no lines, and no known currency', fresh({ lines: [], header: odd })],
    ['currency_not_supported', 'an unknown currency', typed('1', odd)],
  ])('422 %s: %s', async ([code, , bytes, name]) => {
    const { api } = await theEmpty()
    expect(await codeOf(sent(api, bytes, name))).toBe(`422 ${code}`)
    expect(await partnersOf(api)).toEqual([])
  })

  test('409 duplicate with existing_id: in capitals, in an archive, after a cancelled import; not for a bad file', async () => {
    const { api } = await theAccount()
    const UUID = randomUUID()
    const { id } = await invoiceOf(api, fresh({ header: { UUID } }))
    const before = await storedFiles()
    const again = await sent(api, packed(fresh({ header: { UUID: UUID.toUpperCase(), ID: 'FV-2' } })), 'a.isdocx')
    expect(again.body).toMatchObject({ status: 409, code: 'duplicate', existing_id: id })
    expect(await storedFiles()).toHaveLength(before.length + 1)
    await act(api, id, 'cancel')
    expect((await sent(api, fresh({ header: { UUID } }))).body.existing_id).toBe(id)
    expect(await codeOf(sent(api, typed('2', { UUID })))).toBe('422 unsupported_document_type')
    expect(await codeOf(sent(api, typed('1', { UUID, ID: '' })))).toBe('422 invalid_xml')
  })

  test('422 no_finance_module with the scope, 403 insufficient_scope without it; before anything else', async () => {
    const { api, tenant } = await newAccount(service, { modules: ['stock', 'sales', 'api'] })
    expect(await codeOf(ask(api, nobody, 'a.pdf'))).toBe('422 no_finance_module')
    const weak = await tenant.key({ scopes: ['core:write', 'finance:read'] })
    expect((await ask(weak, nobody)).body).toMatchObject({ status: 403, required_scopes: ['finance:write'] })
    const { tenant: whole } = await theAccount()
    expect(await codeOf(ask(await whole.key({ scopes: ['core:write'] }), nobody))).toBe('403 insufficient_scope')
  })

  test('422 storage_limit_exceeded and partner_limit: nothing is left of the PDF', async () => {
    const { api, tenant } = await newAccount(service)
    await tenant.set({ max_partners: 0, storage_mb: 2 })
    const look = Buffer.concat([pdf, Buffer.alloc(1.2 * megabyte, 'a')])
    const large = await uploaded(api, packed(fresh(), look), 'a.isdocx')
    const small = await uploaded(api, packed(fresh()), 'a.isdocx')
    const before = await storedFiles()
    expect(await codeOf(ask(api, large, 'a.isdocx'))).toBe('422 storage_limit_exceeded')
    expect(await codeOf(ask(api, small, 'a.isdocx'))).toBe('422 partner_limit')
    expect(await storedFiles()).toEqual(before)
  })

  test.for(['put', 'read', 'in the middle'] as const)('502 upload_failed: the storage fails (%s)', async what => {
    const { api } = await theAccount()
    const id = await uploaded(api, packed(fresh()), 'a.isdocx')
    const before = await storedFiles()
    broken = what
    expect(await codeOf(ask(api, id, 'a.isdocx'))).toBe('502 upload_failed')
    broken = 'nothing'
    expect(await storedFiles()).toEqual(before)
    expect(await codeOf(ask(api, id, 'a.isdocx'))).toBe('200')
  })
})
