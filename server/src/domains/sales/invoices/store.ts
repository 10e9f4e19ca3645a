/** SQL of issued invoices and their lines. */

import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import {
  type CopyingDocuments,
  itemCopies,
  itemJoinsIfAny,
  shownItemIfAny,
  type VatExemption,
} from '../../core/index.ts'
import { type PaymentMethod, paidOf, type Summed } from '../../finance/index.ts'
import type { documentTypes, InvoiceStatus } from './schema.ts'

export const invoiceTable = defineTable({
  name: 'invoices',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    document_type: column.text<(typeof documentTypes)[number]>(),
    original_id: orNull(column.uuid()),
    number: orNull(column.text()),
    status: column.text<InvoiceStatus>(),
    partner_id: column.uuid(),
    partner_name: readAs(column.text(), 'coalesce(r.partner_name, p.name)'),
    order_id: orNull(column.uuid()),
    warehouse_id: orNull(column.uuid()),
    category_id: orNull(column.uuid()),
    event_id: orNull(column.uuid()),
    activity_id: orNull(column.uuid()),
    issue_date: column.date(),
    /** Null on a credit note: it is paid back or set off. */
    due_date: orNull(column.date()),
    tax_point_date: column.date(),
    paid_at: orNull(column.date()),
    currency: column.text(),
    exchange_rate: orNull(column.decimal()),
    total_excl_vat: column.amount(),
    total_vat: column.amount(),
    total_incl_vat: column.amount(),
    variable_symbol: orNull(column.text()),
    customer_order_ref: orNull(column.text()),
    payment_method: column.text<PaymentMethod>(),
    notes: orNull(column.text()),
    internal_notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
    issued_at: orNull(column.instant()),
    total_deposit: column.amount(),
    /** What credit notes take off what remains; negative on the credit note itself. */
    amount_credited: column.amount(),
    /** Nothing of it is left to credit. */
    is_credited: column.boolean(),
    /** Why a credit note was made. */
    reason: orNull(column.text()),
    /** A date that was not given follows the issue date. */
    is_due_date_given: column.boolean(),
    is_tax_point_given: column.boolean(),
    /** The year in which no other document has the variable symbol. */
    symbol_year: orNull(column.integer()),
  },
  computed: {
    /** What payments settled: a sum. */
    amount_paid: readAs(column.amount(), 'paid.paid::text'),
  },
  joins: sql`
    join partners p on p.book_id = r.book_id and p.id = r.partner_id
    ${paidOf(sql`r.id`)}`,
  searched: invoice => [
    invoice.number,
    invoice.partner_name,
    invoice.variable_symbol,
    invoice.customer_order_ref,
    invoice.external_id,
  ],
})

export type Invoice = RowOf<typeof invoiceTable>

export const summedInvoices: Summed = {
  table: sql`invoices`,
  openStatus: 'issued',
  remaining: sql`r.total_incl_vat + r.total_deposit - r.amount_credited - paid.paid`,
  deposit: sql`r.total_deposit`,
}

/** Something remains of an issued invoice: credit notes did not take all of it. One that payments end is paid. */
export const isOwed = sql`r.total_incl_vat + r.total_deposit <> r.amount_credited`

/** Credit notes of an invoice that count. */
export const listCreditsOf = (db: Queryable, bookId: string, invoiceId: string): Promise<Invoice[]> =>
  db.many(sql`
    select ${invoiceTable.select}
      from ${invoiceTable.from}
     where r.book_id = ${bookId} and r.original_id = ${invoiceId} and r.status <> 'cancelled'
     order by r.issued_at, r.created_at, r.id`)

/** Those of the year that documents carry already, without zeros in front. */
export async function listTakenSymbols(
  db: Queryable,
  bookId: string,
  { year, symbols }: { year: number; symbols: string[] },
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

export const invoiceLineTable = defineTable({
  name: 'invoice_lines',
  columns: {
    id: column.uuid(),
    invoice_id: column.uuid(),
    sort_order: column.integer(),
    item_id: orNull(column.uuid()),
    description: column.text(),
    quantity: column.decimal(),
    unit_price: column.decimal(),
    vat_rate_pct: column.decimal(),
    discount_pct: orNull(column.decimal()),
    excl_vat: column.amount(),
    vat: column.amount(),
    incl_vat: column.amount(),
    category_id: orNull(column.uuid()),
    event_id: orNull(column.uuid()),
    activity_id: orNull(column.uuid()),
    source_stock_issue_id: orNull(column.uuid()),
    deposit_id: orNull(column.uuid()),
    deposit_pieces: column.decimal(),
    deposit_total: column.amount(),
    /** The line of the invoice that a line of a credit note takes back. */
    original_line_id: orNull(column.uuid()),
    /** Why no VAT is charged at 0 %. */
    vat_exemption: orNull(column.text<VatExemption>()),
    /** The line of an order it is on the terms of. */
    order_line_id: orNull(column.uuid()),
    /** What a payer of VAT charges; it is charged when the tax point says so. */
    payer_vat_rate_pct: readAs(column.decimal(), 'trim_scale(coalesce(r.payer_vat_rate_pct, r.vat_rate_pct))::text'),
  },
  computed: shownItemIfAny,
  joins: itemJoinsIfAny,
  copied: itemCopies(),
})

export type InvoiceLineRow = RowOf<typeof invoiceLineTable>
export type InvoiceLineColumns = StoredOf<typeof invoiceLineTable>

export const listInvoiceLines = (db: Queryable, bookId: string, invoiceId: string): Promise<InvoiceLineRow[]> =>
  invoiceLineTable.all(db, bookId, { condition: sql`r.invoice_id = ${invoiceId}`, order: 'sort_order' })

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

/** For `copyItemsToDrafts`. */
export const copyingInvoices: CopyingDocuments = {
  name: 'invoices',
  open: "r.status = 'draft'",
  lines: invoiceLineTable,
  owner: 'invoice_id',
}

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
