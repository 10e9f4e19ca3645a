/** Sales over the counter: what they say, what they move, and in which order they are refused. */
import { describe, expect, test } from 'vitest'
import { counter } from '../support/counter.ts'
import { type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import { tapRoomIn } from '../support/taps.ts'

const service = useService()

describe('a sale in cash', () => {
  test('201: lines, tax, deposits, empties, change; stock, packaging and money are posted', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '24', '20', { unit: 'pcs' })
    await shop.received(shop.pretzel, '10', '8', { unit: 'pcs' })
    await shop.received(shop.cheese, '2', '150')
    const body = {
      cashier: 'Jana',
      lines: [
        shop.bottles('6', { unit_price: '38.90', discount_pct: '10' }),
        shop.pretzels('3', { unit_price: '24.90' }),
        { item_id: shop.cheese, quantity: '0.350', unit: { unit_code: 'kg' }, unit_price: '289.00' },
      ],
      returns: [{ deposit_id: shop.deposit, pieces: '4' }],
      ...shop.cash('392.00', { tendered: '500.00' }),
    }
    let sale: Awaited<ReturnType<typeof shop.sold>>
    const types = await typesOf(shop, async () => {
      sale = await shop.sold(body)
    })
    expect(types).toEqual([
      'stock_issue.created',
      'stock_issue.confirmed',
      'goods_receipt.created',
      'goods_receipt.confirmed',
      'stock_level.changed',
      'stock_level.changed',
      'stock_level.changed',
      'stock_level.changed',
      'cashflow.created',
      'cashflow.paid',
    ])
    expect(sale).toMatchObject({
      kind: 'sale',
      status: 'settled',
      cash_desk: { id: shop.desk.id },
      session_id: null,
      offline: false,
      totals: {
        excl_vat: '330.61',
        vat: '55.30',
        incl_vat: '385.91',
        deposit: '18.00',
        returned: '12.00',
        rounding: '0.09',
        payable: '392.00',
      },
      payments: [{ method: 'cash', amount: '392.00', tendered: '500.00', change: '108.00' }],
      settlement: { failure: null },
      allowed_actions: ['refund', 'cancel'],
    })
    expect(sale.lines[0].deposit).toEqual({ id: shop.deposit, pieces: '6', total: '18.00' })
    expect(sale.returns).toMatchObject([{ pieces: '4', deposit_amount: '3.00', total: '12.00' }])
    expect(await shop.read(sale.id)).toEqual(sale)
    expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '18' })
    expect(await shop.level(shop.empty)).toMatchObject({ quantity: '4' })
  })
})

test('201: G1, draft beer from its keg beside bottles, food and empties', async () => {
  const shop = await counter(service)
  const room = await tapRoomIn(shop)
  await room.filled('1', '745')
  const keg = await room.tapped()
  await shop.received(shop.bottle, '6', '20', { unit: 'pcs' })
  await shop.received(shop.pretzel, '3', '8', { unit: 'pcs' })
  await shop.received(shop.cheese, '1', '150')
  const draft = { item_id: room.half, quantity: '2', unit: { unit_code: 'pcs' } }
  const body = {
    lines: [
      draft,
      shop.bottles('6', { discount_pct: '10' }),
      shop.pretzels('3'),
      { item_id: shop.cheese, quantity: '0.350', unit: { unit_code: 'kg' }, unit_price: '289.00' },
    ],
    returns: [{ deposit_id: shop.deposit, pieces: '4' }],
  }
  const sale = await shop.sold({ ...body, ...shop.cash('502.00') })
  expect(sale).toMatchObject({
    totals: {
      excl_vat: '421.52',
      vat: '74.39',
      incl_vat: '495.91',
      deposit: '18.00',
      returned: '12.00',
      rounding: '0.09',
    },
    vat_recap: [
      { vat_rate_pct: '21', excl_vat: '264.51', vat: '55.55', incl_vat: '320.06' },
      { vat_rate_pct: '12', excl_vat: '157.01', vat: '18.84', incl_vat: '175.85' },
    ],
  })
  expect(sale.lines.map(({ totals }: Told) => totals.vat)).toEqual(['19.09', '36.46', '8.00', '10.84'])
  expect(sale.lines[0].taps).toEqual([{ keg_tap_id: keg.id, quantity: '1', overdrawn_quantity: '0' }])
  expect(sale.stock_issue_ids).toHaveLength(2)
  const beer = (await shop.api.get(`/stock-issues/${sale.stock_issue_ids[1]}`)).body
  expect(beer).toMatchObject({ totals: { total_cost: '24.83' }, lines: [{ lot_id: keg.lot_id, quantity: '1' }] })
  expect(await room.keg_tap(keg.id)).toMatchObject({ sold_quantity: '1', remaining_quantity: '29' })
  const flood = { lines: [{ ...draft, quantity: '100' }], ...shop.cash('5500.00') }
  expect((await shop.sell(flood)).body).toMatchObject({ code: 'no_keg_tapped', field: 'lines[0].item_id' })
  expect((await shop.run(sale.id, 'cancel')).body.status).toBe('cancelled')
  expect(await room.keg_tap(keg.id)).toMatchObject({ sold_quantity: '0', remaining_quantity: '30' })
})

