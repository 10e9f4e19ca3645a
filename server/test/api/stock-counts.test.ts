/** Inventory counts: what is expected, what was counted, what the end posts, and what is locked meanwhile. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks, type StockAccount, stockAccount, told } from '../support/stock.ts'

const service = useService()
const newBook = () => stockAccount(service)
const kg = { unit_code: 'kg' }
const counts = (id: string) => `/inventory-counts/${id}`
const start = (book: StockAccount, id: string) => book.act(counts(id), 'start')
const finish = (book: StockAccount, id: string) => book.act(counts(id), 'finish')
const add = async (book: StockAccount, body: object = {}) =>
  (await book.api.post('/inventory-counts', { warehouse_id: book.main, ...body })).body
const note = (book: StockAccount, id: string, item_id: string, counted_quantity: string, lot_id?: string) =>
  book.api.post(`${counts(id)}/lines`, { item_id, counted_quantity, unit: kg, ...(lot_id && { lot_id }) })
/** Items with 10 kg each, for 2 crowns a kilogram. */
async function stocked(book: StockAccount, ...names: string[]): Promise<string[]> {
  const items = []
  for (const name of names)
    items.push(await book.item({ name, ...(name === 'Pivo' && { plato: '12', volume_l: '1' }) }))
  for (const item of items) await book.received(item, '10', '2', { date: '2026-01-01' })
  return items
}

describe('POST /inventory-counts', () => {
  test('201: a draft locks nothing and expects nothing yet', async () => {
    const book = await newBook()
    const [malt] = await stocked(book, 'Slad')
    const body = { date: '2026-03-04', scope: 'listed', item_ids: [malt!.toUpperCase(), malt], notes: 'jaro' }
    const events = await told(book, async () => {
      const reply = await book.api.post('/inventory-counts', { warehouse_id: book.main, ...body })
      expect(reply.headers).toMatchObject({ location: `/api/v1${counts(reply.body.id)}`, etag: 'W/"1"' })
      expect(reply.body).toMatchObject({
        object: 'inventory_count',
        number: 'INV202600001',
        status: 'draft',
        warehouse: { id: book.main },
        ...body,
        item_ids: [malt],
        lines: [],
        stock_issue_id: null,
        goods_receipt_id: null,
        allowed_actions: ['start'],
      })
      expect((await book.api.get(counts(reply.body.id))).body).toEqual(reply.body)
    })
    expect(events).toEqual([])
    expect((await add(book)).scope).toBe('all')
    await book.issued(malt!, '1')
    const found = async (query: string) => (await book.api.get(`/inventory-counts?${query}`)).body.data.length
    expect(await found('status=draft')).toBe(2)
    expect(await found('status=running')).toBe(0)
    expect(await found(`warehouse_id=${book.second}`)).toBe(0)
    expect(await found(`item_id=${malt}&search=inv2026&date_from=2026-03-04&date_to=2026-03-04`)).toBe(1)
    expect(await found('date_to=2026-03-03')).toBe(0)
    expect(await found('search=INV202599999')).toBe(0)
    expect((await book.api.get('/inventory-counts')).body.data[0]).not.toHaveProperty('lines')
  })

  test('422: every fault by its row or code', async () => {
    const book = await newBook()
    const gone = await book.item({ is_active: false })
    const labour = await book.item({ item_type: 'service' })
    const item = await book.item()
    const before = await rowsOfBooks(service)
    for (const [sent, ...faults] of [
      [{ warehouse_id: nobody }, 'warehouse_id invalid_reference'],
      [{ warehouse_id: undefined }, 'warehouse_id required'],
      [{ warehouse_id: book.system }, 'system_warehouse'],
      [{ scope: 'some' }, 'scope not_allowed'],
      [{ scope: 'listed' }, 'item_ids required'],
      [{ scope: 'listed', item_ids: [] }, 'item_ids required'],
      [{ scope: 'all', item_ids: [item] }, 'item_ids unexpected_field'],
      [{ item_ids: [item] }, 'item_ids unexpected_field'],
      [
        { scope: 'listed', item_ids: [item, gone, nobody, labour] },
        ...[1, 2, 3].map(index => `item_ids[${index}] invalid_reference`),
      ],
      [{ date: 'today' }, 'date not_allowed'],
      [{ status: 'running' }, 'status unknown_field'],
    ] as const) {
      const reply = await book.api.post('/inventory-counts', { warehouse_id: book.main, ...sent })
      expect(faultsOf(reply), JSON.stringify(sent)).toEqual(faults)
    }
    expect(await rowsOfBooks(service)).toEqual(before)
  })
})

