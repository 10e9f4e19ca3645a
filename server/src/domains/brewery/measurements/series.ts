/** The values of one axis over time, in buckets of equal width. */
import type { Queryable } from '../../../db/pool.ts'
import { decimal, plain, round } from '../../../lib/decimal.ts'
import { type Instant, parseInstant, toInstant, toMilliseconds } from '../../../lib/instants.ts'
import { limitsOf } from './axes.ts'
import type { MeasurementPoint, SeriesQuery } from './schema.ts'
import { findSpan, listBuckets, type Span } from './series-store.ts'
import type { OfBatch } from './store.ts'

const defaultPoints = 200

export async function readSeries(db: Queryable, of: OfBatch, query: SeriesQuery): Promise<MeasurementPoint[]> {
  const { axis, points = defaultPoints } = query
  const span = await spanOf(db, of, query)
  if (!span || span.from > span.to) return []
  const starts = bucketStarts(span, points)
  const buckets = await listBuckets(db, of, { axis, span, starts })
  return buckets.map(({ place, sum, count, ...bucket }) => ({
    object: 'measurement_point',
    at: starts[place - 1]!,
    ...bucket,
    avg: plain(round(decimal(sum).div(count), limitsOf[axis].places + 1)),
    count,
  }))
}

/** As asked for; else from the first valid value to the last. Undefined when there is none. */
async function spanOf(db: Queryable, of: OfBatch, query: SeriesQuery): Promise<Span | undefined> {
  const from = query.from && parseInstant(query.from)
  const to = query.to && parseInstant(query.to)
  if (from && to) return { from, to }
  const whole = await findSpan(db, of, query.axis)
  return whole && { from: from || whole.from, to: to || whole.to }
}

/** The first millisecond of each bucket; the end of the span belongs to the last one. */
export function bucketStarts({ from, to }: Span, points: number): Instant[] {
  const first = toMilliseconds(from)
  const width = BigInt(toMilliseconds(to) - first)
  const count = BigInt(points)
  const start = (place: bigint) => toInstant(first + Number((place * width + count - 1n) / count))
  return width === 0n ? [from] : Array.from({ length: points }, (_, index) => start(BigInt(index)))
}
