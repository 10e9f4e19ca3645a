/** A count of a past day compares with the stock of that day, and posts on it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import type { Reply } from '../support/client.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, type StockAccount, stockAccount } from '../support/stock.ts'

const service = useService()
let book: StockAccount
let malt: string
beforeEach(async () => {
  book = await stockAccount(service)
  malt = await book.item({ name: 'Slad' })
})

/** So many days from today. */
const day = (days: number): string => daysAfter(dayIn('Europe/Prague', service.clock()), days)

async function started(date: string, rest: object = {}): Promise<Told> {
  const { body } = await book.api.post('/inventory-counts', { warehouse_id: book.main, date, ...rest })
  return (await book.act(`/inventory-counts/${body.id}`, 'start')).body
}

const note = (count: Told, item_id: string, counted_quantity: string, rest: object = {}): Promise<Reply> =>
  book.api.post(`/inventory-counts/${count.id}/lines`, {
    item_id,
    counted_quantity,
    unit: { unit_code: 'kg' },
    ...rest,
  })

const finish = (count: Told): Promise<Reply> => book.api.post(`/inventory-counts/${count.id}/actions/finish`)

const on = async (date: string): Promise<string> =>
  (await book.api.get(`/stock-levels?item_id=${malt}&as_of=${date}`)).body.data[0].quantity

describe('200', () => {
  test('start: what is expected is the stock at the end of the day, by all documents known now', async () => {
    const hops = await book.item({ name: 'Chmel' })
    await book.received(malt, '10', '2', { date: day(-20) })
    await book.issued(malt, '3', { date: day(-10) })
    await book.issued(malt, '2', { date: day(-5) })
    await book.received(hops, '4', '1', { date: day(-1) })
    const { lines } = await started(day(-10))
    const shown = lines.map(({ item, expected_quantity }: Told) => [item.name, expected_quantity])
    expect(shown).toEqual([['Slad', '7']])
  })

  test('finish: what is missing leaves on that day, and every day after it shows it', async () => {
    await book.received(malt, '10', '2', { date: day(-20) })
    await book.issued(malt, '2', { date: day(-5) })
    const count = await started(day(-10))
    await note(count, malt, '7')
    const { body } = await finish(count)
    const issue = (await book.api.get(`/stock-issues/${body.stock_issue_id}`)).body
    expect(issue).toMatchObject({ status: 'confirmed', date: day(-10), lines: [{ quantity: '3' }] })
    expect([await on(day(-11)), await on(day(-10)), await on(day(-5)), await on(day(0))]).toEqual(['10', '7', '5', '5'])
  })

  test('finish: what is found comes on that day, for the price of the newest layer by then', async () => {
    await book.received(malt, '10', '2', { date: day(-20) })
    await book.received(malt, '10', '9', { date: day(-5) })
    const count = await started(day(-10))
    await note(count, malt, '12')
    const { body } = await finish(count)
    const receipt = (await book.api.get(`/goods-receipts/${body.goods_receipt_id}`)).body
    expect(receipt).toMatchObject({ date: day(-10), totals: { total_cost: '4.00' } })
    expect([await on(day(-10)), await on(day(0))]).toEqual(['12', '22'])
  })

  test('finish: as much as was there then is no difference, whatever left since', async () => {
    await book.received(malt, '10', '2', { date: day(-20) })
    await book.issued(malt, '10', { date: day(-5) })
    const count = await started(day(-10))
    await note(count, malt, '10')
    expect((await finish(count)).body).toMatchObject({ status: 'closed', stock_issue_id: null, goods_receipt_id: null })
  })

  test('layer by layer, and an item that nobody listed', async () => {
    const [first] = (await book.received(malt, '10', '2', { date: day(-20) })).body.lines
    const [second] = (await book.received(malt, '10', '3', { date: day(-5) })).body.lines
    await book.issued(malt, '4', { date: day(-15) })
    await book.issued(malt, '1', { date: day(-2) })
    const other = await book.item({ name: 'Chmel' })
    const count = await started(day(-10), { scope: 'listed', item_ids: [other] })
    const line = (await note(count, malt, '5', { lot_id: first.id })).body
    expect(line).toMatchObject({ expected_quantity: '6', difference: '-1' })
    expect(faultsOf(await note(count, malt, '10', { lot_id: second.id }))).toEqual(['lot_id invalid_reference'])
    expect((await note(count, other, '0')).body).toMatchObject({ expected_quantity: '0', difference: '0' })
    expect((await finish(count)).status).toBe(200)
    expect(await book.lots(malt)).toMatchObject([{ quantity: '4' }, { quantity: '10' }])
  })

  test('a count of today: what is there today, not what is dated later', async () => {
    await book.received(malt, '10', '2', { date: day(-1) })
    await book.received(malt, '5', '2', { date: day(9) })
    await book.issued(malt, '2', { date: day(10) })
    const count = await started(day(0))
    expect(count.lines).toMatchObject([{ expected_quantity: '10' }])
    await note(count, malt, '9')
    await finish(count)
    expect([await on(day(0)), await on(day(9)), await on(day(10))]).toEqual(['9', '14', '12'])
  })
})

test('409 conflict: documents after the day used what is missing; the items are named, and nothing is left of it', async () => {
  const hops = await book.item({ name: 'Chmel' })
  for (const item of [malt, hops]) await book.received(item, '10', '2', { date: day(-20) })
  await book.issued(malt, '8', { date: day(-5) })
  const count = await started(day(-10))
  await note(count, hops, '9')
  const { body: line } = await note(count, malt, '6')
  const reply = await finish(count)
  expect(reply).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      detail: `Documents after ${day(-10)} used what is missing: Slad.`,
      blockers: [{ line_id: line.id, item_id: malt, requested: '4', available: '2' }],
    },
  })
  expect((await book.api.get(`/inventory-counts/${count.id}`)).body).toMatchObject({ status: 'running' })
  expect(await on(day(0))).toBe('2')
  // Goods that came later cannot have been missing before: the day stays as the documents say.
  await book.act(`/inventory-counts/${count.id}`, 'cancel')
  await book.received(malt, '10', '2', { date: day(-6) })
  const again = await started(day(-10))
  await note(again, malt, '6')
  expect((await finish(again)).body.code).toBe('conflict')
})

test('422 not_allowed: a count of a day to come', async () => {
  for (const date of [day(1), '2999-01-01']) {
    const reply = await book.api.post('/inventory-counts', { warehouse_id: book.main, date })
    expect(faultsOf(reply)).toEqual(['date not_allowed'])
  }
})
