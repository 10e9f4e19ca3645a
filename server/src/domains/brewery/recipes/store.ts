/** SQL of recipes, their versions and ingredients. Names of items and units are those of now. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { raw, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { IngredientPhase, Instructions } from './schema.ts'

const figures = {
  batch_volume_l: column.decimal(),
  og_plato: orNull(column.decimal()),
  fg_plato: orNull(column.decimal()),
  abv: orNull(column.decimal()),
  ibu: orNull(column.decimal()),
  ebc: orNull(column.decimal()),
  boil_minutes: orNull(column.integer()),
}

const shown = (name: string) => `trim_scale(v.${name})::text`

export const recipeTable = defineTable({
  name: 'recipes',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    code: column.text(),
    name: column.text(),
    item_id: column.uuid(),
    newest_version: column.integer(),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
    is_active: column.boolean(),
  },
  computed: {
    item_code: readAs(orNull(column.text()), 'i.code'),
    item_name: readAs(column.text(), 'i.name'),
    batch_volume_l: readAs(figures.batch_volume_l, shown('batch_volume_l')),
    og_plato: readAs(figures.og_plato, shown('og_plato')),
    fg_plato: readAs(figures.fg_plato, shown('fg_plato')),
    abv: readAs(figures.abv, shown('abv')),
    ibu: readAs(figures.ibu, shown('ibu')),
    ebc: readAs(figures.ebc, shown('ebc')),
    boil_minutes: readAs(figures.boil_minutes, 'v.boil_minutes'),
  },
  joins: sql`
    join items i on i.book_id = r.book_id and i.id = r.item_id
    join recipe_versions v on v.book_id = r.book_id and v.recipe_id = r.id and v.number = r.newest_version`,
  searched: recipe => [recipe.name, recipe.code],
})
export type RecipeRow = RowOf<typeof recipeTable>

export const versionTable = defineTable({
  name: 'recipe_versions',
  columns: {
    id: column.uuid(),
    recipe_id: column.uuid(),
    number: column.integer(),
    ...figures,
    steps: column.json<Instructions['steps']>(),
    notes: orNull(column.text()),
  },
})
export type VersionRow = RowOf<typeof versionTable>

export const ingredientTable = defineTable({
  name: 'recipe_ingredients',
  columns: {
    id: column.uuid(),
    recipe_id: column.uuid(),
    recipe_version: column.integer(),
    sort_order: column.integer(),
    item_id: column.uuid(),
    quantity: column.decimal(),
    unit_id: column.uuid(),
    phase: column.text<IngredientPhase>(),
    use: orNull(column.text()),
    minutes: orNull(column.integer()),
    notes: orNull(column.text()),
  },
  computed: {
    item_code: readAs(orNull(column.text()), 'i.code'),
    item_name: readAs(column.text(), 'i.name'),
    unit_code: readAs(column.text(), 'u.code'),
    unit_symbol: readAs(column.text(), 'u.symbol'),
    unit_dimension: readAs(column.text<UnitRef['dimension']>(), 'u.dimension'),
    unit_decimals: readAs(orNull(column.integer()), 'u.decimals'),
  },
  joins: sql`
    join items i on i.book_id = r.book_id and i.id = r.item_id
    join units u on u.book_id = r.book_id and u.id = r.unit_id`,
})
export type IngredientRow = RowOf<typeof ingredientTable>

export const findVersion = (
  db: Queryable,
  bookId: string,
  of: { recipeId: string; number: number },
): Promise<VersionRow | undefined> =>
  versionTable.findWhere(db, bookId, sql`r.recipe_id = ${of.recipeId} and r.number = ${of.number}`)

/** In their order. */
export const listIngredients = (
  db: Queryable,
  bookId: string,
  of: { recipeId: string; number: number },
): Promise<IngredientRow[]> =>
  ingredientTable.all(db, bookId, {
    condition: sql`r.recipe_id = ${of.recipeId} and r.recipe_version = ${of.number}`,
    order: 'sort_order',
  })

/** Recipes show names of now, in every version: those that name one of the records get a new version. */
export async function touchRecipes(
  tx: Tx,
  at: { bookId: string; now: Instant },
  { column: name, ids }: { column: 'item_id' | 'unit_id'; ids: string[] },
): Promise<void> {
  await tx.run(sql`
    update recipes r
       set version = r.version + 1,
           updated_at = ${at.now}
     where r.book_id = ${at.bookId}
       and (r.id in (select recipe_id
                       from recipe_ingredients
                      where book_id = ${at.bookId} and ${raw(name)} = any (${ids}::uuid[]))
            or r.item_id = any (${ids}::uuid[]))`)
}
