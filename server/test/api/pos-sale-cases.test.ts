/** Rarer cases at the counter: shifts that ended, kegs that are off, no tax, prices of a partner, another currency. */
import { expect, test } from 'vitest'
import { counter } from '../support/counter.ts'
import { doIn, openSession, reportOf } from '../support/desk.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, rowsOfBooks } from '../support/stock.ts'
import { tapRoomIn } from '../support/taps.ts'

const service = useService()
const pcs = { unit_code: 'pcs' }
const offline = (id: string) => ({
  offline: true,
  sold_at: new Date(service.clock()).toISOString(),
  external_ref: { system: 'till', id },
})

test('409 invalid_transition: a sale of a closed session is not cancelled; it is refunded, or settled after all', async () => {
  const shop = await counter(service)
  await shop.received(shop.bottle, '2', '20', { unit: 'pcs' })
  const session = await openSession(shop.api, '1000')
  const sale = await shop.sold({ lines: [shop.bottles('2')], ...shop.cash('84.00') })
  const short = { ...offline('1'), lines: [shop.bottles('1', { unit_price: '39' })], ...shop.cash('42.00') }
  const unsettled: string = (await shop.sell(short)).body.existing_id
  expect((await shop.read(unsettled)).session_id).toBe(session.id)
  await doIn(shop.api, session, 'close', { counted_cash: '1126' })
  const z = await reportOf(shop.api, session)
  for (const [id, allowed] of [
    [sale.id, ['refund']],
    [unsettled, ['retry_settlement']],
  ] as const) {
    expect((await shop.read(id)).allowed_actions).toEqual(allowed)
    const { data } = (await shop.api.get('/pos-sales?limit=200')).body
    expect(data.find((row: Told) => row.id === id).allowed_actions).toEqual(allowed)
    const refused = await shop.run(id, 'cancel')
    expect(refused.body).toMatchObject({ code: 'invalid_transition', allowed_actions: allowed })
  }
  const next = await openSession(shop.api, '1126')
  const refund = (await shop.run(sale.id, 'refund', shop.cash('84.00'))).body
  expect(refund).toMatchObject({ kind: 'refund', session_id: next.id, allowed_actions: ['cancel'] })
  expect((await shop.run(unsettled, 'retry_settlement')).body).toMatchObject({
    status: 'settled',
    session_id: session.id,
    allowed_actions: ['refund'],
  })
  expect((await reportOf(shop.api, next)).cash).toMatchObject({ refunds: '-84.00', other: '0.00', expected: '1042.00' })
  expect(await reportOf(shop.api, session)).toEqual(z)
})

test('409 conflict: one keg of a mixed basket is off; nothing of the sale comes back, a refund works', async () => {
  const shop = await counter(service)
  const room = await tapRoomIn(shop)
  await room.filled('1', '745')
  const keg = await room.tapped()
  await shop.received(shop.bottle, '2', '20', { unit: 'pcs' })
  const glass = { item_id: room.half, quantity: '2', unit: pcs }
  const sale = await shop.sold({ lines: [shop.bottles('2'), glass], ...shop.cash('194.00') })
  await room.api.post(`/keg-taps/${keg.id}/actions/empty`)
  const before = await rowsOfBooks(service)
  expect((await shop.run(sale.id, 'cancel')).body).toMatchObject({
    code: 'conflict',
    blockers: [{ object: 'keg_tap', id: keg.id, status: 'emptied' }],
  })
  const explained = (await shop.api.get(`/pos-sales/${sale.id}/actions`)).body.data
  const { allowed, blockers } = explained.find(({ key }: Told) => key === 'cancel')
  expect({ allowed, code: blockers[0].code }).toEqual({ allowed: false, code: 'conflict' })
  expect(await rowsOfBooks(service)).toEqual(before)
  expect((await shop.run(sale.id, 'refund', shop.cash('194.00'))).body).toMatchObject({ kind: 'refund' })
  expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '2', value: '40.00' })
})

