/** What a recipe refers to: the item it makes, and the items and units of its ingredients. */
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { UnitInput, UnitRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import {
  type Item,
  itemOfLine,
  lineItemsOf,
  recipeUnitOf,
  refuseOtherUnit,
  refuseScale,
  unitOf,
  unusableItems,
} from '../../core/index.ts'
import { canBeBrewed, findItemToBrew } from '../batches/references.ts'
import type { VersionCreate } from './schema.ts'

export type SentIngredient = VersionCreate['ingredients'][number]

/** The unit an ingredient is expected in: that of recipes, else that of stock. */
export const unitInRecipes = (item: Item): UnitRef => recipeUnitOf(item) ?? unitOf(item)

/** The item a recipe makes; what is not found is told by a row. */
export async function findItemOfRecipe(ctx: WriteContext, id: string, rows: ProblemRow[]): Promise<Item | undefined> {
  const item = await findItemToBrew(ctx, id)
  if (canBeBrewed(item)) return item
  rows.push(invalidReference('item_id'))
  return undefined
}

/** The unit of each ingredient. All items that cannot be used are told at once, with the rows found before. */
export async function unitsOfIngredients(
  ctx: WriteContext,
  ingredients: readonly SentIngredient[],
  rows: readonly ProblemRow[] = [],
): Promise<UnitRef[]> {
  const ids = ingredients.map(({ item_id }) => item_id)
  const items = await lineItemsOf(ctx, ids)
  const field = (index: number) => `ingredients[${index}].item_id`
  const faults = [...rows, ...unusableItems(ingredients, items, { field, isStockDocument: true })]
  if (faults.length > 0) throw validationFailed(faults)
  const units: UnitRef[] = []
  for (const [index, { item_id, quantity, unit: sent }] of ingredients.entries()) {
    const unit = chosenUnit(itemOfLine(items, item_id), sent)
    await refuseOtherUnit(ctx, { sent, unit, field: `ingredients[${index}].unit` })
    refuseScale(quantity, unit, `ingredients[${index}].quantity`)
    units.push(unit)
  }
  return units
}

/** The unit that was sent, when it is one of the item's two; else the one to expect. */
function chosenUnit(item: Item, sent: UnitInput): UnitRef {
  const own = unitOf(item)
  return sent.unit_id === own.id || sent.unit_code === own.code ? own : unitInRecipes(item)
}
