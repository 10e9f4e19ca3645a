/** Kegs are tapped: a repack over two warehouses, whose layer is the keg. */
import { describe, expect, test } from 'vitest'
import { orderBook } from '../support/reservations.ts'
import { untilForgotten, useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks, told } from '../support/stock.ts'
import { type TapRoom, tapRoom } from '../support/taps.ts'

const service = useService()
const newRoom = () => tapRoom(service)
const pathOf = ({ id }: { id: string }) => `/keg-taps/${id}`
const pcs = { unit_code: 'pcs' }

/** A second desk with a drawer of its own; it shares the taps of the first when it is told to. */
async function secondDesk(room: TapRoom, rest: object = {}): Promise<string> {
  await room.apply({
    finance_accounts: [{ code: 'TILL2', type: 'cash', name: 'Druhá' }],
    cash_desks: [{ code: 'BAR', name: 'Bar', warehouse: 'SECOND', cash_account: 'TILL2', ...rest }],
  })
  const { data } = (await room.api.get('/cash-desks')).body
  return data.find(({ code }: { code: string }) => code === 'BAR').id
}

describe('POST /cash-desks/{id}/taps', () => {
  test('201: the keg leaves the warehouse of the desk, its beer is on tap at the same value', async () => {
    const room = await newRoom()
    await room.filled('1', '745', { lot: 'L1', expiry: '2027-03-01' })
    await room.filled('4', '760.5', { lot: 'L2' })
    const events = await told(room, async () => {
      const reply = await room.tap({ tap_number: 7 })
      expect(reply.headers).toMatchObject({ location: `/api/v1/keg-taps/${reply.body.id}`, etag: 'W/"1"' })
    })
    const [keg] = (await room.api.get(`/cash-desks/${room.desk}/taps`)).body.data
    expect(keg).toMatchObject({
      object: 'keg_tap',
      cash_desk: { id: room.desk },
      tap_number: 7,
      status: 'tapped',
      item: { id: room.keg, name: 'Sud 30 l' },
      base_item: { id: room.beer, name: 'Ležák' },
      unit: { code: 'l' },
      lot_number: 'L1',
      expiry_date: '2027-03-01',
      quantity: '30',
      sold_quantity: '0',
      overdrawn_quantity: '0',
      wasted_quantity: '0',
      remaining_quantity: '30',
      total_cost: '745.00',
      remaining_cost: '745.00',
      ended_at: null,
      stock_issue_id: null,
      allowed_actions: ['empty', 'remove'],
    })
    expect(await room.keg_tap(keg.id)).toEqual(keg)
    expect(await room.level(room.keg)).toMatchObject({ quantity: '4', value: '3042.00' })
    expect(await room.level(room.beer, room.onTap)).toMatchObject({ quantity: '30', value: '745.00' })
    expect(await room.lots(room.beer)).toMatchObject([{ id: keg.lot_id, quantity: '30', lot: 'L1' }])
    const repack = (await room.api.get(`/repacks/${keg.repack_id}`)).body
    const [issue, receipt] = [repack.stock_issue_id, repack.goods_receipt_id]
    const numbers = await Promise.all(
      [`/stock-issues/${issue}`, `/goods-receipts/${receipt}`].map(
        async path => (await room.api.get(path)).body.number,
      ),
    )
    expect(events).toEqual([
      `stock_issue.created ${numbers[0]}`,
      `stock_issue.confirmed ${numbers[0]}`,
      `goods_receipt.created ${numbers[1]}`,
      `goods_receipt.confirmed ${numbers[1]}`,
      'stock_level.changed Sud 30 l Hlavní sklad 4',
      'stock_level.changed Ležák Na čepu 30',
    ])
  })

  test('409 invalid_transition: the repack and its documents are acted on through the keg alone', async () => {
    const room = await newRoom()
    await room.filled('1', '745')
    const keg = await room.tapped()
    const repack = (await room.api.get(`/repacks/${keg.repack_id}`)).body
    expect(repack).toMatchObject({ status: 'confirmed', keg_tap_id: keg.id, allowed_actions: [] })
    const closed = { code: 'invalid_transition', allowed_actions: [] }
    for (const key of ['confirm', 'cancel']) {
      expect((await room.api.post(`/repacks/${repack.id}/actions/${key}`)).body).toMatchObject(closed)
    }
    const issue = `/stock-issues/${repack.stock_issue_id}`
    const receipt = `/goods-receipts/${repack.goods_receipt_id}`
    const own = { movement_purpose: 'repack', status: 'confirmed', keg_tap_id: keg.id, repack_id: repack.id }
    expect((await room.api.get(issue)).body).toMatchObject({
      ...own,
      warehouse: { id: room.main },
      allowed_actions: [],
    })
    expect((await room.api.get(receipt)).body).toMatchObject({ ...own, warehouse: { id: room.onTap } })
    for (const path of [issue, receipt]) {
      for (const key of ['confirm', 'cancel', 'revert_to_draft']) {
        expect((await room.api.post(`${path}/actions/${key}`)).body).toMatchObject(closed)
      }
      expect((await room.api.patch(path, { notes: 'x' })).body).toMatchObject(closed)
      const line = { item_id: room.keg, quantity: '1', unit: pcs }
      expect((await room.api.post(`${path}/lines`, line)).body).toMatchObject(closed)
    }
  })

  test('201: a named layer, a day that has passed', async () => {
    const room = await newRoom()
    await room.filled('2', '700', { date: '2026-03-01' })
    const second = await room.filled('2', '800', { date: '2026-03-02', lot: 'L2' })
    const { body: keg } = await room.tap({ lot_id: second, tapped_at: '2026-03-05T22:30:00+01:00' })
    expect(keg).toMatchObject({ total_cost: '800.00', lot_number: 'L2', tapped_at: '2026-03-05T21:30:00.000Z' })
    expect((await room.api.get(`/repacks/${keg.repack_id}`)).body.date).toBe('2026-03-05')
    expect((await room.tap({ tap_number: 2, tapped_at: '2026-03-05T23:30:00Z' })).body.total_cost).toBe('700.00')
    const { data } = (await room.api.get(`/stock-levels/lots?item_id=${room.beer}`)).body
    expect(data.map(({ receipt }: { receipt: { date: string } }) => receipt.date).sort()).toEqual([
      '2026-03-05',
      '2026-03-06',
    ])
  })

  test('422 validation_failed: every fault by its row, and nothing is written', async () => {
    const room = await newRoom()
    const gone = await room.item({
      name: 'Starý sud',
      unit: pcs,
      item_type: 'base_product',
      base_item_id: room.beer,
      base_item_quantity: '50',
      packaging_type: 'keg_50',
      is_active: false,
    })
    const empty = await room.item({ name: 'Obal', unit: pcs, item_type: 'packaging', packaging_type: 'keg_30' })
    const lot = await room.filled('1', '745')
    await room.received(empty, '1', '1', { unit: 'pcs' })
    const [otherLot] = await room.lots(empty)
    const before = await rowsOfBooks(service)
    for (const [sent, fault] of [
      [{ item_id: nobody }, 'item_id invalid_reference'],
      [{ item_id: room.half }, 'item_id invalid_reference'],
      [{ item_id: room.beer }, 'item_id invalid_reference'],
      [{ item_id: empty }, 'item_id invalid_reference'],
      [{ item_id: gone }, 'item_id invalid_reference'],
      [{ lot_id: otherLot!.id }, 'lot_id invalid_reference'],
      [{ lot_id: nobody }, 'lot_id invalid_reference'],
      [{ tap_number: 0 }, 'tap_number not_allowed'],
      [{ tap_number: 100 }, 'tap_number not_allowed'],
      [{ tap_number: 1.5 }, 'tap_number not_allowed'],
      [{ tap_number: '1' }, 'tap_number not_allowed'],
      [{ tap_number: undefined }, 'tap_number required'],
      [{ tapped_at: '2999-01-01T00:00:00Z' }, 'tapped_at not_allowed'],
      [{ tapped_at: '2026-01-01' }, 'tapped_at not_allowed'],
      [{ beer: 'x' }, 'beer unknown_field'],
    ] as const) {
      expect(faultsOf(await room.tap(sent)), JSON.stringify(sent)).toEqual([fault])
    }
    expect(await rowsOfBooks(service)).toEqual(before)
    const first = await room.tap({ lot_id: lot, tapped_at: '0001-01-01T00:00:00Z' })
    expect(first.body.code).toBe('item_not_in_stock')
    expect((await room.tap({}, { desk: nobody })).body.code).toBe('not_found')
  })

  test('409 conflict: a tap has one keg at a time, and a desk out of use has none', async () => {
    const room = await newRoom()
    await room.filled('4', '745')
    const first = await room.tapped()
    const taken = await room.tap()
    const blockers = [{ object: 'keg_tap', id: first.id, status: 'tapped' }]
    expect(taken.body).toMatchObject({ code: 'conflict', blockers })
    const [one, other] = await Promise.all([room.tap({ tap_number: 2 }), room.tap({ tap_number: 2 })])
    expect([one!.status, other!.status].sort()).toEqual([201, 409])
    const bar = await secondDesk(room)
    await room.apply({ cash_desks: [{ code: 'BAR', is_active: false }] as never })
    expect((await room.tap({ tap_number: 3 }, { desk: bar })).body).toMatchObject({ code: 'conflict' })
    expect(await room.level(room.keg)).toMatchObject({ quantity: '2' })
  })

  test('409 item_not_in_stock: none there, none on that day, none that is free, none in the layer', async () => {
    const room = await newRoom()
    const short = (available: string) => ({
      code: 'item_not_in_stock',
      blockers: [{ item_id: room.keg, requested: '1', available, unit: { code: 'pcs' } }],
    })
    expect((await room.tap()).body).toMatchObject(short('0'))
    const lot = await room.filled('1', '745', { date: '2026-03-10' })
    expect((await room.tap({ tapped_at: '2026-03-09T12:00:00Z' })).body).toMatchObject(short('0'))
    await room.filled('1', '760', { date: '2026-03-10' })
    await room.tapped({ lot_id: lot })
    expect((await room.tap({ tap_number: 2, lot_id: lot })).body).toMatchObject(short('0'))
    const orders = await orderBook(service, room.tenant.slug)
    await orders.reserve([{ item: room.keg, warehouse: room.main, quantity: '1' }])
    expect((await room.tap({ tap_number: 2 })).body).toMatchObject(short('0'))
    await room.apply({ cash_desks: [{ code: 'MAIN', sells_only_in_stock: false }] as never })
    expect((await room.tap({ tap_number: 2 })).body).toMatchObject(short('0'))
  })

  test('409 inventory_locked: nothing moves in a warehouse that is counted', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const keg = await room.tapped()
    const { body: count } = await room.api.post('/inventory-counts', { warehouse_id: room.main })
    await room.act(`/inventory-counts/${count.id}`, 'start')
    expect((await room.tap({ tap_number: 2 })).body.code).toBe('inventory_locked')
    const remove = `${pathOf(keg)}/actions/remove`
    expect((await room.api.post(remove)).body.code).toBe('inventory_locked')
    const { data } = (await room.api.get(`${pathOf(keg)}/actions`)).body
    expect(data).toMatchObject([
      { key: 'empty', allowed: true },
      { key: 'remove', allowed: false, blockers: [{ code: 'inventory_locked' }] },
      {
        key: 'retap',
        allowed: false,
        blockers: [{ code: 'invalid_transition', allowed_actions: ['empty', 'remove'] }],
      },
    ])
    expect((await room.api.post(`${pathOf(keg)}/actions/empty`)).body.status).toBe('emptied')
  })

  test('200: a dry run tells its events and the levels; 412 stale_version of the desk; a key is replayed', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const before = await rowsOfBooks(service)
    const { body } = await room.tap({}, { query: '?dry_run=true' })
    expect(body).toMatchObject({ dry_run: true, status: 'tapped', total_cost: '745.00' })
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual([
      'stock_issue.created',
      'stock_issue.confirmed',
      'goods_receipt.created',
      'goods_receipt.confirmed',
      'stock_level.changed',
      'stock_level.changed',
    ])
    expect(body.effects.levels).toMatchObject([
      { item: { id: room.keg }, quantity: '1' },
      { item: { id: room.beer }, warehouse: { id: room.onTap }, quantity: '30' },
    ])
    expect(await rowsOfBooks(service)).toEqual(before)
    expect((await room.tap({}, { headers: { 'if-match': 'W/"99"' } })).body.code).toBe('stale_version')
    const headers = { 'idempotency-key': 'tap-1' }
    const [first, again] = [await room.tap({}, { headers }), await room.tap({}, { headers })]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })
})

