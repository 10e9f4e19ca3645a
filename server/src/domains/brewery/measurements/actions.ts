/** Measurements taken and marked, and what their batch keeps of them. */
import { isDeepStrictEqual } from 'node:util'
import { type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { rowBecause } from '../../../contract/reasons.ts'
import { changedFields } from '../../../kernel/changes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { type Instant, parseInstant, toMilliseconds } from '../../../lib/instants.ts'
import { batches } from '../batches/document.ts'
import { type Batch, batchTable } from '../batches/store.ts'
import { axes, type MeasurementType } from './axes.ts'
import { keep, placeOf } from './kept.ts'
import { lifeOf } from './life.ts'
import { haveEqualValues, readType, readValues, stretchAt } from './rules.ts'
import type { MeasurementCreate, MeasurementPatch } from './schema.ts'
import { findKept, listSeen, type Measurement, measurementTable, type Sighting } from './store.ts'

const aheadMs = 5 * 60_000

/** Several of one request: how rows and refusals name each. */
export type Named = (index: number) => string

interface Taken {
  /** As they were sent, with those that were there already in their places. */
  measurements: Measurement[]
  /** Whether anything is new. */
  isNew: boolean
}

/** All or none. None of the earlier measurements is read, but one of the same device and instant. */
export async function takeMeasurements(
  ctx: WriteContext,
  batch: Batch,
  { sent, nameOf }: { sent: readonly MeasurementCreate[]; nameOf: Named },
): Promise<Taken> {
  const instants = readInstants(ctx, sent, nameOf)
  const types = sent.map((each, index) => requireType(each, nameOf(index)))
  refuseCancelled(batch)
  const made = await newMeasurements(ctx, batch, { sent, instants, types })
  const measurements = await withSeen(ctx, made, nameOf)
  const fresh = [...new Set(measurements)].filter(each => made.includes(each))
  if (fresh.length > 0) await addToBatch(ctx, batch, fresh)
  return { measurements, isNew: fresh.length > 0 }
}

function readInstants(ctx: WriteContext, sent: readonly MeasurementCreate[], nameOf: Named): Instant[] {
  const latest = toMilliseconds(ctx.now) + aheadMs
  const instants = sent.map(({ measured_at }) => (measured_at === undefined ? ctx.now : parseInstant(measured_at)!))
  const rows = instants.flatMap((at, index): ProblemRow[] => {
    const field = fieldOf(nameOf(index), 'measured_at')
    return toMilliseconds(at) > latest ? [rowBecause({ field }, 'ahead_of_now')] : []
  })
  if (rows.length > 0) throw validationFailed(rows)
  return instants
}

const fieldOf = (owner: string, name: string): string => (owner === '' ? name : `${owner}.${name}`)

function requireType(sent: MeasurementCreate, field: string): MeasurementType {
  const read = readType(sent)
  if (read !== 'measurement_type_ambiguous' && read !== 'measurement_value_required') return read
  throw problem(read, field === '' ? {} : { field })
}

function refuseCancelled({ id, number, phase }: Batch): void {
  if (phase !== 'cancelled') return
  const detail = 'The batch is cancelled.'
  throw problem('conflict', { detail, blockers: [{ object: 'batch', id, number, phase }] })
}

interface Read {
  sent: readonly MeasurementCreate[]
  instants: readonly Instant[]
  types: readonly MeasurementType[]
}

/** Phase and vessel are those of the instant, not those of the arrival. */
async function newMeasurements(
  ctx: WriteContext,
  batch: Batch,
  { sent, instants, types }: Read,
): Promise<Measurement[]> {
  const life = await lifeOf(ctx.tx, ctx.account.book.id, batch)
  return sent.map((each, index) => {
    const measured_at = instants[index]!
    const { phase, vessel_id } = stretchAt(life, measured_at)
    return {
      id: newId(),
      version: 1,
      batch_id: batch.id,
      type: types[index]!,
      phase,
      measured_at,
      device: each.device ?? null,
      vessel_id,
      ...readValues(each),
      note: each.note ?? null,
      is_valid: true,
      created_at: ctx.now,
      updated_at: ctx.now,
    }
  })
}

const sightingOf = ({ device, type, measured_at }: Sighting): string => JSON.stringify([device, type, measured_at])

/** What a device sends twice is there once; other values of the same instant are a contradiction. */
async function withSeen(ctx: WriteContext, made: readonly Measurement[], nameOf: Named): Promise<Measurement[]> {
  const named = made.filter(({ device }) => device !== null)
  if (named.length === 0) return [...made]
  const of = { bookId: ctx.account.book.id, batchId: named[0]!.batch_id }
  const sightings = named.map(({ device, type, measured_at }) => ({ device, type, measured_at }))
  const seen = new Map((await listSeen(ctx.tx, of, sightings)).map(each => [sightingOf(each), each]))
  return made.map((each, index) => {
    const key = sightingOf(each)
    const before = each.device === null ? undefined : seen.get(key)
    if (before && !haveEqualValues(before, each)) throw contradiction(each, nameOf(index))
    if (!before && each.device !== null) seen.set(key, each)
    return before ?? each
  })
}

function contradiction({ device, type, measured_at }: Measurement, field: string) {
  const which = field === '' ? '' : ` (${field})`
  return problem('conflict', { detail: `${device} has measured another ${type} at ${measured_at}${which}.` })
}

/** The batch moves on only where it shows something else; the event tells of it in any case. */
async function addToBatch(ctx: WriteContext, batch: Batch, fresh: readonly Measurement[]): Promise<void> {
  await measurementTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, fresh)
  const before = { latest: batch.latest, measured: batch.measured }
  const kept = fresh.reduce(keep, before)
  const after = kept === before ? batch : await batches.touch(ctx, batch, kept)
  const newest = fresh.reduce((one, other) => (other.measured_at >= one.measured_at ? other : one))
  batches.emit(ctx, after, { name: 'measurement_added', created: { object: 'measurement', id: newest.id } })
}

export async function changeMeasurement(
  ctx: WriteContext,
  before: Measurement,
  body: MeasurementPatch,
): Promise<Measurement> {
  const patched = { ...before, ...body }
  if (changedFields(before, patched).length === 0) return before
  const after = { ...patched, version: before.version + 1, updated_at: ctx.now }
  await measurementTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, [after])
  if (after.is_valid !== before.is_valid) await recount(ctx, after)
  return after
}

/** What the batch keeps of the axes of a measurement is looked for among all of them. */
async function recount(ctx: WriteContext, measurement: Measurement): Promise<void> {
  const bookId = ctx.account.book.id
  const batch = await batchTable.get(ctx.tx, bookId, measurement.batch_id)
  const measured = axes.filter(axis => measurement[axis] !== null)
  const place = measurement.gravity_plato === null ? undefined : placeOf(measurement.phase)
  const slots = [...measured, ...(place ? [place] : [])]
  const found = await findKept(ctx.tx, { bookId, batchId: batch.id }, slots)
  const kept = {
    latest: { ...without(batch.latest, slots), ...found.latest },
    measured: { ...without(batch.measured, slots), ...found.measured },
  }
  if (isDeepStrictEqual(kept, { latest: batch.latest, measured: batch.measured })) return
  await batches.touch(ctx, batch, kept)
}

const without = <Members extends object>(members: Members, names: readonly string[]): Partial<Members> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name))) as Partial<Members>
