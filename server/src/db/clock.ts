/**
 * The time of the database, carried on by a clock that nobody can set: nodes whose own clocks differ agree on leases and
 * retries, and a clock that is set back stops nothing.
 */
import type { Clock } from '../lib/instants.ts'

/** Less is the way there and back, not another time. */
const toleranceMs = 100
/** An answer that took longer says too little. */
const longestMs = 500

export interface DatabaseClock {
  now: Clock
  /** What the database said, and when it was asked, by `performance.now()`. */
  set(said: { nowMs: number; askedMs: number }): void
}

/** Until the database was asked, that of this machine. */
export function databaseClock(): DatabaseClock {
  let aheadMs: number | undefined
  return {
    now: () => (aheadMs === undefined ? Date.now() : Math.floor(performance.now() + aheadMs)),
    set({ nowMs, askedMs }) {
      const heardMs = performance.now()
      if (aheadMs !== undefined && heardMs - askedMs > longestMs) return
      const found = nowMs - (askedMs + heardMs) / 2
      if (aheadMs === undefined || Math.abs(found - aheadMs) > toleranceMs) aheadMs = found
    },
  }
}
