/** What an item's type decides. Pure. */
import type { ProblemRow } from '../../../contract/problems.ts'

export const itemTypes = [
  'brew_material',
  'production_item',
  'base_product',
  'purchased_sale_item',
  'packaging',
  'service',
  'other',
] as const
export type ItemType = (typeof itemTypes)[number]

export const stockCategories = [
  'material',
  'semi_product',
  'product',
  'goods',
  'packaging',
  'service',
  'other',
] as const
export type StockCategory = (typeof stockCategories)[number]

const categoryOfType: Record<ItemType, StockCategory> = {
  brew_material: 'material',
  production_item: 'semi_product',
  base_product: 'product',
  purchased_sale_item: 'goods',
  packaging: 'packaging',
  service: 'service',
  other: 'other',
}

export const stockCategoryOf = (type: ItemType): StockCategory => categoryOfType[type]

/** A service is sold and invoiced, but never lies in a warehouse. */
export const isStocked = (type: ItemType): boolean => type !== 'service'

const isSent = (value: unknown): boolean => value !== undefined && value !== null

/** Only a packaged product is filled from another item, and it always is. */
export function baseItemErrors(item: Record<string, unknown>): ProblemRow[] {
  const isProduct = item.item_type === 'base_product'
  if (isProduct && !isSent(item.base_item_id)) {
    const message = 'A base_product is filled from a production item.'
    return [{ field: 'base_item_id', code: 'required', message }]
  }
  if (isProduct) return []
  return (['base_item_id', 'base_item_quantity'] as const)
    .filter(field => isSent(item[field]))
    .map(field => ({ field, code: 'unexpected_field', message: 'Only a base_product is filled from another item.' }))
}