test('409 settlement_failed: beer a till sold by itself while nothing was tapped; a keg settles it', async () => {
  const shop = await counter(service)
  const room = await tapRoomIn(shop)
  await room.filled('1', '745')
  const lines = [{ item_id: room.half, quantity: '2', unit: pcs, unit_price: '55' }]
  const body = { lines, ...shop.cash('110.00') }
  expect((await shop.sell(body)).body.code).toBe('no_keg_tapped')
  const failed = await shop.sell({ ...body, ...offline('beer') })
  expect(failed.body).toMatchObject({ code: 'settlement_failed', failure: { code: 'no_keg_tapped', blockers: null } })
  const id: string = failed.body.existing_id
  expect((await shop.run(id, 'retry_settlement')).body).toMatchObject({ failure: { code: 'no_keg_tapped' } })
  const keg = await room.tapped()
  expect((await shop.run(id, 'retry_settlement')).body).toMatchObject({
    status: 'settled',
    lines: [{ taps: [{ keg_tap_id: keg.id, quantity: '1', overdrawn_quantity: '0' }] }],
  })
  expect(await shop.level(room.beer, room.onTap)).toMatchObject({ quantity: '29', value: '720.17' })
})

test('200: who pays no VAT asks for none and says so', async () => {
  const shop = await counter(service)
  await shop.tenant.set({ is_vat_payer: false })
  await shop.received(shop.bottle, '9', '20', { unit: 'pcs' })
  const pub = await shop.partner({ name: 'Hospoda', ico: '27145310', dic: 'CZ27145310' })
  // Of the price without VAT, 32.148760, and whatever rate is sent.
  const lines = [shop.bottles('2', { deposit_id: null }), shop.bottles('1', { unit_price: '40', vat_rate_pct: '21' })]
  const sale = await shop.sold({ lines, partner_id: pub, ...shop.cash('107.00') })
  expect(sale).toMatchObject({
    totals: { excl_vat: '104.30', vat: '0.00', incl_vat: '104.30', deposit: '3.00', rounding: '-0.30' },
    vat_recap: [{ vat_rate_pct: '0', excl_vat: '104.30', vat: '0.00', incl_vat: '104.30' }],
  })
  const texts = async ({ id }: Told, language: string) => {
    const { kind, lines: printed } = (await shop.api.get(`/pos-sales/${id}/receipt?language=${language}`)).body
    return [kind, ...printed.map(({ text }: Told) => text.trim())]
  }
  const czech = await texts(sale, 'cs')
  expect(czech).toEqual(expect.arrayContaining(['receipt', 'Účtenka', 'Nejsme plátci DPH.']))
  expect(czech.filter(text => /daňový|DPH \d/.test(text))).toEqual([])
  expect(await texts(sale, 'en')).toContain('We are not registered for VAT.')
  const refund = (await shop.run(sale.id, 'refund', shop.cash('107.00'))).body
  expect(await texts(refund, 'cs')).toEqual(expect.arrayContaining(['receipt', 'Opravná účtenka']))
})