describe('lines', () => {
  test('200: start snapshots all that is there; counting fills the line or adds one', async () => {
    const book = await newBook()
    const [malt, hops, empty] = await stocked(book, 'Slad', 'Chmel', 'Prázdný')
    await book.issued(empty!, '10')
    const { id } = await add(book)
    const { body: running } = await start(book, id)
    expect(running).toMatchObject({ status: 'running', allowed_actions: ['finish', 'cancel'] })
    const whole = { lot_id: null, expected_quantity: '10', counted_quantity: null, difference: null }
    expect(running.lines).toMatchObject([
      { item: { id: malt }, ...whole },
      { item: { id: hops }, ...whole },
    ])
    const noted = await note(book, id, malt!, '9.50')
    expect(noted.status).toBe(201)
    expect(noted.headers).toMatchObject({ location: `/api/v1${counts(id)}`, etag: 'W/"3"' })
    expect(noted.body).toMatchObject({ id: running.lines[0].id, counted_quantity: '9.5', difference: '-0.5' })
    expect((await note(book, id, empty!, '2')).body).toMatchObject({ expected_quantity: '0', difference: '2' })
    expect((await book.api.get(counts(id))).body.lines).toHaveLength(3)
    const again = await note(book, id, malt!, '9')
    const blockers = [{ object: 'inventory_count_line', id: noted.body.id }]
    expect(again.body).toMatchObject({ status: 409, code: 'conflict', blockers })
  })

  test('200: scope listed expects its items alone, also those that never had stock', async () => {
    const book = await newBook()
    const [malt] = await stocked(book, 'Slad', 'Chmel')
    const never = await book.item({ name: 'Nikdy' })
    const { id } = await add(book, { scope: 'listed', item_ids: [malt, never] })
    const { lines } = (await start(book, id)).body
    expect(lines).toMatchObject([
      { item: { id: malt }, expected_quantity: '10' },
      { item: { id: never }, expected_quantity: '0' },
    ])
    expect(lines).toHaveLength(2)
  })

  test('200: what was noted before the start is held against what is there at the start', async () => {
    const book = await newBook()
    const [malt, hops] = await stocked(book, 'Slad', 'Chmel')
    const { id } = await add(book, { scope: 'listed', item_ids: [malt] })
    const early = await note(book, id, malt!, '10')
    expect(early.body).toMatchObject({ expected_quantity: null, difference: null })
    await note(book, id, hops!, '10')
    await book.issued(malt!, '3')
    const { lines } = (await start(book, id)).body
    expect(lines).toMatchObject([
      { item: { id: malt }, expected_quantity: '7', difference: '3' },
      { item: { id: hops }, expected_quantity: '10', difference: '0' },
    ])
  })

  test('422: every fault of a line and of its change', async () => {
    const book = await newBook()
    const [malt] = await stocked(book, 'Slad')
    const { id } = await add(book)
    await start(book, id)
    const own = { item_id: malt, counted_quantity: '1', unit: kg }
    for (const [sent, fault] of [
      [{ item_id: nobody }, 'item_id invalid_reference'],
      [{ unit: undefined }, 'unit unit_required'],
      [{ counted_quantity: '-1' }, 'counted_quantity not_allowed'],
      [{ counted_quantity: 1 }, 'counted_quantity not_allowed'],
      [{ counted_quantity: undefined }, 'counted_quantity required'],
      [{ counted_quantity: '1.0001' }, 'quantity_scale'],
      [{ unit: { unit_code: 'g' } }, 'unit_mismatch'],
      [{ unit: { unit_code: 'nic' } }, 'unit_not_available'],
      [{ lot_id: nobody }, 'lot_id invalid_reference'],
    ] as const) {
      const reply = await book.api.post(`${counts(id)}/lines`, { ...own, ...sent })
      expect(faultsOf(reply), JSON.stringify(sent)).toEqual([fault])
    }
    const line = (await note(book, id, malt!, '0')).body
    const at = `${counts(id)}/lines/${line.id}`
    expect(line.difference).toBe('-10')
    expect(faultsOf(await book.api.patch(at, { counted_quantity: '2' }))).toEqual(['unit unit_required'])
    expect(faultsOf(await book.api.patch(at, { counted_quantity: '0.0001', unit: kg }))).toEqual(['quantity_scale'])
    const stale = await book.api.patch(at, { counted_quantity: '2', unit: kg }, { headers: { 'if-match': '"1"' } })
    expect(stale.body.code).toBe('stale_version')
    const changed = await book.api.patch(at, { counted_quantity: '2', unit: kg })
    expect(changed.body).toMatchObject({ counted_quantity: '2', difference: '-8' })
    const same = await book.api.patch(at, { counted_quantity: '2.0', unit: kg })
    expect(same.headers.etag).toBe(changed.headers.etag)
    const cleared = await book.api.patch(at, { counted_quantity: null })
    expect(cleared.body).toMatchObject({ counted_quantity: null, difference: null })
    expect((await book.api.patch(`${counts(id)}/lines/${nobody}`, {})).body.code).toBe('not_found')
  })

  test('422 not_allowed: an item is counted as a whole or layer by layer, never both', async () => {
    const book = await newBook()
    const [malt, hops] = await stocked(book, 'Slad', 'Chmel')
    const lotOf = async (item: string) => (await book.lots(item))[0]!.id
    const { id } = await add(book)
    const [whole] = (await start(book, id)).body.lines
    expect(faultsOf(await note(book, id, malt!, '1', await lotOf(hops!)))).toEqual(['lot_id invalid_reference'])
    await note(book, id, malt!, '9', await lotOf(malt!))
    expect(faultsOf(await note(book, id, malt!, '9'))).toEqual(['lot_id not_allowed'])
    const both = await book.api.patch(`${counts(id)}/lines/${whole.id}`, { counted_quantity: '9', unit: kg })
    expect(both.status, 'a change must not count it twice either').toBe(422)
    await note(book, id, hops!, '9')
    expect(faultsOf(await note(book, id, hops!, '9', await lotOf(hops!)))).toEqual(['lot_id not_allowed'])
    await finish(book, id)
    expect(await book.level(malt!)).toMatchObject({ quantity: '9' })
  })

  test('409 invalid_transition: a closed or cancelled count is not edited', async () => {
    const book = await newBook()
    const [malt] = await stocked(book, 'Slad')
    for (const action of ['finish', 'cancel']) {
      const { id } = await add(book)
      const [line] = (await start(book, id)).body.lines
      await book.act(counts(id), action)
      const patched = await book.api.patch(`${counts(id)}/lines/${line.id}`, { counted_quantity: '1', unit: kg })
      for (const { body } of [await note(book, id, malt!, '1'), patched]) {
        expect(body).toMatchObject({ status: 409, code: 'invalid_transition', allowed_actions: [] })
      }
    }
  })
})

