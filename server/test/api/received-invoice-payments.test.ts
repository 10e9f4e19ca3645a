/** What is paid of a received invoice when its total moves: lowered to it, below zero, to nothing. */
import { describe, expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client, Reply } from '../support/client.ts'
import { freshIsdoc, importedInvoice } from '../support/imports.ts'
import { type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

interface Desk {
  api: Client
  /** A confirmed invoice of one line without VAT. */
  confirmed(amount: string): Promise<Told>
  read(invoice: Told): Promise<Told>
  act(invoice: Told, key: string, body?: object): Promise<Reply>
  /** Moves the only line, and with it the total. */
  lower(invoice: Told, amount: string): Promise<Reply>
  cashflows(): Promise<Told[]>
}

async function desk(): Promise<Desk> {
  const { api } = await newAccount(service)
  const partner = await api.post('/partners', { name: 'Sladovna', is_supplier: true })
  const act = ({ id }: Told, key: string, body?: object) => api.post(`/received-invoices/${id}/actions/${key}`, body)
  return {
    api,
    act,
    async confirmed(amount) {
      const { body } = await api.post('/received-invoices', {
        supplier_invoice_number: 'R-1',
        partner_id: partner.body.id,
        issue_date: '2026-11-02',
        lines: [{ description: 'Slad', amount, vat_rate_pct: '0' }],
      })
      return (await act(body, 'confirm')).body
    },
    read: async ({ id }) => (await api.get(`/received-invoices/${id}`)).body,
    lower: ({ id, lines }, amount) => api.patch(`/received-invoices/${id}/lines/${lines[0].id}`, { amount }),
    cashflows: async () => (await api.get('/cashflows')).body.data,
  }
}

const pay = (amount?: string, paid_at = '2026-11-20') => ({ paid_at, ...(amount !== undefined && { amount }) })
const codeOf = ({ status, body }: Reply) => (status < 300 ? `${status}` : `${status} ${body.code}`)
const stateOf = ({ status, paid_at, paid_amount, amount_remaining }: Told) =>
  [status, paid_at, paid_amount, amount_remaining].join(' ')
const flowOf = ({ type, amount, status, payment_status }: Told) => `${type} ${amount} ${status} ${payment_status}`

describe('a total lowered to what is paid', () => {
  test('200: paid on the day of the last payment, received_invoice.paid; 409 conflict below it', async () => {
    const { api, confirmed, act, lower, read } = await desk()
    const invoice = await confirmed('100')
    await act(invoice, 'mark_paid', pay('30', '2026-11-20'))
    await act(invoice, 'mark_paid', pay('20', '2026-11-12'))
    expect(codeOf(await lower(invoice, '49.99'))).toBe('409 conflict')
    expect(codeOf(await lower(invoice, '-1'))).toBe('409 conflict')
    expect(await typesOf({ api }, () => lower(invoice, '50'))).toEqual(['received_invoice.paid'])
    const paid = await read(invoice)
    expect(stateOf(paid)).toBe('paid 2026-11-12 50.00 0.00')
    expect(paid.allowed_actions).toEqual(['revert_payment', 'export'])
    const [event] = (await api.get('/events?types=received_invoice.paid')).body.data
    expect(event.data.object).toMatchObject({ status: 'paid', paid_at: '2026-11-12', totals: { incl_vat: '50.00' } })
    expect(await typesOf({ api }, () => lower(invoice, '60'))).toEqual([])
    expect(stateOf(await read(invoice))).toBe('confirmed  50.00 10.00')
    expect(stateOf((await act(invoice, 'mark_paid', pay())).body)).toBe('paid 2026-11-20 60.00 0.00')
  })

  test('200: a new line can do it too, and a paid one that is only reworded stays paid', async () => {
    const { api, confirmed, act, read } = await desk()
    const invoice = await confirmed('100')
    await act(invoice, 'mark_paid', pay('80'))
    const line = { description: 'Sleva', amount: '-20', vat_rate_pct: '0' }
    expect(codeOf(await api.post(`/received-invoices/${invoice.id}/lines`, line))).toBe('201')
    expect(stateOf(await read(invoice))).toBe('paid 2026-11-20 80.00 0.00')
    const words = { description: 'Slad mnichovský' }
    expect(await typesOf({ api }, () => api.patch(pathOf(invoice), words))).toEqual([])
    expect(stateOf(await read(invoice))).toBe('paid 2026-11-20 80.00 0.00')
  })
})

const pathOf = ({ id, lines }: Told) => `/received-invoices/${id}/lines/${lines[0].id}`

describe('less than nothing', () => {
  test('200: edited, settled in parts as income, reverted, exported', async () => {
    const { confirmed, act, lower, read, cashflows } = await desk()
    const invoice = await confirmed('-100')
    expect(invoice).toMatchObject({ amount_remaining: '-100.00', allowed_actions: ['mark_paid', 'cancel', 'export'] })
    expect(codeOf(await lower(invoice, '-121'))).toBe('200')
    expect(codeOf(await act(invoice, 'mark_paid', pay('121.01')))).toBe('422 overpay')
    expect(codeOf(await act(invoice, 'mark_paid', pay('-21')))).toBe('422 invalid_amount')
    const part = (await act(invoice, 'mark_paid', pay('21'))).body
    expect(stateOf(part)).toBe('confirmed  -21.00 -100.00')
    expect(part.allowed_actions).toEqual(['mark_paid', 'revert_payment', 'export'])
    expect(stateOf((await act(invoice, 'mark_paid', pay(undefined, '2026-11-21'))).body)).toBe(
      'paid 2026-11-21 -121.00 0.00',
    )
    expect((await cashflows()).map(flowOf)).toEqual(['income 100.00 confirmed paid', 'income 21.00 confirmed paid'])
    expect(stateOf((await act(invoice, 'revert_payment')).body)).toBe('confirmed  -21.00 -100.00')
    expect((await cashflows()).map(flowOf)).toEqual(['income 100.00 cancelled unpaid', 'income 21.00 confirmed paid'])
    await act(invoice, 'mark_paid', pay())
    expect(codeOf(await act(invoice, 'export'))).toBe('200')
    expect((await read(invoice)).status).toBe('paid')
  })

  test('409 conflict on either side of what came in; 200 exactly at it', async () => {
    const { api, confirmed, act, lower, read } = await desk()
    const invoice = await confirmed('-100')
    await act(invoice, 'mark_paid', pay('40'))
    for (const amount of ['-39.99', '0', '10']) expect(codeOf(await lower(invoice, amount))).toBe('409 conflict')
    expect(await typesOf({ api }, () => lower(invoice, '-40'))).toEqual(['received_invoice.paid'])
    expect(stateOf(await read(invoice))).toBe('paid 2026-11-20 -40.00 0.00')
    expect(codeOf(await lower(invoice, '-50'))).toBe('200')
    expect(stateOf(await read(invoice))).toBe('confirmed  -40.00 -10.00')
  })

  test('200: an imported correction: words, confirm, cash within half a crown', async () => {
    const { api, act } = await desk()
    const account = (await api.get('/finance-accounts')).body.data.find(({ type }: Told) => type === 'cash')
    const invoice = await importedInvoice(
      service,
      api,
      freshIsdoc({
        lines: [{ amount: '-100.40', vat: '0', pct: '0', description: 'Vratka' }],
        rates: [{ pct: '0', amounts: { TaxableAmount: '-100.40', TaxAmount: '0' } }],
        vat: { TaxAmount: '0' },
        totals: { PayableAmount: '-100.40' },
      }),
    )
    expect(codeOf(await api.patch(pathOf(invoice), { description: 'Vratné sudy' }))).toBe('200')
    await act(invoice, 'confirm')
    const paid = (await act(invoice, 'mark_paid', { ...pay('100'), account_id: account.id })).body
    expect(stateOf(paid)).toBe('paid 2026-11-20 -100.40 0.00')
    expect(stateOf((await act(invoice, 'revert_payment')).body)).toBe('confirmed  0.00 -100.40')
  })
})

describe('nothing', () => {
  test('409 invalid_transition: a zero total is never shown mark_paid', async () => {
    const { confirmed, act, lower, read } = await desk()
    const invoice = await confirmed('0')
    expect(invoice).toMatchObject({ amount_remaining: '0.00', allowed_actions: ['cancel', 'export'] })
    const refused = await act(invoice, 'mark_paid', pay('1'))
    expect(refused.body).toMatchObject({ code: 'invalid_transition', allowed_actions: ['cancel', 'export'] })
    expect(codeOf(await lower(invoice, '5'))).toBe('200')
    expect((await read(invoice)).allowed_actions).toEqual(['mark_paid', 'cancel', 'export'])
    await act(invoice, 'mark_paid', pay())
    expect((await act(invoice, 'revert_payment')).body.allowed_actions).toEqual(['mark_paid', 'cancel', 'export'])
    expect(codeOf(await lower(invoice, '0'))).toBe('200')
    expect(stateOf(await read(invoice))).toBe('confirmed  0.00 0.00')
    expect(codeOf(await act(invoice, 'export'))).toBe('200')
  })
})
