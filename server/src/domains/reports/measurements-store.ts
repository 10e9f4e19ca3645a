/** SQL of what was measured of a batch: sums of quarters of an hour, and single values where they are wanted. */
import type { Queryable } from '../../db/pool.ts'
import { join, raw, type Sql, sql } from '../../db/sql.ts'
import type { Day } from '../../lib/days.ts'
import type { Instant } from '../../lib/instants.ts'
import { maxSteps } from './rules.ts'

export type MeasuredStep = 'reading' | 'hour' | 'day'

/** Each is a column of measurements, and a name in their sums; plots have them in this order. */
const axes = ['gravity_plato', 'temperature_c', 'ph', 'pressure_bar', 'volume_l', 'co2_g_l', 'abv_pct']

export interface OfReadings {
  db: Queryable
  bookId: string
  batchId: string
  /** Where the days of the account begin. */
  timeZone: string
}

export interface Measured {
  axis: string
  at: Instant
  value: string
  count: number
}

interface Window {
  from: Day
  to: Day
  step: MeasuredStep
}

export const hasBatch = async ({ db, bookId, batchId }: OfReadings): Promise<boolean> =>
  (await db.maybe(sql`select 1 from batches where book_id = ${bookId} and id = ${batchId}`)) !== undefined

/** From the first valid value to the last. */
export const findMeasuredDays = async ({ db, bookId, batchId, timeZone }: OfReadings) => {
  const days = await db.maybe<{ from: Day | null; to: Day | null }>(sql`
    select (min(first_at) at time zone ${timeZone})::date::text as from,
           (max(last_at) at time zone ${timeZone})::date::text as to
      from measurement_sums
     where book_id = ${bookId} and batch_id = ${batchId}`)
  return days?.from && days.to ? { from: days.from, to: days.to } : undefined
}

const within = (at: Sql, { from, to }: Window, timeZone: string): Sql => sql`
       ${at} >= ${from}::date::timestamp at time zone ${timeZone}
       and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`

/** Values of the measurement `m`, one row for each. */
const valuesOf = sql`
      cross join lateral (
        values ${join(
          axes.map((axis, place) => sql`(${axis}::text, ${place}::integer, m.${raw(axis)})`),
          ', ',
        )}) v (axis, place, value)`

/** Axis by axis, in the order of time. */
export const readPoints = (of: OfReadings, window: Window): Promise<Measured[]> =>
  of.db.many(window.step === 'reading' ? readingsOf(of, window) : lastOfSteps(of, window))

/** One more than there may be tells that there are too many. */
const readingsOf = ({ bookId, batchId, timeZone }: OfReadings, window: Window): Sql => sql`
    select v.axis, m.measured_at as at, trim_scale(v.value)::text as value, 1 as count
      from (select id, created_at, measured_at, ${raw(axes.join(', '))}
              from measurements m
             where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid
               and ${within(sql`m.measured_at`, window, timeZone)}
             order by m.measured_at
             limit ${axes.length * maxSteps + 1}) m
     ${valuesOf}
     where v.value is not null
     order by v.place, m.measured_at, m.created_at, m.id`

const lastOfSteps = ({ bookId, batchId, timeZone }: OfReadings, window: Window): Sql => sql`
    select s.axis, s.last_at as at, trim_scale(l.value)::text as value, s.count
      from (select axis, max(last_at) as last_at, sum(count)::integer as count
              from measurement_sums
             where book_id = ${bookId} and batch_id = ${batchId} and ${within(sql`starts_at`, window, timeZone)}
             group by axis, date_trunc(${window.step}, starts_at, ${timeZone})) s
     cross join lateral (
        select v.value, v.place
          from measurements m
         ${valuesOf}
         where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.measured_at = s.last_at and m.is_valid
           and v.axis = s.axis and v.value is not null
         order by m.created_at desc, m.id desc
         limit 1) l
     order by l.place, s.last_at`