describe('finish', () => {
  test('200: one confirmed issue, one confirmed receipt, each told, uncounted lines as they were', async () => {
    const book = await newBook()
    const [malt, hops, sugar] = await stocked(book, 'Slad', 'Chmel', 'Cukr')
    await book.received(hops!, '1', '3.5', { date: '2026-02-01' })
    const found = await book.item({ name: 'Nález' })
    const { id, number } = await add(book, { date: '2026-03-04' })
    const open = (await start(book, id)).body
    await note(book, id, malt!, '8')
    await note(book, id, hops!, '13')
    await note(book, id, found, '1')
    const rehearsed = await book.api.post(`${counts(id)}/actions/finish?dry_run=true`)
    expect(rehearsed.body.effects).toMatchObject({
      value: '3.00',
      moves: [
        { line_id: open.lines[0].id, item: { name: 'Slad' }, quantity: '-2', value: '-4.00' },
        { item: { name: 'Chmel' }, quantity: '2', unit: { code: 'kg' }, value: '7.00' },
        { item: { name: 'Nález' }, quantity: '1', value: '0.00' },
      ],
    })
    const events = await told(book, () => finish(book, id))
    const { body } = await book.api.get(counts(id))
    expect(body).toMatchObject({ status: 'closed', allowed_actions: [] })
    const issue = (await book.api.get(`/stock-issues/${body.stock_issue_id}`)).body
    const receipt = (await book.api.get(`/goods-receipts/${body.goods_receipt_id}`)).body
    const head = { status: 'confirmed', date: '2026-03-04', warehouse: { id: book.main }, notes: `Inventura ${number}` }
    const [cost, worth] = [{ total_cost: '4.00' }, { total_cost: '7.00' }]
    expect(issue).toMatchObject({
      ...head,
      movement_purpose: 'inventory_shortage',
      totals: cost,
      lines: [{ quantity: '2' }],
    })
    expect(receipt).toMatchObject({ ...head, movement_purpose: 'inventory_surplus', totals: worth })
    expect(receipt.lines).toMatchObject([
      { quantity: '2', unit_price: '3.5' },
      { quantity: '1', unit_price: '0' },
    ])
    const missing = body.lines.map((line: { item: { name: string }; cost_missing: boolean }) => [
      line.item.name,
      line.cost_missing,
    ])
    expect(missing).toEqual([
      ['Slad', false],
      ['Chmel', false],
      ['Cukr', false],
      ['Nález', true],
    ])
    expect(events.filter(event => !event.startsWith('stock_level'))).toEqual([
      `stock_issue.created ${issue.number}`,
      `stock_issue.confirmed ${issue.number}`,
      `goods_receipt.created ${receipt.number}`,
      `goods_receipt.confirmed ${receipt.number}`,
    ])
    expect(events.filter(event => event.startsWith('stock_level')).sort()).toEqual([
      'stock_level.changed Chmel Hlavní sklad 13',
      'stock_level.changed Nález Hlavní sklad 1',
      'stock_level.changed Slad Hlavní sklad 8',
    ])
    expect(await book.level(sugar!)).toMatchObject({ quantity: '10' })
    expect(body.lines[2]).toEqual(open.lines[2])
  })

  test('200: layer by layer, each difference goes to its own layer, and the level is told once', async () => {
    const book = await newBook()
    const malt = await book.item({ name: 'Slad' })
    const layer = async (price: string, lot: string) => {
      const { body } = await book.receipt([{ item: malt, quantity: '10', price, lot, expiry: '2027-01-01' }])
      return (await book.act(`/goods-receipts/${body.id}`, 'confirm')).body.lines[0].id as string
    }
    const [first, second] = [await layer('1', 'A'), await layer('2', 'B')]
    await layer('9', 'C')
    const { id } = await add(book)
    await start(book, id)
    await note(book, id, malt, '13', first)
    await note(book, id, malt, '9', second)
    const events = await told(book, () => finish(book, id))
    expect(events.filter(event => event.startsWith('stock_level'))).toEqual([
      'stock_level.changed Slad Hlavní sklad 32',
    ])
    expect(await book.lots(malt)).toMatchObject([
      { lot: 'A', quantity: '10', price: '1' },
      { lot: 'B', quantity: '9', price: '2' },
      { lot: 'C', quantity: '10', price: '9' },
      { lot: 'A', quantity: '3', price: '1' },
    ])
    expect(await book.level(malt)).toMatchObject({ value: '121.00' })
  })

  test('200: without a difference nothing is posted', async () => {
    const book = await newBook()
    const [malt] = await stocked(book, 'Slad')
    const { id } = await add(book)
    await start(book, id)
    await note(book, id, malt!, '10.0')
    expect(await told(book, () => finish(book, id))).toEqual([])
    const { body } = await book.api.get(counts(id))
    expect(body).toMatchObject({ status: 'closed', stock_issue_id: null, goods_receipt_id: null })
  })

  test('409: excise_reported in a filed month, conflict when what is missing was used later; no trace is left', async () => {
    const book = await newBook()
    const [malt, hops] = await stocked(book, 'Slad', 'Pivo')
    await book.issued(malt!, '10', { date: '2026-05-02' })
    for (const [date, code] of [
      ['2026-04-30', 'conflict'],
      ['2026-04-30', 'excise_reported'],
    ] as const) {
      const { id } = await add(book, { date })
      if (code === 'excise_reported') await book.apply({ excise_periods: [{ period: '2026-04' }] })
      await start(book, id)
      await note(book, id, hops!, '11')
      await note(book, id, malt!, '9')
      const before = await rowsOfBooks(service)
      const { body } = await book.api.post(`${counts(id)}/actions/finish`)
      expect(body.code).toBe(code)
      if (code === 'conflict') expect(body.blockers).toMatchObject([{ item_id: malt, requested: '1', available: '0' }])
      expect(await rowsOfBooks(service)).toEqual(before)
      await book.act(counts(id), 'cancel')
    }
  })
})

