/** A recipe that was read from a file becomes one of the book: its ingredients found, its amounts in their units. */
import { type ProblemRow, validationFailed } from '../../../../contract/problems.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { type Item, isStocked, lineItemsOf, listAllUnits, listItemsCalled, unusableItems } from '../../../core/index.ts'
import { addRecipe } from '../actions.ts'
import { maxIngredients } from '../limits.ts'
import { findItemOfRecipe, unitInRecipes } from '../references.ts'
import type { RecipeCreate } from '../schema.ts'
import type { RecipeRow } from '../store.ts'
import type { FileReading, ReadRecipe } from './model.ts'
import { convert, type Found, nameKey } from './rules.ts'
import type { RecipeImport } from './schema.ts'

type Read = Extract<FileReading, { ok: true }>

export async function importRecipe(ctx: WriteContext, body: RecipeImport, read: Read): Promise<RecipeRow> {
  const rows = faultsOf(read, body)
  await findItemOfRecipe(ctx, body.item_id, rows)
  const recipe = read.recipe
  const ingredients = recipe ? await findIngredients(ctx, { recipe, mapping: body.mapping ?? [] }, rows) : []
  if (rows.length > 0) throw validationFailed(rows)
  const { batch_volume_l, name: _name, ingredients: _read, ...rest } = recipe!
  return addRecipe(ctx, {
    ...rest,
    name: body.name ?? recipe!.name,
    item_id: body.item_id,
    batch_volume_l: batch_volume_l!,
    ingredients,
    ...(body.external_ref && { external_ref: body.external_ref }),
  })
}

const missing = (field: string, message: string): ProblemRow => ({ field, code: 'required', message })
const unfit = (field: string, message: string): ProblemRow => ({ field, code: 'not_allowed', message })

/** What the file lacks. */
function faultsOf({ recipe, count }: Read, body: RecipeImport): ProblemRow[] {
  if (!recipe) return [unfit('index', `The file has ${count} recipes, counted from 0.`)]
  const { batch_volume_l, ingredients, name } = recipe
  return [
    ...(batch_volume_l === null ? [missing('content', 'The recipe has no batch size in a unit of volume.')] : []),
    ...(ingredients.length === 0 ? [missing('content', 'The recipe has no ingredients with an amount.')] : []),
    ...(ingredients.length > maxIngredients
      ? [unfit('content', `The recipe has more than ${maxIngredients} ingredients.`)]
      : []),
    ...(body.name === undefined && name === '' ? [missing('name', 'The recipe has no name in the file.')] : []),
  ]
}

type Asked = { recipe: ReadRecipe; mapping: NonNullable<RecipeImport['mapping']> }

async function findIngredients(
  ctx: WriteContext,
  asked: Asked,
  rows: ProblemRow[],
): Promise<RecipeCreate['ingredients']> {
  if (asked.recipe.ingredients.length > maxIngredients) return []
  const found = await findByNames(ctx, asked, rows)
  const units = await listAllUnits(ctx.tx, ctx.account.book.id)
  const unknown = new Set<string>()
  return asked.recipe.ingredients.flatMap(({ name, quantity, dimension, ...rest }) => {
    const item = found.get(nameKey(name))
    if (item === 'told') return []
    if (item === undefined || item === 'many') {
      const words = item ? 'More than one item is' : 'No item is'
      if (!unknown.has(nameKey(name))) rows.push(missing('mapping', `${words} called "${name}".`))
      unknown.add(nameKey(name))
      return []
    }
    const unit = unitInRecipes(item)
    const converted = convert({ quantity, dimension }, units.find(({ id }) => id === unit.id)!)
    if ('fault' in converted) {
      rows.push(unfit('content', `"${name}" ${converted.fault}`))
      return []
    }
    return [{ ...rest, item_id: item.id, unit: { unit_id: unit.id }, quantity: converted.quantity }]
  })
}

/** By the mapping, else by the name of an item. */
async function findByNames(ctx: WriteContext, asked: Asked, rows: ProblemRow[]): Promise<Map<string, Found>> {
  const { recipe, mapping } = asked
  const mapped = new Map(mapping.map(({ name, item_id }) => [nameKey(name), item_id]))
  const names = recipe.ingredients.map(({ name }) => name).filter(name => !mapped.has(nameKey(name)))
  const called = names.length === 0 ? [] : await listItemsCalled(ctx.tx, ctx.account.book.id, [...new Set(names)])
  const wanted = new Set(names.map(nameKey))
  const ids = new Map<string, string>(mapped)
  for (const { id, name } of called) {
    const key = nameKey(name)
    if (wanted.has(key)) ids.set(key, ids.has(key) ? 'many' : id)
  }
  const items = await lineItemsOf(
    ctx,
    [...ids.values()].filter(id => id !== 'many'),
  )
  rows.push(...unusableItems(mapping, items, { field: index => `mapping[${index}].item_id`, isStockDocument: true }))
  return new Map(
    [...ids].map(([key, id]): [string, Found] => [key, id === 'many' ? id : (usable(items.get(id)) ?? 'told')]),
  )
}

const usable = (item: Item | undefined): Item | undefined =>
  item?.is_active && isStocked(item.item_type) ? item : undefined
