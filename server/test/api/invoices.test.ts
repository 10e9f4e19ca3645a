/** Issued invoices as they are written: of an order or free, issued with a number, changed, called off. */
import { describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { freeLine, type SalesBook, salesBook, type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()
const today = () => dayIn('Europe/Prague', service.clock())

let known: Promise<SalesBook> | undefined
const shared = () => (known ??= salesBook(service))

const rent = freeLine('1000')

async function labelsOf({ api, apply }: SalesBook): Promise<Record<string, string>> {
  const kinds = ['category', 'event', 'activity'] as const
  await apply({ categories: kinds.map(kind => ({ kind, code: kind, name: kind })) })
  const { data } = (await api.get('/categories')).body
  return Object.fromEntries(data.map(({ kind, id }: Told) => [`${kind}_id`, id]))
}

describe('of an order', () => {
  test('201: the order and its lines; the order is invoiced; order_id is null in lists', async () => {
    const book = await shared()
    const { api, pub, main } = book
    const order = await book.confirmed([
      book.line('7', { unit_price: '1234.50' }),
      book.line('24', { unit_price: '18.35', discount_pct: '7.5' }),
      book.service('3', { unit_price: '99.99', vat_rate_pct: '12' }),
    ])
    const external_ref = { system: 'eshop', id: 'F-1' }
    let invoice: Told
    const types = await typesOf(book, async () => {
      invoice = (await api.post('/invoices', { order_id: order.id, external_ref })).body
    })
    expect(types).toEqual(['invoice.created', 'order.invoiced'])
    expect(invoice).toMatchObject({
      object: 'invoice',
      document_type: 'invoice',
      status: 'draft',
      number: null,
      variable_symbol: null,
      order_id: order.id,
      warehouse_id: main,
      partner: { id: pub },
      external_ref,
      issue_date: today(),
      tax_point_date: today(),
      due_date: daysAfter(today(), 14),
      totals: { excl_vat: '9348.84', vat: '1936.26', incl_vat: '11285.10', deposit: '0.00' },
      amount_paid: '0.00',
      amount_remaining: '11285.10',
      lines: [
        { item: { id: book.keg }, unit: { code: 'pcs' }, totals: { excl_vat: '8641.50' } },
        { discount_pct: '7.5', totals: { excl_vat: '407.37' } },
        { item: { id: book.ride }, vat_rate_pct: '12', totals: { excl_vat: '299.97', vat: '36.00' } },
      ],
    })
    expect((await book.read(`/orders/${order.id}`)).now).toMatchObject({ status: 'invoiced', invoice_id: invoice.id })
    expect((await api.get(`/invoices/by-external-ref/eshop/F-1`)).body).toEqual(invoice)
    const { lines, ...head } = invoice
    expect(lines).toHaveLength(3)
    expect((await api.get(`/invoices?order_id=${order.id}`)).body.data).toEqual([{ ...head, order_id: null }])
  })

  test('422 unexpected_field: nothing but external_ref goes beside order_id, and both shapes are exactly_one_of', async () => {
    const { api } = await shared()
    const beside = {
      partner_id: nobody,
      warehouse_id: nobody,
      category_id: nobody,
      event_id: nobody,
      activity_id: nobody,
      issue_date: '2026-11-01',
      due_date: '2026-11-01',
      tax_point_date: '2026-11-01',
      customer_order_ref: 'x',
      notes: 'x',
      internal_notes: 'x',
      currency: 'CZK',
      exchange_rate: '1',
      lines: [],
    }
    const reply = await api.post('/invoices', { order_id: nobody, ...beside })
    const rows = Object.keys(beside).map(field => `${field} unexpected_field`)
    expect(faultsOf(reply)).toEqual([' exactly_one_of', ...rows].toSorted())
    expect(faultsOf(await api.post('/invoices', { order_id: nobody, notes: 'x' }))).toEqual(['notes unexpected_field'])
  })

  test('422 invalid_reference for no such order, 409 invalid_transition for one that is not open', async () => {
    const book = await shared()
    const { api } = book
    for (const order_id of ['x', nobody]) {
      expect(faultsOf(await api.post('/invoices', { order_id }))).toEqual(['order_id invalid_reference'])
    }
    const draft = await book.order([book.line('1')])
    expect((await api.post('/invoices', { order_id: draft.id })).body).toMatchObject({
      code: 'invalid_transition',
      allowed_actions: ['confirm', 'cancel'],
    })
    await book.act(`/orders/${draft.id}`, 'confirm')
    expect((await api.post('/invoices', { order_id: draft.id })).status).toBe(201)
    const twice = await api.post('/invoices', { order_id: draft.id })
    expect(twice.body).toMatchObject({ code: 'invalid_transition', allowed_actions: ['create_stock_issue'] })
  })
})

describe('free', () => {
  test('201: every field comes back as it was sent', async () => {
    const book = await salesBook(service)
    const labels = await labelsOf(book)
    const sent = {
      ...labels,
      warehouse_id: book.main,
      issue_date: '2026-11-01',
      due_date: '2026-11-30',
      tax_point_date: '2026-10-31',
      customer_order_ref: 'PO 7',
      notes: 'Děkujeme',
      internal_notes: 'Stálý zákazník',
      currency: 'EUR',
      exchange_rate: '25.3150',
      external_ref: { system: 'erp', id: '7' },
    }
    const item = { item_id: book.keg, unit: { unit_code: 'pcs' }, quantity: '2', description: 'Sudy', unit_price: '1' }
    const lines = [{ ...item, vat_rate_pct: '12', discount_pct: '50', ...labels }, rent]
    const { status, body, headers } = await book.api.post('/invoices', { partner_id: book.pub, ...sent, lines })
    expect(status).toBe(201)
    expect(headers.etag).toBe('W/"1"')
    expect(body).toMatchObject({
      ...sent,
      exchange_rate: '25.315',
      status: 'draft',
      order_id: null,
      paid_at: null,
      totals: { excl_vat: '1001.00', vat: '210.12', incl_vat: '1211.12' },
      allowed_actions: ['issue', 'cancel', 'group_stock_issues'],
      lines: [
        {
          ...labels,
          item: { id: book.keg },
          unit: { code: 'pcs' },
          vat_rate_pct: '12',
          discount_pct: '50',
          sort_order: 1,
        },
        {
          item: null,
          unit: null,
          vat_rate_pct: '21',
          discount_pct: null,
          category_id: null,
          source_stock_issue_id: null,
        },
      ],
    })
    const again = await book.api.post('/invoices?on_conflict=return', {
      partner_id: nobody,
      external_ref: sent.external_ref,
    })
    expect(again).toMatchObject({ status: 200, body: { id: body.id } })
  })

  test('422: rows of the body', async () => {
    const { api, pub, main, keg } = await shared()
    const head = { partner_id: pub, warehouse_id: main }
    const kegs = { description: 'Sudy', quantity: '1', unit_price: '1', item_id: keg }
    const unit = { unit_code: 'pcs' }
    const cases: [object, string[]][] = [
      [{ warehouse_id: main }, ['partner_id required']],
      [{}, ['partner_id required']],
      [{ ...head, lines: [rent, kegs] }, ['lines[1].unit unit_required']],
      [{ ...head, lines: [freeLine('1', { unit })] }, ['lines[0].unit unexpected_field']],
      [{ ...head, lines: [{ ...kegs, unit: {} }] }, ['lines[0].unit exactly_one_of']],
      [{ ...head, lines: [freeLine('1', { item_id: null, unit })] }, ['lines[0].unit unexpected_field']],
      [{ ...head, lines: [{ quantity: '1' }] }, ['lines[0].description required', 'lines[0].unit_price required']],
      [{ ...head, lines: [freeLine('1', { quantity: '0' })] }, ['lines[0].quantity not_allowed']],
      [{ ...head, lines: [freeLine('-1')] }, ['lines[0].unit_price not_allowed']],
      [{ ...head, lines: [freeLine('1', { vat_rate_pct: '21.001' })] }, ['lines[0].vat_rate_pct not_allowed']],
      [{ ...head, lines: Array(501).fill(rent) }, ['lines not_allowed']],
      [{ ...head, status: 'issued' }, ['status unknown_field']],
      [{ ...head, currency: 'EURO' }, ['currency not_allowed']],
      [{ ...head, exchange_rate: '0' }, ['exchange_rate not_allowed']],
      [
        { ...head, partner_id: nobody, lines: [{ ...kegs, unit, item_id: nobody }] },
        ['lines[0].item_id invalid_reference', 'partner_id invalid_reference'],
      ],
      [{ ...head, warehouse_id: nobody }, ['warehouse_id invalid_reference']],
      [
        { ...head, category_id: nobody, lines: [freeLine('1', { event_id: nobody })] },
        ['category_id invalid_reference', 'lines[0].event_id invalid_reference'],
      ],
    ]
    for (const [body, rows] of cases) expect(faultsOf(await api.post('/invoices', body)), rows.join()).toEqual(rows)
  })

  test('422: codes of their own for warehouse, currency, units and decimals', async () => {
    const { api, pub, main, system, keg } = await shared()
    const line = (rest: object) => ({ description: 'Sudy', quantity: '1', unit_price: '1', item_id: keg, ...rest })
    const lines = [rent, line({ unit: { unit_code: 'kg' } })]
    const cases: [object, object][] = [
      [{}, { code: 'warehouse_required' }],
      [{ warehouse_id: null }, { code: 'warehouse_required' }],
      [{ warehouse_id: system }, { code: 'system_warehouse' }],
      [{ warehouse_id: main, currency: 'ABC' }, { code: 'currency_not_supported' }],
      [
        { warehouse_id: main, lines },
        { code: 'unit_mismatch', field: 'lines[1].unit', expected_unit: { code: 'pcs' } },
      ],
      [
        { warehouse_id: main, lines: [line({ quantity: '1.5', unit: { unit_code: 'pcs' } })] },
        { code: 'quantity_scale', field: 'lines[0].quantity' },
      ],
    ]
    for (const [body, refusal] of cases) {
      expect((await api.post('/invoices', { partner_id: pub, ...body })).body).toMatchObject({
        status: 422,
        ...refusal,
      })
    }
  })

  test('201 without the stock module: no warehouse; who pays no VAT charges none', async () => {
    const tenant = await service.tenant({ modules: ['sales', 'finance', 'api'] })
    await tenant.set({ is_vat_payer: false })
    const api = await tenant.key()
    const partner_id = (await api.post('/partners', { name: 'Hospoda' })).body.id
    const { status, body } = await api.post('/invoices', {
      partner_id,
      lines: [freeLine('100', { vat_rate_pct: '21' })],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'draft', warehouse_id: null, totals: { vat: '0.00' } })
    expect(body.lines[0].vat_rate_pct).toBe('0')
    const cleared = await api.patch(`/invoices/${body.id}`, { warehouse_id: null })
    expect(cleared.status).toBe(200)
    const [{ id: warehouse_id }] = (await api.get('/warehouses?type=standard')).body.data
    const named = [
      api.post('/invoices', { partner_id, warehouse_id }),
      api.patch(`/invoices/${body.id}`, { warehouse_id }),
    ]
    for (const reply of await Promise.all(named)) expect(faultsOf(reply)).toEqual(['warehouse_id unexpected_field'])
  })
})

describe('issue', () => {
  test('422 no_lines, 422 missing_exchange_rate; with them 200, a number and a variable symbol', async () => {
    const book = await salesBook(service)
    const empty = await book.invoice([])
    expect((await book.run(`/invoices/${empty.id}`, 'issue')).body.code).toBe('no_lines')
    const { id } = await book.invoice([rent], { currency: 'EUR', issue_date: '2025-12-31' })
    const path = `/invoices/${id}`
    expect((await book.run(path, 'issue')).body.code).toBe('missing_exchange_rate')
    await book.api.patch(path, { exchange_rate: '25' })
    const types = await typesOf(book, async () => {
      const { body } = await book.act(path, 'issue')
      expect(body).toMatchObject({ status: 'issued', number: 'FV202500001', variable_symbol: '202500001' })
      expect(body.allowed_actions).toEqual(['mark_paid', 'cancel', 'credit'])
    })
    expect(types).toEqual(['invoice.issued'])
    expect((await book.issuedInvoice([rent], { issue_date: '2026-01-01' })).number).toBe('FV202600001')
  })

  test('200: twenty at once, refused ones between them, leave no gap', async () => {
    const book = await salesBook(service)
    const head = { issue_date: '2026-11-01' }
    const drafts: Told[] = []
    for (let index = 0; index < 20; index++) drafts.push(await book.invoice([rent], head))
    const refused = [await book.invoice([], head), await book.invoice([rent], { ...head, currency: 'EUR' })]
    const replies = await Promise.all(
      [...drafts, ...refused, ...refused].map(({ id }) => book.run(`/invoices/${id}`, 'issue')),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), ...Array(4).fill(422)])
    const numbers = replies.flatMap(({ body }) => body.number ?? []).toSorted()
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => `FV2026${String(index + 1).padStart(5, '0')}`))
    expect((await book.run(`/invoices/${drafts[0].id}`, 'issue')).body.code).toBe('invalid_transition')
    // A cancelled invoice keeps its number.
    await book.act(`/invoices/${drafts[19].id}`, 'cancel')
    expect((await book.issuedInvoice([rent], head)).number).toBe('FV202600021')
  })
})

