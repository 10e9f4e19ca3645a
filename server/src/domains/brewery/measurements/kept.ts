/**
 * What a batch keeps of its measurements, so that none of them has to be read again: the newest value of each axis, and
 * the gravities its original and final extract are. One more measurement moves it, however late it arrives.
 */
import type { Instant } from '../../../lib/instants.ts'
import { type Axis, axes } from './axes.ts'

export interface Reading {
  value: string
  measured_at: Instant
}

export type Latest = { [Name in Axis]?: Reading }

/** Original extract is the last gravity of the brew house, else the first of fermentation; final the last of the cellar. */
export interface Measured {
  brewing?: Reading
  fermentation?: Reading
  cellar?: Reading
}

export interface Kept {
  latest: Latest
  measured: Measured
}

/** The part of a measurement that counts here. */
export type Measuring = { phase: string; measured_at: Instant; is_valid: boolean } & Record<Axis, string | null>

export const nothingKept: Kept = { latest: {}, measured: {} }

/** Of two readings of one instant the one that arrived later is newer. The very same object when nothing moves. */
export function keep(kept: Kept, measurement: Measuring): Kept {
  if (!measurement.is_valid) return kept
  const latest = newerReadings(kept.latest, measurement)
  const measured = movedGravities(kept.measured, measurement)
  return latest === kept.latest && measured === kept.measured ? kept : { latest, measured }
}

const isNewer = (at: Instant, than: Reading | undefined): boolean => than === undefined || at >= than.measured_at

function newerReadings(latest: Latest, measurement: Measuring): Latest {
  const { measured_at } = measurement
  const newer = axes.filter(axis => measurement[axis] !== null && isNewer(measured_at, latest[axis]))
  if (newer.length === 0) return latest
  return { ...latest, ...Object.fromEntries(newer.map(axis => [axis, { value: measurement[axis]!, measured_at }])) }
}

function movedGravities(measured: Measured, { phase, gravity_plato: value, measured_at }: Measuring): Measured {
  const place = placeOf(phase)
  if (value === null || !place) return measured
  const before = measured[place]
  const moves = place === 'fermentation' ? !before || measured_at < before.measured_at : isNewer(measured_at, before)
  return moves ? { ...measured, [place]: { value, measured_at } } : measured
}

/** Lagering and all that comes after it are the cellar; before the brew there is no wort. */
export function placeOf(phase: string): keyof Measured | undefined {
  if (phase === 'brewing' || phase === 'fermentation') return phase
  return phase === 'planned' || phase === 'cancelled' ? undefined : 'cellar'
}
