/** Batches made and changed. */
import { type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { changedFields } from '../../../kernel/changes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { yearOf } from '../../../lib/days.ts'
import { plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import type { Item } from '../../core/index.ts'
import type { WarehouseRow } from '../../stock/index.ts'
import type { BatchCreate, BatchPatch } from './bodies.ts'
import { batches } from './document.ts'
import { touchBatch } from './occupancy.ts'
import { brewDateErrors, findBatchWarehouse, findBrewed, refuseBilled, refuseSystemWarehouse } from './references.ts'
import type { Batch, RecipeToBrew } from './store.ts'

export async function addBatch(ctx: WriteContext, body: BatchCreate): Promise<Batch> {
  const { item, recipe, rows } = await findBrewed(ctx, {
    item_id: body.item_id,
    recipe_id: body.recipe_id,
    recipe_version: body.recipe_version,
  })
  const warehouse = await findBatchWarehouse(ctx, body.warehouse_id, rows)
  rows.push(...brewDateErrors(ctx, body.brew_date))
  if (body.planned_volume_l === undefined && !body.recipe_id)
    rows.push(rowBecause({ field: 'planned_volume_l', code: 'required' }, 'without_recipe'))
  if (rows.length > 0) throw validationFailed(rows)
  refuseSystemWarehouse(warehouse!)
  const brewDate = body.brew_date ?? ctx.today
  await refuseBilled(ctx, [brewDate])
  const batch: Batch = {
    ...blank,
    id: newId(),
    number: await takeNumber(ctx, 'batch', brewDate),
    name: body.name ?? null,
    ...itemOf(item!),
    ...recipeOf(recipe),
    ...warehouseOf(warehouse!),
    brew_date: brewDate,
    planned_volume_l: plainText(body.planned_volume_l ?? recipe!.batch_volume_l),
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const made = await batches.insert(ctx, batch, body.external_ref)
  batches.emit(ctx, made, { name: 'phase_changed', changes: ['phase'] })
  return made
}

/** What a new batch begins with. */
export const blank = {
  version: 1,
  volume_l: null,
  value: '0',
  brewed_l: null,
  phase: 'planned',
  previous_phase: null,
  vessel_id: null,
  vessel_name: null,
  parent_batch_id: null,
  split_count: 0,
  last_entry: 0,
  last_standing: 0,
  manual_og_plato: null,
  manual_fg_plato: null,
  manual_abv: null,
  latest: {},
  measured: {},
} as const

const itemOf = (item: Item) => ({ item_id: item.id, item_code: item.code, item_name: item.name })

const recipeOf = (recipe: RecipeToBrew | null) => ({
  recipe_id: recipe?.id ?? null,
  recipe_version: recipe?.version ?? null,
  recipe_name: recipe?.name ?? null,
})

const warehouseOf = (warehouse: WarehouseRow) => ({ warehouse_id: warehouse.id, warehouse_name: warehouse.name })

/** Fields a patch may change only so long. */
const inPlanned = ['item_id', 'recipe_id', 'recipe_version', 'planned_volume_l'] as const

/** A patch that changes nothing keeps the version; none says anything in the log. */
export async function changeBatch(ctx: WriteContext, before: Batch, body: BatchPatch): Promise<Batch> {
  refuseClosedFields(before, body)
  const rows: ProblemRow[] = []
  const patched: Batch = {
    ...before,
    ...sentWords(body),
    ...(await sentBrewed(ctx, { before, body, rows })),
    ...(await sentWarehouse(ctx, { before, body, rows })),
    ...sentDate(ctx, { before, body, rows }),
  }
  if (rows.length > 0) throw validationFailed(rows)
  if (patched.brew_date !== before.brew_date) await refuseBilled(ctx, [patched.brew_date, before.brew_date])
  return changedFields(before, patched).length === 0 ? before : touchBatch(ctx, before, patched)
}

function refuseClosedFields(before: Batch, body: BatchPatch): void {
  const { phase } = before
  const isClosed =
    phase === 'cancelled' ||
    (phase !== 'planned' && inPlanned.some(name => body[name] !== undefined)) ||
    (body.brew_date !== undefined && phase !== 'planned' && phase !== 'brewing')
  if (isClosed) throw batches.notNow(before)
}

const manual = { og_plato: 'manual_og_plato', fg_plato: 'manual_fg_plato', abv: 'manual_abv' } as const

function sentWords(body: BatchPatch): Partial<Batch> {
  const said = (Object.keys(manual) as (keyof typeof manual)[])
    .filter(name => body[name] !== undefined)
    .map(name => [manual[name], body[name] === null ? null : plainText(body[name]!)])
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.notes !== undefined && { notes: body.notes }),
    ...(body.planned_volume_l !== undefined && { planned_volume_l: plainText(body.planned_volume_l) }),
    ...Object.fromEntries(said),
  }
}

interface Patching {
  before: Batch
  body: BatchPatch
  /** What is wrong with the body; all of it is told at once. */
  rows: ProblemRow[]
}

/** Item and recipe go together: what is not sent stays, and must fit what is. */
async function sentBrewed(ctx: WriteContext, { before, body, rows }: Patching): Promise<Partial<Batch>> {
  const { item_id, recipe_id, recipe_version } = body
  if (item_id === undefined && recipe_id === undefined && recipe_version === undefined) return {}
  const isSameRecipe = recipe_id === undefined || recipe_id === before.recipe_id
  const asked = {
    item_id: item_id ?? before.item_id,
    recipe_id: recipe_id === undefined ? before.recipe_id : recipe_id,
    recipe_version: recipe_version ?? (isSameRecipe ? (before.recipe_version ?? undefined) : undefined),
  }
  const found = await findBrewed(ctx, asked)
  rows.push(...found.rows)
  return found.rows.length > 0 ? {} : { ...itemOf(found.item!), ...recipeOf(found.recipe) }
}

async function sentWarehouse(ctx: WriteContext, { before, body, rows }: Patching): Promise<Partial<Batch>> {
  const { warehouse_id } = body
  if (warehouse_id === undefined || warehouse_id === before.warehouse_id) return {}
  const warehouse = await findBatchWarehouse(ctx, warehouse_id, rows)
  if (!warehouse) return {}
  refuseSystemWarehouse(warehouse)
  return warehouseOf(warehouse)
}

/** The number says the year, and stays. */
function sentDate(ctx: WriteContext, { before, body, rows }: Patching): Partial<Batch> {
  const { brew_date } = body
  if (brew_date === undefined) return {}
  rows.push(...brewDateErrors(ctx, brew_date))
  if (yearOf(brew_date) !== yearOf(before.brew_date)) {
    const message = `The number of the batch is of the year ${yearOf(before.brew_date)}.`
    rows.push({ field: 'brew_date', code: 'not_allowed', message })
  }
  return { brew_date }
}
