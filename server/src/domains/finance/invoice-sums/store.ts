/** SQL of what invoices come to: one statement over the rows of a filter. */
import type { Queryable } from '../../../db/pool.ts'
import { join, type Sql, sql } from '../../../db/sql.ts'
import { paidOf } from '../payments/store.ts'

/** Where the documents stand, as rows `r`. */
export interface Summed {
  table: Sql
  /** The state in which something may remain to be paid; the other one that counts is `paid`. */
  openStatus: string
  /** What remains of a row, with `paid.paid`, the sum of its payments. */
  remaining: Sql
  deposit: Sql
}

export interface InvoiceSums {
  currency: string
  count: number
  excl_vat: string
  vat: string
  incl_vat: string
  deposit: string
  remaining: string
  draft_count: number
  cancelled_count: number
}

/** Of what is paid nothing remains, so payments are looked up for open documents alone. */
export const sumInvoices = (
  db: Queryable,
  { table, openStatus, remaining, deposit }: Summed,
  where: readonly Sql[],
): Promise<InvoiceSums[]> => {
  const sumOf = (amount: Sql, of: Sql): Sql =>
    sql`coalesce(sum(${amount}) filter (where ${of}), 0)::numeric(30, 2)::text`
  const isOpen = sql`r.status = ${openStatus}`
  const counts = sql`r.status in (${openStatus}, 'paid')`
  return db.many(sql`
    select r.currency,
           (count(*) filter (where ${counts}))::integer as count,
           ${sumOf(sql`r.total_excl_vat`, counts)} as excl_vat,
           ${sumOf(sql`r.total_vat`, counts)} as vat,
           ${sumOf(sql`r.total_incl_vat`, counts)} as incl_vat,
           ${sumOf(deposit, counts)} as deposit,
           ${sumOf(remaining, isOpen)} as remaining,
           (count(*) filter (where r.status = 'draft'))::integer as draft_count,
           (count(*) filter (where r.status = 'cancelled'))::integer as cancelled_count
      from ${table} r
           ${paidOf(sql`case when ${isOpen} then r.id end`)}
     where ${join(where, ' and ')}
     group by r.currency
     order by r.currency`)
}
