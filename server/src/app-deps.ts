/** What the service is put together from: by the process that serves, by its workers, and by tests. */
import type { Logger } from 'pino'
import type { Database } from './db/pool.ts'
import type { SenderOptions } from './domains/webhooks/sender.ts'
import type { ConnectionLimits, TrustedProxies } from './http/connections.ts'
import type { RateCounter } from './http/rate.ts'
import type { AnswerRoomOptions, AnswerRooms } from './kernel/answer-room.ts'
import type { Measure } from './kernel/measures.ts'
import type { ConsoleSource } from './kernel/ports/console-source.ts'
import type { Metrics, MetricsPage } from './kernel/ports/metrics.ts'
import type { Tracing } from './kernel/ports/tracing.ts'
import type { BookSignals } from './kernel/signals.ts'
import type { Clock } from './lib/instants.ts'
import type { Places } from './lib/places.ts'
import type { Disk } from './storage/disk.ts'
import type { FileStore } from './storage/store.ts'

export interface AppDeps {
  database: Database
  clock: Clock
  log: Logger
  fileStore: FileStore
  /** Without it nobody watches the room on the disk. */
  disk?: Disk
  /** Counted over several nodes; without it this one counts by itself. */
  rates?: RateCounter
  /** Without it nobody counts. */
  metrics?: Metrics | undefined
  metricsPage?: MetricsPage | undefined
  /** Figures beside those of the domains. */
  measures?: readonly Measure[]
  /** Without it nothing is traced. */
  tracing?: Tracing | undefined
  webhooks: WebhookSettings
  baseUrl: string
  /** The same for accounts of other trades than brewing; BASE_URL when it is not said. */
  altBaseUrl?: string
  trustProxy: TrustedProxies
  /** Without it no console is served. */
  console?: ConsoleSource | undefined
  /** Whether mail leaves this machine; it does not by default. */
  hasMail?: boolean
  /** For tests: bounds of their own. */
  connections?: Partial<ConnectionLimits>
  answerRoom?: AnswerRoomOptions
  /** False where nobody would read the log of calls. */
  keepsRequests?: boolean
  /** Brings a lost embedded database back. */
  revive?: () => Promise<void>
  /** One of several workers of a node; without it this process is the node. */
  worker?: WorkerDeps
}

/** What a worker shares with the others, and what is its own of it. */
export interface WorkerDeps {
  /** Counts over all of them. */
  counters: { rates: RateCounter; listeners: Places; connections: Places; answerRooms: AnswerRooms }
  /** Heard by all of them. */
  signals: BookSignals
  /** One of them sends what is to be delivered. */
  isDispatching: boolean
}

export interface WebhookSettings {
  /** Seals the signing secrets; without it there are no webhooks. */
  signingKey: string | undefined
  /** Ranges receivers may be in although they are not public. */
  allowCidrs: readonly string[]
  /** Certificates to trust beside the usual ones; for tests also time-outs and names of their own. */
  sending?: Omit<SenderOptions, 'guard'>
}
