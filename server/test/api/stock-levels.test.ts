/** Levels and layers as they are read: now, on a past day, by every filter. */
import { describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, type StockAccount, stockAccount } from '../support/stock.ts'

const service = useService()
const newBook = () => stockAccount(service)

interface Level {
  item: { id: string }
  warehouse: { id: string }
  quantity: string
  value: string
}
const levels = async ({ api }: StockAccount, query: string): Promise<Level[]> =>
  (await api.get(`/stock-levels?limit=200&${query}`)).body.data

const dayMs = 24 * 60 * 60 * 1_000

/** Page after page, to the last. */
async function itemsOfPages({ api }: StockAccount, path: string): Promise<string[]> {
  const items: string[] = []
  for (let cursor = ''; ; ) {
    const { data, next_cursor } = (await api.get(`${path}${cursor}`)).body
    items.push(...data.map(({ item }: Level) => item.id))
    if (next_cursor === null) return items
    cursor = `&cursor=${next_cursor}`
  }
}

describe('GET /stock-levels', () => {
  test('200: a row for each pair that ever had stock, zero included, by item and warehouse', async () => {
    const book = await newBook()
    const [malt, hops, never] = [await book.item(), await book.item(), await book.item()]
    await book.received(malt, '5', '2')
    await book.received(malt, '1', '2', { warehouse_id: book.second })
    await book.received(hops, '3')
    await book.issued(hops, '3')
    const pairs = async (query: string) =>
      (await levels(book, query)).map(({ item, warehouse }) => [item.id, warehouse.id])
    expect(await pairs('')).toEqual([
      [hops, book.main],
      [malt, book.second],
      [malt, book.main],
    ])
    expect(await pairs(`item_id=${malt.toUpperCase()}&warehouse_id=${book.second}`)).toEqual([[malt, book.second]])
    expect(await pairs(`warehouse_id=${book.second}`)).toEqual([[malt, book.second]])
    for (const query of [`item_id=${never}`, `item_id=${nobody}`, `warehouse_id=${nobody}`]) {
      expect(await pairs(query)).toEqual([])
    }
    const [row] = await levels(book, `item_id=${malt}&warehouse_id=${book.main}`)
    expect(row).toMatchObject({
      object: 'stock_level',
      warehouse: { name: 'Hlavní sklad' },
      quantity: '5',
      reserved_quantity: '0',
      available_quantity: '5',
      value: '10.00',
      unit: { code: 'kg' },
      livemode: false,
    })
    expect(await levels(book, `item_id=${hops}`)).toMatchObject([{ quantity: '0', value: '0.00' }])
    expect((await book.live.get('/stock-levels')).body.data).toEqual([])
  })

  test('200: updated_since shows the levels that moved since', async () => {
    const book = await newBook()
    const [malt, hops] = [await book.item(), await book.item()]
    await book.received(malt, '5')
    await book.received(hops, '5')
    await advanceSandbox(book.api, 5_000)
    const { body } = await book.issued(malt, '1')
    const rows = await levels(book, `updated_since=${body.updated_at}`)
    expect(rows).toMatchObject([{ item: { id: malt }, quantity: '4' }])
  })

  test('200: updated_since goes on from day to day and page to page, of levels and of layers', async () => {
    const book = await newBook()
    const [malt, hops, yeast] = [await book.item(), await book.item(), await book.item()]
    const changes: string[] = []
    for (const item of [malt, hops, yeast]) {
      changes.push((await book.received(item, '5')).body.updated_at)
      await advanceSandbox(book.api, dayMs)
    }
    await book.issued(malt, '1')
    for (const path of ['/stock-levels', '/stock-levels/lots']) {
      const since = (instant: string) => itemsOfPages(book, `${path}?limit=1&updated_since=${instant}`)
      expect(await since('2000-01-01T00:00:00Z')).toEqual([hops, yeast, malt])
      expect(await since(changes[2]!)).toEqual([yeast, malt])
      expect(await since(new Date(Date.parse(changes[2]!) + 1).toISOString())).toEqual([malt])
    }
  })

  test('422: filters that cannot be', async () => {
    const { api } = await newBook()
    for (const [query, fault] of [
      ['as_of=2026-02-30', 'as_of not_allowed'],
      ['item_id=Z1', 'item_id invalid_reference'],
      ['item=Z1', 'item unknown_field'],
    ] as const) {
      expect(faultsOf(await api.get(`/stock-levels?${query}`)), query).toEqual([fault])
    }
  })
})

