/** From a lot of malt to everyone who got the beer, and back: through batches, splits, blends and packaging runs. */
import { describe, expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { packagingHall } from '../support/packaging.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { nobody } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))

const l = { unit_code: 'l' }

interface Step {
  depth: number
  lot_id: string
  from_lot_ids: string[]
  lot_number: string | null
  item: { name: string }
  document: { object: string; number: string; movement_purpose: string }
  partner: { name: string } | null
  batch: { id: string; number: string } | null
  packaging_run_id: string | null
  quantity: string
}

/** Lots by their labels, each with how far it is. */
const labels = (steps: Step[]) => steps.map(({ depth, lot_number }) => `${depth} ${lot_number}`)
/** Lots by their items, each with those of the lots it was reached from. */
const branches = (steps: Step[]) => {
  const nameOf = (id: string) => steps.find(({ lot_id }) => lot_id === id)!.item.name
  return [...new Set(steps.map(({ lot_id, from_lot_ids }) => `${nameOf(lot_id)} < ${from_lot_ids.map(nameOf).sort()}`))]
}
const names = (partners: { name: string }[]) => partners.map(({ name }) => name).sort()

/** A lot of malt of that label, bought of a supplier of its own. */
async function bought(book: Brewhouse, label: string, name = 'Slad') {
  const item = await book.item({ name: `${name} ${label}`, item_type: 'brew_material' })
  const supplier = await book.partner({ name: `Sladovna ${label}` })
  const { body } = await book.receipt([{ item, quantity: '100', price: '10', lot: label }], { partner_id: supplier })
  await book.act(`/goods-receipts/${body.id}`, 'confirm')
  return { item, lot: body.lines[0].id as string }
}

/** Ten of a lot into a batch; the address of the issue. */
async function used(book: Brewhouse, item: string, batchId: string, head: object = {}) {
  const { body } = await book.issued(item, '10', { movement_purpose: 'production_out', batch_id: batchId, ...head })
  return `/stock-issues/${body.id}`
}

/** Beer into stock under that label; the id of its layer. */
async function received(book: Brewhouse, path: string, quantity: string, lot: string) {
  const { body } = await book.act(path, 'receive_production', { quantity, unit: l, lot_number: lot })
  const { lines } = (await book.api.get(`/goods-receipts/${body.created.id}`)).body
  return lines[0].id as string
}

async function sold(book: Brewhouse, lot: string, to: string) {
  const partner = await book.partner({ name: to })
  const { body } = await book.issue([{ item: book.beer, quantity: '1', unit: 'l', lotId: lot }], {
    partner_id: partner,
    movement_purpose: 'sale',
  })
  await book.act(`/stock-issues/${body.id}`, 'confirm')
}

const traceOfLot = async (book: Brewhouse, lot: string) => (await book.api.get(`/stock-lots/${lot}/trace`)).body
const traceOf = async (book: Brewhouse, path: string) => (await book.api.get(`${path}/trace`)).body

describe('GET /stock-lots/{id}/trace', () => {
  test('200: from a lot of malt to the pubs, and from the beer to the suppliers', async () => {
    const book = await theBook()
    const malt = await bought(book, 'M1')
    const batch = await book.fermenting('100')
    await used(book, malt.item, batch.id)
    const beer = await received(book, batch.path, '60', 'B1')
    await sold(book, beer, 'Hospoda')

    const on = await traceOfLot(book, malt.lot)
    expect(labels(on.went_to)).toEqual(['0 M1', '1 B1'])
    expect(on.became).toMatchObject([{ depth: 1, lot_id: beer, from_lot_ids: [malt.lot], quantity: '60' }])
    const { number } = (await book.api.get(batch.path)).body
    expect(on.went_to[0]).toMatchObject({ batch: { id: batch.id, number }, packaging_run_id: null, quantity: '10' })
    expect(on.went_to[1]).toMatchObject({ batch: null, partner: { name: 'Hospoda' } })
    expect(names(on.partners)).toEqual(['Hospoda'])

    const back = await traceOfLot(book, beer)
    expect(labels(back.came_from)).toEqual(['0 B1', '1 M1'])
    expect(back.came_from[0]).toMatchObject({ batch: { id: batch.id, number }, quantity: '60' })
    expect(back.came_from[1]).toMatchObject({ batch: null, partner: { name: 'Sladovna M1' }, quantity: '100' })
  })

  test('200: what joined a batch later is not behind the beer that had left it', async () => {
    const book = await theBook()
    const [malt, hops] = [await bought(book, 'M1'), await bought(book, 'H1', 'Chmel')]
    const batch = await book.fermenting('100')
    await used(book, malt.item, batch.id)
    const first = await received(book, batch.path, '50', 'B1')
    await used(book, hops.item, batch.id)
    const second = await received(book, batch.path, '40', 'B2')
    expect(labels((await traceOfLot(book, first)).came_from)).toEqual(['0 B1', '1 M1'])
    expect(labels((await traceOfLot(book, second)).came_from).sort()).toEqual(['0 B2', '1 H1', '1 M1'])
    await sold(book, first, 'Hospoda')
    await sold(book, second, 'Obchod')
    expect(names((await traceOfLot(book, malt.lot)).partners)).toEqual(['Hospoda', 'Obchod'])
    expect(names((await traceOfLot(book, hops.lot)).partners)).toEqual(['Obchod'])
  })

  test('200: through a split and a blend, and no longer through what was undone', async () => {
    const book = await theBook()
    const [malt, other, late] = [await bought(book, 'M1'), await bought(book, 'M2'), await bought(book, 'M3')]
    const parent = await book.fermenting('100')
    await used(book, malt.item, parent.id)
    const { body: split } = await book.act(parent.path, 'split', { volume_l: '40', vessel_id: await book.vessel() })
    const child = `/batches/${split.created.id}`
    await used(book, late.item, parent.id)
    const target = await book.fermenting('100')
    await used(book, other.item, target.id)
    const before = await received(book, target.path, '10', 'T1')
    const from = [{ batch_id: split.created.id, volume_l: '20' }]
    await book.act(target.path, 'blend', { from })
    const after = await received(book, target.path, '10', 'T2')
    const own = await received(book, child, '20', 'C1')

    expect(labels((await traceOfLot(book, own)).came_from)).toEqual(['0 C1', '1 M1'])
    expect(labels((await traceOfLot(book, before)).came_from)).toEqual(['0 T1', '1 M2'])
    expect(labels((await traceOfLot(book, after)).came_from).sort()).toEqual(['0 T2', '1 M1', '1 M2'])
    for (const [lot, pub] of Object.entries({ [own]: 'Dítě', [before]: 'Před', [after]: 'Po' }))
      await sold(book, lot, pub)
    expect(names((await traceOfLot(book, malt.lot)).partners)).toEqual(['Dítě', 'Po'])
    expect(names((await traceOfLot(book, other.lot)).partners)).toEqual(['Po', 'Před'])
    expect((await traceOfLot(book, late.lot)).partners).toEqual([])

    const again = [{ batch_id: parent.id, volume_l: '10' }]
    expect((await book.act(target.path, 'blend', { from: again })).status).toBe(200)
    expect((await book.act(target.path, 'undo_last')).status).toBe(200)
    const last = await received(book, target.path, '10', 'T3')
    expect(labels((await traceOfLot(book, last)).came_from).sort()).toEqual(['0 T3', '1 M1', '1 M2'])
  })
})

describe('GET /batches/{id}/trace', () => {
  test('200: materials with their suppliers, beer, what became of it, and the pubs', async () => {
    const book = await brewhouse(service)
    const [malt, spilled] = [await bought(book, 'M1'), await bought(book, 'M2')]
    const batch = await book.fermenting('100')
    const issue = await used(book, malt.item, batch.id)
    await used(book, spilled.item, batch.id, { movement_purpose: 'waste' })
    const beer = await received(book, batch.path, '60', 'B1')
    const { body: moved } = await book.issued(book.beer, '20', {
      unit: 'l',
      movement_purpose: 'transfer',
      target_warehouse_id: book.second,
    })
    const [arrival] = (await book.api.get('/goods-receipts?movement_purpose=transfer')).body.data
    await book.act(`/goods-receipts/${arrival.id}`, 'confirm')
    await sold(book, beer, 'Hospoda')

    const trace = await traceOf(book, batch.path)
    expect(trace).toMatchObject({ object: 'batch_trace', batch: { object: 'batch', id: batch.id }, batches: [] })
    expect(trace.materials).toMatchObject([
      { depth: 1, lot_id: malt.lot, lot_number: 'M1', partner: { name: 'Sladovna M1' } },
    ])
    expect(labels(trace.beer)).toEqual(['1 B1', '2 B1'])
    expect(trace.products).toEqual([])
    const purposes = trace.issues.map(({ document }: Step) => document.movement_purpose)
    expect(purposes.sort()).toEqual(['sale', 'transfer', 'waste'])
    expect(trace.issues.map(({ document }: Step) => document.number)).toContain(moved.number)
    expect(names(trace.partners)).toEqual(['Hospoda'])

    const other = await book.fermenting('10')
    const taken = await used(book, malt.item, other.id)
    expect(labels((await traceOf(book, other.path)).materials)).toEqual(['1 M1'])
    await book.act(taken, 'cancel')
    expect((await traceOf(book, other.path)).materials).toEqual([])
    expect((await book.act(issue, 'cancel')).status).toBe(409)
  })

  test('200: a child has the lots of its parent, a blend those of its sources; relations go both ways', async () => {
    const book = await theBook()
    const [malt, late] = [await bought(book, 'M1'), await bought(book, 'M2')]
    const parent = await book.fermenting('100')
    await used(book, malt.item, parent.id)
    const { body: split } = await book.act(parent.path, 'split', { volume_l: '40', vessel_id: await book.vessel() })
    await used(book, late.item, parent.id)
    const child = `/batches/${split.created.id}`
    const target = await book.fermenting('100')
    await book.act(target.path, 'blend', { from: [{ batch_id: split.created.id, volume_l: '15' }] })
    await sold(book, await received(book, target.path, '50', 'T1'), 'Hospoda')

    expect(labels((await traceOf(book, child)).materials)).toEqual(['1 M1'])
    expect(labels((await traceOf(book, target.path)).materials)).toEqual(['1 M1'])
    expect(labels((await traceOf(book, parent.path)).materials).sort()).toEqual(['1 M1', '1 M2'])
    const related = async (path: string) =>
      (await traceOf(book, path)).batches.map(
        ({ id, relation, volume_l }: { id: string; relation: string; volume_l: string }) =>
          `${relation} ${id === parent.id ? 'parent' : id === target.id ? 'target' : 'child'} ${volume_l}`,
      )
    expect(await related(parent.path)).toEqual(['child child 40'])
    expect(await related(child)).toEqual(['parent parent 40', 'blended_into target 15'])
    expect(await related(target.path)).toEqual(['blended_from child 15'])
    const onward = await traceOf(book, parent.path)
    expect(labels(onward.beer)).toEqual(['1 T1'])
    expect(onward.beer[0].batch.id).toBe(target.id)
    expect(names(onward.partners)).toEqual(['Hospoda'])

    const { body: apart } = await book.act(parent.path, 'split', { volume_l: '5', vessel_id: await book.vessel() })
    expect(await related(parent.path)).toHaveLength(2)
    expect((await book.act(parent.path, 'undo_last')).status).toBe(200)
    expect(await related(parent.path)).toEqual(['child child 40'])
    expect(await traceOf(book, `/batches/${apart.created.id}`)).toMatchObject({ materials: [], batches: [] })
  })

  test('404 not_found: of nothing and of another book', async () => {
    const book = await theBook()
    const { body } = await book.batch()
    expect((await book.api.get(`/batches/${nobody}/trace`)).body.code).toBe('not_found')
    expect((await book.live.get(`/batches/${body.id}/trace`)).body.code).toBe('not_found')
    expect(await traceOf(book, `/batches/${body.id}`)).toMatchObject({ materials: [], beer: [], issues: [] })
  })
})

describe('through a packaging run', () => {
  test('200: malt reaches bottles and kegs, a crown cap the bottles alone; and all the way back', async () => {
    const hall = await packagingHall(service)
    await hall.stocked()
    const malt = await bought(hall, 'M1')
    const batch = await hall.fermenting('200')
    await used(hall, malt.item, batch.id)
    const outputs = [
      hall.output(hall.bottle, '100', { lot_number: 'L1' }),
      hall.output(hall.keg, '2', { lot_number: 'K1' }),
    ]
    const { body: run } = await hall.run(outputs, { batch_id: batch.id, source: 'batch' })
    expect((await hall.act(`/packaging-runs/${run.id}`, 'confirm')).status).toBe(200)
    for (const [item, to] of [
      [hall.bottle, 'Obchod'],
      [hall.keg, 'Hospoda'],
    ] as const) {
      await hall.issued(item, '1', {
        unit: 'pcs',
        movement_purpose: 'sale',
        partner_id: await hall.partner({ name: to }),
      })
    }
    const lotOf = async (item: string) => (await hall.lots(item))[0]!.id
    const partnersOf = async (lot: string) => names((await traceOfLot(hall, lot)).partners)
    expect(await partnersOf(malt.lot)).toEqual(['Hospoda', 'Obchod'])
    expect(await partnersOf(await lotOf(hall.crown))).toEqual(['Obchod'])
    expect(await partnersOf(await lotOf(hall.shell))).toEqual(['Hospoda'])

    const { number } = (await hall.api.get(batch.path)).body
    const back = (await traceOfLot(hall, await lotOf(hall.bottle))).came_from as Step[]
    expect(back.map(({ depth, item }) => `${depth} ${item.name}`).sort()).toEqual([
      '0 Lahev 0,5 l',
      '1 Etiketa',
      '1 Korunka',
      '1 Ležák 12°',
      '1 Sklo',
      '2 Slad M1',
    ])
    expect(branches(back).sort()).toEqual([
      'Etiketa < Lahev 0,5 l',
      'Korunka < Lahev 0,5 l',
      'Lahev 0,5 l < ',
      'Ležák 12° < Lahev 0,5 l',
      'Sklo < Lahev 0,5 l',
      'Slad M1 < Ležák 12°',
    ])
    expect(branches((await traceOfLot(hall, malt.lot)).went_to).sort()).toEqual([
      'Lahev 0,5 l < Ležák 12°',
      'Ležák 12° < Slad M1',
      'Slad M1 < ',
      'Sud 50 l < Ležák 12°',
    ])
    expect(back[0]).toMatchObject({ batch: { id: batch.id, number }, packaging_run_id: run.id, quantity: '100' })

    const trace = await traceOf(hall, batch.path)
    expect(labels(trace.materials)).toEqual(['1 M1'])
    expect(trace.beer).toMatchObject([{ depth: 1, batch: { id: batch.id }, packaging_run_id: run.id, quantity: '150' }])
    expect(labels(trace.products).sort()).toEqual(['2 K1', '2 L1'])
    const [beer] = trace.beer as Step[]
    expect(beer!.from_lot_ids).toEqual([])
    expect((trace.products as Step[]).map(({ from_lot_ids }) => from_lot_ids)).toEqual([[beer!.lot_id], [beer!.lot_id]])
    expect(names(trace.partners)).toEqual(['Hospoda', 'Obchod'])

    expect((await hall.act(batch.path, 'undo_last')).body.code).toBe('conflict')
  })
})
