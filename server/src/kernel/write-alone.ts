/** A write in a transaction of its own. */
import { isRetryable, violates } from '../db/errors.ts'
import { CommitUnknown, RolledBack, type Tx } from '../db/pool.ts'
import { finishBook, type TakenBook, takeBook, takeBookOrReplay } from './book.ts'
import { dryRunBody } from './dry-run.ts'
import type { Answer, ReplayFrom } from './idempotency.ts'
import { settle } from './lost-commit.ts'
import { beginWork, changeOf, originOf } from './work.ts'
import type { Sight, Work, WriteParts, WriteRequest } from './write-parts.ts'

const maxAttempts = 5

export interface Asked {
  request: WriteRequest
  work: Work
  /** Lets the next write of the book begin. */
  passOn: () => void
}

export const replayFrom = ({ clock, answers }: WriteParts, { account }: WriteRequest): ReplayFrom => ({
  bookId: account.book.id,
  nowMs: clock(),
  sealer: answers,
})

/** The place at work is taken after the book's queue: who waits for its own book takes no place from others. */
export function inTurn<T>({ turns }: WriteParts, { account, keyId }: WriteRequest, work: () => Promise<T>): Promise<T> {
  return turns && keyId !== undefined ? turns.run({ tenantId: account.tenant.id, keyId }, work) : work()
}

/** Serialization failures and deadlocks are ours to repeat; a client never sees them. */
export async function writeAlone(parts: WriteParts, asked: Asked): Promise<Answer> {
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
  const { idempotency, account, find, look } = request
  const answer = await parts.database.transaction(async tx => {
    // Statements of their own behind the lock see the book as it is once the lock is held. All have to end, whatever
    // becomes of the others: nothing may be asked of a transaction that is over.
    const at = { account, db: tx }
    const [taking, finding, looking] = await Promise.allSettled([
      idempotency ? takeBookOrReplay(tx, idempotency, replayFrom(parts, request)) : takeBook(tx, account.book.id),
      find?.(at),
      look?.(at),
    ])
    const taken = settledValue(taking)
    if ('replay' in taken) return taken.replay
    const sight = { record: settledValue(finding), seen: settledValue(looking) }
    return change({ tx, book: taken.book, sight }, parts, asked)
  })
  if (!request.dryRun) parts.signals.poke(account.book.id)
  return answer
}

export function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

async function change(
  { tx, book, sight }: { tx: Tx; book: TakenBook; sight: Sight },
  parts: WriteParts,
  { request, work, passOn }: Asked,
): Promise<Answer> {
  const begun = beginWork(parts, { tx, book }, request)
  const outcome = await work(begun.ctx, sight)
  // A dry run creates nothing, so it is 200 and has no Location.
  if (request.dryRun) {
    const { events } = begun
    const origin = originOf(request, begun, book.lastSequence)
    throw new RolledBack({ status: 200, body: dryRunBody({ ...outcome, origin, events }, request.holder) })
  }
  const { answer, changed } = await changeOf(parts, request, { begun, outcome, lastSequence: book.lastSequence })
  const saved = finishBook(tx, [changed])
  // The commit is on its way, and the book is free when it has arrived.
  passOn()
  await saved
  if (begun.ctx.clockAheadSeconds !== book.clockAheadSeconds) parts.forgetCallers?.()
  return answer
}
