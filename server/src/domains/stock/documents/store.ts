/** SQL of goods receipts, stock issues and their lines. */

import type { PageRequest, Selection } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import { copyAgain } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type CopyingDocuments, type ItemType, itemCopies, itemJoins, shownItem } from '../../core/index.ts'
import type { WarehouseType } from '../warehouses/store.ts'
import type { MovementPurpose, MovementType, StockStatus } from './schema.ts'

export const stockDocumentTable = defineTable({
  name: 'stock_documents',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    movement_type: column.text<MovementType>(),
    number: column.text(),
    movement_purpose: column.text<MovementPurpose>(),
    status: column.text<StockStatus>(),
    date: column.date(),
    warehouse_id: column.uuid(),
    warehouse_name: readAs(column.text(), 'coalesce(r.warehouse_name, w.name)'),
    target_warehouse_id: orNull(column.uuid()),
    target_name: readAs(orNull(column.text()), 'coalesce(r.target_name, t.name)'),
    partner_id: orNull(column.uuid()),
    partner_name: readAs(orNull(column.text()), 'coalesce(r.partner_name, p.name)'),
    order_id: orNull(column.uuid()),
    batch_id: orNull(column.uuid()),
    /** The phase whose ingredients it was drafted from. */
    batch_phase: orNull(column.text()),
    packaging_run_id: orNull(column.uuid()),
    repack_id: orNull(column.uuid()),
    count_id: orNull(column.uuid()),
    source_issue_id: orNull(column.uuid()),
    pos_sale_id: orNull(column.uuid()),
    packaging_return_id: orNull(column.uuid()),
    keg_tap_id: orNull(column.uuid()),
    additional_cost: column.amount(),
    total_cost: column.amount(),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
    posted_at: orNull(column.instant()),
  },
  computed: { warehouse_type: readAs(column.text<WarehouseType>(), 'w.type') },
  joins: sql`
    join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id
    left join warehouses t on t.book_id = r.book_id and t.id = r.target_warehouse_id
    left join partners p on p.book_id = r.book_id and p.id = r.partner_id`,
  searched: document => [document.number, document.notes],
})

export type StockDocument = RowOf<typeof stockDocumentTable>

/** Receipts and issues stand in one table, and each is found at its own address alone. */
export const tableOf = (type: MovementType) => {
  const isOfType = sql`r.movement_type = ${type}`
  return {
    ...stockDocumentTable,
    find: (db: Queryable, bookId: string, id: string) =>
      stockDocumentTable.findWhere(db, bookId, sql`r.id = ${id} and ${isOfType}`),
    page: (db: Queryable, { bookId, where }: Selection, page: PageRequest) =>
      stockDocumentTable.page(db, { bookId, where: [isOfType, ...where] }, page),
  }
}

/** How its warehouses and its partner are called now. */
export const findNames = (
  db: Queryable,
  bookId: string,
  id: string,
): Promise<Pick<StockDocument, 'warehouse_name' | 'target_name' | 'partner_name'> | undefined> =>
  db.maybe(sql`
    select w.name as warehouse_name, t.name as target_name, p.name as partner_name
      from ${stockDocumentTable.from}
     where r.book_id = ${bookId} and r.id = ${id}`)

/** The draft or confirmed receipt of a transfer. */
export const findReceiptOfTransfer = (
  db: Queryable,
  bookId: string,
  issueId: string,
): Promise<StockDocument | undefined> =>
  stockDocumentTable.findWhere(db, bookId, sql`r.source_issue_id = ${issueId} and r.status <> 'cancelled'`)

/** Drafts made for an order, the oldest first. */
export const listDraftsOfOrder = (db: Queryable, bookId: string, orderId: string): Promise<StockDocument[]> =>
  stockDocumentTable.all(db, bookId, { condition: sql`r.order_id = ${orderId} and r.status = 'draft'`, order: 'id' })

export const stockLineTable = defineTable({
  name: 'stock_lines',
  columns: {
    id: column.uuid(),
    document_id: column.uuid(),
    line_order: column.integer(),
    item_id: column.uuid(),
    quantity: column.decimal(),
    issued_quantity: orNull(column.decimal()),
    unit_price: orNull(column.decimal()),
    given_value: orNull(column.amount()),
    value: orNull(column.amount()),
    lot_id: orNull(column.uuid()),
    lot_number: orNull(column.text()),
    expiry_date: orNull(column.date()),
    source_lot_id: orNull(column.uuid()),
    order_line_id: orNull(column.uuid()),
    notes: orNull(column.text()),
  },
  computed: {
    ...shownItem,
    item_type: readAs(column.text<ItemType>(), 'i.item_type'),
    volume_l: readAs(orNull(column.decimal()), 'trim_scale(i.volume_l)::text'),
  },
  joins: itemJoins,
  copied: itemCopies(),
})

export type StockLineRow = RowOf<typeof stockLineTable>
export type StockLineColumns = StoredOf<typeof stockLineTable>

export const listStockLines = (db: Queryable, bookId: string, documentId: string): Promise<StockLineRow[]> =>
  stockLineTable.all(db, bookId, { condition: sql`r.document_id = ${documentId}`, order: 'line_order' })

/** For `copyItemsToDrafts`. */
export const copyingStockDocuments: CopyingDocuments = {
  name: 'stock_documents',
  open: "r.status = 'draft'",
  lines: stockLineTable,
  owner: 'document_id',
}

/** A document that is a draft again shows its items as they are now. */
export const copyItems = (tx: Tx, at: { bookId: string; now: Instant }, documentId: string): Promise<void> =>
  copyAgain(tx, at, { table: stockLineTable, condition: sql`sent.document_id = ${documentId}` })

export interface AllocationView {
  line_id: string
  lot_id: string
  lot_number: string | null
  quantity: string
  value: string
}

export const listAllocations = (db: Queryable, bookId: string, documentId: string): Promise<AllocationView[]> =>
  db.many(sql`
    select a.line_id, a.lot_id, o.lot_number, trim_scale(a.quantity)::text as quantity, a.value::text as value
      from stock_allocations a
      join stock_lines l on l.book_id = a.book_id and l.id = a.line_id
      join stock_lots o on o.book_id = a.book_id and o.id = a.lot_id
     where a.book_id = ${bookId} and a.document_id = ${documentId}
     order by l.line_order, o.received_on, o.posted_at, o.line_order, o.id`)

/** Layers a draft may name: of the item, in the warehouse. */
export const findLotsToName = (
  db: Queryable,
  bookId: string,
  ids: string[],
): Promise<{ id: string; item_id: string; warehouse_id: string }[]> =>
  db.many(sql`
    select id, item_id, warehouse_id
      from stock_lots
     where book_id = ${bookId} and id = any (${ids}::uuid[])`)

/** What a layer is called, for the receipt that carries it on. */
export const findLabels = (
  db: Queryable,
  bookId: string,
  ids: string[],
): Promise<{ id: string; lot_number: string | null; expiry_date: Day | null }[]> =>
  db.many(sql`
    select id, lot_number, expiry_date
      from stock_lots
     where book_id = ${bookId} and id = any (${ids}::uuid[])`)

/** An order that stock may be issued for. */
export const findOrderToIssue = (
  db: Queryable,
  bookId: string,
  id: string,
): Promise<{ id: string; partner_id: string } | undefined> =>
  db.maybe(sql`
    select id, partner_id
      from orders
     where book_id = ${bookId} and id = ${id} and status not in ('draft', 'cancelled')`)
