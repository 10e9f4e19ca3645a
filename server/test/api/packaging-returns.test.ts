/** Packaging that partners bring back: received, taken off the balance, paid out where that is asked for. */
import { describe, expect, test } from 'vitest'
import { type KegBook, kegBook } from '../support/empties.ts'
import { type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'
import { ledgerOf } from '../support/treasury.ts'

const service = useService()

const kegs = (book: KegBook, k50: string, k30?: string) => [
  { deposit_id: book.keg50, pieces: k50 },
  ...(k30 ? [{ deposit_id: book.keg30, pieces: k30 }] : []),
]

const send = (book: KegBook, body: object, query = '') =>
  book.api.post(`/packaging-returns${query}`, { warehouse_id: book.main, partner_id: book.pub, ...body })

async function returned(book: KegBook, body: object): Promise<Told> {
  const reply = await send(book, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

describe('without a refund', () => {
  test('201: the empties are received at no price, and the partner holds fewer', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '10', k30: '4' })
    const made = await returned(book, { lines: kegs(book, '6'), notes: 'Rampa', date: '2026-09-10' })
    expect(made).toMatchObject({
      object: 'packaging_return',
      number: 'VO202600001',
      status: 'confirmed',
      date: '2026-09-10',
      partner: { id: book.pub, name: 'Hospoda' },
      cash_desk: null,
      session_id: null,
      warehouse: { id: book.main },
      lines: [
        {
          object: 'packaging_return_line',
          deposit: { id: book.keg50, code: 'KEG50', name: 'Sud 50 l' },
          item: { id: book.shell50 },
          pieces: '6',
          deposit_amount: '1500.00',
          total: '9000.00',
        },
      ],
      totals: { pieces: '6', deposit: '9000.00', rounding: '0.00', refund: '0.00' },
      refund: null,
      cashflow_id: null,
      pos_sale_id: null,
      notes: 'Rampa',
      allowed_actions: ['cancel'],
      balances: [{ deposit_id: book.keg50, pieces: '4', deposit_total: '6000.00' }],
    })
    const receipt = (await book.read(`/goods-receipts/${made.goods_receipt_id}`)).now
    expect(receipt).toMatchObject({
      movement_purpose: 'packaging_return',
      status: 'confirmed',
      packaging_return_id: made.id,
      partner: { id: book.pub },
      allowed_actions: [],
      totals: { total_cost: '0.00' },
    })
    expect(await book.level(book.shell50)).toMatchObject({ quantity: '6', value: '0.00' })
    const { now } = await book.read(`/packaging-returns/${made.id}`)
    expect(now.balances).toBeUndefined()
    expect(await book.held()).toBe('4 / 4')
    expect(await book.moved('&kind=return')).toEqual(['return -6'])
    for (const key of ['cancel', 'revert_to_draft']) {
      expect((await book.run(`/goods-receipts/${receipt.id}`, key)).body.code).toBe('invalid_transition')
    }
    expect((await book.api.patch(`/goods-receipts/${receipt.id}`, { notes: 'x' })).body.code).toBe('invalid_transition')
  })

  test('201: one deposit sent twice adds up, one out of use comes back, and so does one of an inactive partner', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '5' })
    await book.apply({
      deposits: [{ code: 'KEG50', name: 'Sud 50 l', packaging_item: book.shell50, amount: '1500', is_active: false }],
    })
    await book.api.patch(`/partners/${book.pub}`, { is_active: false })
    const made = await returned(book, { lines: [...kegs(book, '2'), ...kegs(book, '3')] })
    expect(made.lines.map(({ pieces }: Told) => pieces)).toEqual(['5'])
    expect(await book.held()).toBe('0 / 0')
  })
})

