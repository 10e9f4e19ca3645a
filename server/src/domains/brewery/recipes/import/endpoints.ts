/** POST /recipes/import: a recipe of a BeerJSON or BeerXML file becomes one of the book. */
import { problem } from '../../../../contract/problems.ts'
import { OnConflict, Shape } from '../../../../contract/schema.ts'
import { kindOf } from '../../../../kernel/document-endpoints.ts'
import { defineEndpoint, type PrepareContext } from '../../../../kernel/endpoint.ts'
import { createOnce } from '../../../../kernel/record.ts'
import { recipes } from '../record.ts'
import { importRecipe } from './actions.ts'
import type { FileReading, RecipeFile } from './model.ts'
import { RecipeImport, RecipeImported, tooManyBytes } from './schema.ts'

const kind = { ...kindOf(recipes), family: 'recipe' }

/** In a thread, one file of the book at a time. */
async function readFile({ format, content, index = 0 }: RecipeImport, { caller, files }: PrepareContext) {
  const file: RecipeFile = { format, content, index }
  const read = await files.readingTurns.run(caller.book.id, () => files.texts.read(file))
  const reading = read as FileReading
  if (!reading.ok) throw problem('unsupported_format', { detail: reading.detail })
  return reading
}

export const recipeImport = defineEndpoint({
  id: 'recipes.import',
  method: 'POST',
  path: '/recipes/import',
  summary: 'Import a recipe from BeerJSON or BeerXML',
  description:
    'An ingredient is found by `mapping`, else by the name of an item; what is not found is told all at once. Amounts ' +
    "become quantities in the item's recipe_unit, else in its unit, rounded half up. A dry run shows the result.",
  access: recipes.access.write,
  query: Shape({ on_conflict: OnConflict }),
  body: RecipeImport,
  bodyErrors: tooManyBytes,
  returns: { status: 201, schema: RecipeImported, etag: true },
  errors: ['external_ref_conflict', 'unsupported_format'],
  prepare: async ({ body }, ctx) => ({ ready: await readFile(body, ctx) }),
  async handle({ body, query, ready }, ctx) {
    const asked = { ref: body.external_ref, onConflict: query.on_conflict }
    const reply = await createOnce(ctx, kind, { ...asked, make: () => importRecipe(ctx, body, ready) })
    return { ...reply, body: { ...reply.body, ignored: ready.ignored } }
  },
})
