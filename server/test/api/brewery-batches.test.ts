/** Batches: made, changed, listed. */
import { describe, expect, test } from 'vitest'
import { brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'

const service = useService()
const newBook = () => brewhouse(service)

describe('POST /batches', () => {
  test('201: a planned batch with its number, and one event', async () => {
    const book = await newBook()
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
    const book = await newBook()
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
  const book = await newBook()
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
    const book = await newBook()
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
