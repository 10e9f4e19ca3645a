/** SQL of the ledger of payments. Rows are only ever added; what is paid is a sum. */
import { forMany } from '../../../db/alike.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { inBook, ofBook, oneOfEach } from '../../../db/rows.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import type { Instant } from '../../../lib/instants.ts'

/** Documents that are paid when they are made; they end by being cancelled, not by taking a payment back. */
export const paidAtOnce = ['pos_sale', 'packaging_return', 'cash_desk_session'] as const

export type PaidObject = 'invoice' | 'received_invoice' | 'cashflow' | (typeof paidAtOnce)[number]

export interface Payment {
  id: string
  object: PaidObject
  document_id: string
  account_id: string
  paid_on: Day
  currency: string
  amount: string
  /** What cash left open or took too much; amount + rounding is what the payment settles. */
  rounding: string
  reverses_id: string | null
}

/** The sum of what payments settled of the row `r`. */
export const paidOf = (documentId: Sql): Sql => sql`
  left join lateral (
    select coalesce(sum(y.amount + y.rounding), 0) as paid
      from payments y
     where y.book_id = r.book_id and y.document_id = ${documentId}) paid on true`

export const insertPayment = (tx: Tx, at: { bookId: string; now: Instant }, payment: Payment): void =>
  tx.send(forMany(insertAll, { ...inBook(at), ...payment }))

const columns = {
  ...ofBook,
  id: 'uuid',
  object: 'text',
  document_id: 'uuid',
  account_id: 'uuid',
  paid_on: 'date',
  currency: 'text',
  amount: 'numeric',
  rounding: 'numeric',
  reverses_id: 'uuid',
}

const insertAll = (all: readonly (Payment & ReturnType<typeof inBook>)[]): Sql => sql`
    insert into payments (book_id, id, object, document_id, account_id, paid_on, currency, amount, rounding,
                          reverses_id, created_at)
    select s.book_id, s.id, s.object, s.document_id, s.account_id, s.paid_on, s.currency, s.amount, s.rounding,
           s.reverses_id, s.now
      from ${oneOfEach(all, columns)}`

/** The row that takes a payment back: its mirror. */
export const reversalOf = (payment: Payment, { id, today }: { id: string; today: Day }): Payment => ({
  ...payment,
  id,
  paid_on: today,
  amount: plain(decimal(payment.amount).times(-1)),
  rounding: plain(decimal(payment.rounding).times(-1)),
  reverses_id: payment.id,
})

/** The payments that were not taken back, the last one first. */
const standingOf = (bookId: string, documentId: string): Sql => sql`
  select p.id, p.object, p.document_id, p.account_id, p.paid_on, p.currency, p.amount::text, p.rounding::text,
         p.reverses_id
    from payments p
   where p.book_id = ${bookId} and p.document_id = ${documentId} and p.reverses_id is null
     and not exists (select 1 from payments b where b.book_id = p.book_id and b.reverses_id = p.id)
   order by p.created_at desc, p.id desc`

export const findLastPayment = (db: Queryable, bookId: string, documentId: string): Promise<Payment | undefined> =>
  db.maybe(sql`${standingOf(bookId, documentId)} limit 1`)

/** What all payments of a document rounded: they settled that much more than was handed over. */
export async function sumRoundings(db: Queryable, bookId: string, documentId: string): Promise<string> {
  const row = await db.maybe<{ rounding: string }>(sql`
    select trim_scale(coalesce(sum(p.rounding), 0))::text as rounding
      from payments p
     where p.book_id = ${bookId} and p.document_id = ${documentId}`)
  return row!.rounding
}

export const listStandingPayments = (db: Queryable, bookId: string, documentId: string): Promise<Payment[]> =>
  db.many(standingOf(bookId, documentId))
