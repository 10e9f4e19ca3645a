/** SQL of what is sold at a desk: its items, and what there is of them. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemType } from '../../core/index.ts'
import { levelsOf } from '../../stock/index.ts'
import type { Desk } from '../desks/store.ts'

export interface SoldItem extends Listed {
  code: string | null
  name: string
  item_type: ItemType
  ean: string | null
  barcode: string | null
  packaging_type: string | null
  base_item_id: string | null
  base_item_quantity: string | null
  sale_vat_rate_id: string | null
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

const columns = sql`r.id, r.code, r.name, r.item_type, r.ean, r.barcode, r.packaging_type, r.base_item_id,
  trim_scale(r.base_item_quantity)::text as base_item_quantity, r.sale_vat_rate_id, r.unit_id, u.code as unit_code,
  u.symbol as unit_symbol, u.dimension as unit_dimension, u.decimals as unit_decimals, r.created_at, r.updated_at`

const from = sql`items r join units u on u.book_id = r.book_id and u.id = r.unit_id`

export const listSoldItems = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<SoldItem>> =>
  selectPage(db, { ...of, columns, from }, page)

interface Quantity {
  item_id: string
  quantity: string
}

/** On hand and not reserved, in the warehouse of the desk. */
export const listFree = (
  db: Queryable,
  bookId: string,
  of: { warehouseId: string; itemIds: string[] },
): Promise<Quantity[]> =>
  db.many(sql`
    select wanted.item_id, trim_scale(greatest(l.quantity - l.reserved_quantity, 0))::text as quantity
      from ${levelsOf(bookId, of)}`)

/** Beer left in the kegs tapped where the desk draws from. */
export const listOnTap = (
  db: Queryable,
  bookId: string,
  { id, taps_of_id }: Pick<Desk, 'id' | 'taps_of_id'>,
): Promise<Quantity[]> =>
  db.many(sql`
    select base_item_id as item_id, sum(remaining_quantity)::text as quantity
      from keg_taps
     where book_id = ${bookId} and cash_desk_id = ${taps_of_id ?? id} and status = 'tapped'
     group by base_item_id`)
