/** SQL of cash-flow documents. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import { searchable } from '../../../lib/search-text.ts'
import type { PaymentMethod } from '../accounts/store.ts'
import { paidOf } from '../payments/store.ts'
import type { cashflowStatuses, cashflowTypes } from './schema.ts'

interface CashflowColumns {
  id: string
  version: number
  number: string
  type: (typeof cashflowTypes)[number]
  status: (typeof cashflowStatuses)[number]
  date: Day
  description: string
  amount: string
  currency: string
  payment_method: PaymentMethod
  partner_id: string | null
  partner_name: string | null
  category_id: string | null
  event_id: string | null
  activity_id: string | null
  paid_at: Day | null
  /** The invoice whose payment this document records; null for a document of its own. */
  source_object: 'invoice' | 'received_invoice' | null
  source_id: string | null
  payment_id: string | null
}

export interface CashflowRow extends CashflowColumns, Listed {
  /** What payments settled: a sum, positive whichever way the money went. */
  paid_amount: string
}

const columns = sql`r.id, r.version, r.number, r.type, r.status, r.date, r.description, r.amount::text, r.currency,
  r.payment_method, r.partner_id,
  coalesce(r.partner_name, p.name) as partner_name, r.category_id, r.event_id, r.activity_id, r.paid_at,
  r.source_object, r.source_id, r.payment_id,
  (case when r.payment_id is null then abs(paid.paid)
        when r.status = 'confirmed' then r.amount
        else 0 end)::text as paid_amount, r.created_at, r.updated_at`

const withNames = sql`cashflows r
  left join partners p on p.book_id = r.book_id and p.id = r.partner_id
  ${paidOf(sql`r.id`)}`

export const findCashflow = (db: Queryable, bookId: string, id: string): Promise<CashflowRow | undefined> =>
  db.maybe(sql`select ${columns} from ${withNames} where r.book_id = ${bookId} and r.id = ${id}`)

/** The document that records a payment of an invoice. */
export const findCashflowOfPayment = (
  db: Queryable,
  bookId: string,
  paymentId: string,
): Promise<CashflowRow | undefined> =>
  db.maybe(sql`select ${columns} from ${withNames} where r.book_id = ${bookId} and r.payment_id = ${paymentId}`)

/** The document of the last payment of an invoice that still stands. */
export const findLastCashflowOf = (
  db: Queryable,
  bookId: string,
  sourceId: string,
): Promise<{ id: string } | undefined> =>
  db.maybe(sql`
    select id
      from cashflows
     where book_id = ${bookId} and source_id = ${sourceId} and status = 'confirmed'
     order by created_at desc, id desc
     limit 1`)

export const listCashflows = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<CashflowRow>> => selectPage(db, { bookId, columns, from: withNames, where }, page)

const cashflowTable: Table<CashflowColumns & { search_text: string }> = {
  name: 'cashflows',
  columns: {
    id: 'uuid',
    version: 'integer',
    number: 'text',
    type: 'text',
    status: 'text',
    date: 'date',
    description: 'text',
    amount: 'numeric',
    currency: 'text',
    payment_method: 'text',
    partner_id: 'uuid',
    partner_name: 'text',
    category_id: 'uuid',
    event_id: 'uuid',
    activity_id: 'uuid',
    paid_at: 'date',
    source_object: 'text',
    source_id: 'uuid',
    payment_id: 'uuid',
    search_text: 'text',
  },
}

const rowOf = (cashflow: CashflowRow) => {
  const search_text = searchable(cashflow.number, cashflow.description, cashflow.partner_name)
  return only(cashflowTable, { ...cashflow, search_text })
}

/** New or changed. */
export const saveCashflow = (tx: Tx, bookId: string, cashflow: CashflowRow): Promise<void> =>
  upsertRows(tx, cashflowTable, { bookId, now: cashflow.updated_at }, [rowOf(cashflow)])

/** For `renameInDrafts`. */
export const namingDocuments = { columns, from: withNames, table: cashflowTable, rowOf }
