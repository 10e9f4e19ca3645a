/** What brewing uses of items and units. */
import type { Use } from '../../kernel/uses.ts'
import { quantityInUnit, stockOfItem, typeOfItem, unitOfItem } from '../core/index.ts'

const recipe = { by: 'a recipe', table: 'recipes', column: 'item_id' }
const ingredient = { by: 'a recipe', table: 'recipe_ingredients', column: 'item_id' }

export const breweryUses: readonly Use[] = [
  { of: unitOfItem, ...recipe },
  { of: unitOfItem, ...ingredient },
  { of: typeOfItem, ...recipe },
  { of: stockOfItem, ...ingredient },
  { of: quantityInUnit, by: 'a recipe', table: 'recipe_ingredients', column: 'unit_id' },
]
