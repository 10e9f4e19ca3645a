/** The types of items, those that are sold first. */
import type { Item } from '@cellarbook/sdk'
import type { Option } from '../../kit/field.tsx'
import { useWords } from '../../words/use-words.ts'

export type ItemType = Item['item_type']

const order: readonly ItemType[] = [
  'base_product',
  'purchased_sale_item',
  'production_item',
  'brew_material',
  'packaging',
  'service',
  'other',
]

export function useTypeOptions(): readonly Option[] {
  const { types } = useWords('items')
  return order.map(value => ({ value, label: types[value] }))
}
