/** SQL of FIFO layers, and of the way goods took through them. */

import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { Day } from '../../../lib/days.ts'
import { shownItemOf } from '../../core/index.ts'
import { withCurrentNames } from '../levels/store.ts'

/** A layer is a line of a posted receipt: it shows what the receipt said. Postings write it. */
const lotTable = defineTable({
  name: 'stock_lots',
  columns: {
    id: column.uuid(),
    item_id: column.uuid(),
    warehouse_id: column.uuid(),
    received_quantity: column.decimal(),
    unit_price: column.decimal(),
    lot_number: orNull(column.text()),
    expiry_date: orNull(column.date()),
  },
  computed: {
    ...shownItemOf('l'),
    quantity: readAs(column.decimal(), 'trim_scale(r.remaining_quantity)::text'),
    warehouse_name: readAs(column.text(), 'coalesce(d.warehouse_name, w.name)'),
    receipt_id: readAs(column.uuid(), 'd.id'),
    receipt_number: readAs(column.text(), 'd.number'),
    receipt_date: readAs(column.date(), 'd.date'),
    supplier_name: readAs(orNull(column.text()), 'coalesce(d.partner_name, p.name)'),
  },
  joins: sql`${withCurrentNames}
    join stock_lines l on l.book_id = r.book_id and l.id = r.id
    join stock_documents d on d.book_id = r.book_id and d.id = r.document_id
    left join partners p on p.book_id = r.book_id and p.id = d.partner_id`,
})

export type LotRow = RowOf<typeof lotTable>

export const listLots = lotTable.page

export const findLot = lotTable.find

export interface TraceRow {
  lot_id: string
  depth: number
  lot_number: string | null
  item_id: string
  item_code: string | null
  item_name: string
  warehouse_id: string
  warehouse_name: string
  document_object: string
  document_id: string
  document_number: string
  date: Day
  movement_purpose: string
  partner_id: string | null
  partner_name: string | null
  quantity: string
}

/** Long chains end here: a lot is hardly moved more often. */
const deepest = 50

/** A transfer carries a layer on line by line; a repack makes all its outputs of all its inputs. */
const ancestors = (bookId: string, lotId: string): Sql => sql`
  with recursive way (lot_id, depth) as (
    select ${lotId}::uuid, 0
     union
    select next.lot_id, way.depth + 1
      from way
      join stock_lines l on l.book_id = ${bookId} and l.id = way.lot_id
      join stock_documents d on d.book_id = ${bookId} and d.id = l.document_id
     cross join lateral (
        select l.source_lot_id as lot_id
         where l.source_lot_id is not null
         union
        select a.lot_id
          from stock_documents i
          join stock_allocations a on a.book_id = ${bookId} and a.document_id = i.id
         where i.book_id = ${bookId} and i.repack_id = d.repack_id and i.movement_type = 'issue') next
     where way.depth < ${deepest})`

const descendants = (bookId: string, lotId: string): Sql => sql`
  with recursive way (lot_id, depth) as (
    select ${lotId}::uuid, 0
     union
    select next.lot_id, way.depth + 1
      from way
     cross join lateral (
        select l.id as lot_id
          from stock_lines l
         where l.book_id = ${bookId} and l.source_lot_id = way.lot_id
         union
        select o.id
          from stock_allocations a
          join stock_documents i on i.book_id = ${bookId} and i.id = a.document_id and i.repack_id is not null
          join stock_documents d
            on d.book_id = ${bookId} and d.repack_id = i.repack_id and d.movement_type = 'receipt'
          join stock_lots o on o.book_id = ${bookId} and o.document_id = d.id
         where a.book_id = ${bookId} and a.lot_id = way.lot_id) next
     where way.depth < ${deepest})`

/** As the receipt of each lot named it, and as each document named its partner. */
const traceColumns = sql`way.lot_id, min(way.depth) as depth, o.lot_number, o.item_id,
  case when k.item_name is null then i.code else k.item_code end as item_code,
  coalesce(k.item_name, i.name) as item_name, o.warehouse_id, coalesce(e.warehouse_name, w.name) as warehouse_name,
  d.id as document_id, d.number as document_number, d.date, d.movement_purpose, d.partner_id,
  coalesce(d.partner_name, p.name) as partner_name`

const traceGroup = sql`way.lot_id, o.lot_number, o.item_id, k.item_name, k.item_code, i.code, i.name, o.warehouse_id,
  e.warehouse_name, w.name, d.id, d.number, d.date, d.movement_purpose, d.partner_id, d.partner_name, p.name`

const traceNames = sql`
  join stock_lots o on o.book_id = d.book_id and o.id = way.lot_id
  join stock_lines k on k.book_id = o.book_id and k.id = o.id
  join stock_documents e on e.book_id = o.book_id and e.id = o.document_id
  join items i on i.book_id = o.book_id and i.id = o.item_id
  join warehouses w on w.book_id = o.book_id and w.id = o.warehouse_id
  left join partners p on p.book_id = d.book_id and p.id = d.partner_id`

/** The receipts the lot goes back to, its own first. */
export const traceBack = (db: Queryable, bookId: string, lotId: string): Promise<TraceRow[]> =>
  db.many(sql`
    ${ancestors(bookId, lotId)}
    select ${traceColumns}, 'goods_receipt' as document_object, trim_scale(o.received_quantity)::text as quantity
      from way
      join stock_lines l on l.book_id = ${bookId} and l.id = way.lot_id
      join stock_documents d on d.book_id = ${bookId} and d.id = l.document_id
      ${traceNames}
     group by ${traceGroup}, o.received_quantity
     order by depth, d.date, d.number, way.lot_id`)

/** The issues that took from the lot, or from what became of it. */
export const traceOn = (db: Queryable, bookId: string, lotId: string): Promise<TraceRow[]> =>
  db.many(sql`
    ${descendants(bookId, lotId)}
    select ${traceColumns}, 'stock_issue' as document_object, trim_scale(sum(a.quantity))::text as quantity
      from (select lot_id, min(depth) as depth from way group by lot_id) way
      join stock_allocations a on a.book_id = ${bookId} and a.lot_id = way.lot_id
      join stock_documents d on d.book_id = ${bookId} and d.id = a.document_id
      ${traceNames}
     group by ${traceGroup}
     order by depth, d.date, d.number, way.lot_id`)
