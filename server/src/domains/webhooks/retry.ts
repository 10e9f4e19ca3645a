/** When a failed delivery is tried again. */
import { assert } from '../../lib/assert.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** After the first, second, … attempt. */
export const gapsMs: readonly number[] = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  8 * hourMs,
  24 * hourMs,
  24 * hourMs,
]

/** So that the deliveries of one outage do not all come back in the same second. */
const jitterShare = 0.1

export interface FailedAttempt {
  /** This one included. */
  attemptsMade: number
  endedAtMs: number
  httpStatus: number | null
  retryAfterSeconds: number | null
  /** From 0 up to, but not including, 1. */
  random: number
}

/** Never early: the gap counts from the end of the attempt, and jitter and Retry-After only lengthen it. */
export function nextAttempt(failed: FailedAttempt): { atMs: number } | 'dead' {
  const { attemptsMade, endedAtMs, random } = failed
  assert(Number.isInteger(attemptsMade) && attemptsMade >= 1, 'an attempt was made')
  const gapMs = gapsMs[attemptsMade - 1]
  if (gapMs === undefined) return 'dead'
  const wantedMs = Math.max(gapMs, askedMs(failed)) + gapMs * jitterShare * random
  return { atMs: endedAtMs + Math.ceil(Math.min(wantedMs, 2 * gapMs)) }
}

/** Only a receiver that says it is overloaded may ask for time. */
const askedMs = ({ httpStatus, retryAfterSeconds }: FailedAttempt): number =>
  httpStatus === 429 || httpStatus === 503 ? (retryAfterSeconds ?? 0) * 1_000 : 0
