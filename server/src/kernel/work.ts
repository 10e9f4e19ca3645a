/** The work of one write on a book that is taken: what it is given, and what it leaves. */
import type { Tx } from '../db/pool.ts'
import { toInstant } from '../lib/instants.ts'
import { sendAudit } from './audit.ts'
import { type BookClock, bookClock, type Changed, type TakenBook } from './book.ts'
import type { WriteContext } from './context.ts'
import type { Answer, StoredAnswer } from './idempotency.ts'
import type { CollectedEvent, EventOrigin } from './outbox.ts'
import { type Shared, writeContext } from './write-context.ts'
import type { Outcome, WriteParts, WriteRequest } from './write-parts.ts'

export interface Begun {
  ctx: WriteContext
  clock: BookClock
  /** Filled as the work goes on. */
  events: CollectedEvent[]
}

export function beginWork(
  parts: WriteParts,
  { tx, book, shared }: { tx: Tx; book: TakenBook; shared?: Shared },
  { account, actor, source, holder, requestId }: WriteRequest,
): Begun {
  const clock = bookClock(book, parts.clock)
  const events: CollectedEvent[] = []
  const asker = { account, actor, source, holder, requestId, sealer: parts.sealer, seals: parts.answers }
  return { ctx: writeContext({ tx, book, clock, events, shared }, asker), clock, events }
}

export const originOf = (
  { account, requestId, actor }: WriteRequest,
  { clock, events }: Begun,
  lastSequence: number,
): EventOrigin => ({
  bookId: account.book.id,
  isLive: account.book.isLive,
  requestId,
  actor,
  now: clock.read(events.length === 0),
  firstSequence: lastSequence + 1,
})

/** Its answer, and what the book has to be told of it. */
export async function changeOf(
  parts: WriteParts,
  request: WriteRequest,
  { begun, outcome, lastSequence }: { begun: Begun; outcome: Outcome; lastSequence: number },
): Promise<{ answer: Answer; changed: Changed }> {
  const { ctx, clock, events } = begun
  const origin = originOf(request, begun, lastSequence)
  const answer = answerOf(outcome)
  const stored = storedAnswer(request, answer, parts)
  if (stored) await parts.answerRoom?.take(request.account.book.id, answer.body.length)
  sendAudit(ctx.tx, ctx.audited)
  return { answer, changed: { origin, events, counts: ctx.counts, isChanged: clock.wasRead(), stored } }
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
