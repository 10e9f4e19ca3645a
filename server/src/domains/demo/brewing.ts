/** What the demo brewery has in its tanks: two recipes, a batch in each phase with what was measured, kegs it filled. */
import type { WriteContext } from '../../kernel/context.ts'
import { startSteps } from '../../kernel/steps.ts'
import { type Day, daysAfter } from '../../lib/days.ts'
import {
  addBatch,
  addRecipe,
  addRun,
  type Batch,
  batchActions,
  batchTable,
  listVessels,
  runActions,
  takeMeasurements,
} from '../brewery/index.ts'
import { issueActions, listAllWarehouses, stockIssues } from '../stock/index.ts'
import { type DemoBatch, type DemoReading, demoBatches } from './batches.ts'
import { type DemoRecipe, demoRecipes } from './recipes.ts'

interface Cellar {
  warehouseId: string
  itemIds: Map<string, string>
  vesselIds: Map<string, string>
  /** Whether the steps of the demo are defined. */
  hasSteps: boolean
}

/** Through the same actions as every batch; `itemIds` are the ids by the names of `items.ts`. */
export async function addDemoBrewing(
  ctx: WriteContext,
  { itemIds, hasSteps }: Pick<Cellar, 'itemIds' | 'hasSteps'>,
): Promise<void> {
  const { id: bookId } = ctx.account.book
  const warehouses = await listAllWarehouses(ctx.tx, bookId)
  const vessels = await listVessels(ctx.tx, bookId)
  const cellar = {
    warehouseId: warehouses.find(({ is_default }) => is_default)!.id,
    itemIds,
    hasSteps,
    vesselIds: new Map(vessels.map(({ code, id }) => [code, id])),
  }
  const recipeIds = new Map<string, string>()
  for (const [key, recipe] of Object.entries(demoRecipes)) recipeIds.set(key, await addDemoRecipe(ctx, recipe, itemIds))
  for (const batch of demoBatches) await brew(ctx, batch, { ...cellar, recipeId: recipeIds.get(batch.recipe)! })
}

/** Of the beer of a batch that is in stock; a little stays in the hoses. */
async function fillKegs(
  ctx: WriteContext,
  { id: batch_id }: Batch,
  { kegs, released, ago, warehouseId, itemIds }: Cellar & NonNullable<DemoBatch['filled']>,
): Promise<void> {
  const run = await addRun(ctx, {
    warehouse_id: warehouseId,
    batch_id,
    date: dayOf(ctx, ago),
    released_quantity: released,
    unit: { unit_code: 'l' },
    outputs: [{ item_id: itemIds.get('lager-keg30')!, quantity: kegs, unit: { unit_code: 'pcs' } }],
  })
  await runActions.run(ctx, 'confirm', { row: run, body: {} })
}

async function addDemoRecipe(ctx: WriteContext, recipe: DemoRecipe, itemIds: Map<string, string>): Promise<string> {
  const { beer, ingredients, ...facts } = recipe
  const { id } = await addRecipe(ctx, {
    ...facts,
    item_id: itemIds.get(beer)!,
    batch_volume_l: '1000',
    boil_minutes: 90,
    ingredients: ingredients.map(([item, quantity, unit, use]) => ({
      item_id: itemIds.get(item)!,
      quantity,
      unit: { unit_code: unit },
      use,
    })),
  })
  return id
}

async function brew(ctx: WriteContext, demo: DemoBatch, cellar: Cellar & { recipeId: string }): Promise<void> {
  let batch = await addBatch(ctx, {
    recipe_id: cellar.recipeId,
    name: demo.name,
    brew_date: dayOf(ctx, demo.ago),
    planned_volume_l: demo.litres,
    warehouse_id: cellar.warehouseId,
  })
  if (demo.phases.length > 0) batch = await takeMaterials(ctx, batch)
  for (const { ago, vessel, readings, ...phase } of demo.phases) {
    if (phase.phase === 'completed') batch = await empty(ctx, batch, { demo, cellar })
    const body = {
      ...phase,
      ...(vessel && { vessel_id: cellar.vesselIds.get(vessel)! }),
      ...(ago > 0 && { occurred_at: `${dayOf(ctx, ago)}T07:00:00.000Z` }),
    }
    batch = (await batchActions.run(ctx, 'advance_phase', { row: batch, body })).row
    if (readings) batch = await measure(ctx, batch, readings)
  }
  if (demo.hasSteps && cellar.hasSteps)
    await startSteps(ctx, { object: 'batch', action: 'advance_phase', row: batch, id: batch.id })
  if (demo.cancelled) await batchActions.run(ctx, 'cancel', { row: batch, body: { reason: demo.cancelled } })
}

const dayOf = (ctx: WriteContext, ago: number): Day => daysAfter(ctx.today, -ago)

async function takeMaterials(ctx: WriteContext, before: Batch): Promise<Batch> {
  const { id: bookId } = ctx.account.book
  const { created } = await batchActions.run(ctx, 'create_material_issue', { row: before, body: {} })
  const issue = await stockIssues.table.find(ctx.tx, bookId, created!.id)
  await issueActions.run(ctx, 'confirm', { row: issue!, body: {} })
  return batchTable.get(ctx.tx, bookId, before.id)
}

/** What is left goes to stock, and some of that into kegs, before the batch is completed. */
async function empty(ctx: WriteContext, before: Batch, of: { demo: DemoBatch; cellar: Cellar }): Promise<Batch> {
  const { received, filled } = of.demo
  if (!received) return before
  const body = {
    quantity: received.quantity,
    unit: { unit_code: 'l' },
    date: dayOf(ctx, received.ago),
    is_final: true,
  }
  const { row } = await batchActions.run(ctx, 'receive_production', { row: before, body })
  if (filled) await fillKegs(ctx, row, { ...of.cellar, ...filled })
  return batchTable.get(ctx.tx, ctx.account.book.id, row.id)
}

async function measure(ctx: WriteContext, before: Batch, readings: readonly DemoReading[]): Promise<Batch> {
  const sent = readings.map(([ago, gravity_plato, temperature_c, ph]) => ({
    type: 'gravity' as const,
    measured_at: `${dayOf(ctx, ago)}T08:00:00.000Z`,
    gravity_plato,
    temperature_c,
    ...(ph && { ph }),
  }))
  await takeMeasurements(ctx, before, { sent, nameOf: index => `measurements[${index}]` })
  return batchTable.get(ctx.tx, ctx.account.book.id, before.id)
}
