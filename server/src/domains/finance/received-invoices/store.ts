/** SQL of received invoices and their lines. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import type { BankAccount } from '../../../lib/bank-accounts.ts'
import type { Summed } from '../invoice-sums/store.ts'
import { paidOf } from '../payments/store.ts'
import type { receivedStatuses } from './schema.ts'
import type { ImportWarning } from './warnings.ts'

/** The VAT of one rate as the supplier counted it. */
export interface GivenVat {
  rate_pct: string
  vat: string
}

export const receivedTable = defineTable({
  name: 'received_invoices',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: orNull(column.text()),
    supplier_invoice_number: column.text(),
    status: column.text<(typeof receivedStatuses)[number]>(),
    partner_id: column.uuid(),
    partner_name: readAs(column.text(), 'coalesce(r.partner_name, p.name)'),
    issue_date: column.date(),
    due_date: column.date(),
    tax_point_date: column.date(),
    received_date: column.date(),
    paid_at: orNull(column.date()),
    currency: column.text(),
    exchange_rate: orNull(column.decimal()),
    total_excl_vat: column.amount(),
    total_vat: column.amount(),
    total_incl_vat: column.amount(),
    given_vat: orNull(column.amount()),
    variable_symbol: orNull(column.text()),
    notes: orNull(column.text()),
    internal_notes: orNull(column.text()),
    supplier_account: orNull(column.text()),
    supplier_iban: orNull(column.text()),
    isdoc_uuid: orNull(column.uuid()),
    exported_at: orNull(column.instant()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
    /** Of the rates whose lines are still the supplier's, where his VAT is not ours; null when only the sum is known. */
    given_vat_rates: orNull(column.json<GivenVat[]>()),
    /** Of the import; they never change. */
    warnings: column.json<ImportWarning[]>(),
  },
  computed: {
    /** What payments settled: a sum, positive though the money goes out. */
    paid_amount: readAs(column.amount(), '(-paid.paid)::text'),
    /** Oldest first. */
    attachment_ids: readAs(column.uuids(), 'files.ids'),
  },
  joins: sql`
    join partners p on p.book_id = r.book_id and p.id = r.partner_id
    ${paidOf(sql`r.id`)}
    left join lateral (
      select coalesce(array_agg(a.id order by a.created_at, a.id), '{}') as ids
        from attachments a
       where a.book_id = r.book_id and a.entity_id = r.id) files on true`,
  searched: invoice => [invoice.number, invoice.supplier_invoice_number, invoice.partner_name, invoice.variable_symbol],
})

export type Received = RowOf<typeof receivedTable>

/** Payments of it are below zero: the money goes out. */
export const summedReceived: Summed = {
  table: sql`received_invoices`,
  openStatus: 'confirmed',
  remaining: sql`r.total_incl_vat + paid.paid`,
  deposit: sql`0`,
}

/** The invoice a document became, cancelled ones too: its UUID is spent. */
export const findReceivedByUuid = (db: Queryable, bookId: string, uuid: string): Promise<Received | undefined> =>
  receivedTable.findWhere(db, bookId, sql`r.isdoc_uuid = ${uuid}`)

/**
 * Where the supplier was to be paid so far, the newest first; an account that was warned of counts when confirmed. Of its
 * `newest` invoices, or of all of them.
 */
export const listSupplierAccounts = (
  db: Queryable,
  bookId: string,
  { partnerId, newest = null }: { partnerId: string; newest?: number | null },
): Promise<BankAccount[]> =>
  db.many(sql`
    select n.supplier_account as account, n.supplier_iban as iban
      from (select r.supplier_account, r.supplier_iban, r.created_at
              from received_invoices r
             where r.book_id = ${bookId} and r.partner_id = ${partnerId}
               and (r.supplier_account is not null or r.supplier_iban is not null)
               and (r.status in ('confirmed', 'paid')
                    or (r.status = 'draft' and not r.warnings @> '[{"code": "supplier_account_differs"}]'))
             order by r.created_at desc, r.id desc
             limit ${newest}::bigint) n
     group by n.supplier_account, n.supplier_iban
     order by max(n.created_at) desc`)

export const receivedLineTable = defineTable({
  name: 'received_invoice_lines',
  columns: {
    id: column.uuid(),
    received_invoice_id: column.uuid(),
    sort_order: column.integer(),
    description: column.text(),
    amount: column.amount(),
    vat_rate_pct: column.decimal(),
    category_id: orNull(column.uuid()),
  },
})

export type ReceivedLine = RowOf<typeof receivedLineTable>
export type ReceivedLineColumns = StoredOf<typeof receivedLineTable>

export const listReceivedLines = (db: Queryable, bookId: string, invoiceId: string): Promise<ReceivedLine[]> =>
  receivedLineTable.all(db, bookId, { condition: sql`r.received_invoice_id = ${invoiceId}`, order: 'sort_order' })
