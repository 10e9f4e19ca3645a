/**
 * The one write path. Every change of a book, whoever asks for it, goes through here: take the book, replay or
 * refuse by idempotency key, do the work, number and append the events, store the answer, commit.
 */
import { isRetryable, violates } from '../db/errors.ts'
import { CommitUnknown, type Database, RolledBack, type Tx } from '../db/pool.ts'
import { type Clock, toInstant } from '../lib/instants.ts'
import type { Account } from './account.ts'
import type { AnswerRoom } from './answer-room.ts'
import { sendAudit } from './audit.ts'
import { bookClock, saveBook, type TakenBook, takeBook, takeBookOrReplay } from './book.ts'
import type { BookQueue } from './book-queue.ts'
import type { Actor, AuditSource, FindContext, WriteContext } from './context.ts'
import { dryRunBody, type Effects } from './dry-run.ts'
import {
  type Answer,
  findAnswer,
  type IdempotentRequest,
  type ReplayFrom,
  type StoredAnswer,
  stillRunning,
} from './idempotency.ts'
import { settle } from './lost-commit.ts'
import type { CollectedEvent, EventOrigin } from './outbox.ts'
import type { SecretSealer } from './ports/webhooks.ts'
import type { Holder } from './rights.ts'
import type { BookSignals } from './signals.ts'
import type { Turns } from './turns.ts'
import { writeContext } from './write-context.ts'

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
  /** What needs no record and no lock, and leaves nothing behind: it throws before the book is taken. */
  check?: () => void
  /** What is made outside the book, such as a stored file: after a replay was ruled out, before the book is taken. */
  prepare?: () => Promise<void>
  /** The record of the path, or its refusal: asked for together with the book. */
  find?: (ctx: FindContext) => Promise<object>
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

/** `found` is the record, where the request names one. */
type Work = (ctx: WriteContext, found: object | undefined) => Promise<Outcome>

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
  /** Reads know the clock of a book from their caller; absent where nobody reads. */
  forgetCallers?: () => void
  /** Absent where no answers are stored. */
  answerRoom?: AnswerRoom
}

const maxAttempts = 5

export function writePath(parts: WriteParts): Write {
  const running = new Set<string>()

  return async (request, work) => {
    const name = request.idempotency && runningName(request, request.idempotency)
    if (!name) return takeTurn(parts, request, work)
    // Otherwise the statement that takes the book looks. Two replays at once are no reason to refuse one of them.
    if (request.prepare || running.has(name)) {
      const stored = await findReplay(parts, request)
      if (stored) return stored
      if (running.has(name)) throw stillRunning()
    }
    running.add(name)
    try {
      return await takeTurn(parts, request, work)
    } finally {
      running.delete(name)
    }
  }
}

const runningName = (request: WriteRequest, { lineageId, key }: IdempotentRequest) =>
  `${request.account.book.id}/${lineageId}/${key}`

const replayFrom = ({ clock, answers }: WriteParts, { account }: WriteRequest): ReplayFrom => ({
  bookId: account.book.id,
  nowMs: clock(),
  sealer: answers,
})

async function findReplay(parts: WriteParts, request: WriteRequest): Promise<Answer | undefined> {
  const { idempotency } = request
  if (!idempotency) return undefined
  return inTurn(parts, request, () => findAnswer(parts.database, idempotency, replayFrom(parts, request)))
}

async function takeTurn(parts: WriteParts, request: WriteRequest, work: Work): Promise<Answer> {
  try {
    request.check?.()
  } catch (refusal) {
    // A key that was used before is answered by that, whatever this body is.
    const stored = await findReplay(parts, request)
    if (stored) return stored
    throw refusal
  }
  await request.prepare?.()
  return parts.queue.run(request.account.book.id, passOn =>
    inTurn(parts, request, () => attempts(parts, { request, work, passOn })),
  )
}

/** The place at work is taken after the book's queue: who waits for its own book takes no place from others. */
function inTurn<T>({ turns }: WriteParts, { account, keyId }: WriteRequest, work: () => Promise<T>): Promise<T> {
  return turns && keyId !== undefined ? turns.run({ tenantId: account.tenant.id, keyId }, work) : work()
}

interface Asked {
  request: WriteRequest
  work: Work
  /** Lets the next write of the book begin. */
  passOn: () => void
}

/** Serialization failures and deadlocks are ours to repeat; a client never sees them. */
async function attempts(parts: WriteParts, asked: Asked): Promise<Answer> {
  const { request } = asked
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(parts, asked)
    } catch (error) {
      if (error instanceof CommitUnknown) return settle(parts.database, request.idempotency, replayFrom(parts, request))
      const repeatable = isRetryable(error) || violates(error, 'stored_answers_pkey')
      if (!repeatable || attempt === maxAttempts) throw error
    }
  }
}

async function once(parts: WriteParts, asked: Asked): Promise<Answer> {
  const { request } = asked
  const { idempotency, account, find } = request
  const answer = await parts.database.transaction(async tx => {
    // A statement of its own behind the lock sees the record as it is once the lock is held. Both have to end, whatever
    // becomes of the other: nothing may be asked of a transaction that is over.
    const [taking, finding] = await Promise.allSettled([
      idempotency ? takeBookOrReplay(tx, idempotency, replayFrom(parts, request)) : takeBook(tx, account.book.id),
      find?.({ account, db: tx }),
    ])
    const taken = settledValue(taking)
    if ('replay' in taken) return taken.replay
    return change({ tx, book: taken.book, found: settledValue(finding) }, parts, asked)
  })
  if (!request.dryRun) parts.signals.poke(account.book.id)
  return answer
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

async function change(
  { tx, book, found }: { tx: Tx; book: TakenBook; found: object | undefined },
  parts: WriteParts,
  { request, work, passOn }: Asked,
): Promise<Answer> {
  const clock = bookClock(book, parts.clock)
  const events: CollectedEvent[] = []
  const { account, actor, source, holder, requestId } = request
  const asker = { account, actor, source, holder, requestId, sealer: parts.sealer, seals: parts.answers }
  const ctx = writeContext({ tx, book, clock, events }, asker)
  const outcome = await work(ctx, found)
  const origin: EventOrigin = {
    bookId: account.book.id,
    isLive: account.book.isLive,
    requestId,
    actor,
    now: clock.read(events.length === 0),
    firstSequence: book.lastSequence + 1,
  }
  // A dry run creates nothing, so it is 200 and has no Location.
  if (request.dryRun) throw new RolledBack({ status: 200, body: dryRunBody({ ...outcome, origin, events }, holder) })
  const answer = answerOf(outcome)
  const stored = storedAnswer(request, answer, parts)
  if (stored) await parts.answerRoom?.take(account.book.id, answer.body.length)
  sendAudit(tx, ctx.audited)
  const saved = saveBook(tx, { origin, events, counts: ctx.counts, isChanged: clock.wasRead(), stored })
  // The commit is on its way, and the book is free when it has arrived.
  passOn()
  await saved
  if (ctx.clockAheadSeconds !== book.clockAheadSeconds) parts.forgetCallers?.()
  return answer
}

const answerOf = ({ status, body, serialize, location, etag, isSecret }: Outcome): Answer => ({
  status,
  body: Buffer.from(body === null ? '' : serialize(body)),
  ...(location !== undefined && { location }),
  ...(etag !== undefined && { etag }),
  ...(isSecret && { isSecret }),
})

const storedAnswer = (
  { idempotency }: WriteRequest,
  answer: Answer,
  { clock, answers }: WriteParts,
): StoredAnswer | undefined => idempotency && { request: idempotency, answer, now: toInstant(clock()), sealer: answers }
