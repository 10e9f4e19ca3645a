/** Between the wire and the domain: records out, bodies in. */
import type { UnitRef } from '../../../contract/schema.ts'
import { plainText } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { stockCategoryOf } from './rules.ts'
import type { ItemPatch, Item as ItemRecord } from './schema.ts'
import type { Item, ItemFields } from './store.ts'

export const itemView = (item: Item, livemode: boolean): ItemRecord => ({
  object: 'item',
  id: item.id,
  code: item.code,
  name: item.name,
  brand: item.brand,
  item_type: item.itemType,
  material_type: item.materialType,
  stock_category: stockCategoryOf(item.itemType),
  unit: item.unit,
  recipe_unit: item.recipeUnit,
  base_item_id: item.baseItemId,
  base_item_quantity: item.baseItemQuantity,
  is_packaging: item.itemType === 'packaging',
  packaging_type: item.packagingType,
  volume_l: item.volumeL,
  abv: item.abv,
  plato: item.plato,
  ean: item.ean,
  barcode: item.barcode,
  sale_price: item.salePrice,
  sale_vat_rate_id: item.saleVatRateId,
  pos_available: item.posAvailable,
  web_available: item.webAvailable,
  external_ref: item.externalRef,
  is_active: item.isActive,
  livemode,
  created_at: item.createdAt,
  updated_at: item.updatedAt,
})

/** The units a body names, found. */
export interface Units {
  unit: UnitRef
  recipeUnit: UnitRef | null
}

export const blankItem = (units: Units, saleVatRateId: string | null): ItemFields => ({
  ...units,
  name: '',
  brand: null,
  itemType: 'other',
  materialType: null,
  baseItemId: null,
  baseItemQuantity: null,
  packagingType: null,
  volumeL: null,
  abv: null,
  plato: null,
  ean: null,
  barcode: null,
  salePrice: null,
  saleVatRateId,
  posAvailable: false,
  webAvailable: false,
  isActive: true,
})

/** `1.50` is kept as `1.5`: the number, not its spelling. */
const keepDecimal = (sent: string | null | undefined, kept: string | null): string | null =>
  sent ? plainText(sent) : keep(sent, kept)

/** Absent keeps, null clears. */
export const patchedItem = (before: ItemFields, body: ItemPatch, units: Units): ItemFields => ({
  ...units,
  name: keep(body.name, before.name),
  brand: keep(body.brand, before.brand),
  itemType: keep(body.item_type, before.itemType),
  materialType: keep(body.material_type, before.materialType),
  baseItemId: keep(body.base_item_id, before.baseItemId),
  baseItemQuantity: keepDecimal(body.base_item_quantity, before.baseItemQuantity),
  packagingType: keep(body.packaging_type, before.packagingType),
  volumeL: keepDecimal(body.volume_l, before.volumeL),
  abv: keepDecimal(body.abv, before.abv),
  plato: keepDecimal(body.plato, before.plato),
  ean: keep(body.ean, before.ean),
  barcode: keep(body.barcode, before.barcode),
  salePrice: keepDecimal(body.sale_price, before.salePrice),
  saleVatRateId: keep(body.sale_vat_rate_id, before.saleVatRateId),
  posAvailable: keep(body.pos_available, before.posAvailable),
  webAvailable: keep(body.web_available, before.webAvailable),
  isActive: keep(body.is_active, before.isActive),
})
