/** SQL of stock levels: now, and on a past day. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { raw, type Sql, sql, unprepared } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'

/** The names a stock row is shown with. */
export interface NamedRow {
  item_id: string
  item_code: string | null
  item_name: string
  warehouse_id: string
  warehouse_name: string
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

export interface LevelRow extends Listed, NamedRow {
  quantity: string
  reserved_quantity: string
  value: string
}

export const nameColumns = sql`r.item_id, i.code as item_code, i.name as item_name, r.warehouse_id,
  w.name as warehouse_name, u.id as unit_id, u.code as unit_code, u.symbol as unit_symbol,
  u.dimension as unit_dimension, u.decimals as unit_decimals`

export const withNames = sql`
  join items i on i.book_id = r.book_id and i.id = r.item_id
  join units u on u.book_id = r.book_id and u.id = i.unit_id
  join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id`

/**
 * True of every level. Whoever reads all of a warehouse says so; nobody else is offered its index, in which PostgreSQL would
 * look for single levels where most warehouses are small.
 */
export const ofWholeWarehouse = (row: 'r' | 'u'): string => `${row}.created_at > '-infinity'`

/** For lists. Kept, a plan for any book would walk all items for every row of the page: most books are small. */
export const withCurrentNames = sql`${withNames} ${unprepared}`

const levelColumns = sql`r.id, ${nameColumns}, trim_scale(r.quantity)::text as quantity,
  trim_scale(r.reserved_quantity)::text as reserved_quantity, r.value::text as value, r.created_at, r.updated_at`

/** The levels `l` of the items that are `wanted`, found one by one: most books are small, and a plan for those reads the book. */
export const levelsOf = (bookId: string, of: { warehouseId: string; itemIds: readonly string[] }): Sql => sql`
  (select distinct unnest(${of.itemIds}::uuid[]) as item_id) wanted
  cross join lateral (
    select quantity, reserved_quantity
      from stock_levels
     where book_id = ${bookId} and item_id = wanted.item_id and warehouse_id = ${of.warehouseId}
     limit 1) l`

const whole = (of: Selection) => ({ ...of, keepsDay: true, where: [...of.where, raw(ofWholeWarehouse('r'))] })

export const listLevels = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<LevelRow>> =>
  selectPage(db, { ...whole(of), columns: levelColumns, from: sql`stock_levels r ${withCurrentNames}` }, page)

/** Whole months before the day, then the days of its month: few rows, however long the history. */
export const asOf = (day: Day): Sql => sql`
  cross join lateral (
    select coalesce(sum(moved.quantity), 0) as quantity, coalesce(sum(moved.value), 0) as value
      from (select quantity, value
              from stock_months
             where book_id = r.book_id and warehouse_id = r.warehouse_id and item_id = r.item_id
               and month < date_trunc('month', ${day}::date)::date
             union all
            select quantity, value
              from stock_days
             where book_id = r.book_id and warehouse_id = r.warehouse_id and item_id = r.item_id
               and day between date_trunc('month', ${day}::date)::date and ${day}::date) moved) past`

const pastColumns = sql`r.id, ${nameColumns}, trim_scale(past.quantity)::text as quantity,
  '0' as reserved_quantity, past.value::text as value, r.created_at, r.updated_at`

/** As the documents known now say: a document confirmed since, but dated before, counts. */
export const listLevelsAsOf = (
  db: Queryable,
  { day, ...of }: Selection & { day: Day },
  page: PageRequest,
): Promise<Page<LevelRow>> =>
  selectPage(
    db,
    { ...whole(of), columns: pastColumns, from: sql`stock_levels r ${withCurrentNames} ${asOf(day)}` },
    page,
  )

/** Levels and reservations show the names of their item and warehouse: a new name is a change of theirs. */
export async function touchNamed(
  tx: Tx,
  at: { bookId: string; now: Instant },
  { by, ids }: { by: 'item_id' | 'warehouse_id'; ids: string[] },
): Promise<void> {
  for (const table of ['stock_levels', 'stock_reservations']) {
    await tx.run(sql`
      update ${raw(table)}
         set updated_at = ${at.now}
       where book_id = ${at.bookId} and ${raw(by)} = any (${ids}::uuid[])`)
  }
}
