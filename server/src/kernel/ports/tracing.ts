/** Where traces go, when OpenTelemetry is set up: a span for each request with its parts, and one for each delivery. */
import type { Database } from '../../db/pool.ts'
import type { DeliveryWatch } from './metrics.ts'

/** Instants are milliseconds of `performance.now()`. */
export interface TracedPart {
  name: string
  startedMs: number
  endedMs: number
  isFailed: boolean
}

export interface TracedRequest {
  name: string
  startedMs: number
  /** The trace it belongs to, as the client says. */
  traceparent: string | undefined
  tracestate: string | undefined
  /** Never a secret, and nothing of a body. */
  attributes: Record<string, string | number>
  isFailed: boolean
  parts: readonly TracedPart[]
}

export interface Tracing {
  /** What follows is done for one request, and its parts are gathered. */
  within(parts: TracedPart[], go: () => void): void
  /** The same database; what is asked of it for a request is a part of it. */
  watched(database: Database): Database
  /** Said within a request: this transaction, which it shares with others, is a part of it, too. */
  noteShared(transaction: Promise<unknown>): void
  noteRequest(request: TracedRequest): void
  noteDelivery: DeliveryWatch
  /** Sends what is left. */
  close(): Promise<void>
}