describe('list', () => {
  test('200: every filter, and never the lines', async () => {
    const book = await salesBook(service)
    const { api, pub, main, second, keg } = book
    const rival = await book.partner({ name: 'Pivnice U Žáby' })
    const kegs = { description: 'Sudy', quantity: '1', unit_price: '1', item_id: keg, unit: { unit_code: 'pcs' } }
    const dates = (day: string) => ({ issue_date: day, due_date: daysAfter(day, 10) })
    const one = await book.issuedInvoice([rent], { ...dates('2026-10-01'), customer_order_ref: 'PO 77' })
    const external_ref = { system: 'erp', id: '2' }
    const two = await book.invoice([kegs], { ...dates('2026-10-02'), warehouse_id: second, external_ref })
    const three = await book.invoice([rent], { ...dates('2026-10-03'), partner_id: rival })
    const note = await book.credit(one.id, { issue_date: '2026-10-04' })
    const [a, b, c, d] = [one.id, two.id, three.id, note.id]
    const cases: [string, string[]][] = [
      ['', [d, c, b, a]],
      ['status=issued', [a]],
      ['status=draft', [d, c, b]],
      ['document_type=credit_note', [d]],
      ['document_type=invoice', [c, b, a]],
      [`partner_id=${pub}`, [d, b, a]],
      [`warehouse_id=${main}`, [d, c, a]],
      [`item_id=${keg}`, [b]],
      [`variable_symbol=${one.variable_symbol}`, [a]],
      ['date_from=2026-10-02&date_to=2026-10-03', [c, b]],
      ['due_before=2026-10-12', [a]],
      ['external_ref=erp:2', [b]],
      [`search=${one.number.toLowerCase()}`, [a]],
      ['search=zaby', [c]],
      ['search=po%2077', [d, a]],
    ]
    for (const [query, ids] of cases) {
      const { data } = (await api.get(`/invoices?${query}`)).body
      expect(
        data.map(({ id }: Told) => id),
        query,
      ).toEqual(ids)
      expect(data.filter((each: object) => 'lines' in each)).toEqual([])
    }
  })
})

