/** How a measurement is read: what it is of, and in which phase and vessel the batch was at its instant. */
import { type Day, dayIn, daysBetween } from '../../../lib/days.ts'
import { plainText } from '../../../lib/decimal.ts'
import { type Instant, toMilliseconds } from '../../../lib/instants.ts'
import { type Axis, axes, axisOf, type MeasurementType, measurementTypes } from './axes.ts'

export type SentValues = { type?: MeasurementType } & { [Name in Axis]?: string | null }

export type TypeFault = 'measurement_type_ambiguous' | 'measurement_value_required'

/** One value tells its type; of several `type` names the main one. */
export function readType(sent: SentValues): MeasurementType | TypeFault {
  const { type } = sent
  const has = (axis: Axis) => sent[axis] !== undefined && sent[axis] !== null
  if (type) return has(axisOf[type]) ? type : 'measurement_value_required'
  const [first, ...others] = measurementTypes.filter(each => has(axisOf[each]))
  if (!first) return 'measurement_value_required'
  return others.length > 0 ? 'measurement_type_ambiguous' : first
}

export type Values = Record<Axis, string | null>

/** As they are stored and shown: without superfluous zeros. */
export const readValues = (sent: SentValues): Values =>
  Object.fromEntries(axes.map(axis => [axis, sent[axis] == null ? null : plainText(sent[axis])])) as Values

export const haveEqualValues = (one: Values, other: Values): boolean => axes.every(axis => one[axis] === other[axis])

/** From when on a batch was in a phase and a vessel; null: from ever. */
export interface Stretch<Phase extends string> {
  from: Instant | null
  phase: Phase
  vessel_id: string | null
}

interface Stay<Phase extends string> {
  phase: Phase
  vessel_id: string | null
  started_at: Instant
  ended_at: Instant | null
}

/**
 * The whole life of a batch by its stays, oldest first: planned before the first, what it is now after the last. One
 * that was never brewed has none: it is told when it ended.
 */
export function stretchesOf<Phase extends string>(
  stays: readonly Stay<Phase>[],
  batch: { phase: NoInfer<Phase> | 'planned' | 'completed' | 'cancelled' },
  endedUnbrewed: Instant | null = null,
): Stretch<Phase | 'planned' | 'completed' | 'cancelled'>[] {
  const end = stays.at(-1)?.ended_at ?? endedUnbrewed
  return [
    { from: null, phase: 'planned', vessel_id: null },
    ...stays.map(({ started_at, phase, vessel_id }) => ({ from: started_at, phase, vessel_id })),
    ...(end === null ? [] : [{ from: end, phase: batch.phase, vessel_id: null }]),
  ]
}

/** The last that had begun. */
export const stretchAt = <Phase extends string>(stretches: readonly Stretch<Phase>[], at: Instant): Stretch<Phase> =>
  stretches.findLast(({ from }) => from === null || from <= at)!

/** Since it came into the phase, whatever vessels it was in; null when it is in none. */
export function daysInPhase(
  stays: readonly Stay<string>[],
  { timeZone, today }: { timeZone: string; today: Day },
): number | null {
  const last = stays.at(-1)
  if (!last || last.ended_at !== null) return null
  const before = stays.findLastIndex(({ phase }) => phase !== last.phase)
  const since = stays[before + 1]!.started_at
  return Math.max(0, daysBetween(dayIn(timeZone, toMilliseconds(since)), today))
}
