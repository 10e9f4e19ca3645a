/** Beer by the glass: which kegs it is drawn from, what it costs, and what becomes of a keg that was drawn from. */
import { describe, expect, test } from 'vitest'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'
import { type TapRoom, tapRoom } from '../support/taps.ts'

const service = useService()
const newRoom = () => tapRoom(service)
const act = (room: TapRoom, keg: { id: string }, key: string, body?: object) =>
  room.api.post(`/keg-taps/${keg.id}/actions/${key}`, body)

/** What the beer of a sale cost. */
const costOf = async (room: TapRoom, { stock_issue_id }: Told) =>
  (await room.api.get(`/stock-issues/${stock_issue_id}`)).body.totals.total_cost

const leftOf = async (room: TapRoom, keg: { id: string }) => {
  const { remaining_quantity, remaining_cost } = await room.keg_tap(keg.id)
  return `${remaining_quantity} / ${remaining_cost}`
}

describe('drawing', () => {
  test('201: G2, two kegs beside each other, to the haléř', async () => {
    const room = await newRoom()
    const first = await room.filled('1', '745', { lot: 'A' })
    const a = await room.tapped({ lot_id: first })
    const poured = async (glasses: number, item: string) => {
      const sale = await room.poured(glasses, item)
      return { sale, told: `${await costOf(room, sale)}, ${await leftOf(room, a)}` }
    }
    expect((await poured(2, room.half)).told).toBe('24.83, 29 / 720.17')
    expect((await poured(3, room.small)).told).toBe('22.35, 28.1 / 697.82')
    expect((await poured(1, room.half)).told).toBe('12.42, 27.6 / 685.40')
    expect((await poured(55, room.half)).told).toBe('682.92, 0.1 / 2.48')
    await room.filled('1', '760.5', { lot: 'B' })
    const b = await room.tapped({ tap_number: 2 })
    const { sale, told } = await poured(1, room.half)
    expect(told).toBe('12.62, 0 / 0.00')
    expect(sale.lines[0].taps).toEqual([
      { keg_tap_id: a.id, quantity: '0.1', overdrawn_quantity: '0' },
      { keg_tap_id: b.id, quantity: '0.4', overdrawn_quantity: '0' },
    ])
    const issue = (await room.api.get(`/stock-issues/${sale.stock_issue_id}`)).body
    expect(issue).toMatchObject({ movement_purpose: 'sale', warehouse: { id: room.onTap }, pos_sale_id: sale.id })
    expect(issue.lines).toMatchObject([
      { item: { id: room.beer }, quantity: '0.1', lot_id: a.lot_id },
      { item: { id: room.beer }, quantity: '0.4', lot_id: b.lot_id },
    ])
    expect(await room.keg_tap(a.id)).toMatchObject({ status: 'tapped', sold_quantity: '30', remaining_quantity: '0' })
    expect(await costOf(room, await room.poured(4, room.small))).toBe('30.42')
    expect(await leftOf(room, b)).toBe('28.4 / 719.94')
    await room.poured(94, room.small)
    const { body: emptied } = await act(room, a, 'empty')
    expect(emptied).toMatchObject({ status: 'emptied', wasted_quantity: '0', stock_issue_id: null })
    const over = await room.poured(3)
    expect(over.lines[0].taps).toEqual([{ keg_tap_id: b.id, quantity: '0.2', overdrawn_quantity: '1.3' }])
    expect(await room.keg_tap(b.id)).toMatchObject({
      sold_quantity: '30',
      overdrawn_quantity: '1.3',
      remaining_cost: '0.00',
    })
    expect((await room.pour(1, { item: room.small })).body).toMatchObject({ code: 'no_keg_tapped', status: 409 })
    expect(await room.level(room.beer, room.onTap)).toMatchObject({ quantity: '0', value: '0.00' })
  })

  test('201: beyond the keg alone nothing is issued; glasses of two sizes share the kegs', async () => {
    const room = await newRoom()
    await room.filled('1', '745')
    const keg = await room.tapped()
    await room.poured(60)
    const sale = await room.poured(2)
    expect(sale).toMatchObject({ status: 'settled', stock_issue_ids: [], stock_issue_id: null })
    expect(sale.lines[0].taps).toEqual([{ keg_tap_id: keg.id, quantity: '0', overdrawn_quantity: '1' }])
    const line = (item_id: string) => ({ item_id, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '10' })
    const both = (await room.pour(2, { head: { lines: [line(room.small), line(room.small)] } })).body
    expect(both).toMatchObject({ code: 'no_keg_tapped' })
    const half = (await room.pour(1, { item: room.half })).body
    expect(half).toMatchObject({ status: 'settled', lines: [{ taps: [{ overdrawn_quantity: '0.5' }] }] })
    expect((await room.pour(1, { item: room.small })).body.code).toBe('no_keg_tapped')
  })

  test('201, 422 validation_failed: a named keg gives all of it, and only where it is tapped', async () => {
    const room = await newRoom()
    await room.filled('3', '745')
    const [one, two] = [await room.tapped(), await room.tapped({ tap_number: 2 })]
    const named = (keg: { id: string }) => room.pour(1, { line: { keg_tap_id: keg.id } })
    expect((await named(two)).body.lines[0].taps).toMatchObject([{ keg_tap_id: two.id, quantity: '0.5' }])
    expect(await room.keg_tap(one.id)).toMatchObject({ sold_quantity: '0' })
    await act(room, one, 'remove')
    expect(faultsOf(await named(one))).toEqual(['lines[0].keg_tap_id invalid_reference'])
    const other = await room.item({ name: 'Limonáda', unit: { unit_code: 'pcs' }, pos_available: true })
    const plain = await room.pour(1, { item: other, line: { keg_tap_id: two.id } })
    expect(faultsOf(plain)).toEqual(['lines[0].keg_tap_id unexpected_field'])
  })

  test('409 no_keg_tapped: a keg tapped later serves no earlier day, nor does the keg of another desk', async () => {
    const room = await newRoom()
    await room.filled('2', '745', { date: '2026-03-01' })
    await room.tapped({ tapped_at: '2026-03-10T12:00:00Z' })
    const on = (sold_at: string) => room.pour(1, { head: { sold_at } })
    expect((await on('2026-03-09T12:00:00Z')).body.code).toBe('no_keg_tapped')
    expect((await on('2026-03-10T09:00:00Z')).status).toBe(201)
    const ref = { system: 'till', id: '1' }
    const offline = { sold_at: '2026-03-09T12:00:00Z', offline: true, external_ref: ref }
    const { body } = await room.pour(1, { head: offline })
    expect(body).toMatchObject({ code: 'settlement_failed', failure: { code: 'no_keg_tapped' } })
    const retry = (stock_date?: string) =>
      room.api.post(`/pos-sales/${body.existing_id}/actions/retry_settlement`, stock_date ? { stock_date } : {})
    expect((await retry()).body).toMatchObject({ code: 'settlement_failed', failure: { code: 'no_keg_tapped' } })
    expect((await retry('2026-03-10')).body).toMatchObject({ status: 'settled' })
    await room.apply({
      finance_accounts: [{ code: 'TILL2', type: 'cash', name: 'Druhá' }],
      cash_desks: [{ code: 'BAR', name: 'Bar', warehouse: 'SECOND', cash_account: 'TILL2' }],
    })
    const { data } = (await room.api.get('/cash-desks')).body
    const bar = data.find(({ code }: { code: string }) => code === 'BAR').id
    expect((await room.pour(1, { head: { cash_desk_id: bar } })).body.code).toBe('no_keg_tapped')
    await room.apply({
      cash_desks: [{ code: 'BAR', name: 'Bar', warehouse: 'SECOND', cash_account: 'TILL2', taps_of: 'MAIN' }],
    })
    expect((await room.pour(1, { head: { cash_desk_id: bar } })).status).toBe(201)
  })

  test('201, 409 no_keg_tapped: the last litre is sold once', async () => {
    const room = await newRoom()
    await room.apply({
      cash_desks: [{ code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH', tap_tolerance_pct: '0' }],
    })
    await room.filled('1', '745')
    const keg = await room.tapped()
    await room.poured(58)
    const race = await Promise.all([room.pour(2), room.pour(2), room.pour(2)])
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await leftOf(room, keg)).toBe('0 / 0.00')
  })
})

describe('a keg that was drawn from', () => {
  test('200: removed with its rest, tapped again elsewhere, emptied', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const [one, two] = [await room.tapped(), await room.tapped({ tap_number: 2 })]
    await room.poured(2)
    const { body: off } = await act(room, one, 'remove')
    expect(off).toMatchObject({
      status: 'removed',
      remaining_quantity: '29',
      remaining_cost: '720.17',
      sold_quantity: '1',
    })
    expect(off.allowed_actions).toEqual(['empty', 'retap'])
    expect(off.ended_at).not.toBeNull()
    await act(room, two, 'empty')
    expect((await room.pour(1)).body.code).toBe('no_keg_tapped')
    expect((await act(room, one, 'remove')).body).toMatchObject({ code: 'invalid_transition' })
    expect(faultsOf(await act(room, one, 'retap', { tap_number: 1, cash_desk_id: one.id }))).toEqual([
      'cash_desk_id invalid_reference',
    ])
    const { body: again } = await act(room, one, 'retap', { tap_number: 5 })
    expect(again).toMatchObject({ status: 'tapped', tap_number: 5, ended_at: null, remaining_quantity: '29' })
    expect(again.tapped_at > off.tapped_at).toBe(true)
    await room.poured(1)
    await act(room, one, 'remove')
    const { body: end } = await act(room, one, 'empty')
    expect(end).toMatchObject({
      status: 'emptied',
      sold_quantity: '1.5',
      wasted_quantity: '28.5',
      remaining_cost: '0.00',
    })
    const waste = (await room.api.get(`/stock-issues/${end.stock_issue_id}`)).body
    expect(waste).toMatchObject({ movement_purpose: 'waste', totals: { total_cost: '707.75' } })
  })

  test('409 conflict: it is tapped again on a free tap alone', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const one = await room.tapped()
    await room.poured(1)
    await act(room, one, 'remove')
    const two = await room.tapped()
    const blockers = [{ object: 'keg_tap', id: two.id, status: 'tapped' }]
    expect((await act(room, one, 'retap', { tap_number: 1 })).body).toMatchObject({ code: 'conflict', blockers })
    const { data } = (await room.api.get(`/keg-taps/${one.id}/actions`)).body
    expect(data.map(({ key, allowed }: Told) => [key, allowed])).toEqual([
      ['empty', true],
      ['remove', false],
      ['retap', true],
    ])
    expect((await act(room, one, 'retap', { tap_number: 2 })).status).toBe(200)
  })

  test('200, 409 conflict: a cancelled sale gives its beer back, while its keg is tapped', async () => {
    const room = await newRoom()
    await room.filled('1', '745')
    const keg = await room.tapped()
    const [first, second] = [await room.poured(2), await room.poured(61)]
    expect(await room.keg_tap(keg.id)).toMatchObject({ sold_quantity: '30', overdrawn_quantity: '1.5' })
    const cancel = (sale: Told) => room.api.post(`/pos-sales/${sale.id}/actions/cancel`)
    expect((await cancel(second)).body).toMatchObject({ status: 'cancelled', lines: [{ taps: [] }] })
    expect(await room.keg_tap(keg.id)).toMatchObject({
      sold_quantity: '1',
      overdrawn_quantity: '0',
      remaining_cost: '720.17',
    })
    await act(room, keg, 'remove')
    const blockers = [{ object: 'keg_tap', id: keg.id, status: 'removed' }]
    expect((await cancel(first)).body).toMatchObject({ code: 'conflict', blockers })
    await act(room, keg, 'retap', { tap_number: 1 })
    expect((await cancel(first)).body.status).toBe('cancelled')
    expect(await leftOf(room, keg)).toBe('30 / 745.00')
    expect((await act(room, keg, 'remove')).body).toMatchObject({ status: 'returned' })
    expect(await room.level(room.keg)).toMatchObject({ quantity: '1', value: '745.00' })
  })

  test('200: a refund of beer puts nothing back; a lot is followed into the glass', async () => {
    const room = await newRoom()
    const lot = await room.filled('1', '745', { lot: 'L1' })
    const keg = await room.tapped()
    const sale = await room.poured(2)
    const refund = { payment: { method: 'cash', amount: '20.00' } }
    expect((await room.api.post(`/pos-sales/${sale.id}/actions/refund`, refund)).body.kind).toBe('refund')
    expect(await room.keg_tap(keg.id)).toMatchObject({ sold_quantity: '1', remaining_quantity: '29' })
    const trace = (await room.api.get(`/stock-lots/${lot}/trace`)).body
    expect(trace.went_to.map(({ document }: Told) => document.id)).toContain(sale.stock_issue_id)
  })
})