describe('GET /cash-desks/{id}/taps', () => {
  test('200: by state and by item, and of the desk whose taps are shared', async () => {
    const room = await newRoom()
    await room.filled('4', '745')
    const [one, two] = [await room.tapped(), await room.tapped({ tap_number: 2 })]
    await room.api.post(`${pathOf(one)}/actions/empty`)
    const idsOf = async (desk: string, query = '') =>
      (await room.api.get(`/cash-desks/${desk}/taps${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await idsOf(room.desk)).toEqual([two.id, one.id])
    expect(await idsOf(room.desk, '?status=tapped')).toEqual([two.id])
    expect(await idsOf(room.desk, `?item_id=${room.keg}&status=emptied`)).toEqual([one.id])
    expect(await idsOf(room.desk, `?item_id=${room.beer}`)).toEqual([two.id, one.id])
    expect(await idsOf(room.desk, `?item_id=${room.half}`)).toEqual([])
    const bar = await secondDesk(room)
    expect(await idsOf(bar)).toEqual([])
    await secondDesk(room, { taps_of: 'MAIN' })
    expect(await idsOf(bar)).toEqual([two.id, one.id])
    const shared = await room.tap({ tap_number: 3 }, { desk: bar })
    expect(shared.body).toMatchObject({ cash_desk: { id: room.desk } })
    expect(await idsOf(room.desk, '?status=tapped')).toEqual([shared.body.id, two.id])
    expect((await room.tap({ tap_number: 2 }, { desk: bar })).body.code).toBe('conflict')
    expect((await room.api.get(`/cash-desks/${nobody}/taps`)).body.code).toBe('not_found')
  })
})

describe('who may', () => {
  test('403 insufficient_scope, module_not_enabled: the desk to read, the stock too to tap', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const keg = await room.tapped()
    const taps = `/cash-desks/${room.desk}/taps`
    const body = { tap_number: 2, item_id: room.keg }
    const reader = await room.tenant.key({ scopes: ['pos:read'] })
    for (const path of [taps, pathOf(keg), `${pathOf(keg)}/actions`]) expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(taps, body)).body).toMatchObject({ code: 'insufficient_scope' })
    const till = await room.tenant.key({ scopes: ['pos:write', 'finance:write'] })
    const lacking = { code: 'insufficient_scope', required_scopes: ['stock:write'] }
    expect((await till.post(taps, body)).body).toMatchObject(lacking)
    expect((await till.post(`${pathOf(keg)}/actions/remove`)).body).toMatchObject(lacking)
    const bar = await room.tenant.key({ scopes: ['pos:write', 'stock:write'] })
    expect((await bar.post(taps, body)).status).toBe(201)
    await room.tenant.set({ modules: ['sales', 'finance', 'pos'] })
    await untilForgotten()
    expect((await room.api.get(taps)).status).toBe(200)
    expect((await room.tap({ tap_number: 3 })).body.code).toBe('module_not_enabled')
    expect((await room.api.post(`${pathOf(keg)}/actions/remove`)).body.code).toBe('module_not_enabled')
    await room.tenant.set({ modules: ['sales', 'finance', 'stock'] })
    await untilForgotten()
    expect((await room.api.get(taps)).body.code).toBe('module_not_enabled')
  })
})

describe('what it shows', () => {
  test('200: a keg on tap shows its items as they are called now, an emptied one as they were', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const [one, two] = [await room.tapped(), await room.tapped({ tap_number: 2 })]
    await room.api.post(`${pathOf(one)}/actions/empty`)
    await room.api.patch(`/items/${room.keg}`, { name: 'Nový sud' })
    await room.api.patch(`/items/${room.beer}`, { name: 'Nový ležák' })
    expect(await room.keg_tap(two.id)).toMatchObject({ item: { name: 'Nový sud' }, base_item: { name: 'Nový ležák' } })
    expect(await room.keg_tap(one.id)).toMatchObject({ item: { name: 'Sud 30 l' }, base_item: { name: 'Ležák' } })
  })
})
