/** SQL of the cash in a drawer: what a session took and gave, counted as the contract counts it. */
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { Session } from './store.ts'

/** Signed: below nothing what left the drawer. They add up to what it gained. */
export interface CashMoved {
  sales: string
  refunds: string
  packaging_returns: string
  cash_in: string
  cash_out: string
  other: string
}

/** A sale gives cash, a refund takes it. */
export const cashOf = sql`case when s.kind = 'sale' then p.amount else -p.amount end`

/**
 * Sales count by their session, whenever they are settled and unsettled too: the cash is in the drawer. Those without a
 * session count when they were recorded, and their cancel when it came; so the ledger's rows of sales are left out.
 */
const otherCash = (of: { book: Sql; account: Sql; session: Sql; from: Sql; until: Sql }): Sql => sql`
  coalesce((select sum(y.amount)
              from payments y
             where y.book_id = ${of.book} and y.account_id = ${of.account}
               and y.created_at > ${of.from} and y.created_at <= ${of.until}
               and (y.object in ('invoice', 'received_invoice', 'cashflow')
                    or y.object = 'cash_desk_session' and y.document_id is distinct from ${of.session}
                    or y.object = 'packaging_return'
                       and exists (select 1
                                     from packaging_returns t
                                    where t.book_id = y.book_id and t.id = y.document_id and t.session_id is null))), 0)
  + coalesce((select sum(${cashOf} * (case when s.created_at > ${of.from} then 1 else 0 end
                                      - case when s.status = 'cancelled' and s.updated_at <= ${of.until} then 1 else 0 end))
                from pos_sales s
                join pos_sale_payments p on p.book_id = s.book_id and p.sale_id = s.id and p.method = 'cash'
               where s.book_id = ${of.book} and s.session_id is null and p.account_id = ${of.account}
                 and s.updated_at > ${of.from} and s.created_at <= ${of.until}), 0)`

/** Each part of the cash of sessions `n`, as a select list. */
export const cashParts = sql`
  coalesce((select sum(p.amount)
              from pos_sales s
              join pos_sale_payments p on p.book_id = s.book_id and p.sale_id = s.id and p.method = 'cash'
             where s.book_id = n.book_id and s.session_id = n.id and s.kind = 'sale' and s.status <> 'cancelled'), 0)
    as sales,
  -coalesce((select sum(p.amount)
               from pos_sales s
               join pos_sale_payments p on p.book_id = s.book_id and p.sale_id = s.id and p.method = 'cash'
              where s.book_id = n.book_id and s.session_id = n.id and s.kind = 'refund' and s.status <> 'cancelled'), 0)
    as refunds,
  -coalesce((select sum(t.refund_amount)
               from packaging_returns t
              where t.book_id = n.book_id and t.session_id = n.id and t.status = 'confirmed'
                and t.refund_method = 'cash'), 0) as packaging_returns,
  coalesce((select sum(e.amount)
              from cash_desk_entries e
             where e.book_id = n.book_id and e.session_id = n.id and e.kind = 'cash_in'), 0) as cash_in,
  coalesce((select sum(e.amount)
              from cash_desk_entries e
             where e.book_id = n.book_id and e.session_id = n.id and e.kind = 'cash_out'), 0) as cash_out,
  ${otherCash({
    book: sql`n.book_id`,
    account: sql`n.cash_account_id`,
    session: sql`n.id`,
    from: sql`n.opened_at`,
    until: sql`coalesce(n.closed_at, 'infinity')`,
  })} as other`

export async function countCash(db: Queryable, bookId: string, { id }: Pick<Session, 'id'>): Promise<CashMoved> {
  const row = await db.maybe<CashMoved>(sql`
    select sales::text, refunds::text, packaging_returns::text, cash_in::text, cash_out::text, other::text
      from (select ${cashParts}
              from cash_desk_sessions n
             where n.book_id = ${bookId} and n.id = ${id}) counted`)
  return row!
}

/** What a drawer took since an instant, of what belongs to no session. */
export async function countCashSince(
  db: Queryable,
  bookId: string,
  { accountId, from }: { accountId: string; from: Instant },
): Promise<string> {
  const other = otherCash({
    book: sql`${bookId}::uuid`,
    account: sql`${accountId}::uuid`,
    session: sql`null::uuid`,
    from: sql`${from}::timestamptz`,
    until: sql`'infinity'::timestamptz`,
  })
  const row = await db.maybe<{ cash: string }>(sql`select (${other})::text as cash`)
  return row!.cash
}
