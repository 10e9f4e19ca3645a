/** SQL of orders and their lines. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type CopyingTable, copyAgain, only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import { itemCopies, keptItem } from '../../core/items/copies.ts'
import type { ItemType } from '../../core/items/rules.ts'
import type { CopyingDocuments } from '../../core/items/store.ts'
import type { VatExemption } from '../../core/vat-rates/exemptions.ts'
import type { PaymentMethod } from '../../finance/accounts/store.ts'
import type { deliveryTypes, lineSources, OrderStatus, origins } from './schema.ts'

/** The columns the domain sets. */
export interface OrderColumns {
  id: string
  version: number
  number: string
  status: OrderStatus
  status_before_invoice: OrderStatus | null
  partner_id: string
  partner_name: string
  contact_id: string | null
  order_date: Day
  delivery_date: Day | null
  shipped_date: Day | null
  delivered_date: Day | null
  shop_id: string | null
  warehouse_id: string | null
  category_id: string | null
  event_id: string | null
  activity_id: string | null
  currency: string
  total_excl_vat: string
  total_vat: string
  total_incl_vat: string
  total_deposit: string
  invoice_id: string | null
  cashflow_id: string | null
  origin: (typeof origins)[number]
  delivery_type: (typeof deliveryTypes)[number] | null
  delivery_street: string | null
  delivery_city: string | null
  delivery_zip: string | null
  delivery_country: string | null
  payment_method: PaymentMethod | null
  notes: string | null
  internal_notes: string | null
  external_system: string | null
  external_id: string | null
}

export interface Order extends OrderColumns, Listed {
  stock_issue_id: string | null
  stock_issue_status: 'draft' | 'confirmed' | 'cancelled' | null
  /** Of all its issues: goods may leave in several parts. */
  has_draft_issue: boolean
  has_confirmed_issue: boolean
}

const columns = sql`r.id, r.version, r.number, r.status, r.status_before_invoice, r.partner_id,
  coalesce(r.partner_name, p.name) as partner_name, r.contact_id, r.order_date, r.delivery_date, r.shipped_date, r.delivered_date, r.shop_id, r.warehouse_id,
  r.category_id, r.event_id, r.activity_id, r.currency, r.total_excl_vat::text, r.total_vat::text,
  r.total_incl_vat::text, r.total_deposit::text, r.invoice_id, r.cashflow_id, r.origin, r.delivery_type,
  r.delivery_street, r.delivery_city, r.delivery_zip, r.delivery_country, r.payment_method, r.notes, r.internal_notes,
  r.external_system, r.external_id, r.created_at, r.updated_at, s.id as stock_issue_id,
  s.status as stock_issue_status, coalesce(s.has_draft, false) as has_draft_issue,
  coalesce(s.has_confirmed, false) as has_confirmed_issue`

/** The last stock issue made for it, and what there is among all of them. */
const withNames = sql`orders r
  join partners p on p.book_id = r.book_id and p.id = r.partner_id
  left join lateral (
    select d.id, d.status, bool_or(d.status = 'draft') over () as has_draft,
           bool_or(d.status = 'confirmed') over () as has_confirmed
      from stock_documents d
     where d.book_id = r.book_id and d.order_id = r.id
     order by d.created_at desc, d.id desc
     limit 1) s on true`

export const findOrder = (db: Queryable, bookId: string, id: string): Promise<Order | undefined> =>
  db.maybe(sql`select ${columns} from ${withNames} where r.book_id = ${bookId} and r.id = ${id}`)

export const listOrders = (db: Queryable, bookId: string, where: Sql[], page: PageRequest): Promise<Page<Order>> =>
  selectPage(db, { bookId, columns, from: withNames, where }, page)

export const listDraftIssues = (db: Queryable, bookId: string, orderId: string): Promise<{ id: string }[]> =>
  db.many(sql`
    select id
      from stock_documents
     where book_id = ${bookId} and order_id = ${orderId} and status = 'draft'
     order by created_at, id`)

const orderTable: Table<OrderColumns & { search_text: string }> = {
  name: 'orders',
  columns: {
    id: 'uuid',
    version: 'integer',
    number: 'text',
    status: 'text',
    status_before_invoice: 'text',
    partner_id: 'uuid',
    partner_name: 'text',
    contact_id: 'uuid',
    order_date: 'date',
    delivery_date: 'date',
    shipped_date: 'date',
    delivered_date: 'date',
    shop_id: 'uuid',
    warehouse_id: 'uuid',
    category_id: 'uuid',
    event_id: 'uuid',
    activity_id: 'uuid',
    currency: 'text',
    total_excl_vat: 'numeric',
    total_vat: 'numeric',
    total_incl_vat: 'numeric',
    total_deposit: 'numeric',
    invoice_id: 'uuid',
    cashflow_id: 'uuid',
    origin: 'text',
    delivery_type: 'text',
    delivery_street: 'text',
    delivery_city: 'text',
    delivery_zip: 'text',
    delivery_country: 'text',
    payment_method: 'text',
    notes: 'text',
    internal_notes: 'text',
    external_system: 'text',
    external_id: 'text',
    search_text: 'text',
  },
}