describe('the checks, in their order', () => {
  test('422: each is asked before those that follow', async () => {
    const shop = await counter(service)
    const pcs = { unit_code: 'pcs' }
    const hidden = await shop.item({ name: 'Skryté', unit: pcs, pos_available: false, sale_price: '10' })
    const dear = await shop.item({ name: 'Bez ceny', unit: pcs, pos_available: true })
    // Wrong in every way a body of the right shape can be; then righted one by one.
    const line: Told = { item_id: nobody, quantity: '0.5', unit: { unit_code: 'kg' }, deposit_id: nobody }
    const body: Told = {
      cash_desk_id: nobody,
      partner_id: nobody,
      event_id: nobody,
      currency: 'EUR',
      lines: [line],
      returns: [{ deposit_id: nobody, pieces: '1' }],
      payment: { method: 'bank_transfer', amount: '0.001' },
      sold_at: new Date(service.clock() + 600_000).toISOString(),
    }
    const refused = async (change: () => void, ...faults: string[]) => {
      change()
      expect(faultsOf(await shop.sell(body))).toEqual(faults)
    }
    await refused(() => {}, 'cash_desk_id invalid_reference')
    await refused(
      () => delete body.cash_desk_id,
      'event_id invalid_reference',
      'lines[0].deposit_id invalid_reference',
      'lines[0].item_id invalid_reference',
      'partner_id invalid_reference',
      'returns[0].deposit_id invalid_reference',
      'sold_at not_allowed',
    )
    for (const name of ['event_id', 'partner_id', 'returns', 'sold_at']) delete body[name]
    Object.assign(line, { item_id: hidden, deposit_id: null })
    await refused(() => {}, 'currency_not_supported')
    await refused(() => delete body.currency, 'unit_mismatch')
    await refused(() => Object.assign(line, { unit: { unit_code: 'xx' } }), 'unit_not_available')
    await refused(() => Object.assign(line, { unit: pcs }), 'quantity_scale')
    await refused(() => Object.assign(body, { lines: [] }), 'no_lines')
    await refused(() => Object.assign(body, { lines: [{ ...line, quantity: '1' }] }), 'item_not_available_at_pos')
    await refused(
      () => Object.assign(body, { lines: [{ ...line, quantity: '1', item_id: dear }] }),
      'lines[0].unit_price required',
    )
    await refused(() => Object.assign(body.lines[0], { unit_price: '10' }), 'payment_method_not_supported')
    await refused(() => Object.assign(body.payment, { method: 'cash' }), 'invalid_amount')
    await refused(() => Object.assign(body.payment, { amount: '11' }), 'payment_amount_mismatch')
    await refused(() => Object.assign(body.payment, { amount: '10' }), 'item_not_in_stock')
    const free = {
      lines: [{ ...body.lines[0], unit_price: '0' }],
      returns: [{ deposit_id: shop.deposit, pieces: '1' }],
    }
    expect(faultsOf(await shop.sell(free))).toEqual(['returns not_allowed'])
  })

  test('422: what the shape of the body cannot tell', async () => {
    const shop = await counter(service)
    const lines = [shop.bottles('1')]
    const faults = async (body: object) => faultsOf(await shop.sell({ lines, ...body }))
    const cash = { method: 'cash', amount: '42.00' }
    expect(await faults({})).toEqual(['payment required'])
    expect(await faults({ payment: cash, payments: [cash] })).toEqual(['payment exactly_one_of'])
    expect(await faults({ payments: [cash, cash] })).toEqual(['payments not_allowed'])
    expect(await faults({ payment: { ...cash, tendered: '41.00' } })).toEqual(['payment.tendered not_allowed'])
    const card = { method: 'card', amount: '42.00', tendered: '42.00' }
    expect(await faults({ payment: card })).toEqual(['payment.tendered unexpected_field'])
    expect(await faults({ payment: { ...cash, method: 'cheque' } })).toEqual(['payment.method not_allowed'])
    expect(await faults({ offline: true, payment: cash })).toEqual([
      'external_ref required',
      'lines[0].unit_price required',
      'sold_at required',
    ])
    const keg = { lines: [shop.bottles('1', { keg_tap_id: nobody })], payment: cash }
    expect(await faults(keg)).toEqual(['lines[0].keg_tap_id unexpected_field'])
    expect(await faults({ returns: [{ deposit_id: shop.deposit, pieces: '0.5' }] })).toEqual([
      'returns[0].pieces not_allowed',
    ])
  })

  test('422 cash_desk_required, shop_required: which desk is meant', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
    const body = { lines: [shop.bottles('1')], ...shop.cash('42.00') }
    await shop.apply({
      finance_accounts: [{ code: 'CASH2', name: 'Druhá', type: 'cash', currency: 'CZK' }],
      cash_desks: [{ code: 'SECOND', name: 'Druhá', warehouse: 'MAIN', cash_account: 'CASH2' }],
    } as never)
    expect((await shop.sell(body)).body.code).toBe('cash_desk_required')
    expect((await shop.sell({ ...body, cash_desk_id: shop.desk.id })).status).toBe(201)
    await shop.apply({ shops: [{ code: 'TWO', name: 'Druhý' }] } as never)
    expect((await shop.sell(body)).body.code).toBe('shop_required')
    const elsewhere = { ...body, cash_desk_id: shop.desk.id, shop_id: nobody }
    expect(faultsOf(await shop.sell(elsewhere))).toEqual(['shop_id not_allowed'])
  })

  test('409 conflict: a desk that wants a session has none; a till offline does not ask', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
    await shop.setDesk({ requires_session: true })
    const body = { lines: [shop.bottles('1', { unit_price: '39' })], ...shop.cash('42.00') }
    expect((await shop.sell(body)).body.code).toBe('conflict')
    const offline = { offline: true, sold_at: new Date(service.clock()).toISOString() }
    const late = { ...body, ...offline, external_ref: { system: 'till', id: '1' } }
    expect((await shop.sell(late)).body).toMatchObject({ status: 'settled', session_id: null })
  })
})

