/** Rules of the header of a received invoice: a rate belongs to its currency, and nothing is due before it is issued. */
import { describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { newAccount } from '../support/account.ts'
import type { Client, Reply } from '../support/client.ts'
import { freshIsdoc, importedInvoice } from '../support/imports.ts'
import { bankPayment } from '../support/invoice-files.ts'
import type { Told } from '../support/sales.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()

interface Desk {
  api: Client
  /** A new draft of 1 000 without VAT, unless other fields say otherwise. */
  post(rest?: object): Promise<Reply>
  draft(rest?: object): Promise<Told>
  patch(invoice: Told, body: object): Promise<Reply>
  act(invoice: Told, key: string, body?: object): Promise<Reply>
}

async function desk(): Promise<Desk> {
  const { api } = await newAccount(service)
  const partner = await api.post('/partners', { name: 'Malz GmbH', is_supplier: true, payment_terms: 30 })
  const base = { supplier_invoice_number: 'R-1', partner_id: partner.body.id, issue_date: '2026-11-02' }
  const lines = [{ description: 'Slad', amount: '1000', vat_rate_pct: '0' }]
  const post = (rest: object = {}) => api.post('/received-invoices', { ...base, lines, ...rest })
  return {
    api,
    post,
    async draft(rest) {
      const reply = await post(rest)
      expect(reply.status, reply.text).toBe(201)
      return reply.body
    },
    patch: ({ id }, body) => api.patch(`/received-invoices/${id}`, body),
    act: ({ id }, key, body) => api.post(`/received-invoices/${id}/actions/${key}`, body),
  }
}

const euro = { currency: 'EUR', exchange_rate: '25.315' }
const codeOf = ({ status, body }: Reply) => (status < 300 ? `${status}` : `${status} ${body.code}`)
const money = ({ body }: Reply) => [body.currency, body.exchange_rate]

describe('the exchange rate', () => {
  test('200: another currency clears it, unless a new one comes along; 422 missing_exchange_rate at confirm', async () => {
    const { draft, patch, act } = await desk()
    const invoice = await draft(euro)
    expect(money(await patch(invoice, { currency: 'EUR', notes: 'x' }))).toEqual(['EUR', '25.315'])
    expect(money(await patch(invoice, { currency: 'USD' }))).toEqual(['USD', null])
    expect(codeOf(await act(invoice, 'confirm'))).toBe('422 missing_exchange_rate')
    expect(money(await patch(invoice, { currency: 'GBP', exchange_rate: '29.5' }))).toEqual(['GBP', '29.5'])
    expect(money(await patch(invoice, { currency: 'CZK' }))).toEqual(['CZK', null])
    expect(codeOf(await act(invoice, 'confirm'))).toBe('200')
  })

  test('422 missing_exchange_rate: a confirmed one is not left without a rate, whichever way', async () => {
    const { api, draft, patch, act } = await desk()
    const crowns = await draft()
    await act(crowns, 'confirm')
    expect(codeOf(await patch(crowns, { currency: 'EUR' }))).toBe('422 missing_exchange_rate')
    expect(codeOf(await patch(crowns, { currency: 'EUR', exchange_rate: null }))).toBe('422 missing_exchange_rate')
    expect((await api.get(`/received-invoices/${crowns.id}`)).body).toMatchObject({
      currency: 'CZK',
      status: 'confirmed',
    })
    expect(money(await patch(crowns, euro))).toEqual(['EUR', '25.315'])
    expect(codeOf(await patch(crowns, { currency: 'USD' }))).toBe('422 missing_exchange_rate')
    expect(codeOf(await patch(crowns, { exchange_rate: null }))).toBe('422 missing_exchange_rate')
    expect(codeOf(await patch(crowns, { notes: 'x' }))).toBe('200')
    expect(money(await patch(crowns, { currency: 'CZK' }))).toEqual(['CZK', null])
  })

  test('422 exchange_rate/not_allowed for crowns; 1, which is no news, is taken and not kept', async () => {
    const { post, draft, patch } = await desk()
    const refused = ['exchange_rate not_allowed']
    expect(faultsOf(await post({ exchange_rate: '25.3' }))).toEqual(refused)
    expect(faultsOf(await post({ currency: 'CZK', exchange_rate: '1.01' }))).toEqual(refused)
    expect((await draft({ exchange_rate: '1.00' })).exchange_rate).toBeNull()
    const invoice = await draft()
    expect(faultsOf(await patch(invoice, { exchange_rate: '25.3' }))).toEqual(refused)
    expect(money(await patch(invoice, { exchange_rate: '1' }))).toEqual(['CZK', null])
    const foreign = await draft(euro)
    expect(faultsOf(await patch(foreign, { currency: 'CZK', exchange_rate: '25.3' }))).toEqual(refused)
  })
})

describe('the due date', () => {
  const refused = ['due_date not_allowed']

  test('422 due_date/not_allowed before the issue date, in a create and in a change of either', async () => {
    const { post, draft, patch } = await desk()
    expect(faultsOf(await post({ due_date: '2026-11-01' }))).toEqual(refused)
    const invoice = await draft({ due_date: '2026-11-02' })
    expect(faultsOf(await patch(invoice, { due_date: '2026-11-01' }))).toEqual(refused)
    expect(faultsOf(await patch(invoice, { issue_date: '2026-11-03' }))).toEqual(refused)
    expect(codeOf(await patch(invoice, { issue_date: '2026-11-03', due_date: '2026-11-03' }))).toBe('200')
  })

  test('200: an invoice of zero needs no payment, so it is never overdue', async () => {
    const { api, draft, act } = await desk()
    const nothing = await draft({ lines: [{ description: 'Vzorek', amount: '0', vat_rate_pct: '0' }] })
    const owed = await draft()
    for (const invoice of [nothing, owed]) expect(codeOf(await act(invoice, 'confirm'))).toBe('200')
    await advanceSandbox(api, 365 * 24 * 60 * 60 * 1_000)
    const { data } = (await api.get('/received-invoices?overdue=true')).body
    expect(data.map(({ id }: Told) => id)).toEqual([owed.id])
  })

  test('422: told together with the other faults', async () => {
    const { post } = await desk()
    const nobody = '00000000-0000-7000-8000-000000000000'
    const reply = await post({ partner_id: nobody, due_date: '2026-11-01', exchange_rate: '2' })
    expect(faultsOf(reply)).toEqual([
      'due_date not_allowed',
      'exchange_rate not_allowed',
      'partner_id invalid_reference',
    ])
  })

  test('200: an imported document that is due before it is issued stays editable', async () => {
    const { api, patch } = await desk()
    const payments = bankPayment({ PaymentDueDate: '2026-10-02' })
    const invoice = await importedInvoice(service, api, freshIsdoc({ payments }))
    expect(invoice.due_date).toBe('2026-10-02')
    expect(codeOf(await patch(invoice, { notes: 'x', due_date: '2026-10-02' }))).toBe('200')
    expect(faultsOf(await patch(invoice, { due_date: '2026-10-03' }))).toEqual(refused)
    expect(codeOf(await patch(invoice, { due_date: '2026-11-16' }))).toBe('200')
  })
})

describe('a mistyped year', () => {
  test('422 not_allowed: an invoice or a cash-flow document more than 366 days ahead', async () => {
    const { api, post, draft, patch } = await desk()
    const [last, beyond] = [366, 367].map(days => daysAfter(dayIn('Europe/Prague', service.clock()), days))
    expect(faultsOf(await post({ issue_date: beyond }))).toEqual(['issue_date not_allowed'])
    // Its number would be one of that year.
    expect(faultsOf(await post({ received_date: beyond }))).toEqual(['received_date not_allowed'])
    expect((await draft({ received_date: last })).received_date).toBe(last)
    const invoice = await draft({ issue_date: last })
    expect(faultsOf(await patch(invoice, { issue_date: beyond, due_date: beyond }))).toEqual(['issue_date not_allowed'])
    const body = { cashflow_type: 'expense', amount: '1', description: 'Nájem', payment_method: 'cash' }
    expect(faultsOf(await api.post('/cashflows', { ...body, date: beyond }))).toEqual(['date not_allowed'])
    expect((await api.post('/cashflows', { ...body, date: last })).status).toBe(201)
  })

  test('200: what a file says stays, and may be put right', async () => {
    const { api, patch } = await desk()
    const invoice = await importedInvoice(service, api, freshIsdoc({ header: { IssueDate: '2126-11-02' } }))
    expect(invoice.issue_date).toBe('2126-11-02')
    expect((await patch(invoice, { issue_date: '2126-11-02', notes: 'x' })).status).toBe(200)
    expect((await patch(invoice, { issue_date: '2026-11-02' })).status).toBe(200)
  })
})
