/** SQL of items. */
import type { ExternalRef, UnitRef } from '../../../contract/schema.ts'
import { type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type Table, upsertRows } from '../../../db/upsert.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import type { ItemType } from './rules.ts'

export interface ItemFields {
  name: string
  brand: string | null
  itemType: ItemType
  materialType: string | null
  unit: UnitRef
  recipeUnit: UnitRef | null
  baseItemId: string | null
  baseItemQuantity: string | null
  packagingType: string | null
  volumeL: string | null
  abv: string | null
  plato: string | null
  ean: string | null
  barcode: string | null
  salePrice: string | null
  saleVatRateId: string | null
  posAvailable: boolean
  webAvailable: boolean
  isActive: boolean
}

export interface Item extends ItemFields {
  id: string
  version: number
  code: string | null
  externalRef: ExternalRef | null
  createdAt: Instant
  updatedAt: Instant
}

/** The columns of the table. */
interface ItemColumns {
  id: string
  version: number
  code: string | null
  name: string
  brand: string | null
  item_type: ItemType
  material_type: string | null
  unit_id: string
  recipe_unit_id: string | null
  base_item_id: string | null
  base_item_quantity: string | null
  packaging_type: string | null
  volume_l: string | null
  abv: string | null
  plato: string | null
  ean: string | null
  barcode: string | null
  sale_price: string | null
  sale_vat_rate_id: string | null
  pos_available: boolean
  web_available: boolean
  external_system: string | null
  external_id: string | null
  is_active: boolean
}

export interface UnitColumns {
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

export interface ItemRow extends ItemColumns, UnitColumns {
  recipe_code: string | null
  recipe_symbol: string | null
  recipe_dimension: UnitRef['dimension'] | null
  recipe_decimals: number | null
  created_at: Instant
  updated_at: Instant
}

const columns = sql`r.id, r.version, r.code, r.name, r.brand, r.item_type, r.material_type, r.unit_id,
  r.recipe_unit_id, r.base_item_id, trim_scale(r.base_item_quantity)::text as base_item_quantity, r.packaging_type,
  trim_scale(r.volume_l)::text as volume_l, trim_scale(r.abv)::text as abv, trim_scale(r.plato)::text as plato, r.ean,
  r.barcode, trim_scale(r.sale_price)::text as sale_price, r.sale_vat_rate_id, r.pos_available, r.web_available,
  r.external_system, r.external_id, r.is_active, r.created_at, r.updated_at, u.code as unit_code,
  u.symbol as unit_symbol, u.dimension as unit_dimension, u.decimals as unit_decimals, p.code as recipe_code,
  p.symbol as recipe_symbol, p.dimension as recipe_dimension, p.decimals as recipe_decimals`

const withUnits = sql`items r
  join units u on u.book_id = r.book_id and u.id = r.unit_id
  left join units p on p.book_id = r.book_id and p.id = r.recipe_unit_id`

export const itemOf = (row: ItemRow): Item => ({
  id: row.id,
  version: row.version,
  code: row.code,
  name: row.name,
  brand: row.brand,
  itemType: row.item_type,
  materialType: row.material_type,
  unit: unitOf(row),
  recipeUnit: recipeUnitOf(row),
  baseItemId: row.base_item_id,
  baseItemQuantity: row.base_item_quantity,
  packagingType: row.packaging_type,
  volumeL: row.volume_l,
  abv: row.abv,
  plato: row.plato,
  ean: row.ean,
  barcode: row.barcode,
  salePrice: row.sale_price,
  saleVatRateId: row.sale_vat_rate_id,
  posAvailable: row.pos_available,
  webAvailable: row.web_available,
  externalRef: row.external_system === null ? null : { system: row.external_system, id: row.external_id! },
  isActive: row.is_active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The unit of any row that shows one. */
export const unitOf = (row: UnitColumns): UnitRef => ({
  id: row.unit_id,
  code: row.unit_code,
  symbol: row.unit_symbol,
  dimension: row.unit_dimension,
  decimals: row.unit_decimals,
})

const recipeUnitOf = (row: ItemRow): UnitRef | null =>
  row.recipe_unit_id === null
    ? null
    : {
        id: row.recipe_unit_id,
        code: row.recipe_code!,
        symbol: row.recipe_symbol!,
        dimension: row.recipe_dimension!,
        decimals: row.recipe_decimals,
      }

export async function findItem(db: Queryable, bookId: string, id: string): Promise<Item | undefined> {
  const row = await db.maybe<ItemRow>(sql`
    select ${columns}
      from ${withUnits}
     where r.book_id = ${bookId} and r.id = ${id}`)
  return row && itemOf(row)
}

export const hasItems = async (db: Queryable, bookId: string): Promise<boolean> =>
  (await db.maybe(sql`select 1 from items where book_id = ${bookId} limit 1`)) !== undefined

export const listItems = (db: Queryable, bookId: string, where: Sql[], page: PageRequest): Promise<Page<ItemRow>> =>
  selectPage(db, { bookId, columns, from: withUnits, where }, page)

const itemTable: Table<ItemColumns & { search_text: string }> = {
  name: 'items',
  columns: {
    id: 'uuid',
    version: 'integer',
    code: 'text',
    name: 'text',
    brand: 'text',
    item_type: 'text',
    material_type: 'text',
    unit_id: 'uuid',
    recipe_unit_id: 'uuid',
    base_item_id: 'uuid',
    base_item_quantity: 'numeric',
    packaging_type: 'text',
    volume_l: 'numeric',
    abv: 'numeric',
    plato: 'numeric',
    ean: 'text',
    barcode: 'text',
    sale_price: 'numeric',
    sale_vat_rate_id: 'uuid',
    pos_available: 'boolean',
    web_available: 'boolean',
    external_system: 'text',
    external_id: 'text',
    is_active: 'boolean',
    search_text: 'text',
  },
}

const storedItem = (item: Item) => ({
  id: item.id,
  version: item.version,
  code: item.code,
  name: item.name,
  brand: item.brand,
  item_type: item.itemType,
  material_type: item.materialType,
  unit_id: item.unit.id,
  recipe_unit_id: item.recipeUnit?.id ?? null,
  base_item_id: item.baseItemId,
  base_item_quantity: item.baseItemQuantity,
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
  external_system: item.externalRef?.system ?? null,
  external_id: item.externalRef?.id ?? null,
  is_active: item.isActive,
  search_text: searchable(item.name, item.code, item.ean, item.barcode),
})

/** New or changed. */
export const saveItem = (tx: Tx, bookId: string, item: Item): Promise<void> =>
  saveItems(tx, { bookId, now: item.updatedAt }, [item])

export const saveItems = (tx: Tx, at: { bookId: string; now: Instant }, items: readonly Item[]): Promise<void> =>
  upsertRows(tx, itemTable, at, items.map(storedItem))

/** Those that show one of the units. */
export const listItemsOfUnits = (db: Queryable, bookId: string, unitIds: string[]): Promise<ItemRow[]> =>
  db.many(sql`
    select ${columns}
      from ${withUnits}
     where r.book_id = ${bookId}
       and (r.unit_id = any (${unitIds}::uuid[]) or r.recipe_unit_id = any (${unitIds}::uuid[]))
     order by r.id`)