const rowOf = (order: Order) => {
  const search_text = searchable(order.number, order.partner_name, order.external_id, order.notes)
  return only(orderTable, { ...order, search_text })
}

/** New or changed. */
export const saveOrder = (tx: Tx, bookId: string, order: Order): Promise<void> =>
  upsertRows(tx, orderTable, { bookId, now: order.updated_at }, [rowOf(order)])

/** For `renameInDrafts`. */
export const namingDocuments = { columns, from: withNames, table: orderTable, rowOf }

export interface OrderLineColumns {
  id: string
  order_id: string
  sort_order: number
  item_id: string
  quantity: string
  unit_price: string
  vat_rate_pct: string
  discount_pct: string | null
  excl_vat: string
  vat: string
  incl_vat: string
  deposit_id: string | null
  deposit_pieces: string
  deposit_total: string
  notes: string | null
  price_source: (typeof lineSources)[number]
  /** Why no VAT is charged at 0 %. */
  vat_exemption: VatExemption | null
  /** What a payer of VAT charges. */
  payer_vat_rate_pct: string
}

export interface OrderLineRow extends OrderLineColumns {
  item_code: string | null
  item_name: string
  item_type: ItemType
  item_volume_l: string | null
  item_packaging_type: string | null
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
  created_at: Instant
}

export const listOrderLines = (db: Queryable, bookId: string, orderId: string): Promise<OrderLineRow[]> =>
  db.many(sql`
    select l.id, l.order_id, l.sort_order, l.item_id, ${keptItem}, i.item_type,
           trim_scale(case when l.item_name is null then i.volume_l else l.item_volume_l end)::text as item_volume_l,
           i.packaging_type as item_packaging_type,
           trim_scale(l.quantity)::text as quantity, trim_scale(l.unit_price)::text as unit_price,
           trim_scale(l.vat_rate_pct)::text as vat_rate_pct, trim_scale(l.discount_pct)::text as discount_pct,
           l.excl_vat::text, l.vat::text, l.incl_vat::text, l.deposit_id,
           trim_scale(l.deposit_pieces)::text as deposit_pieces, l.deposit_total::text, l.notes, l.price_source,
           l.created_at, l.vat_exemption,
           trim_scale(coalesce(l.payer_vat_rate_pct, l.vat_rate_pct))::text as payer_vat_rate_pct
      from order_lines l
      join items i on i.book_id = l.book_id and i.id = l.item_id
      join units u on u.book_id = i.book_id and u.id = i.unit_id
     where l.book_id = ${bookId} and l.order_id = ${orderId}
     order by l.sort_order`)

const lineTable: Table<OrderLineColumns> & CopyingTable = {
  name: 'order_lines',
  columns: {
    id: 'uuid',
    order_id: 'uuid',
    sort_order: 'integer',
    item_id: 'uuid',
    quantity: 'numeric',
    unit_price: 'numeric',
    vat_rate_pct: 'numeric',
    discount_pct: 'numeric',
    excl_vat: 'numeric',
    vat: 'numeric',
    incl_vat: 'numeric',
    deposit_id: 'uuid',
    deposit_pieces: 'numeric',
    deposit_total: 'numeric',
    notes: 'text',
    price_source: 'text',
    vat_exemption: 'text',
    payer_vat_rate_pct: 'numeric',
  },
  copied: itemCopies({ item_volume_l: 'i.volume_l' }),
}

export const saveOrderLines = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  lines: readonly OrderLineColumns[],
): Promise<void> =>
  upsertRows(
    tx,
    lineTable,
    at,
    lines.map(line => only(lineTable, line)),
  )

/** For `copyItemsToDrafts`. */
export const copyingOrders: CopyingDocuments = {
  name: 'orders',
  open: "r.status = 'draft'",
  lines: lineTable,
  owner: 'order_id',
}

/** An order that is a draft again shows its items as they are now. */
export const copyItems = (tx: Tx, at: { bookId: string; now: Instant }, orderId: string): Promise<void> =>
  copyAgain(tx, lineTable, at, sql`sent.order_id = ${orderId}`)

export const deleteOrderLine = (tx: Tx, bookId: string, id: string): Promise<number> =>
  tx.run(sql`delete from order_lines where book_id = ${bookId} and id = ${id}`)

/** Before a book is emptied: orders and invoices name each other. */
export async function forgetInvoices(tx: Tx, bookId: string): Promise<void> {
  await tx.run(sql`update orders set status = 'draft', invoice_id = null where book_id = ${bookId}`)
}
