/** What becomes of a keg: emptied, taken off, tapped again. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks, told } from '../support/stock.ts'
import { tapRoom } from '../support/taps.ts'

const service = useService()
const newRoom = () => tapRoom(service)
const act = (keg: { id: string }, key: string) => `/keg-taps/${keg.id}/actions/${key}`

describe('empty', () => {
  test('200: what is left goes as waste, out of the keg itself', async () => {
    const room = await newRoom()
    await room.filled('2', '745')
    const [one, two] = [await room.tapped(), await room.tapped({ tap_number: 2 })]
    const before = await rowsOfBooks(service)
    const rehearsed = (await room.api.post(`${act(two, 'empty')}?dry_run=true`)).body
    expect(rehearsed).toMatchObject({ dry_run: true, status: 'emptied', wasted_quantity: '30' })
    expect(rehearsed.effects.levels).toMatchObject([{ warehouse: { id: room.onTap }, quantity: '30', value: '745.00' }])
    expect(await rowsOfBooks(service)).toEqual(before)
    const events = await told(room, () => room.api.post(act(two, 'empty')))
    const keg = await room.keg_tap(two.id)
    expect(keg).toMatchObject({
      status: 'emptied',
      wasted_quantity: '30',
      remaining_quantity: '0',
      remaining_cost: '0.00',
      total_cost: '745.00',
      allowed_actions: [],
    })
    expect(keg.ended_at).not.toBeNull()
    const issue = (await room.api.get(`/stock-issues/${keg.stock_issue_id}`)).body
    expect(issue).toMatchObject({
      status: 'confirmed',
      movement_purpose: 'waste',
      warehouse: { id: room.onTap },
      keg_tap_id: keg.id,
      totals: { total_cost: '745.00' },
      lines: [{ item: { id: room.beer }, quantity: '30', lot_id: keg.lot_id }],
      allowed_actions: [],
    })
    expect(events).toEqual([
      `stock_issue.created ${issue.number}`,
      `stock_issue.confirmed ${issue.number}`,
      'stock_level.changed Ležák Na čepu 30',
    ])
    const closed = { code: 'invalid_transition', allowed_actions: [] }
    expect((await room.api.post(`/stock-issues/${issue.id}/actions/cancel`)).body).toMatchObject(closed)
    expect(await room.lots(room.beer)).toMatchObject([{ id: one.lot_id, quantity: '30' }])
  })
})

describe('remove', () => {
  test('200: a keg nothing was drawn from is back in its layer, full', async () => {
    const room = await newRoom()
    const lot = await room.filled('2', '745', { lot: 'L1' })
    const tapped = await room.tapped()
    const rehearsed = (await room.api.post(`${act(tapped, 'remove')}?dry_run=true`)).body
    expect(rehearsed).toMatchObject({ status: 'returned', effects: { levels: [{ quantity: '0' }, { quantity: '2' }] } })
    const { number } = (await room.api.get(`/repacks/${tapped.repack_id}`)).body
    expect(number).toMatch(/^PB/)
    const events = await told(room, () => room.api.post(act(tapped, 'remove')))
    expect(events.map(event => event.replace(/ (PR|VY)\d+/, ''))).toEqual([
      'goods_receipt.cancelled',
      'stock_issue.cancelled',
      'stock_level.changed Ležák Na čepu 0',
      'stock_level.changed Sud 30 l Hlavní sklad 2',
    ])
    expect(await room.keg_tap(tapped.id)).toMatchObject({
      status: 'returned',
      quantity: '30',
      wasted_quantity: '0',
      remaining_quantity: '0',
      remaining_cost: '0.00',
      stock_issue_id: null,
      allowed_actions: [],
    })
    expect(await room.lots(room.keg)).toMatchObject([{ id: lot, quantity: '2' }])
    expect(await room.level(room.keg)).toMatchObject({ quantity: '2', value: '1490.00' })
    const repack = (await room.api.get(`/repacks/${tapped.repack_id}`)).body
    expect(repack).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    expect((await room.tap()).status).toBe(201)
  })
})

describe('states and actions', () => {
  test('409 invalid_transition: an ended keg has no action, a tapped one is not tapped again; 404, 412', async () => {
    const room = await newRoom()
    await room.filled('3', '745')
    const [tapped, emptied, returned] = [
      await room.tapped(),
      await room.tapped({ tap_number: 2 }),
      await room.tapped({ tap_number: 3 }),
    ]
    await room.api.post(act(emptied, 'empty'))
    await room.api.post(act(returned, 'remove'))
    const retap = { tap_number: 9 }
    for (const [keg, open] of [
      [tapped, ['empty', 'remove']],
      [emptied, []],
      [returned, []],
    ] as const) {
      for (const key of ['empty', 'remove', 'retap'].filter(each => !(open as readonly string[]).includes(each))) {
        const reply = await room.api.post(act(keg, key), key === 'retap' ? retap : undefined)
        expect(reply.body, key).toMatchObject({ code: 'invalid_transition', allowed_actions: open })
      }
    }
    expect((await room.api.post(act(tapped, 'drink'))).body.code).toBe('unknown_action')
    expect((await room.api.post(act({ id: nobody }, 'empty'))).body.code).toBe('not_found')
    const stale = { headers: { 'if-match': 'W/"9"' } }
    expect((await room.api.post(act(tapped, 'empty'), {}, stale)).body.code).toBe('stale_version')
    expect(faultsOf(await room.api.post(act(tapped, 'retap'), {}))).toEqual(['tap_number required'])
    const race = await Promise.all([room.api.post(act(tapped, 'empty')), room.api.post(act(tapped, 'remove'))])
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
