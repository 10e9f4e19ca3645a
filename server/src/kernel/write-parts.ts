/** What a write is asked for with, what it answers, and what the write path is made of. */
import type { Database } from '../db/pool.ts'
import type { CoachOptions } from '../lib/coaches.ts'
import type { Clock } from '../lib/instants.ts'
import type { Account } from './account.ts'
import type { AnswerRoom } from './answer-room.ts'
import type { BookQueue } from './book-queue.ts'
import type { Actor, AuditSource, FindContext, WriteContext } from './context.ts'
import type { Effects } from './dry-run.ts'
import type { SharingOfBook } from './endpoint.ts'
import type { Answer, IdempotentRequest } from './idempotency.ts'
import type { Tracing } from './ports/tracing.ts'
import type { SecretSealer } from './ports/webhooks.ts'
import type { Holder } from './rights.ts'
import type { BookSignals } from './signals.ts'
import type { Turns } from './turns.ts'

export interface WriteRequest {
  account: Account
  actor: Actor
  requestId: string
  /** Where it came from, as the audit tells; absent for the service itself. */
  source?: AuditSource
  /** The key that waits for its turn; absent for the service itself. */
  keyId?: string
  idempotency?: IdempotentRequest
  /** The key with all its rights are made of; absent for the service itself. */
  holder?: Holder
  /** Run everything, keep nothing, show what would happen, as far as the holder may know it. */
  dryRun?: boolean
  /** It may share a transaction with others of its book, but not with one of the same record. */
  sharing?: { how: SharingOfBook; recordId?: string }
  /** It may share one with writes of other books. */
  mayTravel?: boolean
  /** What needs no record and no lock, and leaves nothing behind: it throws before the book is taken. */
  check?: () => void
  /** What is made outside the book, such as a stored file: after a replay was ruled out, before the book is taken. */
  prepare?: () => Promise<void>
  /** The record of the path, or its refusal: asked for together with the book. */
  find?: (ctx: FindContext) => Promise<object>
  /** What the work has to see first: asked for together with the book, unless others who share it come before. */
  look?: (ctx: FindContext) => Promise<object | undefined>
}

/** What the work of a write answers with. */
export interface Outcome {
  status: number
  body: object | null
  serialize: (body: object) => string
  location?: string
  etag?: string
  /** The body shows a secret. */
  isSecret?: boolean
  /** Shown by a dry run alone. */
  effects?: Effects
}

/** What was asked for together with the book. */
export interface Sight {
  /** Where the request names one. */
  record?: object | undefined
  /** Absent where it was not asked for. */
  seen?: object | undefined
}

export type Work = (ctx: WriteContext, sight: Sight) => Promise<Outcome>

export type Write = (request: WriteRequest, work: Work) => Promise<Answer>

export interface WriteParts {
  database: Database
  queue: BookQueue
  signals: BookSignals
  clock: Clock
  /** Seals signing secrets; undefined where the deployment has no key for it. */
  sealer?: SecretSealer | undefined
  /** Seals stored answers that show a secret, and other secrets of our own; absent where none is stored. */
  answers?: SecretSealer
  /** Absent where there is nobody to be fair to. */
  turns?: Turns
  /** On which writes of several books travel. */
  lanes?: Pick<CoachOptions<never, never>, 'lanes' | 'settle'>
  /** Absent where nothing is traced. */
  noteShared?: Tracing['noteShared'] | undefined
  /** Reads know the clock of a book from their caller; absent where nobody reads. */
  forgetCallers?: () => void
  /** Absent where no answers are stored. */
  answerRoom?: AnswerRoom
}
