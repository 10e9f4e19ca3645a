/** SQL of what a session sold, for its report. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { DeskMethod } from '../desks/store.ts'

export interface Totals {
  count: number
  excl_vat: string
  vat: string
  incl_vat: string
  deposit: string
  returned: string
  rounding: string
  payable: string
}

export interface SoldRow extends Totals {
  kind: 'sale' | 'refund'
  status: 'settled' | 'settlement_failed' | 'cancelled'
  is_offline: boolean
  cashier: string | null
}

interface Of {
  bookId: string
  id: string
}

/** The sales of a session by what its report tells apart. */
export const sumSales = (db: Queryable, { bookId, id }: Of): Promise<SoldRow[]> =>
  db.many(sql`
    select s.kind, s.status, s.is_offline, s.cashier, count(*)::integer as count, sum(s.total_excl_vat)::text as excl_vat,
           sum(s.total_vat)::text as vat, sum(s.total_incl_vat)::text as incl_vat,
           sum(s.total_deposit)::text as deposit, sum(s.total_returned)::text as returned,
           sum(s.total_rounding)::text as rounding, sum(s.total_payable)::text as payable
      from pos_sales s
     where s.book_id = ${bookId} and s.session_id = ${id}
     group by s.kind, s.status, s.is_offline, s.cashier
     order by s.cashier nulls last`)

export interface Named {
  first_number: string | null
  last_number: string | null
  unsettled_ids: string[]
}

export async function nameSales(db: Queryable, { bookId, id }: Of): Promise<Named> {
  const row = await db.maybe<Named>(sql`
    select (array_agg(s.number order by s.created_at, s.id))[1] as first_number,
           (array_agg(s.number order by s.created_at desc, s.id desc))[1] as last_number,
           coalesce(array_agg(s.id order by s.created_at, s.id) filter (where s.status = 'settlement_failed'), '{}')
             as unsettled_ids
      from pos_sales s
     where s.book_id = ${bookId} and s.session_id = ${id}`)
  return row!
}

export interface RateSum {
  vat_rate_pct: string
  excl_vat: string
  vat: string
  incl_vat: string
}

/** A4: the lines add up to the recapitulations of their documents. */
export const sumRates = (db: Queryable, { bookId, id }: Of): Promise<RateSum[]> =>
  db.many(sql`
    select trim_scale(l.vat_rate_pct)::text as vat_rate_pct, sum(l.excl_vat)::text as excl_vat, sum(l.vat)::text as vat,
           sum(l.incl_vat)::text as incl_vat
      from pos_sales s
      join pos_sale_lines l on l.book_id = s.book_id and l.sale_id = s.id
     where s.book_id = ${bookId} and s.session_id = ${id} and s.status <> 'cancelled'
     group by l.vat_rate_pct
     order by l.vat_rate_pct desc`)

export interface MethodSum {
  method: DeskMethod
  count: number
  amount: string
}

export const sumPayments = (db: Queryable, { bookId, id }: Of): Promise<MethodSum[]> =>
  db.many(sql`
    select p.method, count(*)::integer as count,
           sum(case when s.kind = 'sale' then p.amount else -p.amount end)::text as amount
      from pos_sales s
      join pos_sale_payments p on p.book_id = s.book_id and p.sale_id = s.id
     where s.book_id = ${bookId} and s.session_id = ${id} and s.status <> 'cancelled'
     group by p.method
     order by p.method desc`)

export interface ReturnSum {
  count: number
  pieces: string
  refund: string
}

export async function sumReturns(db: Queryable, { bookId, id }: Of): Promise<ReturnSum> {
  const row = await db.maybe<ReturnSum>(sql`
    select count(*)::integer as count, trim_scale(coalesce(sum(t.total_pieces), 0))::text as pieces,
           coalesce(sum(t.refund_amount), 0)::text as refund
      from packaging_returns t
     where t.book_id = ${bookId} and t.session_id = ${id} and t.status = 'confirmed'`)
  return row!
}
