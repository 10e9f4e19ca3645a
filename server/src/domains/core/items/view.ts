/** Between the wire and the row: records out, bodies in. */
import { type ExternalRef, referenceOf, type UnitRef } from '../../../contract/schema.ts'
import { plainText } from '../../../lib/decimal.ts'
import { stockCategoryOf } from './rules.ts'
import type { ItemPatch } from './schema.ts'
import type { Item } from './store.ts'

export const itemView = (item: Item) => ({
  code: item.code,
  name: item.name,
  brand: item.brand,
  item_type: item.item_type,
  material_type: item.material_type,
  stock_category: stockCategoryOf(item.item_type),
  unit: unitOf(item),
  recipe_unit: recipeUnitOf(item),
  base_item_id: item.base_item_id,
  base_item_quantity: item.base_item_quantity,
  is_packaging: item.item_type === 'packaging',
  packaging_type: item.packaging_type,
  volume_l: item.volume_l,
  abv: item.abv,
  plato: item.plato,
  shelf_life_days: item.shelf_life_days,
  ean: item.ean,
  barcode: item.barcode,
  sale_price: item.sale_price,
  sale_vat_rate_id: item.sale_vat_rate_id,
  pos_available: item.pos_available,
  web_available: item.web_available,
  external_ref: referenceOf(item),
  is_active: item.is_active,
})

interface UnitColumns {
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

/** The unit of any row that shows one. */
export const unitOf = (row: UnitColumns): UnitRef => ({
  id: row.unit_id,
  code: row.unit_code,
  symbol: row.unit_symbol,
  dimension: row.unit_dimension,
  decimals: row.unit_decimals,
})

export const recipeUnitOf = (item: Item): UnitRef | null =>
  item.recipe_unit_id === null
    ? null
    : {
        id: item.recipe_unit_id,
        code: item.recipe_unit_code!,
        symbol: item.recipe_unit_symbol!,
        dimension: item.recipe_unit_dimension!,
        decimals: item.recipe_unit_decimals,
      }

export const inUnit = (unit: UnitRef): UnitColumns => ({
  unit_id: unit.id,
  unit_code: unit.code,
  unit_symbol: unit.symbol,
  unit_dimension: unit.dimension,
  unit_decimals: unit.decimals,
})

export const inRecipeUnit = (unit: UnitRef | null) => ({
  recipe_unit_id: unit?.id ?? null,
  recipe_unit_code: unit?.code ?? null,
  recipe_unit_symbol: unit?.symbol ?? null,
  recipe_unit_dimension: unit?.dimension ?? null,
  recipe_unit_decimals: unit?.decimals ?? null,
})

const decimals = ['base_item_quantity', 'volume_l', 'abv', 'plato', 'sale_price'] as const

/** What was sent, but for the units, which are to be found first. `1.50` is kept as `1.5`: the number, not its spelling. */
export function sentFields(body: ItemPatch & { external_ref?: ExternalRef }) {
  const { unit: _unit, recipe_unit: _recipeUnit, external_ref: _reference, ...sent } = body
  const plain = decimals.flatMap(name => (sent[name] ? [[name, plainText(sent[name])]] : []))
  return { ...sent, ...(Object.fromEntries(plain) as Pick<typeof sent, (typeof decimals)[number]>) }
}
