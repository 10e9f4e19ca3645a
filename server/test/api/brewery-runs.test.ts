/** Packaging runs as drafts: made, changed, listed, renamed. */
import { describe, expect, test } from 'vitest'
import { litre, type PackagingHall, packagingHall, pcs } from '../support/packaging.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'

const service = useService()
const theHall = shared(service, () => packagingHall(service))

const packedIn = (output: { materials: { item: { name: string }; quantity: string }[] }): string[] =>
  output.materials.map(({ item, quantity }) => `${item.name} ${quantity}`)

const change = (hall: PackagingHall, id: string, body: object) => hall.api.patch(`/packaging-runs/${id}`, body)

describe('POST /packaging-runs', () => {
  test('201: a draft with its number, materials from the bills, and no document', async () => {
    const hall = await theHall()
    const since = (await hall.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
    const outputs = [hall.output(hall.bottle, '100'), hall.output(hall.keg, '2', { lot_number: 'K', materials: [] })]
    const head = { date: '2026-03-04', notes: 'stáčení', external_ref: { system: 'mes', id: 'R1' } }
    const reply = await hall.run(outputs, { ...head, additional_cost: '120.50' })
    expect(reply.headers).toMatchObject({ location: `/api/v1/packaging-runs/${reply.body.id}`, etag: 'W/"1"' })
    const main = { id: hall.main, name: 'Hlavní sklad' }
    expect(reply.body).toMatchObject({
      object: 'packaging_run',
      number: 'STA202600001',
      status: 'draft',
      ...head,
      warehouse: main,
      target_warehouse: main,
      batch_id: null,
      source: 'stock',
      lot_id: null,
      item: { id: hall.beer, name: 'Ležák 12°' },
      unit: { code: 'l' },
      released_quantity: '150',
      filled_quantity: '150',
      loss_quantity: '0',
      loss_pct: '0',
      is_final: false,
      totals: { liquid: null, materials: null, additional_cost: '120.50', total: null },
      documents: {
        production_receipt_id: null,
        tank_release_id: null,
        packaging_issue_id: null,
        goods_receipt_id: null,
      },
      allowed_actions: ['confirm', 'cancel'],
    })
    const [bottles, kegs] = reply.body.outputs
    expect(bottles).toMatchObject({
      item: { id: hall.bottle },
      quantity: '100',
      unit: { code: 'pcs' },
      filled_quantity: '50',
      lot_number: null,
      expiry_date: '2026-08-31',
      liquid_value: null,
      material_value: null,
      additional_value: null,
      value: null,
      unit_cost: null,
      unit_cost_net: null,
    })
    expect(packedIn(bottles)).toEqual(['Sklo 100', 'Korunka 100', 'Etiketa 100'])
    expect(bottles.materials[0]).toMatchObject({ lot_id: null, value: null, is_returnable: true })
    expect(kegs).toMatchObject({ filled_quantity: '100', lot_number: 'K', expiry_date: null, materials: [] })
    expect((await hall.api.get(`/packaging-runs/${reply.body.id}`)).body).toEqual(reply.body)
    expect((await hall.api.get('/packaging-runs/by-external-ref/mes/R1')).body).toEqual(reply.body)
    expect(await hall.eventTypes(Number(since))).toEqual([])
    expect((await hall.api.get('/stock-issues')).body.data).toEqual([])
  })

  test('201: a batch gives its number; bills are rounded to the unit, what is too little is left out', async () => {
    const hall = await theHall()
    const glue = await hall.item({ name: 'Lepidlo', item_type: 'other' })
    await hall.apply({
      packaging_bills: [
        { product: hall.keg, material: glue, quantity: '0.000499' },
        { product: hall.bottle, material: glue, quantity: '0.000125' },
        { packaging_type: 'bottle_05', material: hall.glass, quantity: '1', is_active: false },
      ],
    })
    const batch = (await hall.batch()).body
    const outputs = [hall.output(hall.bottle, '100'), hall.output(hall.keg, '1')]
    const { body } = await hall.run(outputs, { batch_id: batch.id, source: 'batch', is_final: true })
    expect(body).toMatchObject({ batch_id: batch.id, source: 'batch', is_final: true })
    expect(body.outputs.map(packedIn)).toEqual([['Korunka 100', 'Etiketa 100', 'Lepidlo 0.013'], ['Prázdný sud 1']])
    expect(body.outputs[0].lot_number).toBe(batch.number)
    const unnamed = await hall.run([hall.output(hall.keg, '1', { lot_number: null })], { batch_id: batch.id })
    expect(unnamed.body.outputs[0].lot_number).toBeNull()
  })

  test('422: every fault by its row or code, and nothing is written', async () => {
    const hall = await theHall()
    const { bottle, beer, glass } = hall
    const other = await hall.item({ name: 'Ale', item_type: 'production_item', unit: litre })
    const ale = await hall.item({
      unit: pcs,
      item_type: 'base_product',
      base_item_id: other,
      base_item_quantity: '0.33',
    })
    const gone = await hall.item({
      unit: pcs,
      item_type: 'base_product',
      base_item_id: beer,
      base_item_quantity: '1',
      is_active: false,
    })
    const vague = await hall.item({ unit: pcs, item_type: 'base_product', base_item_id: beer })
    const odd = await hall.item({ item_type: 'base_product', base_item_id: beer, base_item_quantity: '0.333' })
    const work = await hall.item({ unit: pcs, item_type: 'service' })
    const [dropped, batch] = [(await hall.batch()).body, (await hall.batch()).body]
    await hall.act(`/batches/${dropped.id}`, 'cancel')
    await hall.received(await hall.item(), '1')
    const [lot] = (await hall.api.get('/stock-levels/lots')).body.data
    const out = (rest: object = {}, item = bottle) => [hall.output(item, '10', rest)]
    const material = (rest: object) => out({ materials: [{ item_id: glass, quantity: '1', unit: pcs, ...rest }] })
    const before = await rowsOfBooks(service)
    for (const [sent, ...faults] of [
      [{ warehouse_id: nobody, batch_id: nobody }, 'batch_id invalid_reference', 'warehouse_id invalid_reference'],
      [{ warehouse_id: hall.system }, 'system_warehouse'],
      [{ target_warehouse_id: hall.system }, 'system_warehouse'],
      [{ target_warehouse_id: nobody }, 'target_warehouse_id invalid_reference'],
      [{ date: '2099-01-01' }, 'date not_allowed'],
      [{ batch_id: dropped.id }, 'batch_id invalid_reference'],
      [{ source: 'batch' }, 'batch_id required'],
      [{ source: 'batch', batch_id: batch.id, lot_id: lot.id }, 'lot_id unexpected_field'],
      [{ is_final: true }, 'is_final unexpected_field'],
      [{ lot_id: lot.id }, 'lot_id invalid_reference'],
      [{ released_quantity: '4.999', unit: litre }, 'released_quantity not_allowed'],
      [{ released_quantity: '5' }, 'unit unit_required'],
      [{ released_quantity: '5', unit: pcs }, 'unit_mismatch'],
      [{ released_quantity: '5.0001', unit: litre }, 'quantity_scale'],
      [{ outputs: [] }, 'outputs not_allowed'],
      [{ outputs: out({}, nobody) }, 'outputs[0].item_id invalid_reference'],
      [{ outputs: out({}, beer) }, 'outputs[0].item_id invalid_reference'],
      [{ outputs: out({}, gone) }, 'outputs[0].item_id invalid_reference'],
      [{ outputs: out({}, vague) }, 'outputs[0].item_id invalid_reference'],
      [{ outputs: [...out(), ...out({}, ale)] }, 'outputs[1].item_id invalid_reference'],
      [{ outputs: out({}, ale), batch_id: batch.id }, 'outputs[0].item_id invalid_reference'],
      [{ outputs: out({ unit: litre }) }, 'unit_mismatch'],
      [{ outputs: out({ quantity: '1.5' }) }, 'quantity_scale'],
      [{ outputs: [hall.output(odd, '0.5', { unit: { unit_code: 'kg' } })] }, 'quantity_scale'],
      [{ outputs: [hall.output(hall.keg, '999999999999999999')] }, 'outputs[0].quantity not_allowed'],
      [{ outputs: material({ item_id: work }) }, 'outputs[0].materials[0].item_id invalid_reference'],
      [{ outputs: material({ unit: litre }) }, 'unit_mismatch'],
      [{ outputs: material({ lot_id: lot.id }) }, 'outputs[0].materials[0].lot_id invalid_reference'],
      [{ additional_cost: '-1' }, 'additional_cost not_allowed'],
      [{ status: 'confirmed' }, 'status unknown_field'],
    ] as [object, ...string[]][]) {
      expect(faultsOf(await hall.run(out(), sent)), JSON.stringify(sent)).toEqual(faults)
    }
    expect(await rowsOfBooks(service)).toEqual(before)
  })

  test('409 external_ref_conflict: a namespace of its own; 403 insufficient_scope: stock is written too', async () => {
    const hall = await theHall()
    const external_ref = { system: 'mes', id: '1' }
    await hall.batch({ external_ref })
    const first = (await hall.run([hall.output(hall.keg, '1')], { external_ref })).body
    const second = await hall.run([hall.output(hall.keg, '2')], { external_ref })
    expect(second.body).toMatchObject({ code: 'external_ref_conflict', existing_id: first.id })
    const brewer = await hall.tenant.key({ scopes: ['brewery:read', 'brewery:write'] })
    expect((await brewer.get(`/packaging-runs/${first.id}`)).status).toBe(200)
    const refused = await brewer.post(`/packaging-runs/${first.id}/actions/cancel`)
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('PATCH /packaging-runs/{id}', () => {
  test('200: outputs as a whole list; what is released follows them unless it was said', async () => {
    const hall = await packagingHall(service)
    const { body: run } = await hall.run([hall.output(hall.bottle, '100')], { date: '2026-03-04' })
    const later = await change(hall, run.id, { date: '2026-03-05', target_warehouse_id: hall.second, notes: 'b' })
    expect(later.headers.etag).toBe('W/"2"')
    expect(later.body).toMatchObject({ date: '2026-03-05', target_warehouse: { id: hall.second }, notes: 'b' })
    expect(later.body.outputs[0]).toMatchObject({ id: run.outputs[0].id, expiry_date: '2026-09-01' })
    const more = await change(hall, run.id, { outputs: [hall.output(hall.bottle, '200'), hall.output(hall.keg, '1')] })
    expect(more.body).toMatchObject({ released_quantity: '150', filled_quantity: '150' })
    expect(more.body.outputs.map(packedIn)).toEqual([['Sklo 200', 'Korunka 200', 'Etiketa 200'], ['Prázdný sud 1']])
    const said = await change(hall, run.id, { released_quantity: '160', unit: litre, additional_cost: '1' })
    expect(said.body).toMatchObject({ released_quantity: '160', loss_quantity: '10', loss_pct: '6.25' })
    const kept = await change(hall, run.id, { outputs: [hall.output(hall.bottle, '300')] })
    expect(kept.body).toMatchObject({ released_quantity: '160', filled_quantity: '150' })
    const follows = await change(hall, run.id, { released_quantity: null, target_warehouse_id: null })
    expect(follows.body).toMatchObject({ released_quantity: '150', target_warehouse: { id: hall.main } })
    const same = await change(hall, run.id, { outputs: [hall.output(hall.bottle, '300')], notes: 'b' })
    expect([same.headers.etag, same.body]).toEqual([follows.headers.etag, follows.body])
    expect((await hall.api.get(`/packaging-runs/${run.id}`)).body).toEqual(same.body)
  })

  test('422: its faults; 409 invalid_transition: of a draft alone', async () => {
    const hall = await theHall()
    const ale = await hall.item({ name: 'Ale', item_type: 'production_item', unit: { unit_code: 'hl' } })
    const can = await hall.item({ unit: pcs, item_type: 'base_product', base_item_id: ale, base_item_quantity: '0.5' })
    const said = { date: '2026-03-04', released_quantity: '60', unit: litre }
    const { body: run } = await hall.run([hall.output(hall.bottle, '100')], said)
    for (const [sent, ...faults] of [
      [{ date: '2025-12-31' }, 'date not_allowed'],
      [{ date: '2099-01-01' }, 'date not_allowed'],
      [{ target_warehouse_id: nobody }, 'target_warehouse_id invalid_reference'],
      [{ target_warehouse_id: hall.system }, 'system_warehouse'],
      [{ is_final: true }, 'is_final unexpected_field'],
      [{ released_quantity: '49', unit: litre }, 'released_quantity not_allowed'],
      [{ released_quantity: '70' }, 'unit unit_required'],
      [{ outputs: [hall.output(hall.keg, '2')] }, 'released_quantity not_allowed'],
      [{ outputs: [hall.output(can, '2')] }, 'unit unit_required'],
      [{ warehouse_id: hall.second }, 'warehouse_id unknown_field'],
    ] as [object, ...string[]][]) {
      expect(faultsOf(await change(hall, run.id, sent)), JSON.stringify(sent)).toEqual(faults)
    }
    const other = await change(hall, run.id, { outputs: [hall.output(can, '2')], released_quantity: null })
    expect(other.body).toMatchObject({ item: { id: ale }, unit: { code: 'hl' }, released_quantity: '1' })
    await hall.act(`/packaging-runs/${run.id}`, 'cancel')
    const late = await change(hall, run.id, { notes: 'x' })
    expect([late.status, late.body.code, late.body.allowed_actions]).toEqual([409, 'invalid_transition', []])
  })
})

test('200: found by filters and by search', async () => {
  const hall = await packagingHall(service)
  const batch = (await hall.batch()).body
  const one = (await hall.run([hall.output(hall.bottle, '1')], { date: '2026-03-04', notes: 'Jarní' })).body
  const two = (await hall.run([hall.output(hall.keg, '1')], { date: '2026-04-04', batch_id: batch.id })).body
  await hall.act(`/packaging-runs/${two.id}`, 'cancel')
  const found = async (query: string) =>
    (await hall.api.get(`/packaging-runs?${query}`)).body.data.map(({ number }: { number: string }) => number)
  expect(await found(`item_id=${hall.beer}`)).toEqual([two.number, one.number])
  expect(await found(`item_id=${hall.bottle}`)).toEqual([one.number])
  expect(await found('status=cancelled')).toEqual([two.number])
  expect(await found(`batch_id=${batch.id}`)).toEqual([two.number])
  expect(await found(`warehouse_id=${hall.second}`)).toEqual([])
  expect(await found('date_from=2026-03-05')).toEqual([two.number])
  expect(await found('date_to=2026-03-05')).toEqual([one.number])
  expect(await found('search=jarn')).toEqual([one.number])
  const [listed] = (await hall.api.get('/packaging-runs?search=jarn')).body.data
  const { outputs: _, ...head } = one
  expect(listed).toEqual(head)
  const hits = (await hall.api.get(`/search?q=${one.number}`)).body.data
  expect(hits).toMatchObject([{ type: 'packaging_run', id: one.id, title: one.item.name, state: 'draft' }])
})

test('200: a draft follows the names of its items and warehouses; a confirmed one keeps them', async () => {
  const hall = await packagingHall(service)
  await hall.stocked()
  const [draft, done] = [
    (await hall.run([hall.output(hall.bottle, '10')])).body,
    (await hall.run([hall.output(hall.bottle, '10')])).body,
  ]
  const kept = (await hall.act(`/packaging-runs/${done.id}`, 'confirm')).body
  for (const [item, name] of [
    [hall.beer, 'Pivo'],
    [hall.bottle, 'Láhev'],
    [hall.crown, 'Víčko'],
  ]) {
    await hall.api.patch(`/items/${item}`, { name })
  }
  await hall.apply({ warehouses: [{ code: 'MAIN', name: 'Sklep' }] })
  const shown = await hall.api.get(`/packaging-runs/${draft.id}`)
  expect(shown.headers.etag).toBe('W/"5"')
  expect(shown.body).toMatchObject({
    item: { name: 'Pivo' },
    warehouse: { name: 'Sklep' },
    target_warehouse: { name: 'Sklep' },
    outputs: [{ item: { name: 'Láhev' } }],
  })
  expect(packedIn(shown.body.outputs[0])).toEqual(['Sklo 10', 'Víčko 10', 'Etiketa 10'])
  expect((await hall.api.get(`/packaging-runs/${done.id}`)).body).toEqual(kept)
})

test('a draft keeps its warehouses in use; once it is cancelled they are free', async () => {
  const hall = await packagingHall(service)
  const { body: run } = await hall.run([hall.output(hall.bottle, '10')], { target_warehouse_id: hall.second })
  const close = () => hall.apply({ warehouses: [{ code: 'SECOND', name: 'Druhý sklad', is_active: false }] })
  await expect(close()).rejects.toThrow(/warehouses/)
  await hall.act(`/packaging-runs/${run.id}`, 'cancel')
  await close()
})
