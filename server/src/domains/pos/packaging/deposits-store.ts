/** SQL of deposits with the packaging they are paid for. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

/** A deposit with its packaging, in use or not. */
export interface Returnable {
  id: string
  code: string
  name: string
  amount: string
  currency: string
  item_id: string
  item_code: string | null
  item_name: string
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

export const listReturnables = (db: Queryable, bookId: string, ids: readonly string[]): Promise<Returnable[]> =>
  db.many(sql`
    select d.id, d.code, d.name, round(d.amount, 2)::text as amount, d.currency, i.id as item_id, i.code as item_code,
           i.name as item_name, u.id as unit_id, u.code as unit_code, u.symbol as unit_symbol,
           u.dimension as unit_dimension, u.decimals as unit_decimals
      from deposits d
      join items i on i.book_id = d.book_id and i.id = d.packaging_item_id
      join units u on u.book_id = i.book_id and u.id = i.unit_id
     where d.book_id = ${bookId} and d.id = any (${ids}::uuid[])
     order by d.code`)

/** The deposits of packaging items, by code. */
export const listDepositsOfItems = (
  db: Queryable,
  bookId: string,
  itemIds: readonly string[],
): Promise<{ id: string; packaging_item_id: string; amount: string }[]> =>
  db.many(sql`
    select id, packaging_item_id, amount::text
      from deposits
     where book_id = ${bookId} and packaging_item_id = any (${itemIds}::uuid[])
     order by code`)
