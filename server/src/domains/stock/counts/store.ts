/** SQL of inventory counts. */

import type { Queryable, Tx } from '../../../db/pool.ts'
import { raw, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import type { Day } from '../../../lib/days.ts'
import { newId } from '../../../lib/ids.ts'
import { type CopyingDocuments, itemCopies, itemJoins, shownItem } from '../../core/index.ts'
import { asOf, ofWholeWarehouse } from '../levels/store.ts'
import type { WarehouseType } from '../warehouses/store.ts'
import type { countStatuses } from './schema.ts'

export const countTable = defineTable({
  name: 'inventory_counts',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<(typeof countStatuses)[number]>(),
    date: column.date(),
    warehouse_id: column.uuid(),
    warehouse_name: readAs(column.text(), 'coalesce(r.warehouse_name, w.name)'),
    scope: column.text<'all' | 'listed'>(),
    item_ids: column.uuids(),
    notes: orNull(column.text()),
    issue_id: orNull(column.uuid()),
    receipt_id: orNull(column.uuid()),
  },
  computed: { warehouse_type: readAs(column.text<WarehouseType>(), 'w.type') },
  joins: sql`join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id`,
})

export type InventoryCount = RowOf<typeof countTable>

export const findRunning = (db: Queryable, bookId: string, warehouseId: string): Promise<InventoryCount | undefined> =>
  countTable.findWhere(db, bookId, sql`r.warehouse_id = ${warehouseId} and r.status = 'running'`)

export const countLineTable = defineTable({
  name: 'inventory_count_lines',
  columns: {
    id: column.uuid(),
    count_id: column.uuid(),
    line_order: column.integer(),
    item_id: column.uuid(),
    lot_id: orNull(column.uuid()),
    expected_quantity: orNull(column.decimal()),
    counted_quantity: orNull(column.decimal()),
    cost_missing: column.boolean(),
  },
  computed: {
    ...shownItem,
    /** Of the layer the line counts. */
    lot_number: readAs(orNull(column.text()), 'o.lot_number'),
    expiry_date: readAs(orNull(column.date()), 'o.expiry_date'),
    lot_unit_price: readAs(orNull(column.amount()), 'o.unit_price::text'),
  },
  joins: sql`${itemJoins} left join stock_lots o on o.book_id = r.book_id and o.id = r.lot_id`,
  copied: itemCopies(),
})

export type CountLineRow = RowOf<typeof countLineTable>
export type CountLineColumns = StoredOf<typeof countLineTable>

export const listCountLines = (db: Queryable, bookId: string, countId: string): Promise<CountLineRow[]> =>
  countLineTable.all(db, bookId, { condition: sql`r.count_id = ${countId}`, order: 'line_order' })

/** For `copyItemsToDrafts`. */
export const copyingCounts: CopyingDocuments = {
  name: 'inventory_counts',
  open: "r.status in ('draft', 'running')",
  lines: countLineTable,
  owner: 'count_id',
}

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
     where r.book_id = ${at.bookId} and r.warehouse_id = ${at.warehouseId} and ${raw(ofWholeWarehouse('r'))}
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

export const freshLine = (countId: string, order: number, itemId: string): CountLineColumns => ({
  id: newId(),
  count_id: countId,
  line_order: order,
  item_id: itemId,
  lot_id: null,
  expected_quantity: null,
  counted_quantity: null,
  cost_missing: false,
})
