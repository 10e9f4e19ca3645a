/** For excise the beer leaves when its keg is tapped; a lot is followed through the keg. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { stockAccount } from '../support/stock.ts'
import { type TapRoom, tapRoomIn } from '../support/taps.ts'

const service = useService()

/** The main warehouse belongs to excise. */
async function taxedRoom(): Promise<TapRoom> {
  const account = await stockAccount(service)
  await account.apply({
    warehouses: [{ code: 'MAIN', name: 'Sklep', is_excise_relevant: true }],
    excise_categories: [{ valid_from: '2026-01-01', category: 'small_10k' }],
  })
  return tapRoomIn(account)
}

const april = '2026-04-10T12:00:00Z'

describe('excise', () => {
  test('200: a keg is released when it is tapped; what is wasted on tap counts no more', async () => {
    const room = await taxedRoom()
    await room.filled('4', '745', { date: '2026-03-05' })
    await room.tapped({ tapped_at: '2026-03-10T12:00:00Z' })
    const wasted = await room.tapped({ tap_number: 2, tapped_at: '2026-03-11T12:00:00Z' })
    const returned = await room.tapped({ tap_number: 3, tapped_at: '2026-03-12T12:00:00Z' })
    await room.api.post(`/keg-taps/${wasted.id}/actions/empty`)
    await room.api.post(`/keg-taps/${returned.id}/actions/remove`)
    const { body } = await room.api.post('/excise-reports', { period: '2026-03' })
    expect(body.lines).toMatchObject([
      { plato: '12', received_hl: '1.2', released_hl: '0.6', losses_hl: '0', closing_hl: '0.6' },
    ])
    const { data } = (await room.api.get(`/excise-reports/${body.id}/movements?column=released`)).body
    expect(data).toMatchObject([
      { document: { object: 'repack', movement_purpose: 'repack' }, hl: '-0.3' },
      { hl: '-0.3' },
    ])
  })

  test('409 excise_reported: no keg is tapped in a filed month, nor goes back to one', async () => {
    const room = await taxedRoom()
    await room.filled('4', '745', { date: '2026-03-05' })
    const [march, later] = [
      await room.tapped({ tapped_at: '2026-03-10T12:00:00Z' }),
      await room.tapped({ tap_number: 2, tapped_at: april }),
    ]
    await room.apply({ excise_periods: [{ period: '2026-03', is_filed: true }] })
    const tapping = await room.tap({ tap_number: 3, tapped_at: '2026-03-31T12:00:00Z' })
    expect(tapping.body.code).toBe('excise_reported')
    expect((await room.api.post(`/keg-taps/${march.id}/actions/remove`)).body.code).toBe('excise_reported')
    expect((await room.api.post(`/keg-taps/${later.id}/actions/remove`)).body.status).toBe('returned')
    expect((await room.tap({ tap_number: 3, tapped_at: april })).status).toBe(201)
    // Beer on tap lies outside: it is wasted whenever.
    expect((await room.api.post(`/keg-taps/${march.id}/actions/empty`)).body.status).toBe('emptied')
  })
})

describe('GET /stock-lots/{id}/trace', () => {
  test('200: from the keg to its beer, and back', async () => {
    const room = await taxedRoom()
    const lot = await room.filled('2', '745', { lot: 'L1' })
    const keg = await room.tapped()
    await room.api.post(`/keg-taps/${keg.id}/actions/empty`)
    const { stock_issue_id } = await room.keg_tap(keg.id)
    const repack = (await room.api.get(`/repacks/${keg.repack_id}`)).body
    const documentsOf = (steps: { document: { id: string } }[]) => steps.map(({ document }) => document.id)
    const onwards = (await room.api.get(`/stock-lots/${lot}/trace`)).body
    expect(documentsOf(onwards.went_to)).toEqual([repack.stock_issue_id, stock_issue_id])
    const back = (await room.api.get(`/stock-lots/${keg.lot_id}/trace`)).body
    expect(documentsOf(back.came_from)[0]).toBe(repack.goods_receipt_id)
    expect(back.came_from).toMatchObject([{ lot_id: keg.lot_id }, { lot_id: lot, lot_number: 'L1' }])
  })
})
