/** Calls counted by whoever made them and by the hour. */
import type { LoggedCall } from '../../kernel/ports/request-log.ts'

export interface CallCount {
  tenant_id: string
  is_live: boolean
  /** The key or the user. */
  caller_id: string
  hour_ms: number
  calls: number
  refused: number
  /** Those the log has no row of. */
  dropped: number
}

export type CallCounts = Map<string, CallCount>

const hourMs = 3_600_000

export function countCall(counts: CallCounts, call: LoggedCall, isDropped: boolean): void {
  const { tenant_id, is_live, at_ms, status } = call
  const caller_id = (call.key_id ?? call.user_id)!
  const hour_ms = Math.floor(at_ms / hourMs) * hourMs
  const name = `${caller_id} ${is_live} ${hour_ms}`
  const known = counts.get(name) ?? { tenant_id, is_live, caller_id, hour_ms, calls: 0, refused: 0, dropped: 0 }
  known.calls += 1
  if (status >= 400) known.refused += 1
  if (isDropped) known.dropped += 1
  counts.set(name, known)
}