describe('with a refund', () => {
  test('201: paid out of the default account, or of the one that is named', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '5', k30: '5' })
    const events = await typesOf(book, async () => {
      const made = await returned(book, { lines: kegs(book, '2', '3'), refund: { method: 'cash', amount: '6600.00' } })
      expect(made).toMatchObject({
        totals: { pieces: '5', deposit: '6600.00', rounding: '0.00', refund: '6600.00' },
        refund: { method: 'cash', amount: '6600.00' },
      })
      const cashflow = (await book.read(`/cashflows/${made.cashflow_id}`)).now
      expect(cashflow).toMatchObject({
        type: 'expense',
        status: 'confirmed',
        payment_status: 'paid',
        amount: '6600.00',
        payment_method: 'cash',
        partner: { id: book.pub },
        source: { object: 'packaging_return', id: made.id },
        allowed_actions: [],
      })
      expect(await ledgerOf(service, `/packaging-returns/${made.id}`)).toEqual(['CASH -6600 0'])
    })
    expect(events).toEqual([
      'goods_receipt.created',
      'goods_receipt.confirmed',
      'stock_level.changed',
      'stock_level.changed',
      'cashflow.created',
      'cashflow.paid',
    ])
    const bank = (await book.api.get('/finance-accounts')).body.data.find((each: Told) => each.type === 'bank')
    const made = await returned(book, {
      lines: kegs(book, '1'),
      refund: { method: 'bank_transfer', account_id: bank.id },
    })
    expect(made.refund).toMatchObject({ method: 'bank_transfer', amount: '1500.00', account_id: bank.id })
  })

  test('201 in cash: whole crowns, and what they differ by', async () => {
    const book = await kegBook(service)
    await book.apply({ deposits: [{ code: 'GLASS', name: 'Lahev', packaging_item: book.shell30, amount: '3.30' }] })
    const { data } = (await book.api.get('/deposits')).body
    const glass = data.find((each: Told) => each.code === 'GLASS').id
    await book.api.post('/packaging-adjustments', {
      partner_id: book.pub,
      reason: 'Počáteční stav',
      lines: [{ deposit_id: glass, pieces: '20' }],
    })
    const lines = [{ deposit_id: glass, pieces: '7' }]
    const refused = await send(book, { lines, refund: { method: 'cash', amount: '23.10' } })
    expect([refused.status, refused.body.code, refused.body.expected_amount]).toEqual([
      422,
      'payment_amount_mismatch',
      '23.00',
    ])
    const made = await returned(book, { lines, refund: { method: 'cash' } })
    expect(made.totals).toEqual({ pieces: '7', deposit: '23.10', rounding: '-0.10', refund: '23.00' })
    const card = await returned(book, { lines, refund: { method: 'bank_transfer' } })
    expect(card.totals).toMatchObject({ rounding: '0.00', refund: '23.10' })
    await book.act(`/packaging-returns/${made.id}`, 'cancel')
    expect(await ledgerOf(service, `/packaging-returns/${made.id}`)).toEqual(['CASH -23 -0.1', 'CASH 23 0.1'])
  })

  test('422 invalid_amount, account_required', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '5' })
    const lines = kegs(book, '1')
    for (const amount of ['0', '-1500', '1500.001']) {
      expect((await send(book, { lines, refund: { method: 'cash', amount } })).body.code).toBe('invalid_amount')
    }
    // No account of euros is the default of anything.
    await book.apply({
      deposits: [{ code: 'E50', name: 'Sud', packaging_item: book.shell50, amount: '60', currency: 'EUR' }],
    })
    const { data } = (await book.api.get('/deposits')).body
    const euro = [{ deposit_id: data.find((each: Told) => each.code === 'E50').id, pieces: '1' }]
    await book.api.post('/packaging-adjustments', { partner_id: book.pub, reason: 'Nalezeno', lines: euro })
    expect((await send(book, { lines: euro, refund: { method: 'cash' } })).body.code).toBe('account_required')
    expect(faultsOf(await send(book, { lines: [...euro, ...lines] }))).toEqual([
      'lines[1].deposit_id invalid_reference',
    ])
  })

  test('201: the money of a return is in the currency of its deposits', async () => {
    const book = await kegBook(service)
    await book.apply({
      deposits: [{ code: 'E50', name: 'Sud', packaging_item: book.shell50, amount: '60', currency: 'EUR' }],
      finance_accounts: [{ code: 'EUR', type: 'cash', name: 'Eura', currency: 'EUR' }],
      finance_defaults: [{ payment_method: 'cash', currency: 'EUR', account: 'EUR' }],
    })
    const { data } = (await book.api.get('/deposits')).body
    const euro = [{ deposit_id: data.find((each: Told) => each.code === 'E50').id, pieces: '2' }]
    await book.api.post('/packaging-adjustments', { partner_id: book.pub, reason: 'Nalezeno', lines: euro })
    const made = await returned(book, { lines: euro, refund: { method: 'cash' }, date: '2026-09-10' })
    expect(made).toMatchObject({ currency: 'EUR', totals: { deposit: '120.00', rounding: '0.00', refund: '120.00' } })
    const summary = await book.read('/packaging-balances/summary?date_from=2026-01-01&date_to=2026-12-31')
    expect(summary.now.data).toMatchObject([{ deposit: { code: 'E50' }, currency: 'EUR' }])
    await book.dispatched({ k50: '1' })
    expect((await returned(book, { lines: kegs(book, '1') })).currency).toBe('CZK')
  })
})

