/** What the HTTP layer is built of, and what it remembers of a request. */

import type { Logger } from 'pino'
import type { ProblemCode } from '../contract/problems.ts'
import type { Database, Queryable } from '../db/pool.ts'
import type { Reachability } from '../db/reachability.ts'
import type { Addresses } from '../kernel/addresses.ts'
import type { Arrivals } from '../kernel/arrivals.ts'
import type { Caller } from '../kernel/caller.ts'
import type { CallerCache } from '../kernel/caller-cache.ts'
import type { Cursors } from '../kernel/cursor.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import type { Listeners } from '../kernel/listeners.ts'
import type { LogEnds } from '../kernel/log.ts'
import type { ConsoleSource } from '../kernel/ports/console-source.ts'
import type { Files } from '../kernel/ports/files.ts'
import type { Metrics, MetricsPage } from '../kernel/ports/metrics.ts'
import type { Page } from '../kernel/ports/page.ts'
import type { Printer } from '../kernel/ports/printer.ts'
import type { RequestLog } from '../kernel/ports/request-log.ts'
import type { Tracing } from '../kernel/ports/tracing.ts'
import type { Transfers } from '../kernel/ports/transfers.ts'
import type { SecretSealer, Webhooks } from '../kernel/ports/webhooks.ts'
import type { Readiness } from '../kernel/readiness.ts'
import type { Nameable } from '../kernel/references.ts'
import type { BookSignals } from '../kernel/signals.ts'
import type { Turns } from '../kernel/turns.ts'
import type { Write } from '../kernel/write-parts.ts'
import type { Clock } from '../lib/instants.ts'
import type { Pace } from '../lib/steps.ts'
import type { Disk } from '../storage/disk.ts'
import type { ConnectionLimits, TrustedProxies } from './connections.ts'
import type { Door, RateCounter } from './rate.ts'
import type { TellRefusal } from './refusals-told.ts'

export interface ServerDeps {
  endpoints: readonly Endpoint[]
  pages: readonly Page[]
  /** Absent where the console is switched off. */
  console?: ConsoleSource | undefined
  db: Queryable
  /** For those who sign in: they have no book to write to. */
  database: Database
  callers: CallerCache
  write: Write
  cursors: Cursors
  signals: BookSignals
  turns: Turns
  /** Of look-ups. */
  lookTurns: Turns
  arrivals: Arrivals
  /** Of long bodies. */
  pace: Pace
  logEnds: LogEnds
  listeners: Listeners
  rates: RateCounter
  files: Files
  printer: Printer
  nameable: Nameable
  transfers: Transfers
  webhooks: Webhooks
  reachability: Reachability
  disk: Disk
  readiness: Readiness
  /** Absent where nobody watches: no request pays for it. */
  metrics?: Metrics | undefined
  metricsPage?: MetricsPage | undefined
  tracing?: Tracing | undefined
  clock: Clock
  log: Logger
  /** Writes the log's line of a refused write or a failed call. */
  tellRefusal: TellRefusal
  addresses: Addresses
  /** Whether mail leaves this machine; otherwise it goes into files. */
  hasMail: boolean
  /** Seals what only the service itself reads again. */
  seals: SecretSealer
  trustProxy: TrustedProxies
  /** For tests: other bounds than the usual ones. */
  connections?: Partial<ConnectionLimits>
  /** Absent where no calls are noted. */
  requestLog?: RequestLog | undefined
  /** True once the service was told to stop: health says so, and connections are not kept. */
  isStopping: () => boolean
}

/** What the gates learned of a request. */
export interface Passage {
  /** Of the clock that only goes on. */
  startedMs: number
  /** Of the problem that answers it. */
  code?: ProblemCode
  caller?: Caller
  idempotencyKey?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    passage: Passage
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Open to anybody, and counted by address; without it a key is needed, or nothing is counted. */
    door?: Door
    /** For people: a refusal is a page, too. */
    isPage?: boolean
    /** For operators: passes no gates. */
    isOperational?: boolean
    /** Brings a file: it may take as long as its bytes keep coming. */
    isTransfer?: boolean
  }
}
