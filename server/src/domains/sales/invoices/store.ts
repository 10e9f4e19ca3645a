/** SQL of issued invoices and their lines. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type CopyingTable, only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import { itemCopies, keptItem } from '../../core/items/copies.ts'
import type { CopyingDocuments } from '../../core/items/store.ts'
import type { VatExemption } from '../../core/vat-rates/exemptions.ts'
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
  partner_name: string
  order_id: string | null
  warehouse_id: string | null
  category_id: string | null
  event_id: string | null
  activity_id: string | null
  issue_date: Day
  /** Null on a credit note: it is paid back or set off. */
  due_date: Day | null
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
  total_deposit: string
  /** What credit notes take off what remains; negative on the credit note itself. */
  amount_credited: string
  /** Nothing of it is left to credit. */
  is_credited: boolean
  /** Why a credit note was made. */
  reason: string | null
  /** A date that was not given follows the issue date. */
  is_due_date_given: boolean
  is_tax_point_given: boolean
  /** The year in which no other document has the variable symbol. */
  symbol_year: number | null
}

export interface Invoice extends InvoiceColumns, Listed {
  /** What payments settled: a sum. */
  amount_paid: string
}

const columns = sql`r.id, r.version, r.document_type, r.original_id, r.number, r.status, r.partner_id,
  coalesce(r.partner_name, p.name) as partner_name, r.order_id, r.warehouse_id, r.category_id, r.event_id, r.activity_id, r.issue_date,
  r.due_date, r.tax_point_date, r.paid_at, r.currency, trim_scale(r.exchange_rate)::text as exchange_rate,
  r.total_excl_vat::text, r.total_vat::text, r.total_incl_vat::text, paid.paid::text as amount_paid,
  r.variable_symbol, r.customer_order_ref, r.payment_method, r.notes, r.internal_notes, r.external_system,
  r.external_id, r.issued_at, r.created_at, r.updated_at, r.total_deposit::text, r.amount_credited::text, r.is_credited,
  r.reason, r.is_due_date_given, r.is_tax_point_given, r.symbol_year`

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
     where r.book_id = ${bookId} and r.original_id = ${invoiceId} and r.status <> 'cancelled'
     order by r.issued_at, r.created_at, r.id`)

/** Those of the year that documents carry already, without zeros in front. */
export async function listTakenSymbols(
  db: Queryable,
  bookId: string,
  year: number,
  symbols: string[],
): Promise<string[]> {
  const spelled = symbols.flatMap(symbol =>
    Array.from({ length: 11 - symbol.length }, (_, zeros) => `${'0'.repeat(zeros)}${symbol}`),
  )
  const rows = await db.many<{ symbol: string }>(sql`
    select ltrim(variable_symbol, '0') as symbol
      from invoices
     where book_id = ${bookId} and variable_symbol = any (${spelled}::text[])
       and extract(year from issue_date) = ${year}::integer`)
  return rows.map(({ symbol }) => symbol)
}

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
    partner_name: 'text',
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
    total_deposit: 'numeric',
    amount_credited: 'numeric',
    is_credited: 'boolean',
    reason: 'text',
    is_due_date_given: 'boolean',
    is_tax_point_given: 'boolean',
    symbol_year: 'integer',
  },
}

const rowOf = (invoice: Invoice) => {
  const { number, partner_name, variable_symbol, customer_order_ref, external_id } = invoice
  const search_text = searchable(number, partner_name, variable_symbol, customer_order_ref, external_id)
  return only(invoiceTable, { ...invoice, search_text })
}

/** New or changed. */
export const saveInvoice = (tx: Tx, bookId: string, invoice: Invoice): Promise<void> =>
  upsertRows(tx, invoiceTable, { bookId, now: invoice.updated_at }, [rowOf(invoice)])

/** For `renameInDrafts`. */
export const namingDocuments = { columns, from: withNames, table: invoiceTable, rowOf }

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
  deposit_id: string | null
  deposit_pieces: string
  deposit_total: string
  /** The line of the invoice that a line of a credit note takes back. */
  original_line_id: string | null
  /** Why no VAT is charged at 0 %. */
  vat_exemption: VatExemption | null
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
    select l.id, l.invoice_id, l.sort_order, l.item_id, ${keptItem}, l.description,
           trim_scale(l.quantity)::text as quantity, trim_scale(l.unit_price)::text as unit_price,
           trim_scale(l.vat_rate_pct)::text as vat_rate_pct, trim_scale(l.discount_pct)::text as discount_pct,
           l.excl_vat::text, l.vat::text, l.incl_vat::text, l.category_id, l.event_id, l.activity_id,
           l.source_stock_issue_id, l.created_at, l.deposit_id, trim_scale(l.deposit_pieces)::text as deposit_pieces,
           l.deposit_total::text, l.original_line_id, l.vat_exemption, l.order_line_id,
           trim_scale(coalesce(l.payer_vat_rate_pct, l.vat_rate_pct))::text as payer_vat_rate_pct
      from invoice_lines l
      left join items i on i.book_id = l.book_id and i.id = l.item_id
      left join units u on u.book_id = i.book_id and u.id = i.unit_id
     where l.book_id = ${bookId} and l.invoice_id = ${invoiceId}
     order by l.sort_order`)

export type CreditedLine = Pick<
  InvoiceLineColumns,
  'original_line_id' | 'vat_rate_pct' | 'quantity' | 'excl_vat' | 'vat' | 'deposit_pieces' | 'deposit_total'
>

/** What credit notes that count took of an invoice; all amounts are negative. */
export const listCreditedLines = (db: Queryable, bookId: string, invoiceId: string): Promise<CreditedLine[]> =>
  db.many(sql`
    select l.original_line_id, l.vat_rate_pct::text, l.quantity::text, l.excl_vat::text, l.vat::text,
           l.deposit_pieces::text, l.deposit_total::text
      from invoices i
      join invoice_lines l on l.book_id = i.book_id and l.invoice_id = i.id
     where i.book_id = ${bookId} and i.original_id = ${invoiceId} and i.status <> 'cancelled'`)

const lineTable: Table<InvoiceLineColumns> & CopyingTable = {
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
    deposit_id: 'uuid',
    deposit_pieces: 'numeric',
    deposit_total: 'numeric',
    original_line_id: 'uuid',
    vat_exemption: 'text',
    order_line_id: 'uuid',
    payer_vat_rate_pct: 'numeric',
  },
  copied: itemCopies(),
}

/** For `copyItemsToDrafts`. */
export const copyingInvoices: CopyingDocuments = {
  name: 'invoices',
  open: "r.status = 'draft'",
  lines: lineTable,
  owner: 'invoice_id',
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
