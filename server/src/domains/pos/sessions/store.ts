/** SQL of cash desk sessions and of the money they moved themselves. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { Denomination, SessionStatus } from './schema.ts'

export const sessionTable = defineTable({
  name: 'cash_desk_sessions',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<SessionStatus>(),
    cash_desk_id: column.uuid(),
    cash_desk_name: column.text(),
    /** The drawer it counts. */
    cash_account_id: column.uuid(),
    currency: column.text(),
    opened_at: column.instant(),
    /** The day where the account is. */
    opened_on: column.date(),
    closed_at: orNull(column.instant()),
    opening_float: column.decimal(),
    expected_float: orNull(column.decimal()),
    float_explained: column.boolean(),
    expected_cash: orNull(column.decimal()),
    counted_cash: orNull(column.decimal()),
    withdrawn: orNull(column.decimal()),
    denominations: orNull(column.json<Denomination[]>()),
    notes: orNull(column.text()),
  },
  searched: ({ number }) => [number],
})

export type Session = RowOf<typeof sessionTable>

/** The newest closed session of a desk. */
export const findLastClosed = async (db: Queryable, bookId: string, deskId: string): Promise<Session | undefined> => {
  const last = await db.maybe<{ id: string }>(sql`
    select id
      from cash_desk_sessions
     where book_id = ${bookId} and cash_desk_id = ${deskId} and status = 'closed'
     order by created_at desc, id desc
     limit 1`)
  return last && sessionTable.get(db, bookId, last.id)
}

export type EntryKind = 'cash_in' | 'cash_out' | 'float' | 'difference' | 'withdrawal'

export interface Entry {
  id: string
  session_id: string
  kind: EntryKind
  /** What the drawer gained; negative what it lost. */
  amount: string
  cashflow_id: string
  transfer_cashflow_id: string | null
}

export function insertEntry(tx: Tx, { bookId, now }: { bookId: string; now: Instant }, entry: Entry): void {
  tx.send(sql`
    insert into cash_desk_entries (book_id, id, session_id, kind, amount, cashflow_id, transfer_cashflow_id, created_at)
    values (${bookId}, ${entry.id}, ${entry.session_id}, ${entry.kind}, ${entry.amount}, ${entry.cashflow_id},
            ${entry.transfer_cashflow_id}, ${now})`)
}

/** The report is kept as it was written: the same bytes ever after. */
export function keepReport(tx: Tx, bookId: string, { id, report }: { id: string; report: string }): void {
  tx.send(sql`
    update cash_desk_sessions
       set report = ${report}::json
     where book_id = ${bookId} and id = ${id}`)
}

export const findReport = async (db: Queryable, bookId: string, id: string): Promise<string | null> => {
  const row = await db.maybe<{ report: string | null }>(sql`
    select report::text
      from cash_desk_sessions
     where book_id = ${bookId} and id = ${id}`)
  return row?.report ?? null
}
