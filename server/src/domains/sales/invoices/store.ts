/** SQL of issued invoices and their lines. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import type { PaymentMethod } from '../../finance/accounts/store.ts'
import { paidOf } from '../../finance/payments/store.ts'
import type { documentTypes, InvoiceStatus } from './schema.ts'

export interface InvoiceColumns {
  id: string
  version: number
  document_type: (typeof documentTypes)[number]
  original_id: string | null
  number: string | null
  status: InvoiceStatus
  partner_id: string
  order_id: string | null
  warehouse_id: string | null
  category_id: string | null
  event_id: string | null
  activity_id: string | null
  issue_date: Day
  due_date: Day
  tax_point_date: Day
  paid_at: Day | null
  currency: string
  exchange_rate: string | null
  total_excl_vat: string
  total_vat: string
  total_incl_vat: string
  variable_symbol: string | null
  customer_order_ref: string | null
  payment_method: PaymentMethod
  notes: string | null
  internal_notes: string | null
  external_system: string | null
  external_id: string | null
  issued_at: Instant | null
}

export interface Invoice extends InvoiceColumns, Listed {
  partner_name: string
  /** What payments settled: a sum. */
  amount_paid: string
}

const columns = sql`r.id, r.version, r.document_type, r.original_id, r.number, r.status, r.partner_id,
  p.name as partner_name, r.order_id, r.warehouse_id, r.category_id, r.event_id, r.activity_id, r.issue_date,
  r.due_date, r.tax_point_date, r.paid_at, r.currency, trim_scale(r.exchange_rate)::text as exchange_rate,
  r.total_excl_vat::text, r.total_vat::text, r.total_incl_vat::text, paid.paid::text as amount_paid,
  r.variable_symbol, r.customer_order_ref, r.payment_method, r.notes, r.internal_notes, r.external_system,
  r.external_id, r.issued_at, r.created_at, r.updated_at`

const withNames = sql`invoices r
  join partners p on p.book_id = r.book_id and p.id = r.partner_id
  ${paidOf(sql`r.id`)}`

export const findInvoice = (db: Queryable, bookId: string, id: string): Promise<Invoice | undefined> =>
  db.maybe(sql`select ${columns} from ${withNames} where r.book_id = ${bookId} and r.id = ${id}`)

export const listInvoices = (db: Queryable, bookId: string, where: Sql[], page: PageRequest): Promise<Page<Invoice>> =>
  selectPage(db, { bookId, columns, from: withNames, where }, page)

/** Credit notes of an invoice that count. */
export const listCreditsOf = (db: Queryable, bookId: string, invoiceId: string): Promise<Invoice[]> =>
  db.many(sql`
    select ${columns}
      from ${withNames}
     where r.book_id = ${bookId} and r.original_id = ${invoiceId} and r.status <> 'cancelled'`)

const invoiceTable: Table<InvoiceColumns & { search_text: string }> = {
  name: 'invoices',
  columns: {
    id: 'uuid',
    version: 'integer',
    document_type: 'text',
    original_id: 'uuid',
    number: 'text',
    status: 'text',
    partner_id: 'uuid',
    order_id: 'uuid',
    warehouse_id: 'uuid',
    category_id: 'uuid',
    event_id: 'uuid',
    activity_id: 'uuid',
    issue_date: 'date',
    due_date: 'date',
    tax_point_date: 'date',
    paid_at: 'date',
    currency: 'text',
    exchange_rate: 'numeric',
    total_excl_vat: 'numeric',
    total_vat: 'numeric',
    total_incl_vat: 'numeric',
    variable_symbol: 'text',
    customer_order_ref: 'text',
    payment_method: 'text',
    notes: 'text',
    internal_notes: 'text',
    external_system: 'text',
    external_id: 'text',
    issued_at: 'timestamptz',
    search_text: 'text',
  },
}

