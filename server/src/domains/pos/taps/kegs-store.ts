/** SQL of the kegs that could be tapped at a desk. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'

export interface FreeKeg extends Listed {
  code: string | null
  name: string
  base_item_id: string
  base_item_code: string | null
  base_item_name: string
  base_item_quantity: string
  available_quantity: string
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

const columns = sql`r.id, r.code, r.name, r.base_item_id, b.code as base_item_code, b.name as base_item_name,
  trim_scale(r.base_item_quantity)::text as base_item_quantity,
  trim_scale(l.quantity - l.reserved_quantity)::text as available_quantity, b.unit_id, u.code as unit_code,
  u.symbol as unit_symbol, u.dimension as unit_dimension, u.decimals as unit_decimals, r.created_at, r.updated_at`

const from = sql`items r
  join items b on b.book_id = r.book_id and b.id = r.base_item_id
  join units u on u.book_id = b.book_id and u.id = b.unit_id
  join stock_levels l on l.book_id = r.book_id and l.item_id = r.id`

/** Nobody taps a bottle. */
const leastContent = sql`5`

/** Free in the warehouse of the desk whose taps these are. */
export const isFreeAt = (bookId: string, deskId: string): Sql[] => [
  sql`r.is_active`,
  sql`r.item_type = 'base_product'`,
  sql`r.packaging_type <> ''`,
  sql`r.base_item_quantity >= ${leastContent}`,
  sql`l.warehouse_id = (select d.warehouse_id from cash_desks d where d.book_id = ${bookId} and d.id = ${deskId})`,
  sql`l.quantity - l.reserved_quantity >= 1`,
]

export const listFreeKegs = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<FreeKeg>> =>
  selectPage(db, { ...of, columns, from }, page)
