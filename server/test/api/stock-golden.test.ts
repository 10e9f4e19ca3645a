/** The golden examples of FIFO: the numbers an accountant has worked out by hand. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { type StockBook, stockBook } from '../support/stock.ts'

const service = useService()
const newBook = async (): Promise<StockBook> => stockBook(await (await service.tenant()).key())

describe('FIFO', () => {
  test('partial layer: A 100 kg x 12.3333 and B 50 kg x 13; 120 kg cost 1 493.33', async () => {
    const book = await newBook()
    const malt = await book.item()
    await book.received(malt, '100', '12.3333')
    await book.received(malt, '50', '13.00')
    const { body: issue } = await book.issued(malt, '120')
    expect(issue.totals.total_cost).toBe('1493.33')
    expect(issue.lines[0]).toMatchObject({ unit_price: '12.444417', issued_quantity: '120' })
    const { data } = (await book.api.get(`/stock-issues/${issue.id}/allocations`)).body
    expect(data).toMatchObject([
      { quantity: '100', value: '1233.33' },
      { quantity: '20', value: '260.00' },
    ])
    expect(await book.level(malt)).toEqual({ quantity: '30', reserved: '0', available: '30', value: '390.00' })

    const second = (await book.issued(malt, '10')).body
    expect(second.totals.total_cost).toBe('130.00')
    await book.act(`/stock-issues/${issue.id}`, 'cancel')
    expect(await book.level(malt)).toMatchObject({ quantity: '140', value: '1753.33' })
    expect(await book.lots(malt)).toMatchObject([{ quantity: '100' }, { quantity: '40' }])
    expect((await book.api.get(`/stock-issues/${second.id}`)).body.totals.total_cost).toBe('130.00')
    expect((await book.issued(malt, '10')).body.totals.total_cost).toBe('123.33')
  })

  test('thirds: a layer of 3 for 10.00 gives 3.33, 3.34 and 3.33', async () => {
    const book = await newBook()
    const item = await book.item({ unit: { unit_code: 'pcs' } })
    const { body } = await book.receipt([{ item, quantity: '3', unit: 'pcs', price: '3.333333' }])
    await book.act(`/goods-receipts/${body.id}`, 'confirm')
    const costs = []
    for (const _ of [1, 2, 3]) costs.push((await book.issued(item, '1', { unit: 'pcs' })).body.totals.total_cost)
    expect(costs).toEqual(['3.33', '3.34', '3.33'])
    expect(await book.level(item)).toMatchObject({ quantity: '0', value: '0.00' })
  })

  test('transfer: two layers arrive with their values and labels; in transit nobody has them', async () => {
    const book = await newBook()
    const malt = await book.item()
    for (const [quantity, price, lot] of [
      ['100', '12.3333', 'A'],
      ['50', '13', 'B'],
    ] as const) {
      const { body } = await book.receipt([{ item: malt, quantity, price, lot, expiry: '2027-01-31' }])
      await book.act(`/goods-receipts/${body.id}`, 'confirm')
    }
    const head = { movement_purpose: 'transfer', target_warehouse_id: book.second }
    await book.issued(malt, '120', head)
    expect(await book.level(malt)).toMatchObject({ quantity: '30', value: '390.00' })
    expect(await book.level(malt, book.second)).toMatchObject({ quantity: '0' })
    const [draft] = (await book.api.get('/goods-receipts?status=draft')).body.data
    expect(draft).toMatchObject({ movement_purpose: 'transfer', totals: { total_cost: '1493.33' } })
    const receipt = (await book.act(`/goods-receipts/${draft.id}`, 'confirm')).body
    expect(receipt.lines).toMatchObject([
      { quantity: '100', lot_number: 'A', expiry_date: '2027-01-31' },
      { quantity: '20', lot_number: 'B' },
    ])
    expect(await book.level(malt, book.second)).toMatchObject({ quantity: '120', value: '1493.33' })
  })

  test('backdated receipt: what was issued keeps its cost, the queue begins with the older day', async () => {
    const book = await newBook()
    const item = await book.item()
    await book.received(item, '10', '100', { date: '2026-11-10' })
    expect((await book.issued(item, '6', { date: '2026-11-12' })).body.totals.total_cost).toBe('600.00')
    await book.received(item, '5', '90', { date: '2026-11-09' })
    const [known] = (await book.api.get(`/stock-levels?item_id=${item}&as_of=2026-11-12`)).body.data
    expect(known).toMatchObject({ quantity: '9', value: '850.00' })
    const [before] = (await book.api.get(`/stock-levels?item_id=${item}&as_of=2026-11-09`)).body.data
    expect(before).toMatchObject({ quantity: '5', value: '450.00' })
    expect((await book.issued(item, '7')).body.totals.total_cost).toBe('650.00')
  })

  test('409 conflict: a backdated issue cannot use what came later', async () => {
    const book = await newBook()
    const item = await book.item()
    await book.received(item, '10', '1', { date: '2026-11-10' })
    await book.issued(item, '10', { date: '2026-11-11' })
    await book.received(item, '10', '1', { date: '2026-11-14' })
    const { body } = await book.issue([{ item, quantity: '5' }], { date: '2026-11-12' })
    const reply = await book.api.post(`/stock-issues/${body.id}/actions/confirm`)
    expect(reply.body).toMatchObject({
      code: 'conflict',
      blockers: [{ line_id: body.lines[0].id, item_id: item, requested: '5', available: '0' }],
    })
    expect(await book.level(item)).toMatchObject({ quantity: '10' })
  })

  test('repack: a keg of 50 l for 1 500.00 becomes 96 bottles for 1 440.00 and waste for 60.00', async () => {
    const book = await newBook()
    const pieces = { unit: { unit_code: 'pcs' } }
    const keg = await book.item({ ...pieces, name: 'Sud', volume_l: '50' })
    const bottle = await book.item({ ...pieces, name: 'Láhev', volume_l: '0.5' })
    const waste = await book.item({ name: 'Ztráta', unit: { unit_code: 'l' }, volume_l: '1' })
    await book.received(keg, '1', '1500', { unit: 'pcs' })
    const { body: repack } = await book.api.post('/repacks', {
      warehouse_id: book.main,
      from: [{ item_id: keg, quantity: '1', ...pieces }],
      to: [
        { item_id: bottle, quantity: '96', ...pieces },
        { item_id: waste, quantity: '2', unit: { unit_code: 'l' } },
      ],
    })
    await book.act(`/repacks/${repack.id}`, 'confirm')
    expect(await book.level(bottle)).toMatchObject({ quantity: '96', value: '1440.00' })
    expect(await book.level(waste)).toMatchObject({ quantity: '2', value: '60.00' })
    expect(await book.lots(bottle)).toMatchObject([{ price: '15' }])
    const alone = await book.api.post(`/stock-issues/${repack.stock_issue_id}/actions/cancel`)
    expect(alone.body.code).toBe('repack_pair_cancel_required')
    await book.act(`/repacks/${repack.id}`, 'cancel')
    expect(await book.level(keg)).toMatchObject({ quantity: '1', value: '1500.00' })
    expect(await book.level(bottle)).toMatchObject({ quantity: '0', value: '0.00' })
  })

  test('a count posts what is missing and what is too much, and locks the warehouse meanwhile', async () => {
    const book = await newBook()
    const [malt, hops, found] = [await book.item(), await book.item(), await book.item()]
    await book.received(malt, '10', '5')
    await book.received(hops, '2', '100')
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    await book.act(`/inventory-counts/${count.id}`, 'start')
    const { body: draft } = await book.issue([{ item: malt, quantity: '1' }])
    expect((await book.api.post(`/stock-issues/${draft.id}/actions/confirm`)).body.code).toBe('inventory_locked')
    for (const [item, quantity] of [
      [malt, '8.5'],
      [hops, '3'],
      [found, '1'],
    ]) {
      const reply = await book.api.post(`/inventory-counts/${count.id}/lines`, {
        item_id: item,
        counted_quantity: quantity,
        unit: { unit_code: 'kg' },
      })
      expect(reply.status).toBe(201)
    }
    const closed = (await book.act(`/inventory-counts/${count.id}`, 'finish')).body
    expect(closed.lines).toMatchObject([
      { difference: '-1.5', cost_missing: false },
      { difference: '1', cost_missing: false },
      { difference: '1', cost_missing: true },
    ])
    expect(await book.level(malt)).toMatchObject({ quantity: '8.5', value: '42.50' })
    expect(await book.level(hops)).toMatchObject({ quantity: '3', value: '300.00' })
    expect(await book.level(found)).toMatchObject({ quantity: '1', value: '0.00' })
    await book.act(`/stock-issues/${draft.id}`, 'confirm')
  })
})
