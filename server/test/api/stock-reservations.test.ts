/** Stock held for orders: the golden example, who is served first, who gives way, what others may still take. */
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import type { Reply } from '../support/client.ts'
import { type OrderBook, type OrderLine, orderBook } from '../support/reservations.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { type StockBook, stockBook } from '../support/stock.ts'

const service = useService()

interface Book extends StockBook {
  orders: OrderBook
  keg: string
  /** An order of kegs from the main warehouse. */
  order(quantity: string, due?: string | null): Promise<OrderLine>
  came(quantity: string, head?: object): Promise<Reply>
  /** Drafts an issue of kegs and tries to confirm it. */
  leaves(quantity: string, head?: object): Promise<Reply>
  /** quantity / reserved / available. */
  kegs(): Promise<string>
  held(...lines: OrderLine[]): Promise<string[]>
  /** The pairs that stock_level.changed named since. */
  changes(since: number): Promise<string[]>
  sequence(): Promise<number>
}

const ownHouse = async () => {
  const tenant = await service.tenant()
  return { tenant, book: await stockBook(await tenant.key()), orders: await orderBook(service, tenant.slug) }
}
const sharedHouse = shared(service, ownHouse)

/** With a keg of its own; those who look at whole lists have the house alone. */
async function newBook(houseOf = sharedHouse): Promise<Book> {
  const { book, orders } = await houseOf()
  const keg = await book.item({ name: 'Sud', unit: { unit_code: 'pcs' } })
  const rows = async () => (await book.api.get('/stock-levels/reservations?limit=200')).body.data
  return {
    ...book,
    orders,
    keg,
    order: async (quantity, due = null) =>
      (await orders.reserve([{ item: keg, warehouse: book.main, quantity }], due))[0]!,
    came: (quantity, head = {}) => book.received(keg, quantity, '100', { unit: 'pcs', ...head }),
    async leaves(quantity, head = {}) {
      const { body } = await book.issue([{ item: keg, quantity, unit: 'pcs' }], head)
      return book.api.post(`/stock-issues/${body.id}/actions/confirm`)
    },
    async kegs() {
      const { quantity, reserved, available } = await book.level(keg)
      return `${quantity} / ${reserved} / ${available}`
    },
    async held(...lines) {
      const known = new Map((await rows()).map((row: { id: string; reserved_quantity: string }) => [row.id, row]))
      return lines.map(
        ({ id }) => (known.get(id) as { reserved_quantity: string } | undefined)?.reserved_quantity ?? 'none',
      )
    },
    async changes(since) {
      const { data } = (await book.api.get(`/events?since_sequence=${since}&limit=200&types=stock_level.changed`)).body
      const names = new Map([
        [book.main, 'main'],
        [book.second, 'second'],
        [keg, 'keg'],
      ])
      return data.map(
        ({ data: { object } }: { data: { object: { item: { id: string }; warehouse: { id: string } } } }) =>
          [object.item.id, object.warehouse.id].map(id => names.get(id) ?? 'other').join(' in '),
      )
    },
    async sequence() {
      return Number((await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence'])
    },
  }
}

describe('the golden example', () => {
  const started = async () => {
    const book = await newBook()
    await book.came('100')
    const [a, b] = [await book.order('60'), await book.order('50')]
    expect(await book.held(a, b)).toEqual(['60', '40'])
    expect(await book.kegs()).toBe('100 / 100 / 0')
    return { book, a, b }
  }

  test('409 reserved_by_other: B may issue its 40, not 50; nobody else may issue one', async () => {
    const { book, a, b } = await started()
    expect(await book.leaves('50', { order_id: b.order })).toMatchObject({ body: { code: 'reserved_by_other' } })
    expect(await book.leaves('1')).toMatchObject({ status: 409, body: { code: 'reserved_by_other' } })
    const late = await book.order('1')
    expect(await book.leaves('1', { order_id: late.order })).toMatchObject({ body: { code: 'reserved_by_other' } })
    expect(await book.kegs()).toBe('100 / 100 / 0')
    expect(await book.leaves('40', { order_id: b.order })).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await book.held(a, b)).toEqual(['60', '0'])
    expect(await book.kegs()).toBe('60 / 60 / 0')
  })

  test('a receipt of 30 tops B up; the issue of A uses its hold, and cancelled gives it back', async () => {
    const { book, a, b } = await started()
    await book.came('30')
    expect(await book.held(a, b)).toEqual(['60', '50'])
    expect(await book.kegs()).toBe('130 / 110 / 20')
    const { body: issue } = await book.leaves('60', { order_id: a.order })
    expect(await book.kegs()).toBe('70 / 50 / 20')
    expect(await book.held(a, b)).toEqual(['0', '50'])
    await book.act(`/stock-issues/${issue.id}`, 'cancel')
    expect(await book.kegs()).toBe('130 / 110 / 20')
    expect(await book.held(a, b)).toEqual(['60', '50'])
  })

  test('an order may use its own hold and what is free', async () => {
    const { book, a, b } = await started()
    await book.came('30')
    expect(await book.leaves('71', { order_id: b.order })).toMatchObject({ body: { code: 'reserved_by_other' } })
    const { body: issue } = await book.leaves('70', { order_id: b.order })
    expect(await book.kegs()).toBe('60 / 60 / 0')
    expect(await book.held(a, b)).toEqual(['60', '0'])
    await book.act(`/stock-issues/${issue.id}`, 'revert_to_draft')
    expect(await book.kegs()).toBe('130 / 110 / 20')
    expect(await book.held(a, b)).toEqual(['60', '50'])
  })
})

describe('who is served first', () => {
  test('the nearest delivery, those without one last, then the one confirmed first', async () => {
    const book = await newBook()
    const late = await book.order('5', '2026-12-24')
    const never = await book.order('5')
    const soon = await book.order('5', '2026-12-01')
    const soonToo = await book.order('5', '2026-12-01')
    const neverToo = await book.order('5')
    const steps = [
      ['3', ['3', '0', '0', '0', '0']],
      ['4', ['5', '2', '0', '0', '0']],
      ['6', ['5', '5', '3', '0', '0']],
      ['5', ['5', '5', '5', '3', '0']],
      ['9', ['5', '5', '5', '5', '5']],
    ] as const
    for (const [quantity, expected] of steps) {
      await book.came(quantity)
      expect(await book.held(soon, soonToo, late, never, neverToo)).toEqual(expected)
    }
    expect(await book.kegs()).toBe('27 / 25 / 2')
  })

  test('a hold that is given stays: an earlier delivery confirmed later waits for what comes', async () => {
    const book = await newBook()
    await book.came('5')
    const late = await book.order('5', '2026-12-24')
    const soon = await book.order('5', '2026-12-01')
    const { body: issue } = await book.leaves('5', { order_id: late.order })
    await book.act(`/stock-issues/${issue.id}`, 'cancel')
    expect(await book.held(late, soon)).toEqual(['5', '0'])
    await book.came('2')
    expect(await book.held(late, soon)).toEqual(['5', '2'])
  })

  test('what an order releases goes to those that wait', async () => {
    const book = await newBook()
    await book.came('10')
    const [first, second, third] = [await book.order('10'), await book.order('4'), await book.order('9')]
    await book.orders.change(first, '7')
    expect(await book.held(first, second, third)).toEqual(['7', '3', '0'])
    await book.orders.release(first.order)
    expect(await book.held(first, second, third)).toEqual(['none', '4', '6'])
    await book.orders.change(second, '5')
    expect(await book.held(second, third)).toEqual(['4', '6'])
    await book.orders.releaseLine(third)
    expect(await book.held(second, third)).toEqual(['5', 'none'])
    expect(await book.kegs()).toBe('10 / 5 / 5')
  })

  test('what an issue of another day brings back goes to those that wait', async () => {
    const book = await newBook()
    await book.came('10')
    const { body: issue } = await book.leaves('8')
    const [first, second] = [await book.order('6'), await book.order('6')]
    expect(await book.held(first, second)).toEqual(['2', '0'])
    await book.act(`/stock-issues/${issue.id}`, 'cancel')
    expect(await book.held(first, second)).toEqual(['6', '4'])
  })
})

describe('what others may take', () => {
  test('409 conflict when the stock is not there, reserved_by_other when it is there but held', async () => {
    const book = await newBook()
    await book.came('10')
    const order = await book.order('6')
    expect(await book.leaves('11')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await book.leaves('11', { order_id: order.order })).toMatchObject({ body: { code: 'conflict' } })
    expect(await book.leaves('5')).toMatchObject({ status: 409, body: { code: 'reserved_by_other' } })
    const [lot] = await book.lots(book.keg)
    const named = await book.issue([{ item: book.keg, quantity: '5', unit: 'pcs', lotId: lot!.id }])
    const reply = await book.api.post(`/stock-issues/${named.body.id}/actions/confirm`)
    expect(reply.body.code).toBe('reserved_by_other')
    expect((await book.leaves('4')).status).toBe(200)
    expect(await book.kegs()).toBe('6 / 6 / 0')
  })

  test('409 reserved_by_other: lines of one issue share what is free; held in one warehouse is free in another', async () => {
    const book = await newBook()
    await book.came('10')
    await book.came('10', { warehouse_id: book.second })
    await book.order('6')
    const two = [2, 3].map(quantity => ({ item: book.keg, quantity: String(quantity), unit: 'pcs' }))
    const { body } = await book.issue(two)
    const refused = await book.api.post(`/stock-issues/${body.id}/actions/confirm`)
    expect(refused.body).toMatchObject({ code: 'reserved_by_other' })
    expect(refused.body.detail).toContain(body.lines[1].id)
    expect(refused.body.detail).not.toContain(body.lines[0].id)
    expect((await book.leaves('10', { warehouse_id: book.second })).status).toBe(200)
  })

  test('409 transfer_blocked: a transfer does not take what is held', async () => {
    const book = await newBook()
    await book.came('10')
    await book.order('6')
    const head = { movement_purpose: 'transfer', target_warehouse_id: book.second }
    const { body } = await book.leaves('5', head)
    expect(body).toMatchObject({
      code: 'transfer_blocked',
      blockers: [{ code: 'insufficient_stock', requested: '5', available: '4' }],
    })
    expect((await book.leaves('4', head)).status).toBe(200)
  })

  test('an issue of an order never takes from the hold of another, whatever its own lines hold', async () => {
    const book = await newBook()
    await book.came('25')
    const need = { item: book.keg, warehouse: book.main, quantity: '10' }
    const [grown, other] = await book.orders.reserve([need, need])
    const rival = await book.order('5')
    await book.orders.change(grown!, '20')
    expect(await book.held(grown!, other!, rival)).toEqual(['10', '10', '5'])
    expect((await book.leaves('15', { order_id: grown!.order })).status).toBe(200)
    expect(await book.kegs()).toBe('10 / 10 / 0')
    expect(await book.held(rival)).toEqual(['5'])
  })
})

describe('who gives way', () => {
  test('a receipt taken back cuts the last in the queue; confirmed again it restores them', async () => {
    const book = await newBook()
    await book.came('4')
    const { body: receipt } = await book.came('6')
    const [first, second, third] = [await book.order('5'), await book.order('3', '2026-12-01'), await book.order('2')]
    expect(await book.held(second, first, third)).toEqual(['3', '5', '2'])
    await book.act(`/goods-receipts/${receipt.id}`, 'revert_to_draft')
    expect(await book.held(second, first, third)).toEqual(['3', '1', '0'])
    expect(await book.kegs()).toBe('4 / 4 / 0')
    await book.act(`/goods-receipts/${receipt.id}`, 'confirm')
    expect(await book.held(second, first, third)).toEqual(['3', '5', '2'])
  })

  test('a count that finds less takes it, whoever holds it; what is left stays with the first', async () => {
    const book = await newBook()
    await book.came('10')
    const [first, second] = [await book.order('6'), await book.order('4')]
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    const path = `/inventory-counts/${count.id}`
    await book.act(path, 'start')
    await book.api.post(`${path}/lines`, { item_id: book.keg, counted_quantity: '5', unit: { unit_code: 'pcs' } })
    const since = await book.sequence()
    await book.act(path, 'finish')
    expect(await book.held(first, second)).toEqual(['5', '0'])
    expect(await book.kegs()).toBe('5 / 5 / 0')
    expect(await book.changes(since)).toEqual(['keg in main'])
  })
})

describe('stock_level.changed', () => {
  test('names each pair once, however many lines and holds change', async () => {
    const book = await newBook()
    const need = { item: book.keg, warehouse: book.main, quantity: '3' }
    await book.orders.reserve([need, need, { ...need, warehouse: book.second }])
    const before = await book.sequence()
    const lines = [1, 2, 3].map(quantity => ({ item: book.keg, quantity: String(quantity), unit: 'pcs', price: '1' }))
    const { body } = await book.receipt(lines)
    await book.act(`/goods-receipts/${body.id}`, 'confirm')
    expect(await book.changes(before)).toEqual(['keg in main'])
    expect(await book.kegs()).toBe('6 / 6 / 0')
    await book.came('9', { warehouse_id: book.second })

    const since = await book.sequence()
    const taken = await book.orders.reserve([need, need, { ...need, warehouse: book.second }])
    expect(await book.changes(since)).toEqual(['keg in second'])
    await book.orders.release(taken[0]!.order)
    expect(await book.changes(since)).toEqual(['keg in second', 'keg in second'])
  })

  test('is not told when a hold changes no level', async () => {
    const book = await newBook()
    await book.came('3')
    const first = await book.order('3')
    const since = await book.sequence()
    const second = await book.order('2')
    await book.orders.change(second, '3')
    await book.orders.release(first.order)
    expect(await book.held(second)).toEqual(['3'])
    expect(await book.changes(since)).toEqual([])
  })

  test('names a pair once when a repack takes and makes the same item, and when it is cancelled', async () => {
    const book = await newBook()
    await book.came('10')
    const order = await book.order('4')
    const line = { item_id: book.keg, unit: { unit_code: 'pcs' } }
    const { body: repack } = await book.api.post('/repacks', {
      warehouse_id: book.main,
      from: [{ ...line, quantity: '6' }],
      to: [{ ...line, quantity: '5' }],
    })
    const since = await book.sequence()
    await book.act(`/repacks/${repack.id}`, 'confirm')
    expect(await book.changes(since)).toEqual(['keg in main'])
    expect(await book.kegs()).toBe('9 / 4 / 5')
    await book.act(`/repacks/${repack.id}`, 'cancel')
    expect(await book.changes(since)).toEqual(['keg in main', 'keg in main'])
    expect(await book.kegs()).toBe('10 / 4 / 6')
    expect(await book.held(order)).toEqual(['4'])
  })

  test('names a pair once when a count finds one layer short and another too long', async () => {
    const book = await newBook()
    await book.came('5')
    await book.came('7')
    const [older, newer] = await book.lots(book.keg)
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    const path = `/inventory-counts/${count.id}`
    await book.act(path, 'start')
    for (const [lot, counted] of [
      [older, '3'],
      [newer, '8'],
    ] as const) {
      const body = { item_id: book.keg, lot_id: lot!.id, counted_quantity: counted, unit: { unit_code: 'pcs' } }
      expect((await book.api.post(`${path}/lines`, body)).status).toBe(201)
    }
    const since = await book.sequence()
    await book.act(path, 'finish')
    expect(await book.kegs()).toBe('11 / 0 / 11')
    expect(await book.changes(since)).toEqual(['keg in main'])
  })
})

describe('GET /stock-levels/reservations', () => {
  test('200: by order, item and warehouse, page by page, each line once', async () => {
    const book = await newBook(ownHouse)
    const malt = await book.item()
    await book.came('4')
    const needs = [
      { item: book.keg, warehouse: book.main, quantity: '3' },
      { item: malt, warehouse: book.main, quantity: '1.5' },
      { item: book.keg, warehouse: book.second, quantity: '2' },
    ]
    const first = await book.orders.reserve(needs, '2026-12-24')
    const second = await book.orders.reserve(needs.slice(0, 2))
    const rows = async (query: string) => (await book.api.get(`/stock-levels/reservations?${query}`)).body.data
    const ids = async (query: string) => (await rows(query)).map(({ id }: { id: string }) => id).toSorted()
    const of = (...lines: (OrderLine | undefined)[]) => lines.map(line => line!.id).toSorted()
    expect(await ids('limit=200')).toEqual(of(...first, ...second))
    expect(await ids(`order_id=${second[0]!.order}`)).toEqual(of(...second))
    expect(await ids(`item_id=${malt}`)).toEqual(of(first[1], second[1]))
    expect(await ids(`warehouse_id=${book.second}`)).toEqual(of(first[2]))
    expect(await ids(`item_id=${book.keg}&warehouse_id=${book.main}&order_id=${first[0]!.order}`)).toEqual(of(first[0]))
    expect(await ids(`order_id=${newId()}`)).toEqual([])
    const [row] = await rows(`order_id=${first[0]!.order}&item_id=${book.keg}&warehouse_id=${book.main}`)
    expect(row).toMatchObject({
      order_id: first[0]!.order,
      item: { id: book.keg },
      warehouse: { id: book.main },
      wanted_quantity: '3',
      issued_quantity: '0',
      reserved_quantity: '3',
      unit: { code: 'pcs' },
      delivery_date: '2026-12-24',
    })

    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await book.api.get(`/stock-levels/reservations?limit=2${cursor}`)
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (!body.has_more) break
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
    }
    expect(seen.toSorted()).toEqual(of(...first, ...second))
  })

  test('200: shows what was issued for the order, and nothing of another account', async () => {
    const book = await newBook()
    await book.came('10')
    const line = await book.order('8')
    await book.leaves('3', { order_id: line.order })
    const { data } = (await book.api.get(`/stock-levels/reservations?order_id=${line.order}`)).body
    expect(data).toMatchObject([{ wanted_quantity: '8', issued_quantity: '3', reserved_quantity: '5' }])
    const stranger = await newBook(ownHouse)
    expect((await stranger.api.get('/stock-levels/reservations')).body.data).toEqual([])
  })
})