test('201: prices of the cascade with VAT, a payment that is split, the filters of the list', async () => {
  const shop = await counter(service)
  await shop.received(shop.bottle, '10', '20', { unit: 'pcs' })
  await shop.received(shop.pretzel, '10', '8', { unit: 'pcs' })
  const both = { lines: [shop.bottles('1', { deposit_id: null }), shop.pretzels('1')] }
  const sale = await shop.sold({ ...both, ...shop.card('63.80') })
  expect(sale.lines.map(({ unit_price, price_source }: Told) => [unit_price, price_source])).toEqual([
    ['38.9', 'base'],
    ['24.9', 'base'],
  ])
  const split = {
    payments: [
      { method: 'card', amount: '20.00' },
      { method: 'cash', amount: '44.00', tendered: '50.00' },
    ],
  }
  const mixed = await shop.sold({ ...both, ...split })
  expect(mixed.totals).toMatchObject({ rounding: '0.20', payable: '64.00' })
  const ledger = (await shop.api.get('/cashflows?limit=200')).body.data
  expect(
    ledger
      .filter(({ source }: Told) => source.id === mixed.id)
      .map(({ amount }: Told) => amount)
      .sort(),
  ).toEqual(['20.00', '44.00'])
  for (const [query, count] of [
    ['payment_method=card', 2],
    ['payment_method=cash', 1],
    [`item_id=${shop.pretzel}`, 2],
    ['kind=refund', 0],
    ['offline=true', 0],
    [`search=${mixed.number}`, 1],
    [`cash_desk_id=${shop.desk.id}`, 2],
    ['status=settled', 2],
    ['date_from=2020-01-01&date_to=2020-12-31', 0],
  ] as const) {
    expect((await shop.api.get(`/pos-sales?${query}`)).body.data, query).toHaveLength(count)
  }
})
