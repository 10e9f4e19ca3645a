/** SQL of price lists. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'

export interface PriceListRow {
  id: string
  code: string
  name: string
  currency: string
  is_active: boolean
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

export async function insertPriceList(tx: Tx, bookId: string, list: PriceListRow, now: Instant): Promise<void> {
  await tx.run(sql`
    insert into price_lists (book_id, id, code, name, currency, is_active, created_at, updated_at)
    values (${bookId}, ${list.id}, ${list.code}, ${list.name}, ${list.currency}, ${list.is_active}, ${now}, ${now})`)
}

/** The currency stays: prices were written in it. */
export async function updatePriceList(tx: Tx, bookId: string, list: PriceListRow, now: Instant): Promise<void> {
  await tx.run(sql`
    update price_lists
       set name = ${list.name},
           is_active = ${list.is_active},
           updated_at = ${now}
     where book_id = ${bookId} and id = ${list.id}`)
}
