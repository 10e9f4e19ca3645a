/** SQL of cash-flow documents. */
import type { Queryable } from '../../../db/pool.ts'
import { join, type Sql, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { PaymentMethod } from '../accounts/store.ts'
import { type PaidObject, paidOf } from '../payments/store.ts'
import type { cashflowStatuses, cashflowTypes } from './schema.ts'

export const cashflowTable = defineTable({
  name: 'cashflows',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    type: column.text<(typeof cashflowTypes)[number]>(),
    status: column.text<(typeof cashflowStatuses)[number]>(),
    date: column.date(),
    description: column.text(),
    amount: column.amount(),
    currency: column.text(),
    payment_method: column.text<PaymentMethod>(),
    partner_id: orNull(column.uuid()),
    partner_name: readAs(orNull(column.text()), 'coalesce(r.partner_name, p.name)'),
    category_id: orNull(column.uuid()),
    event_id: orNull(column.uuid()),
    activity_id: orNull(column.uuid()),
    paid_at: orNull(column.date()),
    /** What was paid for, where this document records a payment; null for a document of its own. */
    source_object: orNull(column.text<Exclude<PaidObject, 'cashflow'>>()),
    source_id: orNull(column.uuid()),
    payment_id: orNull(column.uuid()),
  },
  computed: {
    /** What payments settled: a sum, positive whichever way the money went. */
    paid_amount: readAs(
      column.amount(),
      `(case when r.payment_id is null then abs(paid.paid)
             when r.status = 'confirmed' then r.amount
             else 0 end)::text`,
    ),
  },
  joins: sql`
    left join partners p on p.book_id = r.book_id and p.id = r.partner_id
    ${paidOf(sql`r.id`)}`,
  searched: cashflow => [cashflow.number, cashflow.description, cashflow.partner_name],
})

export type CashflowRow = RowOf<typeof cashflowTable>

/** The document that records a payment of an invoice. */
export const findCashflowOfPayment = (
  db: Queryable,
  bookId: string,
  paymentId: string,
): Promise<CashflowRow | undefined> => cashflowTable.findWhere(db, bookId, sql`r.payment_id = ${paymentId}`)

/** Those that record the payments, in the order of their numbers. */
export const listCashflowsOfPayments = (
  db: Queryable,
  bookId: string,
  paymentIds: readonly string[],
): Promise<CashflowRow[]> =>
  cashflowTable.all(db, bookId, { condition: sql`r.payment_id = any(${paymentIds}::uuid[])`, order: 'number' })

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

export interface CashflowSums {
  currency: string
  income: string
  expense: string
  difference: string
  paid: string
  count: number
}

/** What the confirmed ones come to, by currency. Amounts are positive whichever way the money goes. */
export const sumCashflows = (db: Queryable, bookId: string, where: readonly Sql[]): Promise<CashflowSums[]> =>
  db.many(sql`
    with counted as (
      select r.currency, r.amount, case r.type when 'income' then 1 else -1 end as direction,
             case when r.payment_id is not null then r.amount else abs(paid.paid) end as paid
        from cashflows r
             ${paidOf(sql`r.id`)}
       where ${join([sql`r.book_id = ${bookId}`, sql`r.status = 'confirmed'`, ...where], ' and ')})
    select currency,
           coalesce(sum(amount) filter (where direction = 1), 0)::numeric(30, 2)::text as income,
           coalesce(sum(amount) filter (where direction = -1), 0)::numeric(30, 2)::text as expense,
           sum(amount * direction)::numeric(30, 2)::text as difference,
           sum(paid * direction)::numeric(30, 2)::text as paid,
           count(*)::integer as count
      from counted
     group by currency
     order by currency`)

/** What the confirmed ones of the filter come to at each of these, in the order they were created, by currency. */
export const runningSums = (
  db: Queryable,
  bookId: string,
  { where, ids }: { where: readonly Sql[]; ids: readonly string[] },
): Promise<{ id: string; currency: string; difference: string }[]> =>
  db.many(sql`
    with counted as (
      select r.id, r.currency,
             sum(case r.type when 'income' then r.amount else -r.amount end)
               over (partition by r.currency order by r.created_at, r.id) as difference
        from cashflows r
       where ${join([sql`r.book_id = ${bookId}`, sql`r.status = 'confirmed'`, ...where], ' and ')})
    select id, currency, difference::numeric(30, 2)::text as difference
      from counted
     where id = any(${ids}::uuid[])`)
