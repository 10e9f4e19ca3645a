/** What a base copy holds and from where the log goes on from it; and the moments that can be had of one. */
import type { RanMigration } from '../format.ts'
import { type Line, type SegmentName, unbroken } from './names.ts'

export interface BaseNote {
  format: number
  /** The version of the program that made it. */
  cellarbook: string
  /** The major version of PostgreSQL whose files they are. */
  postgres: number
  begun_at: string
  /** The first moment that can be had. */
  from: string
  first_segment: string
  /** Without it the copy cannot be used. */
  last_segment: string
  migrations: RanMigration[]
  /** The files the books named. */
  files: string[]
}

export const noteFormat = 1

export interface Reach {
  fromMs: number
  untilMs: number
  segments: SegmentName[]
}

/** Undefined when the log does not reach the end of the copy, or not beyond it. */
export function reachOf(line: Line, { from, first_segment, last_segment }: BaseNote): Reach | undefined {
  const segments = unbroken(line, first_segment)
  const fromMs = Date.parse(from)
  const covered = segments.flatMap(({ coveredMs }) => coveredMs ?? [])
  const untilMs = covered.reduce((latest, ms) => Math.max(latest, ms), 0)
  const isWhole = segments.some(({ segment }) => segment === last_segment) && untilMs >= fromMs
  return isWhole ? { fromMs, untilMs, segments } : undefined
}
