/** Days of stock documents: the past is free, the future is near, and what comes later is not there before. */
import { beforeEach, describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()
let book: SalesBook
beforeEach(async () => {
  book = await salesBook(service)
})

/** So many days from today. */
const day = (days: number): string => daysAfter(dayIn('Europe/Prague', service.clock()), days)

const kegs = (quantity = '1') => ({ item_id: book.keg, quantity, unit: { unit_code: 'pcs' } })

describe('422 not_allowed: more than 366 days ahead', () => {
  const bodies: Record<string, (date: string) => object> = {
    '/goods-receipts': date => ({ warehouse_id: book.main, date }),
    '/stock-issues': date => ({ warehouse_id: book.main, date }),
    '/repacks': date => ({ warehouse_id: book.main, date, from: [kegs()], to: [kegs()] }),
    '/orders': order_date => ({ partner_id: book.pub, order_date }),
  }

  test.for(Object.keys(bodies))('%s; the last day and any day of the past are fine', async path => {
    const send = (date: string) => book.api.post(path, bodies[path]!(date))
    const field = path === '/orders' ? 'order_date' : 'date'
    for (const far of [day(367), '2126-01-01', '9999-12-31']) {
      expect(faultsOf(await send(far))).toEqual([`${field} not_allowed`])
    }
    for (const fine of [day(366), day(0), '1999-12-31']) expect((await send(fine)).status).toBe(201)
  })

  test.for(['/goods-receipts', '/stock-issues'])('PATCH %s', async path => {
    const { id } = (await book.api.post(path, { warehouse_id: book.main, date: day(366) })).body
    const patch = (date: string) => book.api.patch(`${path}/${id}`, { date })
    expect((await patch(day(366))).status).toBe(200)
    expect(faultsOf(await patch(day(367)))).toEqual(['date not_allowed'])
    // The rest of a draft that an earlier version dated too far stays open to changes.
    expect((await book.api.patch(`${path}/${id}`, { notes: 'x' })).status).toBe(200)
  })

  test('it is told with the other rows', async () => {
    const body = { warehouse_id: book.main, date: day(400), partner_id: book.keg, lines: [kegs()] }
    expect(faultsOf(await book.api.post('/stock-issues', body))).toEqual([
      'date not_allowed',
      'partner_id invalid_reference',
    ])
  })
})

describe('stock dated after today', () => {
  const pieces = { unit: 'pcs' }
  const issue = async (quantity: string, head: object = {}): Promise<Told> => {
    const { body } = await book.issue([{ item: book.keg, quantity, unit: 'pcs' }], head)
    return (await book.run(`/stock-issues/${body.id}`, 'confirm')).body
  }

  test('409 conflict: nothing is issued before it came, whoever asks; on its day it is', async () => {
    await book.received(book.keg, '10', '1', { ...pieces, date: day(30) })
    const order = await book.confirmed([book.line('10')])
    for (const head of [{}, { order_id: order.id }, { date: day(29), order_id: order.id }]) {
      expect(await issue('1', head)).toMatchObject({ code: 'conflict', blockers: [{ available: '0' }] })
    }
    expect(await issue('10', { date: day(30), order_id: order.id })).toMatchObject({ status: 'confirmed' })
  })

  test('409 reserved_by_other: an order that holds what is there is not served by what comes later', async () => {
    await book.received(book.keg, '10', '1', pieces)
    const order = await book.confirmed([book.line('10')])
    await book.received(book.keg, '10', '1', { ...pieces, date: day(30) })
    expect(await book.level(book.keg)).toMatchObject({ quantity: '20', reserved: '10', available: '10' })
    // A stranger would take the goods of the order, and leave it those of next month.
    expect(await issue('1')).toMatchObject({ code: 'reserved_by_other' })
    expect(await issue('1', { date: day(29) })).toMatchObject({ code: 'reserved_by_other' })
    expect(await issue('10', { date: day(30) })).toMatchObject({ status: 'confirmed' })
    expect(await issue('10', { order_id: order.id, date: day(30) })).toMatchObject({ status: 'confirmed' })
  })

  test('200: what is there is kept for the nearest delivery; who comes later holds what comes later', async () => {
    await book.received(book.keg, '10', '1', pieces)
    await book.received(book.keg, '10', '1', { ...pieces, date: day(30) })
    const later = await book.confirmed([book.line('10')], { delivery_date: day(40) })
    const now = await book.confirmed([book.line('10')], { delivery_date: day(1) })
    expect(await book.level(book.keg)).toMatchObject({ reserved: '20', available: '0' })
    expect(await issue('10', { order_id: later.id })).toMatchObject({ code: 'reserved_by_other' })
    expect(await issue('10', { order_id: now.id })).toMatchObject({ status: 'confirmed' })
    expect(await issue('10', { order_id: later.id, date: day(35) })).toMatchObject({ status: 'confirmed' })
  })

  test('200: a document of the past uses what is there today, as ever', async () => {
    await book.received(book.keg, '5', '1', { ...pieces, date: day(-20) })
    await book.received(book.keg, '10', '1', { ...pieces, date: day(-1) })
    await book.confirmed([book.line('10')])
    expect(await issue('5', { date: day(-10) })).toMatchObject({ status: 'confirmed' })
  })

  test('200: as_of shows what is there on a day', async () => {
    await book.received(book.keg, '4', '1', pieces)
    await book.received(book.keg, '10', '1', { ...pieces, date: day(30) })
    const on = async (date: string) =>
      (await book.api.get(`/stock-levels?item_id=${book.keg}&as_of=${date}`)).body.data[0].quantity
    expect([await on(day(0)), await on(day(29)), await on(day(30))]).toEqual(['4', '4', '14'])
  })
})
