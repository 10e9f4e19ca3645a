/** Why a line has no VAT: on rates, on lines of orders and invoices, and from one to the other. */
import { beforeAll, describe, expect, test } from 'vitest'
import { freeLine, type SalesBook, salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'

const service = useService()

let book: SalesBook
/** An item sold at 0 % with a reason. */
let book0: string
beforeAll(async () => {
  book = await salesBook(service)
  await book.apply({ vat_rates: [{ code: 'KNIHY', name: 'Knihy', rate_pct: '0', vat_exemption: 'exempt' }] })
  const { data } = (await book.api.get('/vat-rates')).body
  const rate = data.find(({ code }: { code: string }) => code === 'KNIHY')
  expect(rate).toMatchObject({ rate_pct: '0', vat_exemption: 'exempt' })
  book0 = await book.item({
    name: 'Kniha o pivu',
    unit: { unit_code: 'pcs' },
    sale_price: '300',
    sale_vat_rate_id: rate.id,
  })
})

const sold = (rest: object = {}) => book.line('1', { item_id: book0, ...rest })
const reasonsOf = ({ lines }: { lines: { vat_exemption: string | null }[] }) =>
  lines.map(({ vat_exemption }) => vat_exemption)

describe('VAT rates', () => {
  test('a rate of 0 % has a reason, another has none; out and in again changes nothing', async () => {
    const own = await settingsOf(service)
    const rate = { code: 'EU', name: 'Do EU', rate_pct: '0', vat_exemption: 'intra_eu' } as const
    expect(await own.accept({ vat_rates: [rate] })).toEqual(['create vat_rates EU'])
    expect((await own.current()).vat_rates).toContainEqual({ ...rate, is_default: false, is_active: true })
    expect(await own.accept({ vat_rates: [{ ...rate, vat_exemption: 'export' }] })).toEqual(['update vat_rates EU'])
    expect(await own.accept({ vat_rates: [{ ...rate, vat_exemption: null }] })).toEqual(['update vat_rates EU'])
    expect(await own.refuse({ vat_rates: [{ ...rate, code: 'X', rate_pct: '5' }] })).toEqual([
      'vat_rates X: Only a rate of 0 % has a vat_exemption.',
    ])
  })
})

describe('lines of an invoice', () => {
  test('201 and 200: kept, changed and cleared; gone with a rate above 0', async () => {
    const invoice = await book.invoice([
      freeLine('10', { vat_rate_pct: '0', vat_exemption: 'export' }),
      freeLine('10', { vat_rate_pct: '0' }),
      freeLine('10'),
    ])
    expect(reasonsOf(invoice)).toEqual(['export', null, null])
    const path = `/invoices/${invoice.id}/lines/${invoice.lines[0].id}`
    const patched = async (body: object) => (await book.api.patch(path, body)).body
    expect(await patched({ vat_exemption: 'intra_eu' })).toMatchObject({ vat_exemption: 'intra_eu' })
    expect(await patched({ unit_price: '11' })).toMatchObject({ vat_exemption: 'intra_eu' })
    expect(await patched({ vat_exemption: null })).toMatchObject({ vat_exemption: null })
    expect(await patched({ vat_exemption: 'reverse_charge' })).toMatchObject({ vat_exemption: 'reverse_charge' })
    expect(await patched({ vat_rate_pct: '21' })).toMatchObject({ vat_rate_pct: '21', vat_exemption: null })
    const added = await book.api.post(
      `/invoices/${invoice.id}/lines`,
      freeLine('1', { vat_rate_pct: '0', vat_exemption: 'exempt' }),
    )
    expect(added.body).toMatchObject({ vat_exemption: 'exempt' })
  })

  test('201: an item sold with a rate of 0 % brings its reason; a line that sends one has its own', async () => {
    const unit = { unit_code: 'pcs' }
    const item = { item_id: book0, unit }
    const invoice = await book.invoice([
      freeLine('1', { ...item, vat_rate_pct: '0' }),
      freeLine('1', { ...item, vat_rate_pct: '0', vat_exemption: null }),
      freeLine('1', { ...item, vat_rate_pct: '0.00', vat_exemption: 'export' }),
      freeLine('1', item),
      freeLine('1', { item_id: book.keg, unit, vat_rate_pct: '0' }),
    ])
    expect(reasonsOf(invoice)).toEqual(['exempt', null, 'export', null, null])
  })

  test('422 validation_failed: above 0 %, an unknown word, and on a line that is changed', async () => {
    const body = { partner_id: book.pub, warehouse_id: book.main }
    const wrong = await book.api.post('/invoices', { ...body, lines: [freeLine('1', { vat_exemption: 'exempt' })] })
    expect(wrong.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'lines[0].vat_exemption', code: 'not_allowed' }],
    })
    const odd = await book.api.post('/invoices', { ...body, lines: [freeLine('1', { vat_exemption: 'gift' })] })
    expect(odd.body).toMatchObject({ status: 422, errors: [{ field: 'lines[0].vat_exemption' }] })
    const invoice = await book.invoice([freeLine('1', { vat_rate_pct: '0', vat_exemption: 'export' })])
    const path = `/invoices/${invoice.id}/lines/${invoice.lines[0].id}`
    const patched = await book.api.patch(path, { vat_rate_pct: '12', vat_exemption: 'export' })
    expect(patched.body).toMatchObject({ errors: [{ field: 'vat_exemption', code: 'not_allowed' }] })
    const added = await book.api.post(`/invoices/${invoice.id}/lines`, freeLine('1', { vat_exemption: 'export' }))
    expect(added.body).toMatchObject({ errors: [{ field: 'vat_exemption', code: 'not_allowed' }] })
  })

  test('201: a credit note gives the same reason', async () => {
    const { id } = await book.issuedInvoice([freeLine('10', { vat_rate_pct: '0', vat_exemption: 'intra_eu' })])
    const { body } = await book.run(`/invoices/${id}`, 'credit', { reason: 'Vráceno' })
    expect(reasonsOf(body)).toEqual(['intra_eu'])
  })
})