describe('as_of', () => {
  /** What moved, as the test itself has noted it. */
  interface Move {
    item: string
    warehouse: string
    date: string
    quantity: number
    cents: number
  }

  test('200: on every border of months and years the sum of the documents known now', async () => {
    const book = await newBook()
    const [malt, hops] = [await book.item({ name: 'Slad' }), await book.item({ name: 'Chmel' })]
    const moves: Move[] = []
    const receive = async (item: string, date: string, quantity: number, price: number, warehouse = book.main) => {
      const { body } = await book.received(item, `${quantity}`, `${price}`, { date, warehouse_id: warehouse })
      moves.push({ item, warehouse, date, quantity, cents: quantity * price * 100 })
      return `/goods-receipts/${body.id}`
    }
    const issue = async (item: string, date: string, quantity: number) => {
      const { body } = await book.issued(item, `${quantity}`, { date })
      const cents = -Math.round(Number(body.totals.total_cost) * 100)
      moves.push({ item, warehouse: book.main, date, quantity: -quantity, cents })
      return `/stock-issues/${body.id}`
    }
    const takeBack = async (path: string, action: string) => {
      await book.act(path, action)
      moves.pop()
    }
    const days = ['2024-12-31', '2025-01-01', '2025-12-30', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01']
    for (const [index, date] of days.entries()) {
      for (const item of [malt, hops]) await receive(item, date, 10 + index, 3 + index)
      await receive(malt, date, index + 1, 2, book.second)
    }
    for (const date of days.slice(1)) await issue(malt, date, 7)
    // Back-dated, and what was taken back again.
    await receive(hops, '2024-06-15', 4, 1)
    await issue(hops, '2025-06-15', 12)
    await takeBack(await issue(hops, '2026-01-31', 5), 'cancel')
    await takeBack(await issue(malt, '2025-12-31', 1), 'revert_to_draft')
    await takeBack(await receive(hops, '2025-12-31', 50, 9), 'cancel')
    await takeBack(await receive(malt, '2025-01-01', 50, 9), 'revert_to_draft')

    const asked = ['2024-06-14', '2024-06-15', '2024-12-30', ...days, '2025-01-31', '2025-12-29', '2026-12-31']
    for (const day of asked) {
      const rows = await levels(book, `as_of=${day}`)
      expect(rows).toHaveLength(3)
      for (const { item, warehouse, quantity, value } of rows) {
        const known = moves.filter(move => move.item === item.id && move.warehouse === warehouse.id && move.date <= day)
        const sum = (of: (move: Move) => number) => known.reduce((total, move) => total + of(move), 0)
        const expected = [`${sum(move => move.quantity)}`, (sum(move => move.cents) / 100).toFixed(2)]
        expect([quantity, value], `${day} ${item.id} ${warehouse.id}`).toEqual(expected)
      }
    }
    const today = dayIn('Europe/Prague', service.clock())
    const plain = (rows: Level[]) => rows.map(({ quantity, value }) => [quantity, value])
    expect(plain(await levels(book, `as_of=${today}`))).toEqual(plain(await levels(book, '')))
  })
})

describe('GET /stock-levels/lots', () => {
  test('200: open layers, all with include_empty, by item, warehouse and label', async () => {
    const book = await newBook()
    const [malt, hops] = [await book.item(), await book.item()]
    const layer = async (item: string, lot: string, head: object = {}) => {
      const { body } = await book.receipt([{ item, quantity: '5', price: '2', lot }], head)
      return (await book.act(`/goods-receipts/${body.id}`, 'confirm')).body.lines[0].id
    }
    const used = await layer(malt, 'A')
    const open = await layer(malt, 'B')
    const other = await layer(hops, 'A')
    const away = await layer(malt, 'A', { warehouse_id: book.second })
    await book.issued(malt, '7')
    const ids = async (query: string) =>
      (await book.api.get(`/stock-levels/lots?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([away, other, open])
    expect(await ids('include_empty=false')).toEqual([away, other, open])
    expect(await ids('include_empty=true')).toEqual([away, other, open, used])
    expect(await ids(`item_id=${malt}`)).toEqual([away, open])
    expect(await ids(`item_id=${malt}&warehouse_id=${book.main}&include_empty=true`)).toEqual([open, used])
    expect(await ids('lot_number=A&include_empty=true')).toEqual([away, other, used])
    expect(await ids('lot_number=a')).toEqual([])
    const [lot] = (await book.api.get(`/stock-levels/lots?item_id=${malt}&warehouse_id=${book.main}`)).body.data
    expect(lot).toMatchObject({ object: 'stock_lot', quantity: '3', received_quantity: '5', unit: { code: 'kg' } })
    for (const [query, fault] of [
      ['include_empty=yes', 'include_empty not_allowed'],
      ['label=A', 'label unknown_field'],
    ] as const) {
      expect(faultsOf(await book.api.get(`/stock-levels/lots?${query}`)), query).toEqual([fault])
    }
  })

  test('200: by the day they expire, those without one last', async () => {
    const book = await newBook()
    const item = await book.item()
    const days = ['2027-03-01', undefined, '2027-01-01', '2027-02-01']
    const lines = days.map(day => ({ item, quantity: '1', price: '1', ...(day && { expiry: day }) }))
    const { body } = await book.receipt(lines)
    await book.act(`/goods-receipts/${body.id}`, 'confirm')
    const sorted = async (query: string) =>
      (await book.api.get(`/stock-levels/lots?${query}`)).body.data.map(
        (lot: { expiry_date: string }) => lot.expiry_date,
      )
    const expiring = ['2027-01-01', '2027-02-01', '2027-03-01', null]
    expect(await sorted('sort=expiry_date')).toEqual(expiring)
    expect(await sorted(`sort=-expiry_date&item_id=${item}`)).toEqual(expiring.toReversed())
    const { next_cursor } = (await book.api.get('/stock-levels/lots?sort=expiry_date&limit=3')).body
    expect(await sorted(`sort=expiry_date&limit=3&cursor=${next_cursor}`)).toEqual([null])
  })
})
