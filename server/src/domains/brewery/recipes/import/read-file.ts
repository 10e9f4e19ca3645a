/** Reads one recipe of a file. Never throws for what a file holds. */
import { Unreadable } from '../../../../invoice-files/model.ts'
import { maxIngredients } from '../limits.ts'
import { readBeerJson, recipesOfJson } from './beerjson.ts'
import { readBeerXml, recipesOfXml } from './beerxml.ts'
import type { FileReading, ReadRecipe, RecipeFile } from './model.ts'
import { NotRead, treeOfJson, treeOfXml, walk } from './tree.ts'

const formats = {
  beerjson: { treeOf: treeOfJson, recipesOf: recipesOfJson, read: readBeerJson },
  beerxml: { treeOf: treeOfXml, recipesOf: recipesOfXml, read: readBeerXml },
}

export function readRecipeFile({ format, content, index }: RecipeFile): FileReading {
  const { treeOf, recipesOf, read } = formats[format]
  try {
    const found = recipesOf(treeOf(content.replace(/^\uFEFF/, '')))
    if (found.length === 0) return { ok: false, detail: 'There is no recipe in the file.' }
    const chosen = found[index]
    if (chosen === undefined) return { ok: true, recipe: null, count: found.length, ignored: [] }
    const { root, ignored } = walk(chosen)
    const recipe = read(root)
    return { ok: true, recipe: cutRecipe(recipe), count: found.length, ignored: ignored() }
  } catch (error) {
    if (error instanceof NotRead || error instanceof Unreadable) return { ok: false, detail: error.message }
    throw error
  }
}

/** What leaves the thread is short: one ingredient too many is enough to refuse them. */
const cutRecipe = (recipe: ReadRecipe): ReadRecipe => ({
  ...recipe,
  ingredients: recipe.ingredients.slice(0, maxIngredients + 1),
})
