/** Where figures go, when somebody watches the service. */
import type { Database } from '../../db/pool.ts'
import type { Disk } from '../../storage/disk.ts'
import type { BookQueue } from '../book-queue.ts'
import type { JobWatch } from '../jobs.ts'
import type { Measure } from '../measures.ts'

export interface AnsweredRequest {
  /** The id of the endpoint, or the door it came to. */
  route: string
  kind: string
  status: number
  /** Of the problem, or empty. */
  code: string
  seconds: number
}

/** One attempt to deliver, once its result is kept. */
export interface AttemptedDelivery {
  /** What the delivery is now. */
  outcome: 'succeeded' | 'retrying' | 'dead'
  seconds: number
  httpStatus: number | null
  /** Why it failed, as a code. */
  error: string | null
}

export type DeliveryWatch = (attempted: AttemptedDelivery) => void

/** What is looked at when the page is asked for. */
export interface Measured {
  database: Database
  queue: BookQueue
  disk: Disk
  /** Of the domains; none in workers but the first, since they are the same for all. */
  measures: readonly Measure[]
}

export interface Metrics {
  noteRequest(answered: AnsweredRequest): void
  noteJob: JobWatch
  noteDelivery: DeliveryWatch
  watch(parts: Measured): void
}

/** The page of figures at the port of the service, for who shows the token. */
export interface MetricsPage {
  token: string
  /** Of all workers. */
  text(): Promise<string>
}
