/** Where answered calls are noted. */

export interface LoggedCall {
  id: string
  tenant_id: string
  is_live: boolean
  /** Milliseconds since 1970. */
  at_ms: number
  key_id: string | null
  user_id: string | null
  method: string
  route: string | null
  path: string
  query: string | null
  status: number
  code: string | null
  duration_ms: number
  bytes: number | null
  idempotency_key: string | null
  address: string
  /** As far as they are kept at all, and not longer than that. */
  request_body: Buffer | null
  answer_body: Buffer | string | null
}

export interface RequestLog {
  /** Takes no time: what there is no room for is counted and dropped. */
  note(call: LoggedCall): void
}

/** Bytes that are kept of a body. */
export const keptBytes = 8_192