describe('refused', () => {
  test('422 packaging_return_exceeds_balance: nothing is left of it', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3', k30: '1' })
    const before = await rowsOfBooks(service)
    const refused = await send(book, { lines: kegs(book, '4', '1'), refund: { method: 'cash' } })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      code: 'packaging_return_exceeds_balance',
      balances: [{ deposit_id: book.keg50, pieces: '3', requested: '4' }],
    })
    expect(await rowsOfBooks(service)).toEqual(before)
  })

  test('422: rows for everything that is wrong, and no_lines', async () => {
    const book = await kegBook(service)
    const faults = async (body: object) => faultsOf(await book.api.post('/packaging-returns', body))
    const lines = kegs(book, '1')
    expect(await faults({ lines })).toEqual(['warehouse_id exactly_one_of'])
    expect(await faults({ warehouse_id: book.main, cash_desk_id: nobody, lines })).toEqual([
      'warehouse_id exactly_one_of',
    ])
    expect(await faults({ warehouse_id: book.main, lines })).toEqual(['partner_id required'])
    expect(await faults({ cash_desk_id: nobody, lines })).toEqual(['cash_desk_id invalid_reference'])
    expect(
      await faults({
        warehouse_id: nobody,
        partner_id: nobody,
        date: '2999-01-01',
        lines: [{ deposit_id: nobody, pieces: '1' }],
        pos_sale_id: nobody,
        refund: { method: 'cash', account_id: nobody },
      }),
    ).toEqual([
      'date not_allowed',
      'lines[0].deposit_id invalid_reference',
      'partner_id invalid_reference',
      'pos_sale_id invalid_reference',
      'refund.account_id invalid_reference',
      'warehouse_id invalid_reference',
    ])
    const at = { warehouse_id: book.main, partner_id: book.pub }
    expect(await faults({ ...at, warehouse_id: book.system, lines })).toEqual(['system_warehouse'])
    expect(await faults({ ...at, lines: [] })).toEqual(['no_lines'])
    expect(await faults(at)).toEqual(['no_lines'])
    expect(await faults({ ...at, lines: kegs(book, '0', '1.5') })).toEqual([
      'lines[0].pieces not_allowed',
      'lines[1].pieces not_allowed',
    ])
    expect(await faults({ ...at, lines, refund: { method: 'cheque' } })).toEqual(['refund.method not_allowed'])
    expect(await faults({ ...at, lines, extra: 1 })).toEqual(['extra unknown_field'])
  })

  test('409 inventory_locked: while the warehouse is counted', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3' })
    const made = await returned(book, { lines: kegs(book, '1') })
    const count = (await book.api.post('/inventory-counts', { warehouse_id: book.main })).body
    await book.act(`/inventory-counts/${count.id}`, 'start')
    expect((await send(book, { lines: kegs(book, '1') })).body.code).toBe('inventory_locked')
    expect((await book.run(`/packaging-returns/${made.id}`, 'cancel')).body.code).toBe('inventory_locked')
  })
})

