/** SQL of what only batch sheets show: what was measured in short, and the names of vessels. */
import type { Queryable } from '../../../db/pool.ts'
import { join, raw, sql } from '../../../db/sql.ts'
import { type Axis, axes } from '../measurements/axes.ts'

export interface ReadingRow {
  axis: Axis
  count: number
  first: string
  last: string
  least: string
  most: string
}

/** The valid values of each axis that was measured, in one pass. */
export async function listReadings(db: Queryable, bookId: string, batchId: string): Promise<ReadingRow[]> {
  const rows = await db.many<ReadingRow>(sql`
    select a.axis, count(*)::integer as count,
           trim_scale((array_agg(a.value order by m.measured_at, m.id))[1])::text as first,
           trim_scale((array_agg(a.value order by m.measured_at desc, m.id desc))[1])::text as last,
           trim_scale(min(a.value))::text as least, trim_scale(max(a.value))::text as most
      from measurements m
     cross join lateral (values ${axesOf(axes)}) a (axis, value)
     where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid and a.value is not null
     group by a.axis`)
  return rows.sort((one, other) => axes.indexOf(one.axis) - axes.indexOf(other.axis))
}

export interface PointRow {
  axis: (typeof plottedAxes)[number]
  /** Milliseconds since 1970. */
  at: number
  value: number
}

export const plottedAxes = ['gravity_plato', 'temperature_c'] as const

/** As many moments as can be told apart on paper: each with the mean of what was measured around it. */
const moments = 300

/** To be drawn, so these are numbers. */
export const listPoints = (db: Queryable, bookId: string, batchId: string): Promise<PointRow[]> =>
  db.many(sql`
    with span as (
      select min(extract(epoch from measured_at)) as first, max(extract(epoch from measured_at)) as last
        from measurements
       where book_id = ${bookId} and batch_id = ${batchId} and is_valid)
    select a.axis, (min(extract(epoch from m.measured_at)) * 1000)::float8 as at, avg(a.value)::float8 as value
      from span
     cross join measurements m
     cross join lateral (values ${axesOf(plottedAxes)}) a (axis, value)
     where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid and a.value is not null
     group by a.axis, width_bucket(extract(epoch from m.measured_at), span.first, span.last + 1, ${moments})
     order by at`)

const axesOf = (shown: readonly Axis[]) => join(shown.map(axis => sql`(${axis}, m.${raw(axis)})`))

export const listVesselNames = (
  db: Queryable,
  bookId: string,
  batchId: string,
): Promise<{ id: string; name: string }[]> =>
  db.many(sql`
    select v.id, v.name
      from vessels v
     where v.book_id = ${bookId}
       and v.id in (select vessel_id from batch_phases where book_id = ${bookId} and batch_id = ${batchId})`)
