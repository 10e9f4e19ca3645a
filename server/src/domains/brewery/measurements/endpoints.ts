/** Measurements of a batch: list, detail, one, many, by vessel, marked, and as a series. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import { DataOf, InstantText, OneOf, Shape } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import type { FindContext, RecordContext, WriteContext } from '../../../kernel/context.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { parseInstant } from '../../../lib/instants.ts'
import { batches } from '../batches/document.ts'
import { type Batch, batchTable } from '../batches/store.ts'
import { vessels } from '../vessels/document.ts'
import { changeMeasurement, takeMeasurements } from './actions.ts'
import { measurementTypes } from './axes.ts'
import {
  Measurement,
  MeasurementBulk,
  MeasurementCreate,
  MeasurementPatch,
  MeasurementPoint,
  SeriesQuery,
} from './schema.ts'
import { readSeries } from './series.ts'
import { findMeasurement, type Measurement as MeasurementRow, measurementTable } from './store.ts'

const { read, write } = batches.access
const path = '/batches/{id}/measurements'

function view({ version: _, ...row }: MeasurementRow, livemode: boolean): Measurement {
  return { object: 'measurement', ...row, livemode }
}

const show = (row: MeasurementRow, { account }: RecordContext) => ({
  body: view(row, account.book.isLive),
  version: row.version,
})

const batchOfPath = rowOfPath(batches)
const vesselOfPath = rowOfPath(vessels)

const collectionOf = (batchId: string) => `${locationOf('batch', batchId)}/measurements`

const measurementOfPath = ({ id, measurement_id }: Record<string, string>, { db, account }: FindContext) =>
  findMeasurement(db, { bookId: account.book.id, batchId: id! }, measurement_id!)

const filters = Shape({
  type: Type.Optional(OneOf(measurementTypes)),
  device: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  is_valid: Type.Optional(Type.Boolean({ description: 'Only valid ones, or only outliers.' })),
  measured_from: Type.Optional(Type.Unsafe<string>({ ...InstantText, description: 'Measured at or after it.' })),
  measured_to: Type.Optional(Type.Unsafe<string>({ ...InstantText, description: 'Measured at or before it.' })),
})

const list = defineList({
  id: 'batches.measurements.list',
  path,
  summary: 'List the measurements of a batch',
  description: 'Newest arrivals first; `measured_from` and `measured_to` are of the instant that was measured.',
  access: read,
  filters,
  record: Measurement,
  parent: batchOfPath,
  select(ctx, { filters: asked, parent, where }, page) {
    const conditions = conditionsOf(asked, {
      type: is(sql`r.type`),
      device: is(sql`r.device`),
      is_valid: is(sql`r.is_valid`),
      measured_from: at => sql`r.measured_at >= ${parseInstant(at)}::timestamptz ${unprepared}`,
      measured_to: at => sql`r.measured_at <= ${parseInstant(at)}::timestamptz ${unprepared}`,
    })
    const of = { bookId: ctx.account.book.id, where: [sql`r.batch_id = ${parent.id}`, ...where, ...conditions] }
    return measurementTable.page(ctx.db, of, page)
  },
  view: (row, ctx) => view(row, ctx.account.book.isLive),
})

const get = defineEndpoint({
  id: 'batches.measurements.get',
  method: 'GET',
  path: `${path}/{measurement_id}`,
  summary: 'Get a measurement of a batch',
  access: read,
  returns: { status: 200, schema: Measurement, etag: true },
  errors: [],
  record: measurementOfPath,
  handle: async ({ record }, ctx) => show(record, ctx),
})

const taking = {
  errors: ['stale_version', 'conflict', 'measurement_type_ambiguous', 'measurement_value_required'],
  emits: ['batch.measurement_added'],
} as const

async function takeOne(ctx: WriteContext, batch: Batch, sent: MeasurementCreate) {
  const { measurements, isNew } = await takeMeasurements(ctx, batch, { sent: [sent], nameOf: () => '' })
  const [measurement] = measurements
  return {
    ...show(measurement!, ctx),
    ...(!isNew && { status: 200 as const }),
    location: `${collectionOf(batch.id)}/${measurement!.id}`,
  }
}

const values =
  'One value tells the type; with several `type` names the main one, and all are stored. ' +
  'What a device sends again for the same type and instant answers 200 with the measurement that exists.'

const created = {
  status: 201,
  schema: Measurement,
  etag: true,
  existing: 'The device has sent it before: the measurement that exists.',
} as const

const create = defineEndpoint({
  id: 'batches.measurements.create',
  method: 'POST',
  path,
  summary: 'Create a measurement of a batch',
  description: values,
  access: write,
  body: MeasurementCreate,
  returns: created,
  ...taking,
  record: batchOfPath,
  handle: ({ record, body }, ctx) => takeOne(ctx, record, body),
})

const bulk = defineEndpoint({
  id: 'batches.measurements.bulk',
  method: 'POST',
  path: `${path}/bulk`,
  summary: 'Create many measurements of a batch',
  description: `All or none. ${values}`,
  access: write,
  body: MeasurementBulk,
  returns: { status: 201, schema: DataOf(Measurement), existing: 'All of them have been sent before.' },
  ...taking,
  record: batchOfPath,
  async handle({ record, body }, ctx) {
    const nameOf = (index: number) => `measurements[${index}]`
    const { measurements, isNew } = await takeMeasurements(ctx, record, { sent: body.measurements, nameOf })
    return {
      body: { data: measurements.map(each => view(each, ctx.account.book.isLive)) },
      ...(!isNew && { status: 200 as const }),
      location: collectionOf(record.id),
    }
  },
})

const createByVessel = defineEndpoint({
  id: 'vessels.measurements.create',
  method: 'POST',
  path: '/vessels/{id}/measurements',
  summary: 'Create a measurement of the batch in a vessel',
  description: `A device is fixed to a vessel, not to a brew. ${values}`,
  access: write,
  body: MeasurementCreate,
  returns: created,
  ...taking,
  record: vesselOfPath,
  async handle({ record: { id, status, batch_id }, body }, ctx) {
    if (batch_id === null)
      throw problem('conflict', { ...because('vessel_empty'), blockers: [{ object: 'vessel', id, status }] })
    return takeOne(ctx, await batchTable.get(ctx.tx, ctx.account.book.id, batch_id), body)
  },
})

const change = defineEndpoint({
  id: 'batches.measurements.update',
  method: 'PATCH',
  path: `${path}/{measurement_id}`,
  summary: 'Update a measurement of a batch',
  description: 'An outlier is marked by `is_valid`, never deleted; the batch then shows what the valid ones say.',
  access: write,
  body: MeasurementPatch,
  returns: { status: 200, schema: Measurement, etag: true },
  errors: ['stale_version'],
  record: measurementOfPath,
  handle: async ({ record, body }, ctx) => show(await changeMeasurement(ctx, record, body), ctx),
})

const series = defineEndpoint({
  id: 'batches.measurementSeries',
  method: 'GET',
  path: '/batches/{id}/measurement-series',
  summary: 'Read one axis of the measurements of a batch over time',
  description:
    'Valid values in buckets of equal width over the span, oldest first; buckets without a value are left out.',
  access: read,
  query: SeriesQuery,
  returns: { status: 200, schema: DataOf(MeasurementPoint) },
  errors: [],
  record: batchOfPath,
  async handle({ record, query }, ctx) {
    const of = { bookId: ctx.account.book.id, batchId: record.id }
    return { body: { data: await readSeries(ctx.db, of, query) } }
  },
})

export const measurementEndpoints: readonly Endpoint[] = [list, create, bulk, get, change, series, createByVessel]
