/** Recipes as the kernel knows them. */
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineRecord } from '../../../kernel/plain-record.ts'
import { Recipe, RecipeDetail } from './schema.ts'
import { recipeTable } from './store.ts'
import { newestInstructions, recipeView } from './view.ts'

export const recipes = defineRecord({
  object: 'recipe',
  id: 'recipes',
  path: '/recipes',
  name: 'a recipe',
  many: 'recipes',
  access: { read: { scopes: ['brewery:read'] }, write: { scopes: ['brewery:write'] } },
  family: 'recipe',
  table: recipeTable,
  shape: Recipe,
  view: recipeView,
  detail: { shape: RecipeDetail, read: newestInstructions },
})

export const recipeOfPath = rowOfPath(recipes)
