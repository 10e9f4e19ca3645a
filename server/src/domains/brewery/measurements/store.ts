/** SQL of measurements. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { join, raw, type Sql, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { BatchPhase } from '../batches/schema.ts'
import { type Axis, axes, type MeasurementType } from './axes.ts'
import type { Kept, Measured, Reading } from './kept.ts'

export const measurementTable = defineTable({
  name: 'measurements',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    batch_id: column.uuid(),
    type: column.text<MeasurementType>(),
    phase: column.text<BatchPhase>(),
    measured_at: column.instant(),
    device: orNull(column.text()),
    vessel_id: orNull(column.uuid()),
    gravity_plato: orNull(column.decimal()),
    temperature_c: orNull(column.decimal()),
    ph: orNull(column.decimal()),
    pressure_bar: orNull(column.decimal()),
    volume_l: orNull(column.decimal()),
    co2_g_l: orNull(column.decimal()),
    abv_pct: orNull(column.decimal()),
    note: orNull(column.text()),
    is_valid: column.boolean(),
  },
})

export type Measurement = RowOf<typeof measurementTable>

export interface OfBatch {
  bookId: string
  batchId: string
}

export const findMeasurement = (db: Queryable, { bookId, batchId }: OfBatch, id: string) =>
  measurementTable.findWhere(db, bookId, sql`r.batch_id = ${batchId} and r.id = ${id}`)

export type Sighting = Pick<Measurement, 'device' | 'type' | 'measured_at'>

/** What the same devices measured at the same instants before. */
export const listSeen = (db: Queryable, { bookId, batchId }: OfBatch, sightings: readonly Sighting[]) =>
  db.many<Measurement>(sql`
    select ${measurementTable.select}
      from json_to_recordset(${JSON.stringify(sightings)}::json) as sent (device text, type text, measured_at timestamptz)
      join measurements r
        on r.book_id = ${bookId} and r.batch_id = ${batchId} and r.device = sent.device and r.type = sent.type
       and r.measured_at = sent.measured_at`)

type Slot = Axis | keyof Measured

/** Where the value of a slot stands, in which phases, and whether it is the first of them. */
const slotRules: Record<keyof Measured, { phases: Sql; isFirst?: boolean }> = {
  brewing: { phases: sql`phase = 'brewing'` },
  fermentation: { phases: sql`phase = 'fermentation'`, isFirst: true },
  cellar: { phases: sql`phase in ('lagering', 'packaging', 'completed')` },
}

export const gravities = Object.keys(slotRules) as (keyof Measured)[]

function slotSelect({ bookId, batchId }: { bookId: string | Sql; batchId: string | Sql }, slot: Slot): Sql {
  const rule = slot in slotRules ? slotRules[slot as keyof Measured] : undefined
  const axis = raw(rule ? 'gravity_plato' : slot)
  const direction = raw(rule?.isFirst ? 'asc' : 'desc')
  return sql`(
    select ${slot}::text as slot, trim_scale(${axis})::text as value, measured_at
      from measurements
     where book_id = ${bookId} and batch_id = ${batchId} and is_valid and ${axis} is not null
       and ${rule?.phases ?? sql`true`}
     order by measured_at ${direction}, created_at ${direction}, id ${direction}
     limit 1)`
}

const slotsSelect = (of: Parameters<typeof slotSelect>[0], slots: readonly Slot[]): Sql =>
  join(
    slots.map(slot => slotSelect(of, slot)),
    ' union all ',
  )

/** Every slot of the batch `b`. */
export const slotsOfBatch = slotsSelect({ bookId: sql`b.book_id`, batchId: sql`b.id` }, [...axes, ...gravities])

/** What the measurements themselves say now, of the slots that are asked for. */
export async function findKept(db: Queryable, of: OfBatch, slots: readonly Slot[]): Promise<Kept> {
  const found = await db.many<Reading & { slot: Slot }>(slotsSelect(of, slots))
  const readings = (names: readonly string[]) =>
    Object.fromEntries(
      found
        .filter(({ slot }) => names.includes(slot))
        .map(({ slot, value, measured_at }) => [slot, { value, measured_at }]),
    )
  return { latest: readings(axes), measured: readings(gravities) }
}

export interface Interval {
  from: Instant
  /** Not included; null: from then on. */
  to: Instant | null
  phase: BatchPhase
  vessel_id: string | null
}

/** Measurements of these intervals are of their phases and vessels; how many were of others before. */
export function followStretches(
  tx: Tx,
  { bookId, batchId, now }: OfBatch & { now: Instant },
  intervals: readonly Interval[],
): Promise<number> {
  return tx.run(sql`
    update measurements m
       set phase = s.phase, vessel_id = s.vessel_id, version = m.version + 1, updated_at = ${now}
      from json_to_recordset(${JSON.stringify(intervals)}::json)
           as s ("from" timestamptz, "to" timestamptz, phase text, vessel_id uuid)
     where m.book_id = ${bookId} and m.batch_id = ${batchId}
       and m.measured_at >= s."from" and m.measured_at < coalesce(s."to", 'infinity')
       and (m.phase, m.vessel_id) is distinct from (s.phase, s.vessel_id)`)
}
