/** The values of one axis over time, in buckets of equal width. */
import type { Queryable } from '../../../db/pool.ts'
import { decimal, plain, round } from '../../../lib/decimal.ts'
import { parseInstant, toInstant, toMilliseconds } from '../../../lib/instants.ts'
import { limitsOf } from './axes.ts'
import type { MeasurementPoint, SeriesQuery } from './schema.ts'
import { type Cut, findSpan, listBuckets, type Span } from './series-store.ts'
import type { OfBatch } from './store.ts'

const defaultPoints = 200
/** What `measurement_sums` adds up. */
const quarterMs = 15 * 60_000
const endOfCalendar = toMilliseconds('9999-12-31T23:59:59.999Z')

export async function readSeries(db: Queryable, of: OfBatch, query: SeriesQuery): Promise<MeasurementPoint[]> {
  const { axis, points = defaultPoints } = query
  const span = await spanOf(db, of, query)
  if (!span || span.from > span.to) return []
  const buckets = await listBuckets(db, of, { axis, cuts: cutsOf(span, points) })
  return buckets.map(({ at, sum, count, ...bucket }) => ({
    object: 'measurement_point',
    at,
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

/** The end of the span belongs to the last bucket; nothing is ever measured at the end of the calendar. */
function cutsOf({ from, to }: Span, points: number): Cut[] {
  const starts = bucketStarts(toMilliseconds(from), toMilliseconds(to), points)
  const end = Math.min(toMilliseconds(to) + 1, endOfCalendar)
  return starts.map((start, index) => cutOf(start, starts[index + 1] ?? end))
}

/** The first millisecond of each bucket; of those that are shorter than one, the last. */
function bucketStarts(from: number, to: number, points: number): number[] {
  const width = BigInt(to - from)
  const count = BigInt(points)
  const start = (place: bigint) => from + Number((place * width + count - 1n) / count)
  return [...new Set(Array.from({ length: points }, (_, place) => start(BigInt(place))))]
}

/** Without a whole quarter all values are single ones. */
function cutOf(start: number, end: number): Cut {
  const first = Math.ceil(start / quarterMs) * quarterMs
  const last = Math.floor(end / quarterMs) * quarterMs
  const [from, to] = first < last ? [first, last] : [end, end]
  return { starts_at: toInstant(start), sums_from: toInstant(from), sums_to: toInstant(to), ends_at: toInstant(end) }
}