/** New or changed. */
export function saveInvoice(tx: Tx, bookId: string, invoice: Invoice): Promise<void> {
  const { number, partner_name, variable_symbol, customer_order_ref, external_id } = invoice
  const search_text = searchable(number, partner_name, variable_symbol, customer_order_ref, external_id)
  const row = only(invoiceTable, { ...invoice, search_text })
  return upsertRows(tx, invoiceTable, { bookId, now: invoice.updated_at }, [row])
}

export interface InvoiceLineColumns {
  id: string
  invoice_id: string
  sort_order: number
  item_id: string | null
  description: string
  quantity: string
  unit_price: string
  vat_rate_pct: string
  discount_pct: string | null
  excl_vat: string
  vat: string
  incl_vat: string
  category_id: string | null
  event_id: string | null
  activity_id: string | null
  source_stock_issue_id: string | null
  /** The line of an order it is on the terms of. */
  order_line_id: string | null
  /** What a payer of VAT charges; it is charged when the tax point says so. */
  payer_vat_rate_pct: string
}

export interface InvoiceLineRow extends InvoiceLineColumns {
  item_code: string | null
  item_name: string | null
  unit_id: string | null
  unit_code: string | null
  unit_symbol: string | null
  unit_dimension: UnitRef['dimension'] | null
  unit_decimals: number | null
  created_at: Instant
}

export const listInvoiceLines = (db: Queryable, bookId: string, invoiceId: string): Promise<InvoiceLineRow[]> =>
  db.many(sql`
    select l.id, l.invoice_id, l.sort_order, l.item_id, i.code as item_code, i.name as item_name, l.description,
           trim_scale(l.quantity)::text as quantity, trim_scale(l.unit_price)::text as unit_price,
           trim_scale(l.vat_rate_pct)::text as vat_rate_pct, trim_scale(l.discount_pct)::text as discount_pct,
           l.excl_vat::text, l.vat::text, l.incl_vat::text, l.category_id, l.event_id, l.activity_id,
           l.source_stock_issue_id, l.created_at, u.id as unit_id, u.code as unit_code, u.symbol as unit_symbol,
           u.dimension as unit_dimension, u.decimals as unit_decimals, l.order_line_id,
           trim_scale(coalesce(l.payer_vat_rate_pct, l.vat_rate_pct))::text as payer_vat_rate_pct
      from invoice_lines l
      left join items i on i.book_id = l.book_id and i.id = l.item_id
      left join units u on u.book_id = i.book_id and u.id = i.unit_id
     where l.book_id = ${bookId} and l.invoice_id = ${invoiceId}
     order by l.sort_order`)

const lineTable: Table<InvoiceLineColumns> = {
  name: 'invoice_lines',
  columns: {
    id: 'uuid',
    invoice_id: 'uuid',
    sort_order: 'integer',
    item_id: 'uuid',
    description: 'text',
    quantity: 'numeric',
    unit_price: 'numeric',
    vat_rate_pct: 'numeric',
    discount_pct: 'numeric',
    excl_vat: 'numeric',
    vat: 'numeric',
    incl_vat: 'numeric',
    category_id: 'uuid',
    event_id: 'uuid',
    activity_id: 'uuid',
    source_stock_issue_id: 'uuid',
    order_line_id: 'uuid',
    payer_vat_rate_pct: 'numeric',
  },
}

export const saveInvoiceLines = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  lines: readonly InvoiceLineColumns[],
): Promise<void> =>
  upsertRows(
    tx,
    lineTable,
    at,
    lines.map(line => only(lineTable, line)),
  )

/** The invoice that issues of an order were grouped into, when there is one that counts. */
export const findGroupedIssue = (
  db: Queryable,
  bookId: string,
  orderId: string,
): Promise<{ id: string; status: string } | undefined> =>
  db.maybe(sql`
    select i.id, i.status
      from stock_documents d
      join invoice_lines l on l.book_id = d.book_id and l.source_stock_issue_id = d.id
      join invoices i on i.book_id = l.book_id and i.id = l.invoice_id and i.status <> 'cancelled'
     where d.book_id = ${bookId} and d.order_id = ${orderId}
     limit 1`)
