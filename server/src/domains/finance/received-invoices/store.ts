/** SQL of received invoices and their lines. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { BankAccount } from '../../../lib/bank-accounts.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { searchable } from '../../../lib/search-text.ts'
import { paidOf } from '../payments/store.ts'
import type { receivedStatuses } from './schema.ts'
import type { ImportWarning } from './warnings.ts'

/** The VAT of one rate as the supplier counted it. */
export interface GivenVat {
  rate_pct: string
  vat: string
}

interface ReceivedColumns {
  id: string
  version: number
  number: string | null
  supplier_invoice_number: string
  status: (typeof receivedStatuses)[number]
  partner_id: string
  partner_name: string
  issue_date: Day
  due_date: Day
  tax_point_date: Day
  received_date: Day
  paid_at: Day | null
  currency: string
  exchange_rate: string | null
  total_excl_vat: string
  total_vat: string
  total_incl_vat: string
  given_vat: string | null
  variable_symbol: string | null
  notes: string | null
  internal_notes: string | null
  supplier_account: string | null
  supplier_iban: string | null
  isdoc_uuid: string | null
  exported_at: Instant | null
  external_system: string | null
  external_id: string | null
  /** Of the rates whose lines are still the supplier's, where his VAT is not ours; null when only the sum is known. */
  given_vat_rates: GivenVat[] | null
  /** Of the import; they never change. */
  warnings: ImportWarning[]
}

export interface Received extends ReceivedColumns, Listed {
  /** What payments settled: a sum, positive though the money goes out. */
  paid_amount: string
  /** Oldest first. */
  attachment_ids: string[]
}

const columns = sql`r.id, r.version, r.number, r.supplier_invoice_number, r.status, r.partner_id,
  coalesce(r.partner_name, p.name) as partner_name, r.issue_date, r.due_date, r.tax_point_date, r.received_date, r.paid_at, r.currency,
  trim_scale(r.exchange_rate)::text as exchange_rate, r.total_excl_vat::text, r.total_vat::text,
  r.total_incl_vat::text, r.given_vat::text, (-paid.paid)::text as paid_amount,
  r.variable_symbol, r.notes, r.internal_notes, r.supplier_account, r.supplier_iban, r.isdoc_uuid, r.exported_at, r.external_system, r.external_id, r.created_at,
  r.updated_at, files.ids as attachment_ids, r.given_vat_rates, r.warnings`

const withNames = sql`received_invoices r
  join partners p on p.book_id = r.book_id and p.id = r.partner_id
  ${paidOf(sql`r.id`)}
  left join lateral (
    select coalesce(array_agg(a.id order by a.created_at, a.id), '{}') as ids
      from attachments a
     where a.book_id = r.book_id and a.entity_id = r.id) files on true`

export const findReceived = (db: Queryable, bookId: string, id: string): Promise<Received | undefined> =>
  db.maybe(sql`select ${columns} from ${withNames} where r.book_id = ${bookId} and r.id = ${id}`)

/** The invoice a document became, cancelled ones too: its UUID is spent. */
export const findReceivedByUuid = (db: Queryable, bookId: string, uuid: string): Promise<Received | undefined> =>
  db.maybe(sql`select ${columns} from ${withNames} where r.book_id = ${bookId} and r.isdoc_uuid = ${uuid}`)

export const listReceived = (db: Queryable, bookId: string, where: Sql[], page: PageRequest): Promise<Page<Received>> =>
  selectPage(db, { bookId, columns, from: withNames, where }, page)

/** Where the supplier was to be paid so far, the newest first; an account that was warned of counts when confirmed. */
export const listSupplierAccounts = (db: Queryable, bookId: string, partnerId: string): Promise<BankAccount[]> =>
  db.many(sql`
    select r.supplier_account as account, r.supplier_iban as iban
      from received_invoices r
     where r.book_id = ${bookId} and r.partner_id = ${partnerId}
       and (r.supplier_account is not null or r.supplier_iban is not null)
       and (r.status in ('confirmed', 'paid')
            or (r.status = 'draft' and not r.warnings @> '[{"code": "supplier_account_differs"}]'))
     group by r.supplier_account, r.supplier_iban
     order by max(r.created_at) desc`)

const receivedTable: Table<ReceivedColumns & { search_text: string }> = {
  name: 'received_invoices',
  columns: {
    id: 'uuid',
    version: 'integer',
    number: 'text',
    supplier_invoice_number: 'text',
    status: 'text',
    partner_id: 'uuid',
    partner_name: 'text',
    issue_date: 'date',
    due_date: 'date',
    tax_point_date: 'date',
    received_date: 'date',
    paid_at: 'date',
    currency: 'text',
    exchange_rate: 'numeric',
    total_excl_vat: 'numeric',
    total_vat: 'numeric',
    total_incl_vat: 'numeric',
    given_vat: 'numeric',
    variable_symbol: 'text',
    notes: 'text',
    internal_notes: 'text',
    supplier_account: 'text',
    supplier_iban: 'text',
    isdoc_uuid: 'uuid',
    exported_at: 'timestamptz',
    external_system: 'text',
    external_id: 'text',
    search_text: 'text',
    given_vat_rates: 'jsonb',
    warnings: 'jsonb',
  },
}

const rowOf = (invoice: Received) => {
  const { number, supplier_invoice_number, partner_name, variable_symbol } = invoice
  const search_text = searchable(number, supplier_invoice_number, partner_name, variable_symbol)
  return only(receivedTable, { ...invoice, search_text })
}

/** New or changed. */
export const saveReceived = (tx: Tx, bookId: string, invoice: Received): Promise<void> =>
  upsertRows(tx, receivedTable, { bookId, now: invoice.updated_at }, [rowOf(invoice)])

/** For `renameInDrafts`. */
export const namingDocuments = { columns, from: withNames, table: receivedTable, rowOf }

export interface ReceivedLineColumns {
  id: string
  received_invoice_id: string
  sort_order: number
  description: string
  amount: string
  vat_rate_pct: string
  category_id: string | null
}

export type ReceivedLine = ReceivedLineColumns & { created_at: Instant }

export const listReceivedLines = (db: Queryable, bookId: string, invoiceId: string): Promise<ReceivedLine[]> =>
  db.many(sql`
    select id, received_invoice_id, sort_order, description, amount::text,
           trim_scale(vat_rate_pct)::text as vat_rate_pct, category_id, created_at
      from received_invoice_lines
     where book_id = ${bookId} and received_invoice_id = ${invoiceId}
     order by sort_order`)

const lineTable: Table<ReceivedLineColumns> = {
  name: 'received_invoice_lines',
  columns: {
    id: 'uuid',
    received_invoice_id: 'uuid',
    sort_order: 'integer',
    description: 'text',
    amount: 'numeric',
    vat_rate_pct: 'numeric',
    category_id: 'uuid',
  },
}

export const saveReceivedLines = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  lines: readonly ReceivedLineColumns[],
): Promise<void> =>
  upsertRows(
    tx,
    lineTable,
    at,
    lines.map(line => only(lineTable, line)),
  )
