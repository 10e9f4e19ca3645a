/** From an e-shop's basket to a paid invoice: the whole way, with its stock, its money and its events. */
import { expect, test } from 'vitest'
import { seedBook } from '../../src/domains/demo/actions.ts'
import { useService } from '../support/service.ts'
import { stockBook } from '../support/stock.ts'

const service = useService()

test('an e-shop sells kegs and bottles to a pub', async () => {
  const tenant = await service.tenant()
  await seedBook(service.database, service.clock, { slug: tenant.slug, isLive: false })
  const api = await tenant.key()
  const book = await stockBook(api)
  const one = async (path: string) => (await api.get(path)).body.data[0]
  const pub = await one(`/partners?search=${encodeURIComponent('tří sudů')}`)
  const keg = await one(`/items?search=${encodeURIComponent('12° KEG 50')}`)
  const bottle = await one('/items?external_ref=eshop:ZL12-05')
  const delivery = await one('/items?search=rozvoz')

  // The demo cellar: 39 kegs at 1 180, one being on tap, and 20 newer ones, bottles at 11.40.
  expect(await book.level(keg.id)).toMatchObject({ quantity: '59', reserved: '0' })

  const since = Number((await api.get('/orders')).headers['x-service-latest-sequence'])

  // The basket: prices come from the pub's list, deposits from the packaging.
  const { body: order } = await api.post('/orders', {
    partner_id: pub.id,
    payment_method: 'bank_transfer',
    external_ref: { system: 'eshop', id: 'O-1' },
    lines: [
      { item_id: keg.id, quantity: '10', unit: { unit_code: 'pcs' } },
      { item_id: bottle.id, quantity: '120', unit: { unit_code: 'pcs' } },
      { item_id: delivery.id, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '200', discount_pct: '50' },
    ],
  })
  expect(order.lines).toMatchObject([
    { unit_price: '2020', price_source: 'price_list', deposit: { pieces: '10', total: '15000.00' }, volume_l: '500' },
    { unit_price: '21.9', price_source: 'price_list', deposit: { pieces: '120', total: '360.00' }, volume_l: '60' },
    { unit_price: '200', price_source: 'manual', deposit: { id: null, pieces: '0', total: '0.00' }, volume_l: null },
  ])
  expect(order).toMatchObject({
    status: 'draft',
    origin: 'api',
    currency: 'CZK',
    totals: { excl_vat: '22928.00', vat: '4814.88', incl_vat: '27742.88', deposit: '15360.00' },
    allowed_actions: ['confirm', 'cancel'],
  })

  // Confirmed: the stock is held.
  const confirmed = (await book.act(`/orders/${order.id}`, 'confirm')).body
  expect(confirmed.status).toBe('confirmed')
  expect(await book.level(keg.id)).toMatchObject({ quantity: '59', reserved: '10', available: '49' })

  // Issued: the stock is gone, at its cost.
  const issued = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
  expect(issued).toMatchObject({ created: { object: 'stock_issue' }, stock_issue_status: 'draft' })
  const early = await api.post(`/orders/${order.id}/actions/ship`)
  expect(early.body).toMatchObject({ code: 'conflict', blockers: [{ object: 'stock_issue' }] })
  const issue = (await book.act(`/stock-issues/${issued.created.id}`, 'confirm')).body
  expect(issue.totals.total_cost).toBe('13168.00')
  expect(await book.level(keg.id)).toMatchObject({ quantity: '49', reserved: '0' })
  const shipped = (await book.act(`/orders/${order.id}`, 'ship')).body
  expect(shipped).toMatchObject({ status: 'shipped', stock_issue_status: 'confirmed' })

  // Invoiced, issued, paid in two parts.
  const invoiced = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
  expect(invoiced).toMatchObject({ status: 'invoiced', created: { object: 'invoice' } })
  const path = `/invoices/${invoiced.created.id}`
  const invoice = (await book.act(path, 'issue')).body
  expect(invoice).toMatchObject({
    status: 'issued',
    order_id: order.id,
    totals: { incl_vat: '27742.88', deposit: '15360.00' },
    amount_remaining: '43102.88',
  })
  expect(invoice.number).toMatch(/^FV\d{4}00004$/)
  expect(invoice.variable_symbol).toBe(invoice.number.slice(2))
  const pay = (amount?: string) =>
    api.post(`${path}/actions/mark_paid`, { paid_at: '2026-11-20', ...(amount && { amount }) })
  expect((await pay('45000')).body.code).toBe('overpay')
  expect((await pay('0')).body.code).toBe('invalid_amount')
  expect((await pay('7742.88')).body).toMatchObject({ status: 'issued', amount_paid: '7742.88' })
  const paid = (await pay()).body
  expect(paid).toMatchObject({ status: 'paid', amount_remaining: '0.00', paid_at: '2026-11-20' })
  expect(paid.allowed_actions).toEqual(['revert_payment', 'credit'])

  const reverted = (await book.act(path, 'revert_payment')).body
  expect(reverted).toMatchObject({ status: 'issued', amount_paid: '7742.88', paid_at: null })

  // A keg came back spoilt: a credit note for one, set off against what remains.
  const keglines = invoice.lines[0]
  const lines = [{ line_id: keglines.id, quantity: '1' }]
  const credit = (await api.post(`${path}/actions/credit`, { reason: 'Zkažený sud', lines })).body
  expect(credit).toMatchObject({
    document_type: 'credit_note',
    original_invoice_id: invoice.id,
    totals: { excl_vat: '-2020.00', vat: '-424.20', incl_vat: '-2444.20', deposit: '-1500.00' },
  })
  const creditNote = (await book.act(`/invoices/${credit.id}`, 'issue')).body
  expect(creditNote.number).toMatch(/^DOB/)
  expect(creditNote).toMatchObject({
    amount_credited: '-3944.20',
    amount_remaining: '0.00',
    allowed_actions: ['cancel'],
  })
  const last = (await pay()).body
  expect(last).toMatchObject({ status: 'paid', amount_paid: '39158.68', amount_credited: '3944.20' })

  const types = (
    await api.get(`/events?limit=200&since_sequence=${since}&types=order.*,invoice.*,stock_issue.*`)
  ).body.data.map(({ type }: { type: string }) => type)
  expect(types).toEqual([
    'order.created',
    'order.confirmed',
    'stock_issue.created',
    'stock_issue.confirmed',
    'order.shipped',
    'invoice.created',
    'order.invoiced',
    'invoice.issued',
    'invoice.paid',
    'invoice.payment_reverted',
    'invoice.created',
    'invoice.issued',
    'invoice.paid',
  ])
})
