/** SQL of series: the span of an axis, and its values in buckets. */
import type { Queryable } from '../../../db/pool.ts'
import { raw, sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { Axis } from './axes.ts'
import type { OfBatch } from './store.ts'

export interface Span {
  from: Instant
  to: Instant
}

/** The first and the last valid value. */
export function findSpan(db: Queryable, { bookId, batchId }: OfBatch, axis: Axis): Promise<Span | undefined> {
  const sums = sql`measurement_sums where book_id = ${bookId} and batch_id = ${batchId} and axis = ${axis}`
  return db.maybe<Span>(sql`
    select f.first_at as from, l.last_at as to
      from (select first_at from ${sums} order by starts_at limit 1) f
     cross join (select last_at from ${sums} order by starts_at desc limit 1) l`)
}

/** The values of a bucket: single ones, whole quarters of an hour in the middle, and single ones. The ends are excluded. */
export interface Cut {
  starts_at: Instant
  sums_from: Instant
  sums_to: Instant
  ends_at: Instant
}

export interface Bucket {
  at: Instant
  min: string
  max: string
  sum: string
  last: string
  count: number
}

/** In their order; those without a value are left out. */
export function listBuckets(
  db: Queryable,
  { bookId, batchId }: OfBatch,
  { axis, cuts }: { axis: Axis; cuts: readonly Cut[] },
): Promise<Bucket[]> {
  const value = sql`m.${raw(axis)}`
  const values = sql`measurements m
        where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid and ${value} is not null`
  const ends = (name: keyof Cut) => cuts.map(cut => cut[name])
  return db.many(sql`
    select c.starts_at as at, trim_scale(b.min)::text as min, trim_scale(b.max)::text as max, b.sum::text as sum,
           b.count::integer as count, trim_scale(l.value)::text as last
      from unnest(${ends('starts_at')}::timestamptz[], ${ends('sums_from')}::timestamptz[],
                  ${ends('sums_to')}::timestamptz[], ${ends('ends_at')}::timestamptz[])
           as c (starts_at, sums_from, sums_to, ends_at)
     cross join lateral (
       select min(p.min), max(p.max), sum(p.sum), sum(p.count) as count, max(p.last_at) as last_at
         from (select s.min, s.max, s.sum, s.count, s.last_at
                 from measurement_sums s
                where s.book_id = ${bookId} and s.batch_id = ${batchId} and s.axis = ${axis}
                  and s.starts_at >= c.sums_from and s.starts_at < c.sums_to
                union all
               select ${value}, ${value}, ${value}, 1, m.measured_at
                 from ${values} and m.measured_at >= c.starts_at and m.measured_at < c.sums_from
                union all
               select ${value}, ${value}, ${value}, 1, m.measured_at
                 from ${values} and m.measured_at >= c.sums_to and m.measured_at < c.ends_at) p) b
     cross join lateral (
       select ${value} as value
         from ${values} and m.measured_at = b.last_at
        order by m.created_at desc, m.id desc
        limit 1) l
     order by c.starts_at`)
}
