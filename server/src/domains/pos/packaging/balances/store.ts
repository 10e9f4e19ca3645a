/** SQL of packaging balances: what partners, and people unknown, hold. */
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../../db/paging.ts'
import type { Queryable, Tx } from '../../../../db/pool.ts'
import { raw, sql, unprepared } from '../../../../db/sql.ts'
import type { Day } from '../../../../lib/days.ts'
import type { Instant } from '../../../../lib/instants.ts'

export interface Balance extends Listed {
  partner_id: string | null
  partner_name: string | null
  item_id: string
  item_code: string | null
  item_name: string
  deposit_id: string
  deposit_code: string
  deposit_name: string
  pieces: string
  deposit_amount: string
  currency: string
  last_movement_on: Day
}

const columns = sql`r.id, r.partner_id, p.name as partner_name, r.item_id, i.code as item_code, i.name as item_name,
  r.deposit_id, d.code as deposit_code, d.name as deposit_name, trim_scale(r.pieces)::text as pieces,
  d.amount::text as deposit_amount, d.currency, r.last_movement_on, r.created_at, r.updated_at`

const withNames = sql`packaging_balances r
  join items i on i.book_id = r.book_id and i.id = r.item_id
  join deposits d on d.book_id = r.book_id and d.id = r.deposit_id
  left join partners p on p.book_id = r.book_id and p.id = r.partner_id`

export const pageBalances = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<Balance>> =>
  selectPage(db, { ...of, columns, from: sql`${withNames} ${unprepared}` }, page)

/** Of some deposits, as they are now, by code. */
export const listBalances = (
  db: Queryable,
  bookId: string,
  { partnerId, depositIds }: { partnerId: string | null; depositIds: readonly string[] },
): Promise<Balance[]> =>
  db.many(sql`
    select ${columns}
      from ${withNames}
     where r.book_id = ${bookId} and r.deposit_id = any (${depositIds}::uuid[])
       and ${partnerId === null ? sql`r.partner_id is null` : sql`r.partner_id = ${partnerId}`}
     order by d.code`)

/** Balances show the names of their partner, item and deposit: a new name is a change of theirs. Sent without waiting. */
export function touchBalances(
  tx: Tx,
  at: { bookId: string; now: Instant },
  { by, ids }: { by: 'partner_id' | 'item_id' | 'deposit_id'; ids: string[] },
): void {
  tx.send(sql`
    update packaging_balances
       set updated_at = ${at.now}
     where book_id = ${at.bookId} and ${raw(by)} = any (${ids}::uuid[])`)
}
