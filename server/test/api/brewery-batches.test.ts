/** Batches: made, changed, listed. */
import { describe, expect, test } from 'vitest'
import { brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))

describe('POST /batches', () => {
  test('201: a planned batch with its number, and one event', async () => {
    const book = await theBook()
    const since = (await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
    const reply = await book.batch({ name: 'Jarní', brew_date: '2026-03-04', planned_volume_l: '2100.500', notes: 'a' })
    expect(reply.headers).toMatchObject({ location: `/api/v1/batches/${reply.body.id}`, etag: 'W/"1"' })
    expect(reply.body).toMatchObject({
      object: 'batch',
      number: 'VAR202600001',
      name: 'Jarní',
      item: { id: book.beer, name: 'Ležák 12°' },
      recipe: null,
      brew_date: '2026-03-04',
      planned_volume_l: '2100.5',
      volume_l: null,
      phase: 'planned',
      previous_phase: null,
      vessel: null,
      warehouse: { id: book.main },
      og_plato: null,
      latest: {},
      parent_batch_id: null,
      phases: [],
      notes: 'a',
      external_ref: null,
      allowed_actions: ['advance_phase', 'create_material_issue', 'cancel'],
    })
    expect((await book.api.get(`/batches/${reply.body.id}`)).body).toEqual(reply.body)
    const { data } = (await book.api.get(`/events?since_sequence=${since}`)).body
    expect(data).toMatchObject([
      {
        type: 'batch.phase_changed',
        data: { changes: ['phase'], object: { id: reply.body.id, previous_phase: null } },
      },
    ])
    expect(data[0].data.object).not.toHaveProperty('phases')
  })

  test('422: every fault by its row or code, and nothing is written', async () => {
    const book = await theBook()
    const malt = await book.item()
    const pieces = await book.item({ item_type: 'production_item', unit: { unit_code: 'pcs' } })
    const gone = await book.item({ item_type: 'production_item', unit: { unit_code: 'l' }, is_active: false })
    const before = await rowsOfBooks(service)
    for (const [sent, ...faults] of [
      [{ item_id: undefined }, 'item_id required'],
      [{ item_id: undefined, planned_volume_l: undefined }, 'item_id required', 'planned_volume_l required'],
      [{ item_id: nobody }, 'item_id invalid_reference'],
      [{ item_id: malt }, 'item_id invalid_reference'],
      [{ item_id: pieces }, 'item_id invalid_reference'],
      [{ item_id: gone }, 'item_id invalid_reference'],
      [{ recipe_id: nobody }, 'recipe_id invalid_reference'],
      [{ recipe_version: 1 }, 'recipe_version invalid_reference'],
      [{ planned_volume_l: undefined }, 'planned_volume_l required'],
      [{ planned_volume_l: '0' }, 'planned_volume_l not_allowed'],
      [{ planned_volume_l: '1.0001' }, 'planned_volume_l not_allowed'],
      [{ warehouse_id: nobody }, 'warehouse_id invalid_reference'],
      [{ warehouse_id: book.system }, 'system_warehouse'],
      [{ brew_date: '2099-01-01' }, 'brew_date not_allowed'],
      [{ phase: 'brewing' }, 'phase unknown_field'],
    ] as const) {
      const reply = await book.api.post('/batches', { item_id: book.beer, planned_volume_l: '100', ...sent })
      expect(faultsOf(reply), JSON.stringify(sent)).toEqual(faults)
    }
    expect(await rowsOfBooks(service)).toEqual(before)
  })
})

test('200: found by filters, by search and by the own reference', async () => {
  const book = await brewhouse(service)
  const ref = { system: 'lims', id: '7' }
  const { body: first } = await book.batch({ name: 'Černý ležák', brew_date: '2026-02-01', external_ref: ref })
  const { body: second } = await book.batch({ brew_date: '2026-05-01' })
  const found = async (query: string) =>
    (await book.api.get(`/batches?${query}`)).body.data.map(({ id }: { id: string }) => id)
  for (const [query, ...ids] of [
    ['', second.id, first.id],
    ['phase=planned&is_open=true', second.id, first.id],
    ['is_open=false'],
    ['search=cerny', first.id],
    [`search=${second.number}`, second.id],
    ['date_from=2026-02-02', second.id],
    ['date_to=2026-02-01', first.id],
    ['external_ref=lims:7', first.id],
    [`item_id=${book.beer}`, second.id, first.id],
    [`vessel_id=${nobody}`],
    [`recipe_id=${nobody}`],
    [`warehouse_id=${book.main}`, second.id, first.id],
    [`warehouse_id=${book.second}`],
  ]) {
    expect(await found(query!), query!).toEqual(ids)
  }
  expect((await book.api.get('/batches/by-external-ref/lims/7')).body.id).toBe(first.id)
  const again = await book.api.post('/batches', { item_id: book.beer, planned_volume_l: '1', external_ref: ref })
  expect(again.body).toMatchObject({ status: 409, code: 'external_ref_conflict', existing_id: first.id })
  expect((await book.api.get('/batches')).body.data[0]).not.toHaveProperty('derived')
})

describe('PATCH /batches/{id}', () => {
  test('200: changes what the phase allows, in silence', async () => {
    const book = await theBook()
    const other = await book.item({ name: 'Porter', item_type: 'production_item', unit: { unit_code: 'hl' } })
    const { body: batch } = await book.batch({ brew_date: '2026-03-04' })
    const since = (await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
    const patch = (body: object) => book.api.patch(`/batches/${batch.id}`, body)
    const changed = await patch({
      name: 'Jiný',
      item_id: other,
      planned_volume_l: '50.00',
      warehouse_id: book.second,
      brew_date: '2026-04-01',
      og_plato: '12.40',
      fg_plato: '2.6',
      abv: '5.30',
    })
    expect(changed.body).toMatchObject({
      name: 'Jiný',
      item: { id: other, name: 'Porter' },
      planned_volume_l: '50',
      warehouse: { id: book.second },
      brew_date: '2026-04-01',
      og_plato: '12.4',
      fg_plato: '2.6',
      abv: '5.3',
    })
    expect((await patch({ name: 'Jiný', og_plato: '12.4' })).headers.etag).toBe('W/"2"')
    expect((await patch({ og_plato: null })).body.og_plato).toBeNull()
    expect(faultsOf(await patch({ brew_date: '2025-12-31' }))).toEqual(['brew_date not_allowed'])
    expect(faultsOf(await patch({ recipe_version: 2 }))).toEqual(['recipe_version invalid_reference'])
    expect(faultsOf(await patch({ warehouse_id: book.system }))).toEqual(['system_warehouse'])
    expect((await book.api.get(`/events?since_sequence=${since}`)).body.data).toEqual([])
  })
})

test('201: a batch of a recipe has its item, its newest version and its volume', async () => {
  const book = await theBook()
  const malt = await book.item()
  const ingredients = [{ item_id: malt, quantity: '200', unit: { unit_code: 'kg' } }]
  const { body: recipe } = await book.api.post('/recipes', {
    name: 'Dvanáctka',
    item_id: book.beer,
    batch_volume_l: '1000',
    ingredients,
  })
  await book.api.post(`/recipes/${recipe.id}/versions`, { batch_volume_l: '1100', ingredients })
  const { body: newest } = await book.api.post('/batches', { recipe_id: recipe.id })
  expect(newest).toMatchObject({
    item: { id: book.beer },
    recipe: { id: recipe.id, name: 'Dvanáctka', version: 2 },
    planned_volume_l: '1100',
  })
  const { body: older } = await book.batch({ recipe_id: recipe.id, recipe_version: 1, planned_volume_l: undefined })
  expect(older).toMatchObject({ recipe: { version: 1 }, planned_volume_l: '1000' })
  const other = await book.item({ name: 'Porter', item_type: 'production_item', unit: { unit_code: 'l' } })
  const refused = async (body: object) => faultsOf(await book.api.post('/batches', { recipe_id: recipe.id, ...body }))
  expect(await refused({ recipe_version: 3 })).toEqual(['recipe_version invalid_reference'])
  expect(await refused({ item_id: other })).toEqual(['recipe_id invalid_reference'])
  const patch = (body: object) => book.api.patch(`/batches/${older.id}`, body)
  expect((await patch({ recipe_version: 2 })).body.recipe.version).toBe(2)
  expect(faultsOf(await patch({ item_id: other }))).toEqual(['recipe_id invalid_reference'])
  expect((await patch({ item_id: other, recipe_id: null })).body).toMatchObject({ item: { id: other }, recipe: null })
  expect((await book.api.get(`/batches?recipe_id=${recipe.id}`)).body.data).toHaveLength(1)
  await book.api.patch(`/recipes/${recipe.id}`, { name: 'Ležák', is_active: false })
  expect((await book.api.get(`/batches/${newest.id}`)).body.recipe.name).toBe('Ležák')
  expect(await refused({})).toEqual(['recipe_id invalid_reference'])
  expect((await book.api.patch(`/batches/${newest.id}`, { name: 'Stále' })).status).toBe(200)
})

test('409 invoiced_period: nothing is added to days that were billed, moved there or away', async () => {
  const book = await theBook()
  const { body: old } = await book.batch({ brew_date: '2026-03-31' })
  const { body: fresh } = await book.batch({ brew_date: '2026-04-01' })
  await book.apply({ brewery: { billed_until: '2026-03-31', default_warehouse: null } })
  const add = async (brew_date: string) =>
    faultsOf(await book.api.post('/batches', { item_id: book.beer, planned_volume_l: '1', brew_date }))
  expect(await add('2026-03-31')).toEqual(['invoiced_period'])
  expect(await add('2026-04-01')).toEqual([undefined])
  const patch = async (id: string, body: object) => faultsOf(await book.api.patch(`/batches/${id}`, body))
  expect(await patch(old.id, { brew_date: '2026-04-02' })).toEqual(['invoiced_period'])
  expect(await patch(fresh.id, { brew_date: '2026-03-01' })).toEqual(['invoiced_period'])
  expect(await patch(old.id, { brew_date: '2026-03-31', name: 'x' })).toEqual([undefined])
})

test('201: the settings name the warehouse of new batches', async () => {
  const book = await theBook()
  const { code } = (await book.api.get(`/warehouses/${book.second}`)).body
  await book.apply({ brewery: { billed_until: null, default_warehouse: code } })
  expect((await book.batch()).body.warehouse.id).toBe(book.second)
})

test('409: what a phase no longer allows cannot be patched', async () => {
  const book = await theBook()
  const { path } = await book.fermenting('100')
  const patch = async (body: object) => faultsOf(await book.api.patch(path, body))
  for (const body of [
    { item_id: book.beer },
    { recipe_id: null },
    { recipe_version: 1 },
    { planned_volume_l: '1' },
    { brew_date: '2026-01-01' },
    { name: 'x', planned_volume_l: '1' },
  ])
    expect(await patch(body), JSON.stringify(body)).toEqual(['invalid_transition'])
  expect(await patch({ item_id: nobody })).toEqual(['item_id invalid_reference'])
  expect(await patch({ name: 'x', notes: 'y', warehouse_id: book.second, fg_plato: '2' })).toEqual([undefined])
  await book.act(path, 'advance_phase', { phase: 'completed' })
  expect(await patch({ notes: 'po všem' })).toEqual([undefined])
})

test('200: open batches follow what they name, each as a new version; ended ones keep it', async () => {
  const book = await brewhouse(service)
  const { path, vessel } = await book.fermenting('100')
  const { path: ended } = await book.fermenting('100')
  await book.act(ended, 'advance_phase', { phase: 'completed' })
  const before = await book.api.get(ended)
  const shown = async () => {
    const { headers, body } = await book.api.get(path)
    return [headers.etag, body.item.name, body.warehouse.name, body.vessel.name]
  }
  const [, , warehouse] = await shown()
  const { code } = (await book.api.get(`/warehouses/${book.main}`)).body
  const tank = (await book.api.get(`/vessels/${vessel}`)).body
  await book.api.patch(`/items/${book.beer}`, { name: 'Jedenáctka' })
  expect(await shown()).toEqual(['W/"3"', 'Jedenáctka', warehouse, tank.name])
  await book.api.patch(`/items/${book.beer}`, { volume_l: '1' })
  expect((await shown())[0]).toBe('W/"3"')
  await book.apply({ warehouses: [{ code, name: 'Sklep', is_default: true }] })
  await book.apply({ vessels: [{ code: tank.code, name: 'Spilka', capacity_l: tank.capacity_l }] })
  expect(await shown()).toEqual(['W/"5"', 'Jedenáctka', 'Sklep', 'Spilka'])
  const after = await book.api.get(ended)
  expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body])
  await book.api.patch(path, { name: 'Nová' })
  expect((await book.api.get(`/vessels/${vessel}`)).body.batch.name).toBe('Nová')
})
