/** What the work of one write is given, made from the book as it was taken. */
import type { Tx } from '../db/pool.ts'
import { dayIn } from '../lib/days.ts'
import { toMilliseconds } from '../lib/instants.ts'
import { attempt } from './attempt.ts'
import type { BookClock, TakenBook } from './book.ts'
import type { WriteContext } from './context.ts'
import { type CollectedEvent, collectEvent } from './outbox.ts'

type Asker = Pick<WriteContext, 'account' | 'actor' | 'source' | 'holder' | 'requestId' | 'sealer' | 'seals'>

interface Beginning {
  tx: Tx
  book: TakenBook
  clock: BookClock
  /** Filled as the work goes on. */
  events: CollectedEvent[]
}

export function writeContext(
  { tx, book, clock, events }: Beginning,
  { account, actor, source, holder, requestId, sealer, seals }: Asker,
): WriteContext {
  const ctx: WriteContext = {
    account,
    actor,
    source,
    holder,
    requestId,
    sealer,
    seals,
    tx,
    db: tx,
    counts: { partners: book.partnerCount, storedBytes: book.storedBytes },
    watched: book.watched,
    get today() {
      return dayIn(account.tenant.timeZone, toMilliseconds(clock.read(true)))
    },
    get now() {
      return clock.read()
    },
    serviceTime: clock.serviceTime,
    clockAheadSeconds: book.clockAheadSeconds,
    setClock(aheadSeconds) {
      clock.set(aheadSeconds)
      ctx.clockAheadSeconds = aheadSeconds
    },
    audited: [],
    emit: (type, object, details) => events.push(collectEvent(type, object, details)),
    attempt: part => attempt(ctx, events, part),
  }
  return ctx
}
