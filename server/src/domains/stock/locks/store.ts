/** SQL of what forbids movements: running counts, and months whose excise report is filed. */
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'

export interface Locks {
  is_filed: boolean
  is_counted: boolean
}

/** What forbids every movement of a warehouse on a day; with `beside`, what else the caller needs in the same breath. */
export async function findLocks<Beside = object>(
  db: Queryable,
  at: { bookId: string; warehouseId: string; day: Day },
  beside?: Sql,
): Promise<Locks & Beside> {
  const row = await db.maybe<Locks & Beside>(sql`
    select exists (select 1
                     from filed_excise_periods
                    where book_id = ${at.bookId} and period = ${at.day.slice(0, 7)} and is_filed) as is_filed,
           exists (select 1
                     from inventory_counts
                    where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and status = 'running')
             as is_counted${beside ? sql`, ${beside}` : sql``}`)
  return row!
}

export interface ExcisePeriodRow {
  id: string
  period: string
  is_filed: boolean
}

export const excisePeriodTable: Table<ExcisePeriodRow> = {
  name: 'filed_excise_periods',
  columns: { id: 'uuid', period: 'text', is_filed: 'boolean' },
}

export const listExcisePeriods = (db: Queryable, bookId: string): Promise<ExcisePeriodRow[]> =>
  db.many(sql`
    select id, period, is_filed
      from filed_excise_periods
     where book_id = ${bookId}
     order by period`)
