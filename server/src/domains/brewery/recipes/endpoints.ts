/** Recipes: list, detail, by own reference, create, change; their versions. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { ExternalRefText, Shape, Uuid } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import type { FindContext } from '../../../kernel/context.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { containing } from '../../../lib/search-text.ts'
import { addRecipe, addVersion, changeRecipe } from './actions.ts'
import { recipeImport } from './import/endpoints.ts'
import { recipeOfPath, recipes } from './record.ts'
import { RecipeCreate, RecipeDetail, RecipePatch, RecipeVersion, RecipeVersionDetail, VersionCreate } from './schema.ts'
import { findVersion, recipeTable, versionTable } from './store.ts'
import { instructionsOf, versionView } from './view.ts'

const filters = Shape({
  item_id: Type.Optional(Uuid),
  is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only the others.' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name or code; accents and case do not matter.',
    }),
  ),
  external_ref: Type.Optional(ExternalRefText),
})

const list = documentList(recipes, {
  filters,
  rules: bookId => ({
    item_id: is(sql`r.item_id`),
    is_active: is(sql`r.is_active`),
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    external_ref: text => carriesReference(bookId, 'recipe', text),
  }),
})

const ofIngredients = ['unit_mismatch', 'unit_not_available', 'quantity_scale'] as const

const create = documentCreate(recipes, {
  description: 'With its first version. Its code comes from the number series for recipes.',
  body: RecipeCreate,
  errors: ofIngredients,
  run: addRecipe,
})

const change = documentChange(recipes, {
  description: 'Absent fields are kept, null clears. What is brewed, and how, is changed by a new version.',
  body: RecipePatch,
  errors: [],
  run: changeRecipe,
})

const versionList = defineList({
  id: 'recipes.versions.list',
  path: '/recipes/{id}/versions',
  summary: 'List the versions of a recipe',
  access: recipes.access.read,
  filters: Shape({}),
  record: RecipeVersion,
  since: 'created',
  parent: recipeOfPath,
  select(ctx, { parent, where }, page) {
    const ofRecipe = { bookId: ctx.account.book.id, where: [...where, sql`r.recipe_id = ${parent.id}`] }
    return versionTable.page(ctx.db, ofRecipe, page)
  },
  view: (row, ctx) => versionView(row, ctx.account.book.isLive),
})

const versionCreate = defineEndpoint({
  id: 'recipes.versions.create',
  method: 'POST',
  path: '/recipes/{id}/versions',
  summary: 'Make a new version of a recipe',
  description:
    'It becomes the newest; a version is never changed, and batches keep the one they were planned with. Notes that ' +
    'are sent become those of the recipe too.',
  access: recipes.access.write,
  body: VersionCreate,
  returns: { status: 201, schema: RecipeDetail, etag: true, description: 'The recipe.' },
  errors: ['stale_version', ...ofIngredients],
  record: recipeOfPath,
  async handle({ body, record }, ctx) {
    const recipe = await addVersion(ctx, record, body)
    return { ...(await recipes.reply(recipe, ctx)), location: locationOf('recipe', recipe.id) }
  },
})

/** It shows names of items, and the recipe's version moves with them. */
async function versionOfPath({ id, version }: Record<string, string>, { db, account }: FindContext) {
  const recipe = await recipeTable.find(db, account.book.id, id!)
  const found = recipe && (await findVersion(db, account.book.id, { recipeId: recipe.id, number: Number(version) }))
  return found && { row: found, version: recipe.version }
}

const versionGet = defineEndpoint({
  id: 'recipes.versions.get',
  method: 'GET',
  path: '/recipes/{id}/versions/{version}',
  summary: 'Get a version of a recipe',
  access: recipes.access.read,
  params: Shape({ id: Uuid, version: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
  returns: { status: 200, schema: RecipeVersionDetail, etag: true },
  errors: [],
  isOfOneMoment: true,
  record: versionOfPath,
  async handle({ record: { row, version } }, ctx) {
    const body = { ...versionView(row, ctx.account.book.isLive), ...(await instructionsOf(ctx, row)) }
    return { body, version }
  },
})

const [get, ...byReference] = documentReads(recipes)

export const recipeEndpoints: readonly Endpoint[] = [
  list,
  create,
  get,
  change,
  ...byReference,
  versionList,
  versionCreate,
  versionGet,
  recipeImport,
]
