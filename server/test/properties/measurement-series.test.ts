/** Whatever was measured and marked, and however a series is cut: its points are those of a plain recomputation. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { measurementsOf, noonsOf } from '../support/measurements.ts'
import { useService } from '../support/service.ts'

const service = useService()
const minuteMs = 60_000
const spanMs = 36 * 60 * minuteMs
let book: Brewhouse
let start: number

beforeAll(async () => {
  book = await brewhouse(service)
  start = Date.parse(noonsOf(service)(3))
})

/** Whole quarters and their edges meet instants of buckets now and then; one axis is rarer than the other. */
const offset = fc.oneof(
  { weight: 3, arbitrary: fc.nat(spanMs) },
  { weight: 1, arbitrary: fc.nat(144).map(quarter => quarter * 15 * minuteMs) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 144 }).map(quarter => quarter * 15 * minuteMs - 1) },
)
const measured = fc.record({
  at: offset,
  temperature: fc.integer({ min: 0, max: 3000 }),
  ph: fc.option(fc.integer({ min: 300, max: 700 }), { freq: 1 }),
})
const asked = fc.record({
  axis: fc.constantFrom('temperature_c' as const, 'ph' as const),
  from: fc.option(offset),
  to: fc.option(offset),
  points: fc.oneof(fc.integer({ min: 2, max: 30 }), fc.constantFrom(200, 1000)),
})
const story = fc.record({
  requests: fc.array(fc.array(measured, { minLength: 1, maxLength: 120 }), { minLength: 1, maxLength: 4 }),
  marked: fc.array(fc.nat(199), { maxLength: 6 }),
  queries: fc.array(asked, { minLength: 8, maxLength: 8 }),
})

interface Listed {
  id: string
  measured_at: string
  is_valid: boolean
  temperature_c: string | null
  ph: string | null
}

const hundredths = (text: string) => Math.round(Number(text) * 100)
const textOf = (value: number, digits: number) => String(value / 10 ** digits)

/** `from` and `to` in milliseconds; of the values where they were not asked for. */
function plainly(values: { at: number; value: number }[], from: number, to: number, points: number) {
  const buckets = new Map<number, number[]>()
  const placeOf = (at: number) => (at === to ? points - 1 : Math.floor(((at - from) * points) / (to - from)))
  for (const { at, value } of values.filter(({ at }) => at >= from && at <= to)) {
    const place = from === to ? 0 : placeOf(at)
    const bucketStart = from + Math.ceil((place * (to - from)) / points)
    buckets.set(bucketStart, [...(buckets.get(bucketStart) ?? []), value])
  }
  return [...buckets].map(([at, all]) => {
    const sum = all.reduce((one, other) => one + other)
    return {
      object: 'measurement_point',
      at: new Date(at).toISOString(),
      min: textOf(Math.min(...all), 2),
      max: textOf(Math.max(...all), 2),
      avg: textOf(Math.floor((sum * 20 + all.length) / (2 * all.length)), 3),
      last: textOf(all.at(-1)!, 2),
      count: all.length,
    }
  })
}

async function compare({ requests, marked, queries }: typeof story extends fc.Arbitrary<infer S> ? S : never) {
  const { id } = (await book.batch()).body
  const { takeMany, mark } = measurementsOf(book, id)
  for (const request of requests) {
    const sent = request.map(({ at, temperature, ph }) => ({
      type: 'temperature',
      temperature_c: textOf(temperature, 2),
      ...(ph !== null && { ph: textOf(ph, 2) }),
      measured_at: new Date(start + at).toISOString(),
    }))
    expect((await takeMany(...sent)).status).toBe(201)
  }
  const list = async () => (await book.api.get(`/batches/${id}/measurements?limit=200`)).body
  for (const place of marked) {
    const { data } = await list()
    const chosen: Listed = data[place % data.length]
    await mark(chosen.id, { is_valid: !chosen.is_valid })
  }
  const arrived: Listed[] = []
  for (
    let page = await list();
    ;
    page = (await book.api.get(`/batches/${id}/measurements?limit=200&cursor=${page.next_cursor}`)).body
  ) {
    arrived.push(...page.data)
    if (!page.has_more) break
  }
  for (const { axis, from, to, points } of queries) {
    const values = arrived
      .toReversed()
      .filter(each => each.is_valid && each[axis] !== null)
      .map(each => ({ at: Date.parse(each.measured_at), value: hundredths(each[axis]!) }))
      .toSorted((one, other) => one.at - other.at)
    const query = new URLSearchParams({ axis, points: String(points) })
    if (from !== null) query.set('from', new Date(start + from).toISOString())
    if (to !== null) query.set('to', new Date(start + to).toISOString())
    const reply = await book.api.get(`/batches/${id}/measurement-series?${query}`)
    const first = from === null ? values[0]?.at : start + from
    const last = to === null ? values.at(-1)?.at : start + to
    const expected =
      first === undefined || last === undefined || first > last ? [] : plainly(values, first, last, points)
    expect(reply.body.data, String(query)).toEqual(expected)
  }
}

// The end of the file verifies all books, where the kept sums are compared with all measurements.
test('200: the points of a series', async () => {
  await fc.assert(fc.asyncProperty(story, compare), { numRuns: Number(process.env.MODEL_RUNS ?? 4) })
})