describe('cancel', () => {
  test('200: stock, balance and money are as before', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3' })
    const made = await returned(book, { lines: kegs(book, '2'), refund: { method: 'cash' } })
    const explained = (await book.api.get(`/packaging-returns/${made.id}/actions`)).body.data
    expect(explained).toMatchObject([{ key: 'cancel', allowed: true, blockers: [] }])
    const events = await typesOf(book, async () => {
      const cancelled = (await book.act(`/packaging-returns/${made.id}`, 'cancel')).body
      expect(cancelled).toMatchObject({
        status: 'cancelled',
        allowed_actions: [],
        balances: [{ deposit_id: book.keg50, pieces: '3' }],
      })
    })
    expect(events).toEqual(['goods_receipt.cancelled', 'stock_level.changed', 'cashflow.cancelled'])
    expect(await book.level(book.shell50)).toMatchObject({ quantity: '0' })
    expect(await book.held()).toBe('3 / 0')
    expect((await book.read(`/cashflows/${made.cashflow_id}`)).now.status).toBe('cancelled')
    expect((await book.run(`/packaging-returns/${made.id}`, 'cancel')).body.code).toBe('invalid_transition')
    expect(await ledgerOf(service, `/packaging-returns/${made.id}`)).toEqual(['CASH -3000 0', 'CASH 3000 0'])
  })

  test('409 receipt_has_allocations: the empties were issued since', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3' })
    const made = await returned(book, { lines: kegs(book, '2') })
    await book.issued(book.shell50, '1', { unit: 'pcs', movement_purpose: 'waste' })
    expect((await book.run(`/packaging-returns/${made.id}`, 'cancel')).body.code).toBe('receipt_has_allocations')
    expect((await book.run(`/packaging-returns/${made.id}`, 'sell')).body.code).toBe('unknown_action')
  })
})

test('200: a dry run shows what would move and moves nothing', async () => {
  const book = await kegBook(service)
  await book.dispatched({ k50: '3' })
  const before = await rowsOfBooks(service)
  const tried = await send(book, { lines: kegs(book, '2'), refund: { method: 'cash' } }, '?dry_run=true')
  expect(tried.status, tried.text).toBe(200)
  expect(tried.body).toMatchObject({
    dry_run: true,
    totals: { refund: '3000.00' },
    effects: { levels: [{ quantity: '2' }], balances: [{ deposit_id: book.keg50, pieces: '1' }] },
  })
  expect(await rowsOfBooks(service)).toEqual(before)
})

test('200, 409 external_ref_conflict: one namespace with adjustments, found by the reference', async () => {
  const book = await kegBook(service)
  await book.dispatched({ k50: '3' })
  const external_ref = { system: 'depo', id: '7' }
  const made = await returned(book, { lines: kegs(book, '1'), external_ref })
  const again = await send(book, { lines: kegs(book, '1'), external_ref })
  expect([again.status, again.body.code, again.body.existing_id]).toEqual([409, 'external_ref_conflict', made.id])
  const same = await send(book, { lines: kegs(book, '1'), external_ref }, '?on_conflict=return')
  expect([same.status, same.body.id]).toEqual([200, made.id])
  expect((await book.read('/packaging-returns/by-external-ref/depo/7')).now.id).toBe(made.id)
  const adjusted = await book.api.post('/packaging-adjustments', {
    partner_id: book.pub,
    reason: 'x',
    lines: kegs(book, '1'),
    external_ref,
  })
  expect(adjusted.body.code).toBe('external_ref_conflict')
  const list = async (query: string) =>
    (await book.api.get(`/packaging-returns?${query}`)).body.data.map(({ id }: Told) => id)
  for (const query of [
    'external_ref=depo:7',
    `partner_id=${book.pub}&status=confirmed`,
    `item_id=${book.shell50}`,
    'search=00001',
    `date_from=${made.date}&date_to=${made.date}`,
    `warehouse_id=${made.warehouse.id}`,
  ]) {
    expect(await list(query), query).toEqual([made.id])
  }
  for (const query of [
    'status=cancelled',
    `item_id=${book.shell30}`,
    `cash_desk_id=${nobody}`,
    `pos_sale_id=${nobody}`,
    `warehouse_id=${nobody}`,
  ]) {
    expect(await list(query), query).toEqual([])
  }
})

test('201 once: of two returns of the last pieces at once the other is refused', async () => {
  const book = await kegBook(service)
  await book.dispatched({ k50: '2' })
  const replies = await Promise.all(
    [1, 2].map(() => send(book, { lines: kegs(book, '2'), refund: { method: 'cash' } })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(await book.held()).toBe('0 / 0')
})
