/** What a batch refers to: its item, its recipe, its warehouse, and the day it is brewed on. */
import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, problem } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { type Item, lineItemsOf } from '../../core/index.ts'
import { findDefaultWarehouse, findWarehouse, type WarehouseRow } from '../../stock/index.ts'
import { getBrewery } from '../brewery-store.ts'
import { findRecipeToBrew, type RecipeToBrew } from './store.ts'

/** What is brewed: a production item kept in a unit of volume. */
export const canBeBrewed = (item: Item | undefined): item is Item =>
  item?.is_active === true && item.item_type === 'production_item' && item.unit_dimension === 'volume'

export const findItemToBrew = async (ctx: WriteContext, id: string): Promise<Item | undefined> =>
  (await lineItemsOf(ctx, [id])).get(id)

interface Asked {
  item_id: string | undefined
  recipe_id: string | null | undefined
  recipe_version: number | undefined
}

interface Brewed {
  item: Item | undefined
  recipe: RecipeToBrew | null
  rows: ProblemRow[]
}

/** The item and the recipe that are asked for; without an item that of the recipe. */
export async function findBrewed(ctx: WriteContext, asked: Asked): Promise<Brewed> {
  const rows: ProblemRow[] = []
  const found = asked.recipe_id
    ? await findRecipe(ctx, { recipeId: asked.recipe_id, version: asked.recipe_version }, rows)
    : undefined
  if (!asked.recipe_id && asked.recipe_version !== undefined) rows.push(invalidReference('recipe_version'))
  const itemId = asked.item_id ?? found?.item_id
  const item = itemId === undefined ? undefined : await findItemToBrew(ctx, itemId)
  if (asked.item_id !== undefined && !canBeBrewed(item)) rows.push(invalidReference('item_id'))
  const fits = found?.item_id === itemId && (asked.item_id !== undefined || canBeBrewed(item))
  if (found && !fits) rows.push(invalidReference('recipe_id'))
  if (itemId === undefined && !asked.recipe_id) rows.push(rowBecause({ field: 'item_id', code: 'required' }, 'missing'))
  return { item, recipe: found ?? null, rows }
}

async function findRecipe(
  ctx: WriteContext,
  asked: { recipeId: string; version: number | undefined },
  rows: ProblemRow[],
): Promise<RecipeToBrew | undefined> {
  const bookId = ctx.account.book.id
  const recipe = await findRecipeToBrew(ctx.tx, bookId, asked)
  if (recipe?.is_active) return recipe
  const newest = recipe ? undefined : await findRecipeToBrew(ctx.tx, bookId, { ...asked, version: undefined })
  rows.push(invalidReference(newest?.is_active ? 'recipe_version' : 'recipe_id'))
  return undefined
}

/** The one that is named, else that of the settings, else the book's default one. */
export async function findBatchWarehouse(
  ctx: WriteContext,
  id: string | undefined,
  rows: ProblemRow[],
): Promise<WarehouseRow | undefined> {
  const bookId = ctx.account.book.id
  if (id !== undefined) {
    const named = await findWarehouse(ctx.tx, bookId, id)
    if (named?.is_active) return named
    rows.push(invalidReference('warehouse_id'))
    return undefined
  }
  const { default_warehouse_id } = await getBrewery(ctx.tx, bookId)
  const usual = default_warehouse_id === null ? undefined : await findWarehouse(ctx.tx, bookId, default_warehouse_id)
  return usual?.is_active ? usual : findDefaultWarehouse(ctx.tx, bookId)
}

export function refuseSystemWarehouse(warehouse: WarehouseRow): void {
  if (warehouse.type === 'system') throw problem('system_warehouse')
}

/** Neither a day that was billed nor one it would leave. */
export async function refuseBilled(ctx: WriteContext, days: readonly Day[]): Promise<void> {
  const { billed_until } = await getBrewery(ctx.tx, ctx.account.book.id)
  if (billed_until !== null && days.some(day => day <= billed_until)) throw problem('invoiced_period')
}

export const brewDateErrors = (ctx: WriteContext, day: Day | undefined): ProblemRow[] =>
  tooFarAhead('brew_date', day, ctx.today)
