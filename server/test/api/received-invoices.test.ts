/** Received invoices: from the supplier's paper to a booked, paid and exported document. */
import { describe, expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'

const service = useService()

async function supplierOf(api: Client): Promise<string> {
  return (await api.post('/partners', { name: 'Sladovna', is_supplier: true, payment_terms: 30 })).body.id
}

const paper = (partner: string, rest: object = {}) => ({
  supplier_invoice_number: '2026-0042',
  partner_id: partner,
  issue_date: '2026-11-02',
  lines: [
    { description: 'Slad plzeňský', amount: '17900', vat_rate_pct: '12' },
    { description: 'Doprava', amount: '850.50', vat_rate_pct: '21' },
  ],
  ...rest,
})

const act = (api: Client, id: string, key: string, body?: object) =>
  api.post(`/received-invoices/${id}/actions/${key}`, body)

describe('the way of a received invoice', () => {
  test('draft, confirmed, paid in two parts, exported, locked', async () => {
    const { api } = await newAccount(service)
    const { body: draft } = await api.post('/received-invoices', paper(await supplierOf(api)))
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      due_date: '2026-12-02',
      tax_point_date: '2026-11-02',
      totals: { excl_vat: '18750.50', vat: '2326.61', incl_vat: '21077.11' },
      allowed_actions: ['confirm', 'cancel'],
    })
    const confirmed = (await act(api, draft.id, 'confirm')).body
    expect(confirmed.number).toMatch(/^FP\d{4}00001$/)
    expect(confirmed.allowed_actions).toEqual(['mark_paid', 'cancel', 'export'])
    const part = (await act(api, draft.id, 'mark_paid', { paid_at: '2026-11-20', amount: '77.11' })).body
    expect(part).toMatchObject({ status: 'confirmed', paid_amount: '77.11', amount_remaining: '21000.00' })
    expect(part.allowed_actions).toEqual(['mark_paid', 'revert_payment', 'export'])
    const paid = (await act(api, draft.id, 'mark_paid', { paid_at: '2026-11-21' })).body
    expect(paid).toMatchObject({ status: 'paid', paid_at: '2026-11-21', amount_remaining: '0.00' })
    const exported = (await act(api, draft.id, 'export')).body
    expect(exported).toMatchObject({ status: 'paid', allowed_actions: [] })
    expect(exported.exported_at).not.toBeNull()

    const locked = { code: 'invalid_transition', allowed_actions: [], reason: 'EXPORTED' }
    expect((await act(api, draft.id, 'revert_payment')).body).toMatchObject(locked)
    expect((await api.patch(`/received-invoices/${draft.id}`, { notes: 'x' })).body).toMatchObject(locked)
    const line = { description: 'A', amount: '0', vat_rate_pct: '0' }
    expect((await api.post(`/received-invoices/${draft.id}/lines`, line)).body).toMatchObject(locked)

    const { data } = (await api.get('/events?types=received_invoice.*')).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual([
      'received_invoice.created',
      'received_invoice.confirmed',
      'received_invoice.paid',
    ])
  })

  test('a cancelled one says so', async () => {
    const { api } = await newAccount(service)
    const { body } = await api.post('/received-invoices', paper(await supplierOf(api)))
    expect((await act(api, body.id, 'cancel')).body).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    expect((await act(api, body.id, 'confirm')).body).toMatchObject({ reason: 'CANCELLED', allowed_actions: [] })
  })

  test('it stays editable when confirmed; lines move the totals, never below what is paid', async () => {
    const { api } = await newAccount(service)
    const { body } = await api.post('/received-invoices', paper(await supplierOf(api)))
    await act(api, body.id, 'confirm')
    await act(api, body.id, 'mark_paid', { paid_at: '2026-11-20' })
    const path = `/received-invoices/${body.id}`
    const added = await api.post(`${path}/lines`, { description: 'Paleta', amount: '100', vat_rate_pct: '21' })
    expect(added).toMatchObject({ status: 201, body: { object: 'received_invoice_line', amount: '100.00' } })
    expect((await api.get(path)).body).toMatchObject({ status: 'confirmed', amount_remaining: '121.00', paid_at: null })
    const lower = await api.patch(`${path}/lines/${body.lines[0].id}`, { amount: '1' })
    expect(lower.body.code).toBe('conflict')
    const back = await api.patch(`${path}/lines/${added.body.id}`, { amount: '0' })
    expect(back.body.amount).toBe('0.00')
  })
})

describe('refusals', () => {
  test.for<[object, string, string]>([
    [{ partner_id: '00000000-0000-7000-8000-000000000000' }, 'partner_id', 'invalid_reference'],
    [{ supplier_invoice_number: '' }, 'supplier_invoice_number', 'not_allowed'],
    [{ issue_date: '2026-13-01' }, 'issue_date', 'not_allowed'],
    [{ lines: [{ description: 'A', amount: '1.001', vat_rate_pct: '21' }] }, 'lines[0].amount', 'not_allowed'],
    [{ lines: [{ description: 'A', amount: '1', vat_rate_pct: '101' }] }, 'lines[0].vat_rate_pct', 'not_allowed'],
    [{ variable_symbol: 'abc' }, 'variable_symbol', 'not_allowed'],
    [{ status: 'paid' }, 'status', 'unknown_field'],
  ])('422 %o', async ([change, field, code]) => {
    const { api } = await newAccount(service)
    const reply = await api.post('/received-invoices', { ...paper(await supplierOf(api)), ...change })
    expect(reply.body.errors).toMatchObject([{ field, code }])
  })

  test('422 no_lines, missing_exchange_rate, currency_not_supported, account_required', async () => {
    const { api } = await newAccount(service)
    const partner = await supplierOf(api)
    const empty = (await api.post('/received-invoices', paper(partner, { lines: [] }))).body
    expect((await act(api, empty.id, 'confirm')).body.code).toBe('no_lines')
    expect((await api.post('/received-invoices', paper(partner, { currency: 'XYZ' }))).body.code).toBe(
      'currency_not_supported',
    )
    const foreign = (await api.post('/received-invoices', paper(partner, { currency: 'EUR' }))).body
    expect((await act(api, foreign.id, 'confirm')).body.code).toBe('missing_exchange_rate')
    await api.patch(`/received-invoices/${foreign.id}`, { exchange_rate: '25.315' })
    expect((await act(api, foreign.id, 'confirm')).status).toBe(200)
    expect((await act(api, foreign.id, 'mark_paid', { paid_at: '2026-11-20' })).body.code).toBe('account_required')
  })

  test('409 external_ref_conflict, 200 with on_conflict=return', async () => {
    const { api } = await newAccount(service)
    const partner = await supplierOf(api)
    const reference = { external_ref: { system: 'dms', id: '7' } }
    const first = (await api.post('/received-invoices', paper(partner, reference))).body
    expect((await api.post('/received-invoices', paper(partner, reference))).body.existing_id).toBe(first.id)
    const again = await api.post('/received-invoices?on_conflict=return', paper(partner, reference))
    expect(again).toMatchObject({ status: 200, body: { id: first.id } })
    expect((await api.get('/received-invoices/by-external-ref/dms/7')).body.id).toBe(first.id)
  })
})
