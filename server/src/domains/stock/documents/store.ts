/** SQL of goods receipts, stock issues and their lines. */
import type { ExternalRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type CopyingTable, copyAgain, only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import { itemCopies, keptItem } from '../../core/items/copies.ts'
import type { ItemType } from '../../core/items/rules.ts'
import { type CopyingDocuments, type UnitColumns, unitOf } from '../../core/items/store.ts'
import type { WarehouseType } from '../warehouses/store.ts'
import type { MovementPurpose, MovementType, StockStatus } from './schema.ts'

/** The columns of the table that the domain sets. */
export interface DocumentColumns {
  id: string
  version: number
  movement_type: MovementType
  number: string
  movement_purpose: MovementPurpose
  status: StockStatus
  date: Day
  warehouse_id: string
  warehouse_name: string
  target_warehouse_id: string | null
  target_name: string | null
  partner_id: string | null
  partner_name: string | null
  order_id: string | null
  batch_id: string | null
  repack_id: string | null
  count_id: string | null
  source_issue_id: string | null
  additional_cost: string
  total_cost: string
  notes: string | null
  external_system: string | null
  external_id: string | null
  posted_at: Instant | null
}

export interface DocumentRow extends DocumentColumns, Listed {
  warehouse_type: WarehouseType
}

/** A document in the domain is its row: its columns are its facts, and nothing is derived. */
export type StockDocument = DocumentRow

const columns = sql`r.id, r.version, r.movement_type, r.number, r.movement_purpose, r.status, r.date, r.warehouse_id,
  coalesce(r.warehouse_name, w.name) as warehouse_name, w.type as warehouse_type, r.target_warehouse_id,
  coalesce(r.target_name, t.name) as target_name, r.partner_id, coalesce(r.partner_name, p.name) as partner_name,
  r.order_id, r.batch_id, r.repack_id, r.count_id, r.source_issue_id,
  r.additional_cost::text as additional_cost, r.total_cost::text as total_cost, r.notes, r.external_system,
  r.external_id, r.posted_at, r.created_at, r.updated_at`

const withNames = sql`stock_documents r
  join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id
  left join warehouses t on t.book_id = r.book_id and t.id = r.target_warehouse_id
  left join partners p on p.book_id = r.book_id and p.id = r.partner_id`

export const findDocument = (
  db: Queryable,
  bookId: string,
  type: MovementType,
  id: string,
): Promise<StockDocument | undefined> =>
  db.maybe(sql`
    select ${columns}
      from ${withNames}
     where r.book_id = ${bookId} and r.id = ${id} and r.movement_type = ${type}`)

export const listDocuments = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<StockDocument>> => selectPage(db, { bookId, columns, from: withNames, where }, page)

/** How its warehouses and its partner are called now. */
export const findNames = (
  db: Queryable,
  bookId: string,
  id: string,
): Promise<Pick<StockDocument, 'warehouse_name' | 'target_name' | 'partner_name'> | undefined> =>
  db.maybe(sql`
    select w.name as warehouse_name, t.name as target_name, p.name as partner_name
      from ${withNames}
     where r.book_id = ${bookId} and r.id = ${id}`)

/** The draft or confirmed receipt of a transfer. */
export const findReceiptOfTransfer = (db: Queryable, bookId: string, issueId: string) =>
  db.maybe<StockDocument>(sql`
    select ${columns}
      from ${withNames}
     where r.book_id = ${bookId} and r.source_issue_id = ${issueId} and r.status <> 'cancelled'`)

const documentTable: Table<DocumentColumns & { search_text: string }> = {
  name: 'stock_documents',
  columns: {
    id: 'uuid',
    version: 'integer',
    movement_type: 'text',
    number: 'text',
    movement_purpose: 'text',
    status: 'text',
    date: 'date',
    warehouse_id: 'uuid',
    warehouse_name: 'text',
    target_warehouse_id: 'uuid',
    target_name: 'text',
    partner_id: 'uuid',
    partner_name: 'text',
    order_id: 'uuid',
    batch_id: 'uuid',
    repack_id: 'uuid',
    count_id: 'uuid',
    source_issue_id: 'uuid',
    additional_cost: 'numeric',
    total_cost: 'numeric',
    notes: 'text',
    external_system: 'text',
    external_id: 'text',
    posted_at: 'timestamptz',
    search_text: 'text',
  },
}

/** New or changed. */
export function saveDocument(tx: Tx, bookId: string, document: StockDocument): Promise<void> {
  const row = only(documentTable, { ...document, search_text: searchable(document.number, document.notes) })
  return upsertRows(tx, documentTable, { bookId, now: document.updated_at }, [row])
}

export interface LineColumns {
  id: string
  document_id: string
  line_order: number
  item_id: string
  quantity: string
  issued_quantity: string | null
  unit_price: string | null
  given_value: string | null
  value: string | null
  lot_id: string | null
  lot_number: string | null
  expiry_date: Day | null
  source_lot_id: string | null
  order_line_id: string | null
  notes: string | null
}

export interface LineRow extends LineColumns, UnitColumns {
  item_code: string | null
  item_name: string
  item_type: ItemType
  volume_l: string | null
  created_at: Instant
}

const lineColumns = sql`l.id, l.document_id, l.line_order, l.item_id, ${keptItem}, i.item_type, trim_scale(i.volume_l)::text as volume_l, trim_scale(l.quantity)::text as quantity,
  trim_scale(l.issued_quantity)::text as issued_quantity, trim_scale(l.unit_price)::text as unit_price,
  l.given_value::text as given_value, l.value::text as value, l.lot_id, l.lot_number, l.expiry_date, l.source_lot_id,
  l.order_line_id, l.notes, l.created_at`

export const listLines = (db: Queryable, bookId: string, documentId: string): Promise<LineRow[]> =>
  db.many(sql`
    select ${lineColumns}
      from stock_lines l
      join items i on i.book_id = l.book_id and i.id = l.item_id
      join units u on u.book_id = i.book_id and u.id = i.unit_id
     where l.book_id = ${bookId} and l.document_id = ${documentId}
     order by l.line_order`)

export const unitOfLine = unitOf

const lineTable: Table<LineColumns> & CopyingTable = {
  name: 'stock_lines',
  columns: {
    id: 'uuid',
    document_id: 'uuid',
    line_order: 'integer',
    item_id: 'uuid',
    quantity: 'numeric',
    issued_quantity: 'numeric',
    unit_price: 'numeric',
    given_value: 'numeric',
    value: 'numeric',
    lot_id: 'uuid',
    lot_number: 'text',
    expiry_date: 'date',
    source_lot_id: 'uuid',
    order_line_id: 'uuid',
    notes: 'text',
  },
  copied: itemCopies(),
}

/** For `copyItemsToDrafts`. */
export const copyingStockDocuments: CopyingDocuments = {
  name: 'stock_documents',
  open: "r.status = 'draft'",
  lines: lineTable,
  owner: 'document_id',
}

/** A document that is a draft again shows its items as they are now. */
export const copyItems = (tx: Tx, at: { bookId: string; now: Instant }, documentId: string): Promise<void> =>
  copyAgain(tx, lineTable, at, sql`sent.document_id = ${documentId}`)

export const saveLines = (tx: Tx, at: { bookId: string; now: Instant }, lines: readonly LineColumns[]): Promise<void> =>
  upsertRows(
    tx,
    lineTable,
    at,
    lines.map(line => only(lineTable, line)),
  )

export interface AllocationView {
  line_id: string
  lot_id: string
  quantity: string
  value: string
}

export const listAllocations = (db: Queryable, bookId: string, documentId: string): Promise<AllocationView[]> =>
  db.many(sql`
    select a.line_id, a.lot_id, trim_scale(a.quantity)::text as quantity, a.value::text as value
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

export const referenceOf = ({ external_system, external_id }: DocumentColumns): ExternalRef | null =>
  external_system === null ? null : { system: external_system, id: external_id! }

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

/** An order shows the state of its stock issue, so a change of the issue is a change of the order. */
export const touchOrder = (tx: Tx, at: { bookId: string; now: Instant }, orderId: string): Promise<number> =>
  tx.run(sql`
    update orders
       set version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and id = ${orderId}`)

export const renamePartnerOfDrafts = async (
  tx: Tx,
  at: { bookId: string; now: Instant },
  partner: { id: string; name: string },
): Promise<void> => {
  await tx.run(sql`
    update stock_documents
       set partner_name = ${partner.name},
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and partner_id = ${partner.id} and status = 'draft'`)
}

export const renameWarehousesOfDrafts = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  ids: string[],
): Promise<number> =>
  tx.run(sql`
    update stock_documents r
       set warehouse_name = (select name from warehouses where book_id = r.book_id and id = r.warehouse_id),
           target_name = (select name from warehouses where book_id = r.book_id and id = r.target_warehouse_id),
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and status = 'draft'
       and (warehouse_id = any (${ids}::uuid[]) or target_warehouse_id = any (${ids}::uuid[]))`)
