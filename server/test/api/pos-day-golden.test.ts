/** G3 of the contract: a day at the desk, from the float of the morning to the Z report. */
import { expect, test } from 'vitest'
import { type Counter, counter } from '../support/counter.ts'
import { doIn, openSession, reportOf, sessionPath } from '../support/desk.ts'
import { readPdf } from '../support/papers.ts'
import { freeLine, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { type TapRoom, tapRoomIn } from '../support/taps.ts'

const service = useService()

const basket = (shop: Counter, room: TapRoom) => ({
  cashier: 'Jana',
  lines: [
    { item_id: room.half, quantity: '2', unit: { unit_code: 'pcs' } },
    shop.bottles('6', { unit_price: '38.90', discount_pct: '10' }),
    shop.pretzels('3', { unit_price: '24.90' }),
    { item_id: shop.cheese, quantity: '0.350', unit: { unit_code: 'kg' }, unit_price: '289.00' },
  ],
  returns: [{ deposit_id: shop.deposit, pieces: '4' }],
})

const tip = (shop: Counter, unit_price: string) => ({
  lines: [{ item_id: shop.tip, quantity: '1', unit: { unit_code: 'pcs' }, unit_price }],
})

async function payInvoice({ api, main }: Counter): Promise<void> {
  const done = async (path: string, body?: object) => {
    const reply = await api.post(path, body)
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const partner = await done('/partners', { name: 'Hostinec' })
  const lines = [freeLine('1210.00', { vat_rate_pct: '0' })]
  const { id } = await done('/invoices', { partner_id: partner.id, warehouse_id: main, lines })
  await done(`/invoices/${id}/actions/issue`)
  const account = (await api.get('/finance-accounts')).body.data.find(({ type }: Told) => type === 'cash')
  await done(`/invoices/${id}/actions/mark_paid`, { paid_at: '2026-11-16', account_id: account.id })
}

/** Everything of the example but the count; answers what was not settled. */
async function trade(shop: Counter, session: Told): Promise<Told> {
  const room = await tapRoomIn(shop)
  await room.filled('1', '745')
  await room.tapped()
  await shop.received(shop.bottle, '12', '20', { unit: 'pcs' })
  await shop.received(shop.pretzel, '6', '8', { unit: 'pcs' })
  await shop.received(shop.cheese, '2', '150')
  const first = await shop.sold({ ...basket(shop, room), ...shop.cash('502.00', { tendered: '1000' }) })
  expect(first).toMatchObject({ session_id: session.id, totals: { payable: '502.00', rounding: '0.09' } })
  await shop.sold({ ...tip(shop, '1234.50'), ...shop.card('1234.50') })
  const payments = [
    { method: 'card', amount: '300.00' },
    { method: 'cash', amount: '202.00' },
  ]
  await shop.sold({ ...basket(shop, room), payments })
  const mistake = await shop.sold({ ...tip(shop, '88.00'), ...shop.cash('88.00') })
  expect((await shop.run(mistake.id, 'cancel')).body.status).toBe('cancelled')
  const missing = { lines: [shop.pretzels('1', { unit_price: '47.40' })], ...shop.cash('47.00') }
  const failed = await shop.sell(missing)
  expect(failed.body).toMatchObject({ code: 'settlement_failed' })
  const bottles = first.lines.find((line: Told) => line.item.id === shop.bottle)
  const back = [{ line_id: bottles.id, quantity: '2', unit: { unit_code: 'pcs' }, deposit_quantity: '2' }]
  const refund = await shop.run(first.id, 'refund', { lines: back, ...shop.cash('76.00') })
  expect(refund.body, refund.text).toMatchObject({ kind: 'refund', totals: { payable: '-76.00' } })
  const empties = [{ deposit_id: shop.deposit, pieces: '10' }]
  const returned = await shop.api.post('/packaging-returns', {
    cash_desk_id: shop.desk.id,
    lines: empties,
    refund: { method: 'cash' },
  })
  expect(returned.body, returned.text).toMatchObject({ session_id: session.id })
  await doIn(shop.api, session, 'cash_in', { amount: '500', description: 'Drobné' })
  await doIn(shop.api, session, 'cash_out', { amount: '1500', description: 'Odvod' })
  await payInvoice(shop)
  return { id: failed.body.existing_id }
}

test('200: G3, and nothing that comes later changes the report', async () => {
  const shop = await counter(service)
  const { api } = shop
  await shop.setDesk({ sells_only_in_stock: false })
  await doIn(api, await openSession(api, '2000'), 'close', { counted_cash: '2000' })
  const session = await openSession(api, '2000')
  expect(session).toMatchObject({ expected_float: '2000.00', float_difference: '0.00' })
  const unsettled = await trade(shop, session)
  expect((await reportOf(api, session)).cash).toMatchObject({ expected: '2855.00', counted: null })
  const closed = await doIn(api, session, 'close', { counted_cash: '2835.00', withdraw: { amount: '835.00' } })
  expect(closed).toMatchObject({ expected_cash: '2855.00', difference: '-20.00', closing_float: '2000.00' })
  const path = `${sessionPath}/${session.id}/report`
  const z = await api.get(path)
  expect(z.body).toMatchObject({
    kind: 'Z',
    sales: {
      count: 4,
      incl_vat: '2273.72',
      deposit: '36.00',
      returned: '24.00',
      rounding: '-0.22',
      payable: '2285.50',
    },
    refunds: { count: 1, payable: '-76.00', rounding: '0.02' },
    cancelled: { count: 1, payable: '88.00' },
    unsettled: { count: 1, payable: '47.00', ids: [unsettled.id] },
    offline: { count: 0, payable: '0.00' },
    rates: [
      { vat_rate_pct: '21', excl_vat: '1491.40', vat: '313.20', incl_vat: '1804.60' },
      { vat_rate_pct: '12', excl_vat: '356.34', vat: '42.76', incl_vat: '399.10' },
    ],
    payments: [
      { method: 'cash', amount: '675.00' },
      { method: 'card', amount: '1534.50' },
    ],
    packaging_returns: { count: 1, pieces: '10', refund: '30.00' },
    cash: {
      opening_float: '2000.00',
      sales: '751.00',
      refunds: '-76.00',
      packaging_returns: '-30.00',
      cash_in: '500.00',
      cash_out: '-1500.00',
      other: '1210.00',
      expected: '2855.00',
      counted: '2835.00',
      difference: '-20.00',
      withdrawn: '835.00',
      closing_float: '2000.00',
    },
  })
  const payable = z.body.cashiers.map(({ cashier, payable: sum }: Told) => [cashier, sum])
  expect(payable).toEqual([
    ['Jana', '928.00'],
    [null, '1281.50'],
  ])
  // What was not settled is settled in the next session, and counts in neither drawer again.
  const next = await openSession(api, '2000')
  expect(next.float_difference).toBe('0.00')
  await shop.received(shop.pretzel, '5', '8', { unit: 'pcs' })
  expect((await shop.run(unsettled.id, 'retry_settlement')).body.status).toBe('settled')
  expect((await reportOf(api, next)).cash).toMatchObject({ sales: '0.00', other: '0.00', expected: '2000.00' })
  expect((await api.get(path)).text).toBe(z.text)
  await expectSlips(shop, { closed: session, open: next })
})

/** The same numbers on 80 mm, in both languages; the same bytes of a Z. */
async function expectSlips({ api }: Counter, { closed, open }: Record<'closed' | 'open', Told>): Promise<void> {
  const slip = async ({ id }: Told, language: string) => {
    const reply = await api.get(`${sessionPath}/${id}/pdf?language=${language}`)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(reply.bytes.toString('latin1')).toMatch(/MediaBox \[0 0 226\.77 /)
    return { bytes: reply.bytes, title: readPdf(reply.bytes).title, file: reply.headers['content-disposition'] }
  }
  const czech = await slip(closed, 'cs')
  expect(czech.title).toBe(`Uzávěrka Z ${closed.number}`)
  expect(czech.file).toBe(`attachment; filename="Z-${closed.number}.pdf"`)
  expect((await slip(closed, 'cs')).bytes).toEqual(czech.bytes)
  expect((await slip(closed, 'en')).title).toBe(`Z report ${closed.number}`)
  expect((await slip(open, 'en')).title).toBe(`X report ${open.number}`)
}

test('200: what is sold between sessions is expected in the float of the next, and its cancel is other', async () => {
  const shop = await counter(service)
  const { api } = shop
  await doIn(api, await openSession(api, '100'), 'close', { counted_cash: '100' })
  const sale = await shop.sold({ ...tip(shop, '50.00'), ...shop.cash('50.00') })
  expect(sale.session_id).toBeNull()
  await shop.sold({ ...tip(shop, '70.00'), ...shop.card('70.00') })
  const gone = await shop.sold({ ...tip(shop, '30.00'), ...shop.cash('30.00') })
  await shop.run(gone.id, 'cancel')
  const session = await openSession(api, '150')
  expect(session).toMatchObject({ expected_float: '150.00', float_difference: '0.00' })
  await shop.run(sale.id, 'cancel')
  expect((await reportOf(api, session)).cash).toMatchObject({ other: '-50.00', expected: '100.00' })
})

test('409 conflict: a desk that requires a session sells nothing without one', async () => {
  const shop = await counter(service)
  await shop.setDesk({ requires_session: true })
  const body = { ...tip(shop, '50.00'), ...shop.cash('50.00') }
  expect((await shop.sell(body)).body).toMatchObject({ code: 'conflict', reason: 'no_open_session' })
  const session = await openSession(shop.api, '0')
  expect((await shop.sold(body)).session_id).toBe(session.id)
})
