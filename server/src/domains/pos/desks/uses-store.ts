/** SQL of what cash desks are used for, and of saving them. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { only, upsertRows } from '../../../db/upsert.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type DeskFacts, deskFactsTable } from './store.ts'

export interface DeskUse {
  id: string
  /** Something was sold there, or a session was opened. */
  is_used: boolean
  is_open: boolean
  is_tapping: boolean
}

export const listDeskUses = (db: Queryable, bookId: string): Promise<DeskUse[]> =>
  db.many(sql`
    select d.id,
           exists (select 1 from cash_desk_sessions s where s.book_id = d.book_id and s.cash_desk_id = d.id)
             or exists (select 1 from pos_sales s where s.book_id = d.book_id and s.cash_desk_id = d.id) as is_used,
           d.open_session_id is not null as is_open,
           exists (select 1
                     from keg_taps k
                    where k.book_id = d.book_id and k.cash_desk_id = d.id and k.status = 'tapped') as is_tapping
      from cash_desks d
     where d.book_id = ${bookId}`)

export async function saveDesks(
  tx: Tx,
  at: { bookId: string; now: Instant },
  rows: readonly DeskFacts[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  // Two desks may change drawers with each other: between the two neither has one.
  tx.send(sql`
    update cash_desks
       set is_active = false
     where book_id = ${at.bookId} and id = any (${ids}::uuid[])`)
  await upsertRows(tx, at, { table: deskFactsTable, rows: rows.map(row => only(deskFactsTable, row)) })
  await renameInDocuments(tx, at, ids)
}

/** Open sessions and kegs that are not empty show a desk as it is called now; what ended keeps what it said. */
async function renameInDocuments(tx: Tx, at: { bookId: string; now: Instant }, ids: string[]): Promise<void> {
  tx.send(sql`
    update cash_desk_sessions s
       set cash_desk_name = d.name, version = s.version + 1, updated_at = ${at.now}
      from cash_desks d
     where d.book_id = ${at.bookId} and d.id = any (${ids}::uuid[])
       and s.book_id = d.book_id and s.cash_desk_id = d.id and s.status = 'open' and s.cash_desk_name <> d.name`)
  tx.send(sql`
    update keg_taps k
       set cash_desk_name = d.name, version = k.version + 1, updated_at = ${at.now}
      from cash_desks d
     where d.book_id = ${at.bookId} and d.id = any (${ids}::uuid[])
       and k.book_id = d.book_id and k.cash_desk_id = d.id and k.status in ('tapped', 'removed')
       and k.cash_desk_name <> d.name`)
}
