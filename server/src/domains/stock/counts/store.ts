/** SQL of inventory counts. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type CopyingTable, only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import { itemCopies, keptItem } from '../../core/items/copies.ts'
import type { CopyingDocuments, UnitColumns } from '../../core/items/store.ts'
import { asOf } from '../levels/store.ts'
import type { WarehouseType } from '../warehouses/store.ts'
import type { countStatuses } from './schema.ts'

interface CountColumns {
  id: string
  version: number
  number: string
  status: (typeof countStatuses)[number]
  date: Day
  warehouse_id: string
  warehouse_name: string
  scope: 'all' | 'listed'
  item_ids: string[]
  notes: string | null
  issue_id: string | null
  receipt_id: string | null
}

export interface InventoryCount extends CountColumns, Listed {
  warehouse_type: WarehouseType
}

const columns = sql`r.id, r.version, r.number, r.status, r.date, r.warehouse_id,
  coalesce(r.warehouse_name, w.name) as warehouse_name,
  w.type as warehouse_type, r.scope, r.item_ids, r.notes, r.issue_id, r.receipt_id, r.created_at, r.updated_at`

const withWarehouse = sql`inventory_counts r join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id`

export const findCount = (db: Queryable, bookId: string, id: string): Promise<InventoryCount | undefined> =>
  db.maybe(sql`select ${columns} from ${withWarehouse} where r.book_id = ${bookId} and r.id = ${id}`)

export const findRunning = (db: Queryable, bookId: string, warehouseId: string): Promise<InventoryCount | undefined> =>
  db.maybe(sql`
    select ${columns}
      from ${withWarehouse}
     where r.book_id = ${bookId} and r.warehouse_id = ${warehouseId} and r.status = 'running'`)

export const listCounts = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<InventoryCount>> => selectPage(db, { bookId, columns, from: withWarehouse, where }, page)

const countTable: Table<CountColumns> = {
  name: 'inventory_counts',
  columns: {
    id: 'uuid',
    version: 'integer',
    number: 'text',
    status: 'text',
    date: 'date',
    warehouse_id: 'uuid',
    warehouse_name: 'text',
    scope: 'text',
    item_ids: 'uuid[]',
    notes: 'text',
    issue_id: 'uuid',
    receipt_id: 'uuid',
  },
}

export function saveCount(tx: Tx, bookId: string, count: InventoryCount): Promise<void> {
  return upsertRows(tx, countTable, { bookId, now: count.updated_at }, [only(countTable, count)])
}

export interface CountLineColumns {
  id: string
  count_id: string
  line_order: number
  item_id: string
  lot_id: string | null
  expected_quantity: string | null
  counted_quantity: string | null
  cost_missing: boolean
}

export interface CountLineRow extends CountLineColumns, UnitColumns {
  item_code: string | null
  item_name: string
  /** Of the layer the line counts. */
  lot_number: string | null
  expiry_date: Day | null
  lot_unit_price: string | null
  created_at: Instant
}

export const listCountLines = (db: Queryable, bookId: string, countId: string): Promise<CountLineRow[]> =>
  db.many(sql`
    select l.id, l.count_id, l.line_order, l.item_id, ${keptItem}, l.lot_id, o.lot_number, o.expiry_date,
           o.unit_price::text as lot_unit_price,
           trim_scale(l.expected_quantity)::text as expected_quantity,
           trim_scale(l.counted_quantity)::text as counted_quantity, l.cost_missing, l.created_at
      from inventory_count_lines l
      join items i on i.book_id = l.book_id and i.id = l.item_id
      join units u on u.book_id = i.book_id and u.id = i.unit_id
      left join stock_lots o on o.book_id = l.book_id and o.id = l.lot_id
     where l.book_id = ${bookId} and l.count_id = ${countId}
     order by l.line_order`)

const lineTable: Table<CountLineColumns> & CopyingTable = {
  name: 'inventory_count_lines',
  columns: {
    id: 'uuid',
    count_id: 'uuid',
    line_order: 'integer',
    item_id: 'uuid',
    lot_id: 'uuid',
    expected_quantity: 'numeric',
    counted_quantity: 'numeric',
    cost_missing: 'boolean',
  },
  copied: itemCopies(),
}

/** For `copyItemsToDrafts`. */
export const copyingCounts: CopyingDocuments = {
  name: 'inventory_counts',
  open: "r.status in ('draft', 'running')",
  lines: lineTable,
  owner: 'count_id',
}

export const saveCountLines = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  lines: readonly CountLineColumns[],
): Promise<void> =>
  upsertRows(
    tx,
    lineTable,
    at,
    lines.map(line => only(lineTable, line)),
  )

/** What the warehouse held at the end of the day: of all items that had stock there, or of the listed ones. */
export const listExpected = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; day: Day; itemIds: string[] | null },
): Promise<{ item_id: string; quantity: string }[]> =>
  tx.many(sql`
    select r.item_id, trim_scale(past.quantity)::text as quantity
      from stock_levels r
      join items i on i.book_id = r.book_id and i.id = r.item_id
           ${asOf(at.day)}
     where r.book_id = ${at.bookId} and r.warehouse_id = ${at.warehouseId}
       and case when ${at.itemIds}::uuid[] is null then past.quantity > 0 else r.item_id = any (${at.itemIds}::uuid[]) end
     order by i.code, r.item_id`)

/** What layers that lines count held at the end of the day. */
export const listExpectedOfLots = (
  tx: Tx,
  at: { bookId: string; day: Day; ids: string[] },
): Promise<{ id: string; item_id: string; warehouse_id: string; received_on: Day; quantity: string }[]> =>
  tx.many(sql`
    select o.id, o.item_id, o.warehouse_id, o.received_on,
           trim_scale(case when o.received_on <= ${at.day}::date
                      then o.received_quantity - coalesce(taken.quantity, 0) else 0 end)::text as quantity
      from stock_lots o
      left join lateral (
        select sum(a.quantity) as quantity
          from stock_allocations a
          join stock_documents d on d.book_id = a.book_id and d.id = a.document_id
         where a.book_id = o.book_id and a.lot_id = o.id and d.date <= ${at.day}::date) taken on true
     where o.book_id = ${at.bookId} and o.id = any (${at.ids}::uuid[])`)

export const freshLine = (countId: string, place: number, itemId: string): CountLineColumns => ({
  id: newId(),
  count_id: countId,
  line_order: place,
  item_id: itemId,
  lot_id: null,
  expected_quantity: null,
  counted_quantity: null,
  cost_missing: false,
})

export const renameWarehousesOfCounts = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  ids: string[],
): Promise<number> =>
  tx.run(sql`
    update inventory_counts r
       set warehouse_name = (select name from warehouses where book_id = r.book_id and id = r.warehouse_id),
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and status in ('draft', 'running') and warehouse_id = any (${ids}::uuid[])`)
