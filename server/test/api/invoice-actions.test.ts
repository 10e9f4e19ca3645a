/** What can be done with an invoice in each state: actions, changes of head and lines, stock issues grouped in. */
import { describe, expect, test } from 'vitest'
import { type InvoiceAction, invoiceWorkflow } from '../../src/domains/sales/invoices/workflow.ts'
import { bank } from '../support/papers.ts'
import { freeLine, type SalesBook, salesBook, type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()

let known: Promise<SalesBook> | undefined
const shared = () => (known ??= salesBook(service))

const rent = freeLine('1000')
const paid_at = '2026-11-20'

/** An invoice or credit note in the named situation. */
const reach: Record<string, (book: SalesBook) => Promise<string>> = {
  draft: async book => `/invoices/${(await book.invoice([rent])).id}`,
  issued: async book => `/invoices/${(await book.issuedInvoice([rent])).id}`,
  'paid in part': async book => {
    const path = await reach.issued!(book)
    await book.run(path, 'mark_paid', { paid_at, amount: '10' })
    return path
  },
  paid: async book => {
    const path = await reach.issued!(book)
    await book.run(path, 'mark_paid', { paid_at })
    return path
  },
  cancelled: async book => {
    const path = await reach.draft!(book)
    await book.act(path, 'cancel')
    return path
  },
  'credit note in draft': async book => `/invoices/${(await book.credit((await book.issuedInvoice([rent])).id)).id}`,
  /** Of an invoice that was paid, so that it is paid back. */
  'credit note issued': async book => {
    const { now } = await book.read(await reach.paid!(book))
    return `/invoices/${(await book.credited(now.id)).id}`
  },
  'credit note set off': async book => {
    const { now } = await book.read(await reach.issued!(book))
    return `/invoices/${(await book.credited(now.id)).id}`
  },
  'issued over nothing': async book => `/invoices/${(await book.issuedInvoice([freeLine('0')])).id}`,
  'credit note paid back': async book => {
    const path = await reach['credit note issued']!(book)
    await book.run(path, 'mark_paid', { paid_at })
    return path
  },
}

const cells: [situation: string, status: string, open: InvoiceAction[]][] = [
  ['draft', 'draft', ['issue', 'cancel', 'group_stock_issues']],
  ['issued', 'issued', ['mark_paid', 'cancel', 'credit']],
  ['paid in part', 'issued', ['mark_paid', 'revert_payment', 'credit']],
  ['paid', 'paid', ['revert_payment', 'credit']],
  ['cancelled', 'cancelled', []],
  ['credit note in draft', 'draft', ['issue', 'cancel']],
  ['credit note issued', 'issued', ['mark_paid', 'cancel']],
  ['credit note paid back', 'paid', ['revert_payment']],
  ['credit note set off', 'issued', ['cancel']],
  ['issued over nothing', 'issued', ['cancel', 'credit']],
]

const bodies: Partial<Record<InvoiceAction, object>> = {
  mark_paid: { paid_at },
  credit: { reason: 'Reklamace' },
  group_stock_issues: { stock_issue_ids: [nobody] },
}
const keys = Object.keys(invoiceWorkflow.actions) as InvoiceAction[]

describe('every state and every action', () => {
  test.each(cells)(
    '%s: 200 for what is listed, 409 invalid_transition for the rest',
    async (situation, status, open) => {
      const book = await salesBook(service)
      const path = await reach[situation]!(book)
      const before = await book.read(path)
      expect(before.now).toMatchObject({ status, allowed_actions: open })
      for (const key of keys.filter(each => !open.includes(each))) {
        const { body } = await book.run(path, key, bodies[key])
        // Nobody's stock issue is a fault of the body: references come before the state.
        const refusal =
          key === 'group_stock_issues' ? { status: 422 } : { code: 'invalid_transition', allowed_actions: open }
        expect({ key, ...body }).toMatchObject({ key, ...refusal })
      }
      expect(await book.read(path)).toEqual(before)
      for (const key of open) {
        const reply = await book.run(await reach[situation]!(book), key, bodies[key])
        expect({ key, status: reply.status }).toEqual({ key, status: key === 'group_stock_issues' ? 422 : 200 })
      }
      expect((await book.run(path, 'send')).body.code).toBe('unknown_action')
    },
  )

  test('200 cancel: one event; the invoice keeps its number', async () => {
    const book = await shared()
    const { id, number } = await book.issuedInvoice([rent])
    const types = await typesOf(book, async () => {
      expect((await book.act(`/invoices/${id}`, 'cancel')).body).toMatchObject({ status: 'cancelled', number })
    })
    expect(types).toEqual(['invoice.cancelled'])
  })
})

describe('change', () => {
  const remarks = { notes: 'x', internal_notes: 'y', due_date: '2026-12-31' }

  test('200 in a draft: every field of the head', async () => {
    const book = await salesBook(service)
    await book.apply({ categories: [{ kind: 'category', code: 'c', name: 'c' }] })
    const [category] = (await book.api.get('/categories')).body.data
    const rival = await book.partner({ name: 'Konkurence' })
    const { id } = await book.invoice([rent])
    const path = `/invoices/${id}`
    const wanted = {
      ...remarks,
      warehouse_id: book.second,
      category_id: category.id,
      issue_date: '2026-11-03',
      tax_point_date: '2026-11-02',
      customer_order_ref: 'PO 8',
      currency: 'EUR',
      exchange_rate: '25',
    }
    const { body } = await book.api.patch(path, { partner_id: rival, ...wanted })
    expect(body).toMatchObject({ ...wanted, partner: { id: rival, name: 'Konkurence' } })
    const same = await book.api.patch(path, { ...wanted, exchange_rate: '25.00' })
    expect(same).toMatchObject({ headers: { etag: 'W/"2"' }, body: { updated_at: body.updated_at } })
    expect((await book.api.patch(path, { warehouse_id: null })).body.code).toBe('warehouse_required')
    expect((await book.api.patch(path, { warehouse_id: book.system })).body.code).toBe('system_warehouse')
    expect((await book.api.patch(path, { currency: 'ABC' })).body.code).toBe('currency_not_supported')
    const faults = await book.api.patch(path, { partner_id: nobody, event_id: category.id })
    expect(faultsOf(faults)).toEqual(['event_id invalid_reference', 'partner_id invalid_reference'])
    for (const field of ['order_id', 'lines', 'external_ref', 'status', 'number']) {
      expect((await book.api.patch(path, { [field]: null })).body.code, field).toBe('unknown_field')
    }
    const stale = await book.api.patch(path, { notes: 'z' }, { headers: { 'if-match': 'W/"1"' } })
    expect(stale.body).toMatchObject({ code: 'stale_version', current_etag: 'W/"2"' })
  })

  test('200 once issued for six fields, 409 invalid_transition for every other and when it is closed', async () => {
    const book = await salesBook(service)
    const kinds = ['category', 'event', 'activity'] as const
    await book.apply({ categories: kinds.map(kind => ({ kind, code: kind, name: kind })) })
    const { data } = (await book.api.get('/categories')).body
    const labels = Object.fromEntries(data.map(({ kind, id }: Told) => [`${kind}_id`, id]))
    const { id } = await book.issuedInvoice([rent])
    const path = `/invoices/${id}`
    expect((await book.api.patch(path, { ...remarks, ...labels })).body).toMatchObject({ ...remarks, ...labels })
    const fixed = {
      partner_id: book.pub,
      warehouse_id: book.second,
      issue_date: '2026-11-03',
      tax_point_date: '2026-11-03',
      customer_order_ref: 'PO 9',
      currency: 'EUR',
      exchange_rate: '25',
    }
    for (const [field, value] of Object.entries(fixed)) {
      const { body } = await book.api.patch(path, { notes: 'z', [field]: value })
      expect({ field, ...body }).toMatchObject({
        field,
        code: 'invalid_transition',
        allowed_actions: ['mark_paid', 'cancel', 'credit'],
      })
    }
    await book.run(path, 'mark_paid', { paid_at })
    expect((await book.api.patch(path, { notes: 'z' })).body.code).toBe('invalid_transition')
    const cancelled = await reach.cancelled!(book)
    expect((await book.api.patch(cancelled, { notes: 'z' })).body.code).toBe('invalid_transition')
    expect((await book.read(path)).now.notes).toBe('x')
  })
})

describe('lines', () => {
  test('201 and 200 in a draft, with the tag and the totals of the invoice', async () => {
    const book = await shared()
    const { api, keg } = book
    const { id } = await book.invoice([freeLine('0.33')])
    const path = `/invoices/${id}`
    const added = await api.post(`${path}/lines`, freeLine('0.33', { quantity: '9' }))
    expect(added).toMatchObject({ status: 201, headers: { etag: 'W/"2"' }, body: { invoice_id: id, sort_order: 2 } })
    expect(added.headers.location).toMatch(new RegExp(`${path}$`))
    expect((await book.read(path)).now.totals).toMatchObject({ excl_vat: '3.30', vat: '0.69', incl_vat: '3.99' })
    const line = `${path}/lines/${added.body.id}`
    const changed = await api.patch(line, { description: 'Sudy', item_id: keg, unit: { unit_code: 'pcs' } })
    expect(changed).toMatchObject({ headers: { etag: 'W/"3"' }, body: { item: { id: keg }, unit: { code: 'pcs' } } })
    expect((await api.patch(line, { description: 'Sudy' })).headers.etag).toBe('W/"3"')
    const discounted = await api.patch(line, { discount_pct: '50', vat_rate_pct: '12', unit_price: '10' })
    expect(discounted.body.totals).toEqual({ excl_vat: '45.00', vat: '5.40', incl_vat: '50.40' })
    expect((await book.read(path)).now.totals).toMatchObject({ excl_vat: '45.33', vat: '5.47', incl_vat: '50.80' })
    expect((await api.patch(`${path}/lines/${nobody}`, { discount_pct: '1' })).status).toBe(404)
  })

  test('422: a unit goes with an item and never without it', async () => {
    const book = await shared()
    const { api, keg } = book
    const unit = { unit_code: 'pcs' }
    const kegs = { description: 'Sudy', quantity: '1', unit_price: '1', item_id: keg, unit }
    const { id, lines } = await book.invoice([rent, kegs])
    const at = (index: number) => `/invoices/${id}/lines/${lines[index].id}`
    expect(faultsOf(await api.post(`/invoices/${id}/lines`, freeLine('1', { unit })))).toEqual([
      'unit unexpected_field',
    ])
    expect(faultsOf(await api.post(`/invoices/${id}/lines`, { ...kegs, unit: undefined }))).toEqual([
      'unit unit_required',
    ])
    expect(faultsOf(await api.patch(at(0), { unit }))).toEqual(['unit unexpected_field'])
    expect(faultsOf(await api.patch(at(0), { item_id: keg }))).toEqual(['unit unit_required'])
    expect(faultsOf(await api.patch(at(1), { quantity: '2' }))).toEqual(['unit unit_required'])
    expect((await api.patch(at(1), { quantity: '1.5', unit })).body).toMatchObject({ code: 'quantity_scale' })
    expect((await api.patch(at(1), { unit: { unit_code: 'kg' } })).body).toMatchObject({ code: 'unit_mismatch' })
    expect(faultsOf(await api.patch(at(1), { item_id: nobody, unit }))).toEqual(['item_id invalid_reference'])
    expect((await api.patch(at(0), { quantity: '2' })).body).toMatchObject({ quantity: '2', unit: null })
    expect((await api.patch(at(1), { item_id: null })).body).toMatchObject({ item: null, unit: null })
  })

  test.each(['issued', 'paid', 'cancelled'])('409 invalid_transition: %s', async situation => {
    const book = await shared()
    const path = await reach[situation]!(book)
    const { now } = await book.read(path)
    const refusal = { code: 'invalid_transition', allowed_actions: now.allowed_actions }
    expect((await book.api.post(`${path}/lines`, rent)).body).toMatchObject(refusal)
    expect((await book.api.patch(`${path}/lines/${now.lines[0].id}`, { discount_pct: '1' })).body).toMatchObject(
      refusal,
    )
  })
})

describe('issue', () => {
  test('200: a dry run shows where it is paid to, null without an account, nothing where nobody transfers', async () => {
    const book = await salesBook(service)
    const effectsOf = async (id: string) =>
      (await book.api.post(`/invoices/${id}/actions/issue?dry_run=true`)).body.effects
    const ofOrder = async (payment_method: string) => {
      const order = await book.confirmed([book.service('1')], { payment_method })
      return (await book.act(`/orders/${order.id}`, 'create_invoice')).body.created.id
    }
    const { id } = await book.invoice([rent])
    expect(await effectsOf(id)).toEqual({ payable_to: null })
    expect(await effectsOf(await ofOrder('cash'))).toEqual({})
    expect(await effectsOf(await ofOrder('card'))).toEqual({})
    const note = await book.credit((await book.issuedInvoice([rent])).id)
    expect(await effectsOf(note.id)).toEqual({})
    await book.apply({ finance_accounts: [bank] })
    const { account_number, iban } = bank
    expect(await effectsOf(id)).toEqual({ payable_to: { account_number, iban, bic: null } })
    expect(await effectsOf(await ofOrder('bank_transfer'))).toEqual({ payable_to: { account_number, iban, bic: null } })
  })
})

describe('group_stock_issues', () => {
  test('200: lines of confirmed issues at the terms of their order, else by the cascade', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '20', '1', { unit: 'pcs' })
    const terms = { unit_price: '77', discount_pct: '10', vat_rate_pct: '12' }
    const order = await book.confirmed([book.line('3', terms)])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    const plain = (await book.issued(book.keg, '2', { unit: 'pcs', partner_id: book.pub })).body.id
    const { id } = await book.invoice([rent])
    const ids = [created.id, plain, plain]
    const { body } = await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: ids })
    expect(body).toMatchObject({
      status: 'draft',
      order_id: null,
      totals: { excl_vat: '1407.90', vat: '276.95', incl_vat: '1684.85' },
      lines: [
        { description: 'Pronájem výčepu', source_stock_issue_id: null },
        { ...terms, item: { id: book.keg }, quantity: '3', source_stock_issue_id: created.id, sort_order: 2 },
        { unit_price: '100', vat_rate_pct: '21', discount_pct: null, quantity: '2', source_stock_issue_id: plain },
      ],
    })
    const twice = await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: [plain] })
    expect(twice.body).toMatchObject({ code: 'conflict', blockers: [{ object: 'stock_issue', id: plain }] })
    const other = await book.invoice([])
    const group = () => book.run(`/invoices/${other.id}`, 'group_stock_issues', { stock_issue_ids: [plain] })
    expect((await group()).body.code).toBe('conflict')
    await book.act(`/invoices/${id}`, 'cancel')
    expect((await group()).body.lines).toMatchObject([{ source_stock_issue_id: plain }])
  })

  test('422 invalid_reference: drafts, cancelled ones, receipts and those of another partner', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '20', '1', { unit: 'pcs' })
    const rival = await book.partner({ name: 'Konkurence' })
    const one = [{ item: book.keg, quantity: '1', unit: 'pcs' }]
    const draft = (await book.issue(one)).body.id
    const cancelled = (await book.issued(book.keg, '1', { unit: 'pcs' })).body.id
    await book.act(`/stock-issues/${cancelled}`, 'cancel')
    const foreign = (await book.issued(book.keg, '1', { unit: 'pcs', partner_id: rival })).body.id
    const receipt = (await book.receipt(one)).body.id
    const fit = (await book.issued(book.keg, '1', { unit: 'pcs' })).body.id
    const { id } = await book.invoice([])
    const stock_issue_ids = [fit, draft, cancelled, foreign, receipt, nobody]
    const reply = await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids })
    expect(faultsOf(reply)).toEqual([1, 2, 3, 4, 5].map(index => `stock_issue_ids[${index}] invalid_reference`))
    const malformed = await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: ['x'] })
    expect(faultsOf(malformed)).toEqual(['stock_issue_ids[0] invalid_reference'])
    for (const [body, row] of [
      [{}, 'stock_issue_ids required'],
      [{ stock_issue_ids: [] }, 'stock_issue_ids not_allowed'],
    ] as const) {
      expect(faultsOf(await book.run(`/invoices/${id}`, 'group_stock_issues', body))).toEqual([row])
    }
    expect((await book.read(`/invoices/${id}`)).now.lines).toEqual([])
  })

  test('409 conflict: prices in another currency than the invoice, of the order or of the cascade', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '20', '1', { unit: 'pcs' })
    await book.apply({ price_lists: [{ code: 'EU', name: 'Export', currency: 'EUR' }] })
    const [list] = (await book.api.get('/price-lists')).body.data
    const partner_id = await book.partner({ name: 'Export', price_list_id: list.id })
    const order = await book.confirmed([book.line('1', { unit_price: '4' })], { partner_id })
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    const plain = (await book.issued(book.keg, '2', { unit: 'pcs', partner_id: book.pub })).body.id
    const group = async (stock_issue_id: string, head: object) => {
      const { id } = await book.invoice([], head)
      return (await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: [stock_issue_id] })).body
    }
    expect((await group(created.id, { partner_id })).code).toBe('conflict')
    expect((await group(plain, { currency: 'EUR' })).code).toBe('conflict')
    const fit = await group(created.id, { partner_id, currency: 'EUR' })
    expect(fit).toMatchObject({ currency: 'EUR', totals: { excl_vat: '4.00' } })
  })

  test('409 conflict: the issue of an order that has an invoice of its own', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '20', '1', { unit: 'pcs' })
    const order = await book.confirmed([book.line('1')])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    const own = (await book.act(`/orders/${order.id}`, 'create_invoice')).body.created.id
    const { id } = await book.invoice([])
    const group = () => book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: [created.id] })
    expect((await group()).body).toMatchObject({ code: 'conflict', blockers: [{ id: created.id }] })
    await book.act(`/invoices/${own}`, 'cancel')
    expect((await group()).status).toBe(200)
  })

  test('409 conflict: goods without any price', async () => {
    const book = await salesBook(service)
    const malt = await book.item()
    await book.received(malt, '5')
    const issue = (await book.issued(malt, '5')).body.id
    const { id } = await book.invoice([])
    const reply = await book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids: [issue] })
    expect(reply.body.code).toBe('conflict')
  })
})
