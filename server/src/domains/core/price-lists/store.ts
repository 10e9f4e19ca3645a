/** SQL of price lists. Their prices are in `core/prices`. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'

export interface PriceListRow {
  id: string
  code: string
  name: string
  currency: string
  is_active: boolean
}

export const priceListTable: Table<PriceListRow> = {
  name: 'price_lists',
  columns: { id: 'uuid', code: 'text', name: 'text', currency: 'text', is_active: 'boolean' },
}

export const listPriceLists = (db: Queryable, bookId: string): Promise<PriceListRow[]> =>
  db.many(sql`
    select id, code, name, currency, is_active
      from price_lists
     where book_id = ${bookId}
     order by code`)

/** One that may be given to a partner. */
export const findUsablePriceList = (db: Queryable, bookId: string, id: string): Promise<PriceListRow | undefined> =>
  db.maybe(sql`
    select id, code, name, currency, is_active
      from price_lists
     where book_id = ${bookId} and id = ${id} and is_active`)

/** Of the partner's price list, when it has one in use. */
export async function findListCurrency(db: Queryable, bookId: string, partnerId: string): Promise<string | undefined> {
  const row = await db.maybe<{ currency: string }>(sql`
    select l.currency
      from partners p
      join price_lists l on l.book_id = p.book_id and l.id = p.price_list_id and l.is_active
     where p.book_id = ${bookId} and p.id = ${partnerId}`)
  return row?.currency
}
