/** SQL of what forbids movements: running counts, and months whose excise report is filed. */
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import { beersOf, hasBeer } from '../../core/index.ts'

export interface Locks {
  is_filed: boolean
  is_counted: boolean
}

/** What would move: the lines of documents, or items. */
export type MovedItems = { documentIds: string[] } | { itemIds: string[] }

export interface LockKey {
  bookId: string
  warehouseId: string
  /** Where a transfer goes. */
  targetId: string | null
  day: Day
  moved: MovedItems
}

/** What forbids a movement in a warehouse on a day; with `beside`, what else the caller needs in the same breath. */
export async function findLocks<Beside = object>(db: Queryable, at: LockKey, beside?: Sql): Promise<Locks & Beside> {
  const row = await db.maybe<Locks & Beside>(sql`
    select ${isFiled(at)} as is_filed, ${isCounted(at.bookId, at.warehouseId)} as is_counted${
      beside ? sql`, ${beside}` : sql``
    }`)
  return row!
}

const isCounted = (bookId: string, warehouseId: string): Sql => sql`exists (
  select 1
    from inventory_counts
   where book_id = ${bookId} and warehouse_id = ${warehouseId} and status = 'running')`

/** Whether a count runs in the warehouse. */
export const isCountedNow = async (db: Queryable, bookId: string, warehouseId: string): Promise<boolean> =>
  (await db.maybe<{ is_counted: boolean }>(sql`select ${isCounted(bookId, warehouseId)} as is_counted`))!.is_counted

/** Up to the end of the newest filed month: an older one that is open would change its opening. Beer alone is bound. */
const isFiled = ({ bookId, warehouseId, targetId, day, moved }: LockKey): Sql => sql`case
  when exists (select 1
                 from filed_excise_periods
                where book_id = ${bookId} and period >= ${day.slice(0, 7)} and is_filed)
   and exists (select 1
                 from warehouses
                where book_id = ${bookId} and id in (${warehouseId}, ${targetId}) and is_excise_relevant)
  then ${hasBeer(sql`${bookId}`, itemsOf(bookId, moved))}
  else false end`

const itemsOf = (bookId: string, moved: MovedItems): Sql =>
  'itemIds' in moved
    ? sql`select unnest(${moved.itemIds}::uuid[])`
    : sql`select item_id from stock_lines where book_id = ${bookId} and document_id = any (${moved.documentIds}::uuid[])`

/** Warehouses with beer in them now, or in a month that is filed: their part in excise is settled. */
export async function listWarehousesOfBeer(db: Queryable, bookId: string): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    with filed as (
      select max(period) as period
        from filed_excise_periods
       where book_id = ${bookId} and is_filed),
    beers as (
      select item_id
        from ${beersOf(bookId)} beers)
    select warehouse_id as id
      from stock_levels
     where book_id = ${bookId} and quantity > 0 and item_id in (select item_id from beers)
     union
    select unnest(array[d.warehouse_id, d.target_warehouse_id])
      from stock_documents d
      join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
     where d.book_id = ${bookId} and d.status = 'confirmed'
       and to_char(d.date, 'YYYY-MM') <= (select period from filed)
       and l.item_id in (select item_id from beers)`)
  return new Set(rows.map(({ id }) => id))
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
