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
export async function findSpan(db: Queryable, { bookId, batchId }: OfBatch, axis: Axis): Promise<Span | undefined> {
  const span = await db.maybe<{ from: Instant | null; to: Instant | null }>(sql`
    select min(m.measured_at) as from, max(m.measured_at) as to
      from measurements m
     where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid and m.${raw(axis)} is not null`)
  return span?.from && span.to ? { from: span.from, to: span.to } : undefined
}

export interface Bucket {
  /** From 1 on. */
  place: number
  min: string
  max: string
  sum: string
  last: string
  count: number
}

/** By the first instants of the buckets; those without a value are left out. */
export const listBuckets = (
  db: Queryable,
  { bookId, batchId }: OfBatch,
  { axis, span, starts }: { axis: Axis; span: Span; starts: readonly Instant[] },
): Promise<Bucket[]> =>
  db.many(sql`
    with buckets as (
      select width_bucket(m.measured_at, ${starts}::timestamptz[]) as place, min(m.${raw(axis)}), max(m.${raw(axis)}),
             sum(m.${raw(axis)}), count(*)::integer, max(m.measured_at) as last_at
        from measurements m
       where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid and m.${raw(axis)} is not null
         and m.measured_at between ${span.from} and ${span.to}
       group by 1)
    select b.place, trim_scale(b.min)::text as min, trim_scale(b.max)::text as max, b.sum::text as sum, b.count,
           trim_scale(l.value)::text as last
      from buckets b
     cross join lateral (
       select m.${raw(axis)} as value
         from measurements m
        where m.book_id = ${bookId} and m.batch_id = ${batchId} and m.is_valid and m.${raw(axis)} is not null
          and m.measured_at = b.last_at
        order by m.created_at desc, m.id desc
        limit 1) l
     order by b.place`)
