/** SQL of reports: documents by their days, and stock by its rows of days and months, never its movements. */
import type { Queryable } from '../../db/pool.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import type { Day } from '../../lib/days.ts'
import type { Counted, Period } from './rules.ts'
import type { Total } from './schema.ts'

const stepOf = (day: Sql, { step }: Pick<Period, 'step'>): Sql =>
  sql`date_trunc(${step}, ${day}::timestamp)::date::text`

export const sumInvoices = (bookId: string, period: Period): Sql => sql`
    select 'invoices' as key, r.currency, ${stepOf(sql`r.issue_date`, period)} as at,
           trim_scale(sum(r.total_excl_vat))::text as value, count(*)::integer as count
      from invoices r
     where r.book_id = ${bookId} and r.issue_date between ${period.from}::date and ${period.to}::date
       and r.status in ('issued', 'paid')
     group by 2, 3`

export const sumPosSales = (bookId: string, period: Period): Sql => sql`
    select 'cash_desks' as key, r.currency, ${stepOf(sql`r.sold_on`, period)} as at,
           trim_scale(sum(r.total_excl_vat))::text as value, count(*)::integer as count
      from pos_sales r
     where r.book_id = ${bookId} and r.sold_on between ${period.from}::date and ${period.to}::date
       and r.status <> 'cancelled'
     group by 2, 3`

export const readSums = (db: Queryable, sums: readonly Sql[]): Promise<Counted[]> =>
  db.many(sql`${join(sums, ' union all ')}`)

/** What the stock was worth when the first step began. */
export async function findStockValue(db: Queryable, bookId: string, start: Day): Promise<string> {
  const row = await db.maybe<{ value: string }>(sql`
    select trim_scale(coalesce(sum(moved.value), 0))::text as value
      from (select value
              from stock_months
             where book_id = ${bookId} and month < date_trunc('month', ${start}::timestamp)::date
             union all
            select value
              from stock_days
             where book_id = ${bookId} and day >= date_trunc('month', ${start}::timestamp)::date
               and day < ${start}::date) moved`)
  return row!.value
}

/** Whole months have rows of their own; the last one is counted by its days, as far as it is asked for. */
export const listStockChanges = (db: Queryable, bookId: string, period: Period): Promise<Counted[]> => {
  const { starts, to, step } = period
  const days = (from: Day): Sql => sql`
      select day, value from stock_days where book_id = ${bookId} and day between ${from}::date and ${to}::date`
  const months = sql`
      select month as day, value
        from stock_months
       where book_id = ${bookId} and month >= ${starts[0]!}::date and month < ${starts.at(-1)!}::date`
  const moved = step === 'month' ? sql`${months} union all ${days(starts.at(-1)!)}` : days(starts[0]!)
  return db.many(sql`
    select 'stock' as key, null as currency, ${stepOf(sql`r.day`, period)} as at,
           trim_scale(sum(r.value))::text as value, null::integer as count
      from (${moved}) r
     group by 3`)
}

const remaining = sql`r.total_incl_vat + r.total_deposit - r.amount_credited - paid.paid`

/** Credit notes did not take all of it, and it is not zero; one that payments end is paid. */
export const isOwed = sql`r.total_incl_vat + r.total_deposit <> r.amount_credited`

const openInvoices = (bookId: string): Sql => sql`
      from invoices r
      left join lateral (
        select coalesce(sum(y.amount + y.rounding), 0) as paid
          from payments y
         where y.book_id = r.book_id and y.document_id = r.id) paid on true
     where r.book_id = ${bookId} and r.status = 'issued' and r.document_type = 'invoice' and ${isOwed}`

/** What is still to be paid, by the day it is due. */
export const listDue = (db: Queryable, bookId: string, period: Period): Promise<Counted[]> =>
  db.many(sql`
    select 'due' as key, r.currency, ${stepOf(sql`r.due_date`, period)} as at,
           trim_scale(sum(${remaining}))::text as value, count(*)::integer as count
           ${openInvoices(bookId)} and r.due_date between ${period.from}::date and ${period.to}::date
     group by 2, 3`)

export interface Open {
  currency: string
  value: string
  count: number
  overdue_value: string
  overdue_count: number
}

export const listOpen = (db: Queryable, bookId: string, today: Day): Promise<Open[]> =>
  db.many(sql`
    select r.currency, trim_scale(sum(${remaining}))::text as value, count(*)::integer as count,
           trim_scale(coalesce(sum(${remaining}) filter (where r.due_date < ${today}::date), 0))::text as overdue_value,
           (count(*) filter (where r.due_date < ${today}::date))::integer as overdue_count
           ${openInvoices(bookId)}
     group by 1
     order by 1`)

/** How late what is still to be paid is: from the first of these days on. */
const ages = { not_due: 0, late_30: 30, late_60: 60, late_90: 90 }
export const ageKeys = [...Object.keys(ages), 'late_over_90']

export const listAges = (db: Queryable, bookId: string, today: Day): Promise<Total[]> => {
  const keys = Object.entries(ages).map(
    ([key, days]) => sql`when r.due_date >= ${today}::date - ${days}::integer then ${key}`,
  )
  return db.many(sql`
    select case ${join(keys, ' ')} else 'late_over_90' end as key, r.currency,
           trim_scale(sum(${remaining}))::text as value, count(*)::integer as count
           ${openInvoices(bookId)}
     group by 1, 2`)
}

/** Hours are those of the clock everywhere, days those of the account. */
export interface Window {
  step: 'hour' | 'day'
  from: Day
  to: Day
  starts: string[]
  timeZone: string
}

const hoursOf = ({ starts }: Window) => ({
  at: sql`to_char(date_trunc('hour', d.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`,
  within: sql`d.created_at >= ${starts[0]!}::timestamptz`,
})

const daysOf = ({ from, to, timeZone }: Window) => ({
  at: sql`(d.created_at at time zone ${timeZone})::date::text`,
  within: sql`d.created_at >= ${from}::date::timestamp at time zone ${timeZone}
              and d.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
})

export const countDeliveries = (
  db: Queryable,
  { bookId, endpointId = null }: { bookId: string; endpointId: string | null | undefined },
  window: Window,
): Promise<Counted[]> => {
  const { at, within } = window.step === 'hour' ? hoursOf(window) : daysOf(window)
  return db.many(sql`
    select case d.status when 'succeeded' then 'succeeded' when 'dead' then 'failed' else 'waiting' end as key,
           null as currency, ${at} as at, count(*)::text as value, count(*)::integer as count
      from webhook_endpoints e
      join webhook_deliveries d on d.book_id = e.book_id and d.endpoint_id = e.id
     where e.book_id = ${bookId} and (${endpointId}::uuid is null or e.id = ${endpointId}::uuid)
       and ${within} and d.status not in ('skipped', 'cancelled')
     group by 1, 3`)
}

export interface EndpointCounts {
  enabled: number
  disabled: number
  failing: number
}

export const countEndpointStates = async (db: Queryable, bookId: string): Promise<EndpointCounts> =>
  (await db.maybe<EndpointCounts>(sql`
    select (count(*) filter (where status = 'enabled'))::integer as enabled,
           (count(*) filter (where status = 'disabled'))::integer as disabled,
           (count(*) filter (where status = 'enabled' and consecutive_failures > 0))::integer as failing
      from webhook_endpoints
     where book_id = ${bookId}`))!