describe('lines of an order', () => {
  test('201 and 200: as on an invoice, and the invoice of the order has the same', async () => {
    const order = await book.order([
      sold(),
      sold({ vat_exemption: null }),
      sold({ vat_exemption: 'export' }),
      sold({ vat_rate_pct: '21' }),
      book.line('1', { vat_rate_pct: '0', vat_exemption: 'reverse_charge' }),
    ])
    expect(reasonsOf(order)).toEqual(['exempt', null, 'export', null, 'reverse_charge'])
    const path = `/orders/${order.id}/lines/${order.lines[3].id}`
    const patched = async (body: object) => (await book.api.patch(path, body)).body
    expect(await patched({ vat_rate_pct: '0' })).toMatchObject({ vat_exemption: 'exempt' })
    expect(await patched({ vat_exemption: 'intra_eu' })).toMatchObject({ vat_exemption: 'intra_eu' })
    expect(await patched({ notes: 'x' })).toMatchObject({ vat_exemption: 'intra_eu' })
    await book.act(`/orders/${order.id}`, 'confirm')
    const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
    const { now } = await book.read(`/invoices/${created.id}`)
    expect(reasonsOf(now)).toEqual(['exempt', null, 'export', 'intra_eu', 'reverse_charge'])
  })

  test('422 validation_failed: not_allowed above 0 %', async () => {
    const body = { partner_id: book.pub, lines: [sold(), book.line('1', { vat_exemption: 'exempt' })] }
    const created = await book.api.post('/orders', body)
    expect(created.body).toMatchObject({ errors: [{ field: 'lines[1].vat_exemption', code: 'not_allowed' }] })
    const order = await book.order([sold()])
    const path = `/orders/${order.id}/lines/${order.lines[0].id}`
    const patched = await book.api.patch(path, { vat_rate_pct: '12', vat_exemption: 'exempt' })
    expect(patched.body).toMatchObject({ errors: [{ field: 'vat_exemption', code: 'not_allowed' }] })
  })

  test('200: goods invoiced by their issues have the reason of the order, else that of the item', async () => {
    await book.received(book0, '9', '1', { unit: 'pcs' })
    const order = await book.confirmed([sold({ vat_exemption: 'export' })])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    const free = await book.issued(book0, '1', { unit: 'pcs', partner_id: book.pub })
    const invoice = await book.invoice([])
    const body = { stock_issue_ids: [created.id, free.body.id] }
    const grouped = await book.run(`/invoices/${invoice.id}`, 'group_stock_issues', body)
    expect(reasonsOf(grouped.body).toSorted()).toEqual(['exempt', 'export'])
  })
})

describe('who pays no VAT', () => {
  test('201 without a reason, whatever the item has; 422 not_allowed with one', async () => {
    const poor = await salesBook(service)
    await poor.tenant.set({ is_vat_payer: false })
    expect(reasonsOf(await poor.invoice([freeLine('1', { vat_exemption: null })]))).toEqual([null])
    const line = freeLine('1', { vat_rate_pct: '0', vat_exemption: 'exempt' })
    const body = { partner_id: poor.pub, warehouse_id: poor.main, lines: [line] }
    const refused = await poor.api.post('/invoices', body)
    expect(refused.body).toMatchObject({ errors: [{ field: 'lines[0].vat_exemption', code: 'not_allowed' }] })
    const ordered = { partner_id: poor.pub, lines: [poor.line('1', { vat_exemption: 'exempt' })] }
    const order = await poor.api.post('/orders', ordered)
    expect(order.body).toMatchObject({ errors: [{ field: 'lines[0].vat_exemption', code: 'not_allowed' }] })
  })
})
