/** What the demo brewery has in its tanks: two recipes, a batch in each phase with what was measured, kegs it filled. */
import type { WriteContext } from '../../kernel/context.ts'
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
import { type DemoRecipe, demoRecipes } from './recipes.ts'

/** A phase that began so many days ago. */
interface DemoPhase {
  phase: 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed'
  ago: number
  vessel?: string
  volume_l?: string
  readings?: DemoReading[]
}

/** What the hydrometer said so many days ago, in °P and °C. */
type DemoReading = [ago: number, gravity: string, temperature: string]

interface DemoBatch {
  recipe: keyof typeof demoRecipes
  name: string
  /** Brewed so many days ago; a planned one is still to come. */
  ago: number
  litres: string
  phases: DemoPhase[]
  /** Given up before it was brewed. */
  cancelled?: string
  /** The last of it went to stock before it was completed. */
  received?: { quantity: string; ago: number }
  /** A part of that went into kegs. */
  filled?: { kegs: string; released: string; ago: number }
}

/** Oldest first: each leaves its tank before the next one comes. */
const batches: DemoBatch[] = [
  {
    recipe: 'lager',
    name: 'Ležák na léto',
    ago: 30,
    litres: '2000',
    phases: [
      {
        phase: 'fermentation',
        ago: 29,
        vessel: 'CKT1',
        volume_l: '1980',
        readings: [
          [29, '12.1', '9.5'],
          [25, '4.4', '10.2'],
        ],
      },
      { phase: 'lagering', ago: 24, vessel: 'LT1', volume_l: '1940', readings: [[10, '2.8', '1.5']] },
      { phase: 'completed', ago: 8 },
    ],
    received: { quantity: '1900', ago: 9 },
    filled: { kegs: '20', released: '612', ago: 8 },
  },
  {
    recipe: 'dark',
    name: 'Tmavý',
    ago: 23,
    litres: '2000',
    phases: [
      {
        phase: 'fermentation',
        ago: 22,
        vessel: 'CKT1',
        volume_l: '1990',
        readings: [
          [22, '13.1', '9.8'],
          [18, '5.1', '10.4'],
        ],
      },
      { phase: 'lagering', ago: 17, vessel: 'PT1', volume_l: '1945', readings: [[3, '3.6', '1.2']] },
      { phase: 'packaging', ago: 1 },
    ],
  },
  {
    recipe: 'lager',
    name: 'Ležák',
    ago: 14,
    litres: '2000',
    phases: [
      {
        phase: 'fermentation',
        ago: 13,
        vessel: 'CKT1',
        volume_l: '1985',
        readings: [
          [13, '12', '9.4'],
          [8, '4.2', '10.1'],
        ],
      },
      { phase: 'lagering', ago: 7, vessel: 'LT1', volume_l: '1950', readings: [[2, '3.1', '1.8']] },
    ],
  },
  {
    recipe: 'dark',
    name: 'Tmavý na podzim',
    ago: 4,
    litres: '1000',
    phases: [
      {
        phase: 'fermentation',
        ago: 3,
        vessel: 'CKT1',
        volume_l: '985',
        readings: [
          [3, '13', '9.6'],
          [1, '9.7', '11.3'],
        ],
      },
    ],
  },
  {
    recipe: 'lager',
    name: 'Ležák na slavnosti',
    ago: 0,
    litres: '2000',
    phases: [{ phase: 'brewing', ago: 0, vessel: 'VARNA' }],
  },
  { recipe: 'dark', name: 'Tmavý na zimu', ago: -5, litres: '2000', phases: [] },
  { recipe: 'lager', name: 'Zkušební várka', ago: -2, litres: '500', phases: [], cancelled: 'Nedorazil slad.' },
]

interface Cellar {
  warehouseId: string
  itemIds: Map<string, string>
  vesselIds: Map<string, string>
}

/** Through the same actions as every batch; `itemIds` are the ids by the names of `items.ts`. */
export async function addDemoBrewing(ctx: WriteContext, itemIds: Map<string, string>): Promise<void> {
  const { id: bookId } = ctx.account.book
  const warehouses = await listAllWarehouses(ctx.tx, bookId)
  const vessels = await listVessels(ctx.tx, bookId)
  const cellar = {
    warehouseId: warehouses.find(({ is_default }) => is_default)!.id,
    itemIds,
    vesselIds: new Map(vessels.map(({ code, id }) => [code, id])),
  }
  const recipeIds = new Map<string, string>()
  for (const [key, recipe] of Object.entries(demoRecipes)) recipeIds.set(key, await addDemoRecipe(ctx, recipe, itemIds))
  for (const batch of batches) await brew(ctx, batch, { ...cellar, recipeId: recipeIds.get(batch.recipe)! })
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
  const sent = readings.map(([ago, gravity_plato, temperature_c]) => ({
    type: 'gravity' as const,
    measured_at: `${dayOf(ctx, ago)}T08:00:00.000Z`,
    gravity_plato,
    temperature_c,
  }))
  await takeMeasurements(ctx, before, { sent, nameOf: index => `measurements[${index}]` })
  return batchTable.get(ctx.tx, ctx.account.book.id, before.id)
}
