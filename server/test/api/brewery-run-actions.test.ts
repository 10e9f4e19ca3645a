/** Packaging runs confirmed and cancelled: four documents that live and die together. */
import { describe, expect, test } from 'vitest'
import { litre, type PackagingHall, packagingHall, pcs } from '../support/packaging.ts'
import { useService } from '../support/service.ts'
import { rowsOfBooks, told } from '../support/stock.ts'

const service = useService()
const newHall = () => packagingHall(service)

const pathOf = ({ id }: { id: string }) => `/packaging-runs/${id}`

async function stockedHall(litres?: string): Promise<PackagingHall> {
  const hall = await newHall()
  await hall.stocked(litres)
  return hall
}

async function confirmed(hall: PackagingHall, outputs: object[], body: object = {}) {
  const { body: run } = await hall.run(outputs, body)
  const reply = await hall.act(pathOf(run), 'confirm')
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

const documentsOf = async (hall: PackagingHall, { documents }: { documents: Record<string, string | null> }) => {
  const { production_receipt_id, tank_release_id, packaging_issue_id, goods_receipt_id } = documents
  const paths = [
    production_receipt_id && `/goods-receipts/${production_receipt_id}`,
    tank_release_id && `/stock-issues/${tank_release_id}`,
    packaging_issue_id && `/stock-issues/${packaging_issue_id}`,
    goods_receipt_id && `/goods-receipts/${goods_receipt_id}`,
  ]
  return Promise.all(paths.map(async path => (path ? (await hall.api.get(path)).body : null)))
}

describe('confirm', () => {
  test('200: three documents of one day, that nobody else acts on', async () => {
    const hall = await stockedHall()
    const outputs = [hall.output(hall.bottle, '100', { lot_number: 'L1' })]
    const more = { released_quantity: '60', unit: litre, additional_cost: '25', target_warehouse_id: hall.second }
    const run = await confirmed(hall, outputs, { date: '2026-03-04', ...more })
    expect(run).toMatchObject({ status: 'confirmed', allowed_actions: ['cancel'] })
    expect(run.totals).toEqual({ liquid: '600.00', materials: '510.00', additional_cost: '25.00', total: '1135.00' })
    expect(run.outputs).toMatchObject([
      { liquid_value: '600.00', material_value: '510.00', additional_value: '25.00', value: '1135.00' },
    ])
    expect(run.outputs[0]).toMatchObject({ unit_cost: '11.35', unit_cost_net: '7.35' })
    const [production, release, packaging, products] = await documentsOf(hall, run)
    expect(production).toBeNull()
    const common = { status: 'confirmed', date: '2026-03-04', packaging_run_id: run.id, allowed_actions: [] }
    expect(release).toMatchObject({ ...common, movement_purpose: 'tank_release', totals: { total_cost: '600.00' } })
    expect(release.lines).toMatchObject([{ item: { id: hall.beer }, quantity: '60' }])
    expect(packaging).toMatchObject({ ...common, movement_purpose: 'packaging_consumption' })
    expect(packaging.lines).toMatchObject([{ quantity: '100' }, { quantity: '100' }, { quantity: '100' }])
    expect(products).toMatchObject({ ...common, movement_purpose: 'production_in', warehouse: { id: hall.second } })
    expect(products.lines).toMatchObject([{ unit_price: '11.35', lot_number: 'L1', expiry_date: '2026-08-31' }])
    expect(await hall.level(hall.bottle, hall.second)).toMatchObject({ quantity: '100', value: '1135.00' })
    for (const [path, key] of [
      [`/stock-issues/${release.id}`, 'revert_to_draft'],
      [`/stock-issues/${packaging.id}`, 'cancel'],
      [`/goods-receipts/${products.id}`, 'cancel'],
    ] as const) {
      expect((await hall.act(path, key)).body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
      expect((await hall.api.patch(path, { notes: 'x' })).body.code).toBe('invalid_transition')
    }
    const line = { item_id: hall.beer, quantity: '1', unit: litre }
    expect((await hall.api.post(`/stock-issues/${release.id}/lines`, line)).body.code).toBe('invalid_transition')
  })

  test('200: what is filled in two outputs is packed output by output, by FIFO; events come once a level', async () => {
    const hall = await newHall()
    await hall.received(hall.beer, '100', '10', { unit: 'l' })
    await hall.received(hall.crown, '150', '1', { unit: 'pcs' })
    await hall.received(hall.crown, '150', '2', { unit: 'pcs' })
    const crowns = { materials: [{ item_id: hall.crown, quantity: '100', unit: pcs }] }
    const outputs = [hall.output(hall.bottle, '100', crowns), hall.output(hall.bottle, '100', crowns)]
    const { body: draft } = await hall.run(outputs)
    const path = pathOf(draft)
    const before = await rowsOfBooks(service)
    const rehearsed = (await hall.api.post(`${path}/actions/confirm?dry_run=true`)).body
    expect(await rowsOfBooks(service)).toEqual(before)
    expect(rehearsed.outputs.map((each: { material_value: string }) => each.material_value)).toEqual([
      '100.00',
      '150.00',
    ])
    const events = [
      'stock_issue.created',
      'stock_issue.confirmed',
      'stock_issue.created',
      'stock_issue.confirmed',
      'goods_receipt.created',
      'goods_receipt.confirmed',
      'stock_level.changed',
      'stock_level.changed',
      'stock_level.changed',
    ]
    expect(rehearsed.events.map(({ type }: { type: string }) => type)).toEqual(events)
    expect(rehearsed.effects.volume_differences).toEqual([])
    const said = await told(hall, () => hall.act(path, 'confirm'))
    expect(said.map(text => text.split(' ')[0])).toEqual(events)
    expect(said.slice(-3)).toEqual([
      'stock_level.changed Ležák 12° Hlavní sklad 0',
      'stock_level.changed Korunka Hlavní sklad 100',
      'stock_level.changed Lahev 0,5 l Hlavní sklad 200',
    ])
    const back = await told(hall, () => hall.act(path, 'cancel'))
    expect(back.map(text => text.split(' ')[0])).toEqual([
      'goods_receipt.cancelled',
      'stock_issue.cancelled',
      'stock_issue.cancelled',
      'stock_level.changed',
      'stock_level.changed',
      'stock_level.changed',
    ])
  })

  test('200: beer of one layer, of the batch, or by FIFO; without materials there is no issue of them', async () => {
    const hall = await newHall()
    const { id, path } = await hall.fermenting('500')
    const date = { date: '2026-12-01' }
    await hall.received(hall.beer, '100', '1', { unit: 'l' })
    const layer = (await hall.received(hall.beer, '100', '2', { unit: 'l' })).body.lines[0].id
    for (const quantity of ['60', '70']) {
      const body = { quantity, unit: litre, additional_cost: plainly[quantity] }
      expect((await hall.act(path, 'receive_production', body)).status).toBe(200)
    }
    const kegs = [hall.output(hall.keg, '2', { materials: [] })]
    const named = await confirmed(hall, kegs, { ...date, lot_id: layer })
    expect([named.totals.liquid, named.documents.packaging_issue_id]).toEqual(['200.00', null])
    const ofBatch = await confirmed(hall, kegs, { ...date, batch_id: id })
    expect(ofBatch.totals.liquid).toBe('340.00')
    const [, release] = await documentsOf(hall, ofBatch)
    expect(release).toMatchObject({ batch_id: id, lines: [{ quantity: '60' }, { quantity: '40' }] })
    expect((await confirmed(hall, kegs, date)).totals.liquid).toBe('100.00')
    const { body: more } = await hall.run(kegs, { ...date, batch_id: id })
    const short = (await hall.act(pathOf(more), 'confirm')).body
    expect(short).toMatchObject({
      code: 'conflict',
      blockers: [{ line_id: more.id, item_id: hall.beer, requested: '100', available: '30' }],
    })
  })

  test('409 conflict, reserved_by_other: what is short is named, and nothing is written', async () => {
    const hall = await stockedHall('100')
    const { body: thirsty } = await hall.run([hall.output(hall.keg, '3')])
    const { body: bare } = await hall.run([
      hall.output(hall.bottle, '10', {
        materials: [
          { item_id: hall.glass, quantity: '1001', unit: pcs },
          { item_id: hall.crown, quantity: '1000', unit: pcs },
          { item_id: hall.crown, quantity: '1', unit: pcs },
        ],
      }),
    ])
    const { body: early } = await hall.run([hall.output(hall.keg, '1')], { date: '2026-02-28' })
    const { id: batch_id } = await hall.fermenting('500')
    const { body: both } = await hall.run([hall.output(hall.bottle, '1200')], { batch_id, source: 'batch' })
    const before = await rowsOfBooks(service)
    const blockersOf = async (run: { id: string }) => {
      const { body } = await hall.act(pathOf(run), 'confirm')
      expect(body.code).toBe('conflict')
      return body.blockers.map((each: Record<string, string>) => [each.item_id, each.requested, each.available])
    }
    expect(await blockersOf(thirsty)).toEqual([[hall.beer, '150', '100']])
    // Beer and packaging together, also where the beer of a batch is short.
    expect(await blockersOf(early)).toEqual([
      [hall.beer, '50', '0'],
      [hall.shell, '1', '0'],
    ])
    expect(await blockersOf(both)).toEqual([
      [undefined, '600', '500'],
      [hall.glass, '1200', '1000'],
      [hall.crown, '1200', '1000'],
      [hall.label, '1200', '1000'],
    ])
    expect(await blockersOf(bare)).toEqual([
      [hall.glass, '1001', '1000'],
      [hall.crown, '1', '0'],
    ])
    expect(await rowsOfBooks(service)).toEqual(before)
    const line = { item_id: hall.beer, quantity: '80', unit: litre, unit_price: '30' }
    const order = await hall.api.post('/orders', { partner_id: await hall.partner(), lines: [line] })
    await hall.act(`/orders/${order.body.id}`, 'confirm')
    const { body: held } = await hall.run([hall.output(hall.keg, '1')])
    expect((await hall.act(pathOf(held), 'confirm')).body.code).toBe('reserved_by_other')
  })

  test('409 inventory_locked, excise_reported: where it takes and where it gives', async () => {
    const hall = await stockedHall()
    const [one, two] = [hall.output(hall.keg, '1'), { date: '2026-03-04', target_warehouse_id: hall.second }]
    const done = await confirmed(hall, [one], two)
    const { body: draft } = await hall.run([one], two)
    const refusals = async () => [
      (await hall.act(pathOf(draft), 'confirm')).body.code,
      (await hall.act(pathOf(done), 'cancel')).body.code,
    ]
    for (const warehouse_id of [hall.main, hall.second]) {
      const { body: count } = await hall.api.post('/inventory-counts', { warehouse_id })
      await hall.act(`/inventory-counts/${count.id}`, 'start')
      expect(await refusals()).toEqual(['inventory_locked', 'inventory_locked'])
      await hall.act(`/inventory-counts/${count.id}`, 'cancel')
    }
    await hall.apply({ excise_periods: [{ period: '2026-03', is_filed: true }] })
    expect(await refusals()).toEqual(['excise_reported', 'excise_reported'])
  })

  test('200: a dry run warns of pieces that are filled with other than their volume', async () => {
    const hall = await stockedHall()
    const jug = await hall.item({
      name: 'Džbán',
      unit: pcs,
      item_type: 'base_product',
      base_item_id: hall.beer,
      base_item_quantity: '1.02',
      volume_l: '1',
    })
    const { body: run } = await hall.run([hall.output(jug, '10'), hall.output(hall.bottle, '1')])
    const { effects } = (await hall.api.post(`${pathOf(run)}/actions/confirm?dry_run=true`)).body
    expect(effects.volume_differences).toEqual([
      { output_id: run.outputs[0].id, item_id: jug, filled_l: '1.02', volume_l: '1' },
    ])
  })
})

describe('cancel', () => {
  test('200: everything is as it was; the documents are cancelled, and nothing is worth anything', async () => {
    const hall = await stockedHall()
    const items = [hall.beer, hall.glass, hall.crown, hall.label, hall.shell, hall.bottle, hall.keg]
    const levels = () => Promise.all(items.map(item => hall.level(item)))
    const lots = async () => (await Promise.all(items.map(item => hall.lots(item)))).flat()
    const before = [await levels(), await lots()]
    const run = await confirmed(hall, [hall.output(hall.bottle, '333'), hall.output(hall.keg, '3')])
    const back = (await hall.act(pathOf(run), 'cancel')).body
    expect([await levels(), await lots()]).toEqual(before)
    expect(back).toMatchObject({ status: 'cancelled', documents: run.documents, allowed_actions: [] })
    expect(back.totals).toEqual({ liquid: null, materials: null, additional_cost: '0.00', total: null })
    expect(back.outputs).toMatchObject([
      { value: null, unit_cost: null, materials: [{ value: null }, {}, {}] },
      { value: null },
    ])
    const documents = (await documentsOf(hall, back)).filter(document => document !== null)
    expect(documents.map(({ status, totals }) => [status, totals.total_cost])).toEqual([
      ['cancelled', '0.00'],
      ['cancelled', '0.00'],
      ['cancelled', expect.any(String)],
    ])
  })

  test('409 receipt_has_allocations: its goods were used', async () => {
    const hall = await stockedHall()
    const run = await confirmed(hall, [hall.output(hall.bottle, '10'), hall.output(hall.keg, '1')])
    const { body: sale } = await hall.issued(hall.keg, '1', { unit: 'pcs' })
    expect((await hall.act(pathOf(run), 'cancel')).body.code).toBe('receipt_has_allocations')
    await hall.act(`/stock-issues/${sale.id}`, 'cancel')
    expect((await hall.act(pathOf(run), 'cancel')).status).toBe(200)
  })

  test('409 invalid_transition, 404 unknown_action: every state and every action', async () => {
    const hall = await stockedHall()
    const outcomes: string[] = []
    for (const state of ['draft', 'confirmed', 'cancelled'] as const) {
      for (const key of ['confirm', 'cancel', 'revert_to_draft'] as const) {
        const { body: run } = await hall.run([hall.output(hall.keg, '1')])
        if (state !== 'draft') await hall.act(pathOf(run), state === 'confirmed' ? 'confirm' : 'cancel')
        const { body } = await hall.act(pathOf(run), key)
        outcomes.push(`${state} ${key}: ${body.code ?? body.status}`)
      }
    }
    expect(outcomes).toEqual([
      'draft confirm: confirmed',
      'draft cancel: cancelled',
      'draft revert_to_draft: unknown_action',
      'confirmed confirm: invalid_transition',
      'confirmed cancel: cancelled',
      'confirmed revert_to_draft: unknown_action',
      'cancelled confirm: invalid_transition',
      'cancelled cancel: invalid_transition',
      'cancelled revert_to_draft: unknown_action',
    ])
  })
})

describe('source: batch', () => {
  test('200: the released litres leave the batch with their share; a cancel gives all of it back', async () => {
    const hall = await stockedHall()
    const { id, path, vessel } = await brewed(hall, '1000', '5000')
    const before = (await hall.api.get(path)).body
    const more = { batch_id: id, source: 'batch', released_quantity: '400', unit: litre }
    const run = await confirmed(hall, [hall.output(hall.keg, '7')], more)
    expect(run.totals).toMatchObject({ liquid: '2000.00', materials: '10500.00' })
    expect((await hall.api.get(path)).body).toMatchObject({ volume_l: '600', phase: 'fermentation' })
    const [production, release] = await documentsOf(hall, run)
    expect(production).toMatchObject({
      movement_purpose: 'production_in',
      batch_id: id,
      packaging_run_id: run.id,
      totals: { total_cost: '2000.00' },
      lines: [{ quantity: '400', lot_number: before.number }],
      allowed_actions: [],
    })
    expect(release).toMatchObject({ batch_id: id, lines: [{ lot_id: production.lines[0].id }] })
    expect(run.outputs[0].lot_number).toBe(before.number)
    expect((await hall.api.get(`/vessels/${vessel}`)).body.contents_l).toBe('600')
    expect((await hall.act(`/goods-receipts/${production.id}`, 'cancel')).body.code).toBe('invalid_transition')
    expect((await hall.api.get(`${path}/cost`)).body.packaging).toMatchObject([
      { packaging_run_id: run.id, released_quantity: '400', filled_quantity: '350', loss_quantity: '50' },
    ])
    await hall.act(pathOf(run), 'cancel')
    expect((await hall.api.get(path)).body.volume_l).toBe('1000')
    expect((await hall.api.get(`${path}/cost`)).body.in_process).toMatchObject({ value: '5000.00' })
    expect(await hall.level(hall.beer)).toMatchObject({ quantity: '1000' })
  })

  test('200: the final run takes all the value, and the litres left are lost', async () => {
    const hall = await stockedHall()
    const { id, path } = await brewed(hall, '1000', '5000')
    const more = { batch_id: id, source: 'batch', is_final: true }
    const run = await confirmed(hall, [hall.output(hall.keg, '19')], more)
    expect(run.totals.liquid).toBe('5000.00')
    const ledger = (await hall.ledger(id)).map(({ kind, volume_l, value }) => `${kind} ${volume_l} ${value}`)
    expect(ledger.slice(0, 2)).toEqual(['loss -50 0.00', 'received -950 -5000.00'])
    expect((await hall.api.get(path)).body.volume_l).toBe('0')
    await hall.act(pathOf(run), 'cancel')
    expect((await hall.api.get(path)).body.volume_l).toBe('1000')
  })

  test('409 conflict: more than is in process, or a batch that has ended', async () => {
    const hall = await stockedHall()
    const { id, path } = await brewed(hall, '1000', '5000')
    const more = { batch_id: id, source: 'batch' }
    const { body: much } = await hall.run([hall.output(hall.keg, '21')], more)
    expect((await hall.act(pathOf(much), 'confirm')).body).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'batch', id, requested: '1050', available: '1000' }],
    })
    const { body: unstated } = await hall.batch()
    const { body: none } = await hall.run([hall.output(hall.keg, '1')], { ...more, batch_id: unstated.id })
    expect((await hall.act(pathOf(none), 'confirm')).body.blockers).toMatchObject([{ available: '0' }])
    const done = await confirmed(hall, [hall.output(hall.keg, '20')], more)
    const { body: late } = await hall.run([hall.output(hall.keg, '1')], more)
    const { body: stale } = await hall.run([hall.output(hall.keg, '1')], { batch_id: id })
    expect((await hall.act(path, 'advance_phase', { phase: 'completed' })).status).toBe(200)
    for (const run of [late, stale]) {
      expect((await hall.act(pathOf(run), 'confirm')).body).toMatchObject({
        code: 'conflict',
        blockers: [{ object: 'batch', id, phase: 'completed' }],
      })
    }
    expect((await hall.act(pathOf(done), 'cancel')).body).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'batch', id }],
    })
  })
})

const plainly: Record<string, string> = { '60': '180', '70': '280' }

/** A fermenting batch of so many litres, worth so many crowns. */
async function brewed(hall: PackagingHall, litres: string, crowns: string) {
  const batch = await hall.fermenting(litres)
  const malt = await hall.item()
  await hall.received(malt, crowns, '1')
  await hall.issued(malt, crowns, { movement_purpose: 'production_out', batch_id: batch.id })
  return batch
}
