/** Recipes and their versions as the wire shows them. */
import { referenceOf } from '../../../contract/schema.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { assert } from '../../../lib/assert.ts'
import { unitOf } from '../../core/index.ts'
import type { Instructions, RecipeVersion } from './schema.ts'
import { findVersion, type IngredientRow, listIngredients, type RecipeRow, type VersionRow } from './store.ts'

const figuresOf = (row: RecipeRow | VersionRow) => ({
  batch_volume_l: row.batch_volume_l,
  og_plato: row.og_plato,
  fg_plato: row.fg_plato,
  abv: row.abv,
  ibu: row.ibu,
  ebc: row.ebc,
  boil_minutes: row.boil_minutes,
})

export const recipeView = (recipe: RecipeRow) => ({
  code: recipe.code,
  name: recipe.name,
  item: { id: recipe.item_id, code: recipe.item_code, name: recipe.item_name },
  version: recipe.newest_version,
  ...figuresOf(recipe),
  notes: recipe.notes,
  external_ref: referenceOf(recipe),
  is_active: recipe.is_active,
})

export const versionView = (version: VersionRow, livemode: boolean): RecipeVersion => ({
  object: 'recipe_version',
  id: version.id,
  recipe_id: version.recipe_id,
  version: version.number,
  ...figuresOf(version),
  notes: version.notes,
  livemode,
  created_at: version.created_at,
})

const ingredientView = (ingredient: IngredientRow): Instructions['ingredients'][number] => ({
  object: 'recipe_ingredient',
  id: ingredient.id,
  item: { id: ingredient.item_id, code: ingredient.item_code, name: ingredient.item_name },
  quantity: ingredient.quantity,
  unit: unitOf(ingredient),
  phase: ingredient.phase,
  use: ingredient.use,
  minutes: ingredient.minutes,
  notes: ingredient.notes,
  sort_order: ingredient.sort_order,
})

/** The ingredients and steps of a version. */
export async function instructionsOf({ db, account }: RecordContext, version: VersionRow): Promise<Instructions> {
  const { recipe_id: recipeId, number, steps } = version
  const ingredients = await listIngredients(db, account.book.id, { recipeId, number })
  return { ingredients: ingredients.map(ingredientView), steps }
}

export async function newestInstructions(recipe: RecipeRow, ctx: RecordContext): Promise<Instructions> {
  const at = { recipeId: recipe.id, number: recipe.newest_version }
  const version = await findVersion(ctx.db, ctx.account.book.id, at)
  assert(version, 'a recipe has its newest version')
  return instructionsOf(ctx, version)
}
