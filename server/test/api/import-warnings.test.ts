/** What an import tells about the supplier: how payment fraud looks is told, stored and never taken back. */
import { describe, expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { freshIsdoc, importedInvoice, importFile, payableTo } from '../support/imports.ts'
import { bankPayment, type IsdocParts, isdocParty } from '../support/invoice-files.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

const ours = '19-2000145399/0800'
const theirs = 'DE89370400440532013000'

const imported = (api: Client, parts: IsdocParts = {}): Promise<Told> =>
  importedInvoice(service, api, freshIsdoc(parts))
const codes = ({ warnings }: Told): string[] => warnings.map(({ code }: Told) => code)
const named = (name: string, more: Record<string, string> = {}) => isdocParty({ name, ...more })
const act = (api: Client, { id }: Told, key: string) => api.post(`/received-invoices/${id}/actions/${key}`)

describe('supplier_name_differs', () => {
  test('a known number under another name; the partner keeps its own', async () => {
    const { api } = await newAccount(service)
    const { body } = await api.post('/partners', { name: 'Pivovar Novák', ico: '25097563', is_supplier: true })
    const reply = await importFile(service, api, freshIsdoc({ supplier: named('Evil Ltd') }))
    expect(reply.body).toMatchObject({ supplier_name: 'Pivovar Novák', warnings: [{ code: 'supplier_name_differs' }] })
    const [{ message }] = reply.body.warnings
    expect(message).toContain('"Evil Ltd"')
    expect(message).toContain('"Pivovar Novák"')
    expect(message).toMatch(/fraud/)
    expect(message).toMatch(/[Cc]all the supplier on a number you (already )?know/)
    expect((await api.get(`/partners/${body.id}`)).body.name).toBe('Pivovar Novák')
  })

  test.for(['Pivovar Novák', 'PIVOVAR NOVAK, spol. s r. o.', 'Pivovar  Novák s.r.o.'])('not for %s', async name => {
    const { api } = await newAccount(service)
    await api.post('/partners', { name: 'Pivovar Novák s.r.o.', ico: '25097563' })
    expect((await imported(api, { supplier: named(name) })).warnings).toEqual([])
  })

  test('by tax id too, and never for a supplier that was created of the document', async () => {
    const { api } = await newAccount(service)
    await api.post('/partners', { name: 'Pivovar Novák', dic: 'CZ25097563' })
    expect(codes(await imported(api, { supplier: named('Evil Ltd') }))).toEqual(['supplier_name_differs'])
    const fresh = { supplier: named('Sladovna', { ico: '27145310', dic: '' }) }
    expect((await imported(api, fresh)).warnings).toEqual([])
    expect((await imported(api, fresh)).warnings).toEqual([])
  })
})

describe('supplier_account_differs', () => {
  test('not for the first account, nor for the same one in another spelling, nor for none', async () => {
    const { api } = await newAccount(service)
    expect((await imported(api)).warnings).toEqual([])
    expect((await imported(api, { payments: payableTo(ours) })).warnings).toEqual([])
    expect((await imported(api, { payments: payableTo('CZ6508000000192000145399') })).warnings).toEqual([])
    expect((await imported(api)).warnings).toEqual([])
    const other = { supplier: named('Sladovna', { ico: '27145310', dic: '' }), payments: payableTo(theirs) }
    expect((await imported(api, other)).warnings).toEqual([])
  })

  test('another account is told, and told again until an invoice with it is confirmed', async () => {
    const { api } = await newAccount(service)
    await imported(api, { payments: payableTo(ours) })
    const first = await imported(api, { payments: payableTo(theirs) })
    expect(codes(first)).toEqual(['supplier_account_differs'])
    const [{ message }] = first.warnings
    for (const words of [theirs, 'CZ6508000000192000145399', 'fraud', 'call the supplier']) {
      expect(message).toContain(words)
    }
    const second = await imported(api, { payments: payableTo(theirs) })
    expect(codes(second)).toEqual(['supplier_account_differs'])
    await act(api, second, 'cancel')
    await act(api, first, 'confirm')
    expect((await imported(api, { payments: payableTo(theirs) })).warnings).toEqual([])
    expect((await imported(api, { payments: payableTo(ours) })).warnings).toEqual([])
  })

  test('a cancelled invoice is no witness', async () => {
    const { api } = await newAccount(service)
    await act(api, await imported(api, { payments: payableTo(theirs) }), 'cancel')
    expect((await imported(api, { payments: payableTo(ours) })).warnings).toEqual([])
  })
})

describe('due_before_issue', () => {
  test('the dates are kept and told', async () => {
    const { api } = await newAccount(service)
    const invoice = await imported(api, { payments: bankPayment({ PaymentDueDate: '2026-10-02' }) })
    expect(invoice).toMatchObject({ issue_date: '2026-11-02', due_date: '2026-10-02' })
    expect(codes(invoice)).toEqual(['due_before_issue'])
    expect(invoice.warnings[0].message).toMatch(/2026-10-02.*2026-11-02/)
    const sameDay = { payments: bankPayment({ PaymentDueDate: '2026-11-02' }) }
    expect((await imported(api, sameDay)).warnings).toEqual([])
  })
})

describe('where they stand', () => {
  const odd = (): IsdocParts => ({
    supplier: named('Evil Ltd'),
    payments: bankPayment({ IBAN: theirs, PaymentDueDate: '2026-10-02' }),
  })

  test('on the invoice for good: detail, list and events, whatever is corrected later', async () => {
    const { api } = await newAccount(service)
    const known = await imported(api, { payments: payableTo(ours) })
    const invoice = await imported(api, odd())
    expect(codes(invoice)).toEqual(['supplier_name_differs', 'supplier_account_differs', 'due_before_issue'])
    await api.patch(`/received-invoices/${invoice.id}`, { due_date: '2026-12-24', notes: 'x' })
    await api.patch(`/received-invoices/${invoice.id}/lines/${invoice.lines[0].id}`, { amount: '1' })
    await api.patch(`/partners/${invoice.partner_id}`, { name: 'Evil Ltd' })
    await act(api, invoice, 'confirm')
    expect((await api.get(`/received-invoices/${invoice.id}`)).body.warnings).toEqual(invoice.warnings)
    const { data } = (await api.get('/received-invoices')).body
    expect(data.map((each: Told) => each.warnings)).toEqual([invoice.warnings, []])
    const events = (await api.get('/events?types=received_invoice.created')).body.data
    expect(events.map((event: Told) => event.data.object.warnings)).toEqual([known.warnings, invoice.warnings])
    const written = await api.post('/received-invoices', {
      supplier_invoice_number: '1',
      partner_id: invoice.partner_id,
      issue_date: '2026-11-02',
    })
    expect(written.body.warnings).toEqual([])
  })

  test('on the submission to the inbox, and on that of a duplicate', async () => {
    const { api } = await newAccount(service)
    await imported(api, { payments: payableTo(ours) })
    const document = freshIsdoc(odd())
    const submit = async (text: string): Promise<Told> => {
      const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.isdoc"\r\n'
      const raw = Buffer.from(`${head}Content-Type: application/xml\r\n\r\n${text}\r\n--edge--\r\n`)
      const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
      const reply = await api.send('POST', '/inbox/submissions', { raw, headers })
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    }
    const first = await submit(document)
    const all = ['supplier_name_differs', 'supplier_account_differs', 'due_before_issue']
    expect([first.outcome, codes(first)]).toEqual(['isdoc_imported', all])
    expect((await api.get(`/inbox/submissions/${first.id}`)).body.warnings).toEqual(first.warnings)
    expect((await api.get('/inbox/submissions')).body.data[0].warnings).toEqual(first.warnings)
    for (const again of [document, `${document} `]) {
      expect(await submit(again)).toMatchObject({ duplicate: true, warnings: first.warnings })
    }
    expect((await submit('<a/>')).warnings).toEqual([])
  })
})
