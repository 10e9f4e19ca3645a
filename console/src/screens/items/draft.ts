/** An item as its form holds it, and the body it becomes. */
import type { Item } from '@cellarbook/sdk'
import { integerOf } from '../../patterns/bind.ts'

export type ItemDraft = {
  name: string
  brand: string
  item_type: string
  material_type: string
  unit_id: string
  recipe_unit_id: string
  base_item_id: string
  base_item_quantity: string
  packaging_type: string
  volume_l: string
  abv: string
  plato: string
  shelf_life_days: string
  ean: string
  barcode: string
  sale_price: string
  sale_vat_rate_id: string
  pos_available: boolean
  web_available: boolean
  is_active: boolean
}

export const blankItem = (): ItemDraft => ({
  name: '',
  brand: '',
  item_type: 'purchased_sale_item',
  material_type: '',
  unit_id: '',
  recipe_unit_id: '',
  base_item_id: '',
  base_item_quantity: '',
  packaging_type: '',
  volume_l: '',
  abv: '',
  plato: '',
  shelf_life_days: '',
  ean: '',
  barcode: '',
  sale_price: '',
  sale_vat_rate_id: '',
  pos_available: false,
  web_available: false,
  is_active: true,
})

const text = (value: string | number | null): string => (value === null ? '' : String(value))

export const draftOfItem = (item: Item): ItemDraft => ({
  name: item.name,
  brand: text(item.brand),
  item_type: item.item_type,
  material_type: text(item.material_type),
  unit_id: item.unit.id,
  recipe_unit_id: text(item.recipe_unit?.id ?? null),
  base_item_id: text(item.base_item_id),
  base_item_quantity: text(item.base_item_quantity),
  packaging_type: text(item.packaging_type),
  volume_l: text(item.volume_l),
  abv: text(item.abv),
  plato: text(item.plato),
  shelf_life_days: text(item.shelf_life_days),
  ean: text(item.ean),
  barcode: text(item.barcode),
  sale_price: text(item.sale_price),
  sale_vat_rate_id: text(item.sale_vat_rate_id),
  pos_available: item.pos_available,
  web_available: item.web_available,
  is_active: item.is_active,
})

const unitOf = (id: string): object | null => (id === '' ? null : { unit_id: id })

/** What was changed, empty fields as null; units and whole numbers as the service takes them. */
export function changeOfItem({ unit_id, recipe_unit_id, shelf_life_days, ...rest }: Partial<ItemDraft>): object {
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === '' ? null : value])),
    ...(unit_id !== undefined && { unit: unitOf(unit_id) ?? {} }),
    ...(recipe_unit_id !== undefined && { recipe_unit: unitOf(recipe_unit_id) }),
    ...(shelf_life_days !== undefined && { shelf_life_days: integerOf(shelf_life_days) }),
  }
}

/** What nobody filled in is left to the service. */
export function bodyOfItem(draft: ItemDraft): object {
  const given = Object.entries(draft).filter(([name, value]) => value !== '' || name === 'unit_id')
  return { ...changeOfItem(Object.fromEntries(given)), name: draft.name }
}