test('201: the price list of the partner, with VAT on top; a price in another currency is none', async () => {
  const shop = await counter(service)
  await shop.received(shop.bottle, '90', '20', { unit: 'pcs' })
  const { code } = (await shop.api.get(`/items/${shop.bottle}`)).body
  const entries = [
    { item: code, unit_price: '27.27' },
    { item: code, unit_price: '24.793388', min_quantity: '20' },
  ]
  await shop.apply({ price_lists: [{ code: 'PUBS', name: 'Hospody', entries }] } as never)
  const [list] = (await shop.api.get('/price-lists')).body.data
  const pub = await shop.partner({ name: 'Hospoda', price_list_id: list.id })
  const lines = [shop.bottles('2', { deposit_id: null }), shop.bottles('20', { deposit_id: null, discount_pct: '10' })]
  // 27.27 with 21 % is 32.9967; 24.793388 is 30.00.
  const sale = await shop.sold({ lines, partner_id: pub, ...shop.card('606.00') })
  expect(sale.lines).toMatchObject([
    { unit_price: '33', price_source: 'price_list', totals: { incl_vat: '66.00' } },
    { unit_price: '30', price_source: 'price_list', totals: { incl_vat: '540.00' } },
  ])
  const stranger = await shop.sell({ lines, ...shop.card('606.00') })
  expect(stranger.body).toMatchObject({ code: 'payment_amount_mismatch', expected_amount: '778.00' })
  const inEuro = { currency: 'EUR', entries: [{ item: code, unit_price: '1.5' }] }
  await shop.apply({ price_lists: [{ code: 'EURO', name: 'Za eura', ...inEuro }] } as never)
  const euro = (await shop.api.get('/price-lists')).body.data.find((each: Told) => each.code === 'EURO')
  const guest = await shop.partner({ name: 'Gasthaus', price_list_id: euro.id })
  expect(faultsOf(await shop.sell({ lines: [lines[0]], partner_id: guest, ...shop.card('3.64') }))).toEqual([
    'lines[0].unit_price required',
  ])
})

test('201: a desk in EUR with coins of five cents', async () => {
  const shop = await counter(service)
  await shop.apply({ finance_accounts: [{ code: 'EURO', name: 'Eura', type: 'cash', currency: 'EUR' }] } as never)
  const cashOnly = { card_account: null, payment_methods: ['cash'] }
  await shop.setDesk({ currency: 'EUR', cash_account: 'EURO', cash_rounding: '0.05', ...cashOnly })
  await shop.received(shop.pretzel, '9', '8', { unit: 'pcs' })
  const session = await openSession(shop.api, '50')
  const pay = (price: string, amount: string) =>
    shop.sell({ lines: [shop.pretzels('1', { unit_price: price })], ...shop.cash(amount) })
  expect((await pay('12.42', '12.42')).body).toMatchObject({ expected_amount: '12.40' })
  expect((await pay('12.43', '12.40')).body).toMatchObject({ expected_amount: '12.45' })
  const rounded = []
  for (const [price, amount] of [
    ['12.42', '12.40'],
    ['12.43', '12.45'],
    ['0.02', '0.05'],
  ] as const) {
    const reply = await pay(price, amount)
    expect(reply.status, reply.text).toBe(201)
    rounded.push([reply.body.currency, reply.body.totals.rounding])
    const cashflow = (await shop.api.get(`/cashflows/${reply.body.cashflow_id}`)).body
    expect(cashflow).toMatchObject({ currency: 'EUR', amount, payment_method: 'cash' })
  }
  expect(rounded).toEqual([
    ['EUR', '-0.02'],
    ['EUR', '0.02'],
    ['EUR', '0.03'],
  ])
  // Its prices are in crowns, and so is the deposit of a bottle.
  const priceless = await shop.sell({ lines: [shop.pretzels('1')], ...shop.cash('1.00') })
  expect(faultsOf(priceless)).toEqual(['lines[0].unit_price required'])
  const crowns = { lines: [shop.pretzels('1', { unit_price: '1' })], currency: 'CZK', ...shop.cash('1.00') }
  expect((await shop.sell(crowns)).body.code).toBe('currency_not_supported')
  const empties = [{ deposit_id: shop.deposit, pieces: '1' }]
  const mixed = { lines: [shop.pretzels('1', { unit_price: '9' })], returns: empties, ...shop.cash('6.00') }
  expect(faultsOf(await shop.sell(mixed))).toEqual(['returns[0].deposit_id invalid_reference'])
  expect(await reportOf(shop.api, session)).toMatchObject({
    currency: 'EUR',
    sales: { count: 3, rounding: '0.03', payable: '24.90' },
    cash: { expected: '74.90' },
  })
})
