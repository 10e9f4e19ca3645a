/** GET /reports/batch_measurements: everything that was measured of a batch over time, in one answer. */
import { Type } from 'typebox'
import { invalidReference, validationFailed } from '../../contract/problems.ts'
import { rowBecause } from '../../contract/reasons.ts'
import { DateText, described, OneOf, Shape, type Static, Uuid } from '../../contract/schema.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import type { Day } from '../../lib/days.ts'
import { groupBy } from '../../lib/group-by.ts'
import {
  findMeasuredDays,
  hasBatch,
  type Measured,
  type MeasuredStep,
  type OfReadings,
  readPoints,
} from './measurements-store.ts'
import { maxSteps } from './rules.ts'
import { Report } from './schema.ts'

const measuredSteps = ['reading', 'hour', 'day'] as const

const MeasurementsQuery = Shape({
  batch_id: Uuid,
  from: Type.Optional(described<string>(DateText, 'The first day; by default that of the first value.')),
  to: Type.Optional(described<string>(DateText, 'The last day; by default that of the last value.')),
  step: Type.Optional(
    described<MeasuredStep>(
      OneOf(measuredSteps),
      `By default every reading; where an axis has more than ${maxSteps} of them, hours, else days.`,
    ),
  ),
})
type MeasurementsQuery = Static<typeof MeasurementsQuery>

/** As fine as a screen can show; who asks for more is told. */
async function pointsOf(
  read: (step: MeasuredStep) => Promise<Measured[]>,
  asked: MeasuredStep | undefined,
): Promise<{ step: MeasuredStep; points: Measured[] }> {
  for (const step of asked ? [asked] : measuredSteps) {
    const points = await read(step)
    // A batch does not live for more days than a screen can show.
    if (step === 'day' || fits(points)) return { step, points }
  }
  throw validationFailed([{ field: 'step', code: 'not_allowed', message: `At most ${maxSteps} steps.` }])
}

const fits = (points: readonly Measured[]): boolean =>
  [...groupBy(points, ({ axis }) => axis).values()].every(own => own.length <= maxSteps)

/** Of an empty report today, so that it has days. */
async function periodOf(of: OfReadings, { from, to }: MeasurementsQuery, today: Day): Promise<{ from: Day; to: Day }> {
  const measured = from && to ? undefined : await findMeasuredDays(of)
  const period = { from: from ?? measured?.from ?? to ?? today, to: to ?? measured?.to ?? from ?? today }
  if (from && to && from > to) {
    throw validationFailed([{ ...rowBecause({ field: 'from' }, 'ends_before_start'), message: 'from is after to.' }])
  }
  return period.from > period.to ? { from: period.from, to: period.from } : period
}

export const batchMeasurements = defineEndpoint({
  id: 'reports.batchMeasurements',
  method: 'GET',
  path: '/reports/batch_measurements',
  summary: 'Show what was measured of a batch over time',
  description:
    'Valid values, one series for each axis that was measured. A point is the last value of its step, at the instant it ' +
    'was measured; steps without a value have none. The totals are the last values, with how many there are.',
  access: { scopes: ['brewery:read'] },
  query: MeasurementsQuery,
  returns: { status: 200, schema: Report },
  errors: [],
  async handle({ query }, { caller, db, today }) {
    const of = { db, bookId: caller.book.id, batchId: query.batch_id, timeZone: caller.tenant.timeZone }
    if (!(await hasBatch(of))) throw validationFailed([invalidReference('batch_id')])
    const period = await periodOf(of, query, today)
    const { step, points } = await pointsOf(asked => readPoints(of, { ...period, step: asked }), query.step)
    const series = [...groupBy(points, ({ axis }) => axis)].map(([key, own]) => ({
      key,
      currency: null,
      points: own.map(({ at, value, count }) => ({ at, value, count })),
    }))
    const totals = series.map(({ key, points: own }) => ({
      key,
      currency: null,
      value: own.at(-1)!.value,
      count: own.reduce((sum, { count }) => sum + count, 0),
    }))
    return { body: { object: 'report' as const, name: 'batch_measurements', ...period, step, totals, series } }
  },
})