describe('the lock', () => {
  test('409 conflict: a second count of the same warehouse; another warehouse is free; cancel unlocks', async () => {
    const book = await newBook()
    const [malt] = await stocked(book, 'Slad')
    const [one, two, elsewhere] = [await add(book), await add(book), await add(book, { warehouse_id: book.second })]
    await start(book, one.id)
    const before = await rowsOfBooks(service)
    const { body } = await book.api.post(`${counts(two.id)}/actions/start`)
    const blockers = [{ object: 'inventory_count', id: one.id, status: 'running', number: one.number }]
    expect(body).toMatchObject({ status: 409, code: 'conflict', blockers })
    expect(await rowsOfBooks(service)).toEqual(before)
    await start(book, elsewhere.id)
    await note(book, one.id, malt!, '1')
    expect(await told(book, () => book.act(counts(one.id), 'cancel'))).toEqual([])
    expect(await book.level(malt!), 'a cancelled count posts nothing').toMatchObject({ quantity: '10' })
    await book.issued(malt!, '1')
    await start(book, two.id)
    const { body: draft } = await book.issue([{ item: malt!, quantity: '1' }])
    expect((await book.api.post(`/stock-issues/${draft.id}/actions/confirm`)).body.code).toBe('inventory_locked')
    await finish(book, two.id)
    await book.act(`/stock-issues/${draft.id}`, 'confirm')
  })
})