describe('scopes', () => {
  test('403 insufficient_scope: finance:read is not enough on an account with the sales module', async () => {
    const book = await shared()
    const { id } = await book.invoice([rent])
    const finance = await book.tenant.key({ scopes: ['finance:read', 'finance:write'] })
    for (const reply of [await finance.get('/invoices'), await finance.get(`/invoices/${id}`)]) {
      expect(reply.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['sales:read'] })
    }
    const written = await finance.post(`/invoices/${id}/actions/issue`)
    expect(written.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['sales:write'] })
    const sales = await book.tenant.key({ scopes: ['sales:read'] })
    expect((await sales.get(`/invoices/${id}`)).status).toBe(200)
    expect((await sales.post(`/invoices/${id}/actions/issue`)).body.code).toBe('insufficient_scope')
  })

  test('200 with finance:read on an account without the sales module', async () => {
    const tenant = await service.tenant({ modules: ['finance', 'api'] })
    const partner_id = (await (await tenant.key()).post('/partners', { name: 'Hospoda' })).body.id
    const api = await tenant.key({ scopes: ['finance:read', 'finance:write'] })
    const { status, body } = await api.post('/invoices', { partner_id, lines: [rent] })
    expect(status).toBe(201)
    expect((await api.get('/invoices')).body.data).toMatchObject([{ id: body.id }])
    const sales = await tenant.key({ scopes: ['sales:read', 'sales:write'] })
    expect((await sales.get('/invoices')).body.code).toBe('insufficient_scope')
    expect((await api.get('/orders')).body.code).toBe('module_not_enabled')
  })
})
