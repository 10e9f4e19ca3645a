/** The issue a recipe drafts for a batch. */
import { describe, expect, test } from 'vitest'
import { brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()

const kg = { unit_code: 'kg' }

describe('create_material_issue', () => {
  const withRecipe = async (batch_volume_l = '3000') => {
    const book = await brewhouse(service)
    const malt = await book.item({ name: 'Slad', item_type: 'brew_material' })
    const enzyme = await book.item({ item_type: 'brew_material', recipe_unit: { unit_code: 'g' } })
    const recipe = await book.api.post('/recipes', {
      name: 'Desítka',
      item_id: book.beer,
      batch_volume_l,
      ingredients: [
        { item_id: malt, quantity: '500', unit: kg },
        { item_id: enzyme, quantity: '0.3', unit: { unit_code: 'g' } },
        { item_id: malt, quantity: '10', unit: kg },
      ],
    })
    const batch = (await book.batch({ recipe_id: recipe.body.id, planned_volume_l: '1000' })).body
    return { book, malt, batch, path: `/batches/${batch.id}` }
  }

  test('200: scaled, converted, half up, at least a step; a line for each ingredient', async () => {
    const { book, batch, path } = await withRecipe()
    const since = (await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
    const { body } = await book.act(path, 'create_material_issue')
    const { body: issue } = await book.api.get(`/stock-issues/${body.created.id}`)
    expect(issue).toMatchObject({ status: 'draft', date: batch.brew_date, warehouse: { id: book.main } })
    expect(issue.lines.map(({ quantity }: { quantity: string }) => quantity)).toEqual(['166.667', '0.001', '3.333'])
    expect(await book.eventTypes(Number(since))).toEqual(['stock_issue.created'])
    const { data } = (await book.api.get(`${path}/materials`)).body
    expect(data).toMatchObject([
      { phase: 'brewing', planned_quantity: '170', drafted_quantity: '170', missing_quantity: '170' },
      { phase: 'brewing', planned_quantity: '0.001', drafted_quantity: '0.001' },
    ])
  })

  test('409 conflict: once for each phase, until its issue is cancelled', async () => {
    const { book, malt, path } = await withRecipe()
    const { body } = await book.act(path, 'create_material_issue')
    const issue = `/stock-issues/${body.created.id}`
    const again = async () => (await book.act(path, 'create_material_issue')).body
    const blockers = [{ id: body.created.id, status: 'draft' }]
    expect(await again()).toMatchObject({ code: 'conflict', reason: 'materials_issued', blockers })
    for (const { id, item } of (await book.api.get(issue)).body.lines) {
      if (item.id !== malt) await book.api.patch(`${issue}/lines/${id}`, { issued_quantity: '0' })
    }
    await book.received(malt, '200', '1')
    await book.act(issue, 'confirm')
    expect((await again()).blockers).toMatchObject([{ object: 'stock_issue', status: 'confirmed' }])
    await book.act(issue, 'cancel')
    expect((await again()).created.object).toBe('stock_issue')
  })

  test('422 validation_failed: more of an ingredient than can be written', async () => {
    const { book, path } = await withRecipe('0.001')
    expect((await book.api.patch(path, { planned_volume_l: '999999999999999999' })).status).toBe(200)
    expect(faultsOf(await book.act(path, 'create_material_issue'))).toEqual(['lines not_allowed'])
  })

  test('422: without ingredients, warehouses that cannot be', async () => {
    const { book, path } = await withRecipe()
    const { body: bare } = await book.batch()
    expect((await book.act(`/batches/${bare.id}`, 'create_material_issue')).body.code).toBe('no_lines')
    for (const [sent, ...faults] of [
      [{ phase: 'lagering' }, 'no_lines'],
      [{ phase: 'planned' }, 'phase not_allowed'],
      [{ warehouse_id: nobody }, 'warehouse_id invalid_reference'],
      [{ warehouse_id: book.system }, 'system_warehouse'],
      [{ date: '2099-01-01' }, 'date not_allowed'],
    ] as const) {
      expect(faultsOf(await book.act(path, 'create_material_issue', sent)), JSON.stringify(sent)).toEqual(faults)
    }
  })
})
