/** What is asked of every domain before an item changes, and what core itself answers. */
import { defineUse, type Use } from '../../../kernel/uses.ts'

/** Numbers written in its unit. */
export const unitOfItem = defineUse('the unit of an item')

/** What needs it to stay of its type. */
export const typeOfItem = defineUse('the type of an item')

/** What needs it to be one that is kept in stock, and to stay so. */
export const stockOfItem = defineUse('the stock of an item')

const deposit = { by: 'a deposit', table: 'deposits', column: 'packaging_item_id' }
const product = { by: 'a product filled from it', table: 'items', column: 'base_item_id' }

export const usesOfItems: readonly Use[] = [
  { of: unitOfItem, by: 'a price list', table: 'price_list_entries', column: 'item_id' },
  { of: unitOfItem, by: 'a partner price', table: 'partner_prices', column: 'item_id' },
  { of: unitOfItem, by: 'a discount', table: 'discounts', column: 'item_id' },
  { of: unitOfItem, ...deposit },
  { of: unitOfItem, ...product },
  { of: typeOfItem, ...product },
  { of: typeOfItem, ...deposit },
]
