/** Use cases of recipes, inside the write transaction. */
import type { ProblemRow } from '../../../contract/problems.ts'
import type { UnitRef } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { renameInDrafts } from '../../../kernel/renames.ts'
import { plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { batchTable } from '../batches/store.ts'
import { recipes } from './record.ts'
import { findItemOfRecipe, unitsOfIngredients } from './references.ts'
import type { RecipeCreate, RecipePatch, VersionCreate } from './schema.ts'
import { ingredientTable, type RecipeRow, versionTable } from './store.ts'

export async function addRecipe(ctx: WriteContext, body: RecipeCreate): Promise<RecipeRow> {
  const rows: ProblemRow[] = []
  const item = await findItemOfRecipe(ctx, body.item_id, rows)
  const units = await unitsOfIngredients(ctx, body.ingredients, rows)
  const recipe: RecipeRow = {
    id: newId(),
    version: 1,
    code: await takeNumber(ctx, 'recipe', ctx.today),
    name: body.name,
    item_id: item!.id,
    item_code: item!.code,
    item_name: item!.name,
    newest_version: 1,
    ...figuresOf(body),
    notes: body.notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    is_active: body.is_active ?? true,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await recipes.insert(ctx, recipe, body.external_ref)
  await insertVersion(ctx, recipe, { body, units })
  return recipe
}

/** What was brewed by an older version stays as it was. Notes that are not sent stay too. */
export async function addVersion(ctx: WriteContext, before: RecipeRow, body: VersionCreate): Promise<RecipeRow> {
  const units = await unitsOfIngredients(ctx, body.ingredients)
  const next = {
    ...before,
    newest_version: before.newest_version + 1,
    ...figuresOf(body),
    notes: body.notes === undefined ? before.notes : body.notes,
  }
  const recipe = await recipes.update(ctx, next, recipes.changesOf(before, next))
  await insertVersion(ctx, recipe, { body, units })
  return recipe
}

/** A patch that changes nothing keeps the version. */
export async function changeRecipe(ctx: WriteContext, before: RecipeRow, body: RecipePatch): Promise<RecipeRow> {
  const patched: RecipeRow = { ...before, ...body }
  const changes = recipes.changesOf(before, patched)
  if (changes.length === 0) return before
  if (patched.name !== before.name) await renameInDrafts(ctx, openBatches, [patched])
  return recipes.update(ctx, patched, changes)
}

/** They show the name of their recipe. */
const openBatches = {
  table: batchTable,
  open: sql`r.phase not in ('completed', 'cancelled')`,
  names: { recipe_id: 'recipe_name' },
} as const

const plainOrNull = (sent: string | null | undefined): string | null => (sent == null ? null : plainText(sent))

const figuresOf = (body: VersionCreate) => ({
  batch_volume_l: plainText(body.batch_volume_l),
  og_plato: plainOrNull(body.og_plato),
  fg_plato: plainOrNull(body.fg_plato),
  abv: plainOrNull(body.abv),
  ibu: plainOrNull(body.ibu),
  ebc: plainOrNull(body.ebc),
  boil_minutes: body.boil_minutes ?? null,
})

async function insertVersion(
  ctx: WriteContext,
  recipe: RecipeRow,
  { body, units }: { body: VersionCreate; units: readonly UnitRef[] },
): Promise<void> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const of = { recipe_id: recipe.id, recipe_version: recipe.newest_version }
  const steps = (body.steps ?? []).map(({ name, kind, temperature_c, minutes }) => ({
    name,
    kind: kind ?? null,
    temperature_c: plainOrNull(temperature_c),
    minutes: minutes ?? null,
  }))
  const version = { id: newId(), recipe_id: recipe.id, number: recipe.newest_version, ...figuresOf(body), steps }
  await versionTable.save(ctx.tx, at, [{ ...version, notes: body.notes ?? null }])
  const ingredients = body.ingredients.map(({ item_id, quantity, phase, use, minutes, notes }, index) => ({
    id: newId(),
    ...of,
    sort_order: index + 1,
    item_id,
    quantity: plainText(quantity),
    unit_id: units[index]!.id,
    phase: phase ?? 'brewing',
    use: use ?? null,
    minutes: minutes ?? null,
    notes: notes ?? null,
  }))
  await ingredientTable.save(ctx.tx, at, ingredients)
}
