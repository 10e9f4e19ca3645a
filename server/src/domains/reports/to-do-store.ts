/** SQL of what waits for somebody: each kind a part of one statement. */
import type { Queryable } from '../../db/pool.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import type { Day } from '../../lib/days.ts'
import type { Instant } from '../../lib/instants.ts'
import { isOwed } from './store.ts'

export interface Asking {
  bookId: string
  today: Day
  /** The last day of the week that begins today. */
  weekEnd: Day
  now: Instant
}

export interface Waiting {
  key: string
  count: number
  amounts: { currency: string; value: string }[]
}

/** How many rows `r` there are. */
const counted = (from: Sql): Sql => sql`(select count(*)::integer ${from}) as count, '[]'::json as amounts`

/** How many, and what remains of them by currency. */
const open = (rows: Sql): Sql => sql`
  (select coalesce(sum(of_currency.count), 0)::integer from (${rows}) of_currency) as count,
  (select coalesce(json_agg(json_build_object('currency', of_currency.currency, 'value', of_currency.value)
                            order by of_currency.currency), '[]')
     from (${rows}) of_currency) as amounts`

const paid = sql`left join lateral (
    select coalesce(sum(y.amount + y.rounding), 0) as paid
      from payments y
     where y.book_id = r.book_id and y.document_id = r.id) paid on true`

export const countsOf = {
  orders_to_prepare: ({ bookId }: Asking) =>
    counted(sql`from orders r where r.book_id = ${bookId} and r.status = 'confirmed'`),
  draft_receipts: ({ bookId }: Asking) =>
    counted(sql`
      from stock_documents r
     where r.book_id = ${bookId} and r.movement_type = 'receipt' and r.status = 'draft'`),
  overdue_invoices: ({ bookId, today }: Asking) =>
    open(sql`
      select r.currency, count(*) as count,
             trim_scale(sum(r.total_incl_vat + r.total_deposit - r.amount_credited - paid.paid))::text as value
        from invoices r ${paid}
       where r.book_id = ${bookId} and r.status = 'issued' and coalesce(r.due_date, 'infinity') < ${today}::date
         and ${isOwed}
       group by 1`),
  bills_due: ({ bookId, weekEnd }: Asking) =>
    open(sql`
      select r.currency, count(*) as count, trim_scale(sum(r.total_incl_vat + paid.paid))::text as value
        from received_invoices r ${paid}
       where r.book_id = ${bookId} and r.status = 'confirmed' and r.due_date <= ${weekEnd}::date
       group by 1`),
  inbox: ({ bookId }: Asking) =>
    counted(sql`from inbox_submissions r where r.book_id = ${bookId} and r.status = 'waiting'`),
  tasks: ({ bookId }: Asking) =>
    counted(sql`
      from workflow_steps r
     where r.book_id = ${bookId}
       and (r.status = 'handed_over' or (r.kind = 'person' and r.status = 'pending' and r.open_after = 0))`),
  failing_webhooks: ({ bookId }: Asking) =>
    counted(sql`
      from webhook_endpoints r
     where r.book_id = ${bookId} and r.status = 'disabled' and r.disabled_reason = 'failures'`),
  expiring_keys: ({ bookId, now }: Asking) =>
    counted(sql`
      from api_keys r
     where r.book_id = ${bookId} and r.revoked_at is null and r.expires_at > ${now}::timestamptz
       and r.expires_at <= ${now}::timestamptz + interval '30 days'`),
} satisfies Record<string, (asking: Asking) => Sql>

export type ToDoKey = keyof typeof countsOf

export const readWaiting = (db: Queryable, keys: readonly ToDoKey[], asking: Asking): Promise<Waiting[]> =>
  db.many(
    join(
      keys.map(key => sql`select ${key}::text as key, ${countsOf[key](asking)}`),
      ' union all ',
    ),
  )
