/** What the work of one write is given, made from the book as it was taken. */
import type { EventType } from '../contract/events.ts'
import type { Problem } from '../contract/problems.ts'
import type { Tx } from '../db/pool.ts'
import { type Day, dayIn } from '../lib/days.ts'
import { type Instant, toMilliseconds } from '../lib/instants.ts'
import { attempt } from './attempt.ts'
import type { BookClock, TakenBook } from './book.ts'
import type { AuditEntry, EventDetails, EventObject, WriteContext } from './context.ts'
import { type CollectedEvent, collectEvent } from './outbox.ts'

type Asker = Pick<WriteContext, 'account' | 'actor' | 'source' | 'holder' | 'requestId' | 'sealer' | 'seals'>

interface Beginning {
  tx: Tx
  book: TakenBook
  clock: BookClock
  /** Filled as the work goes on. */
  events: CollectedEvent[]
  /** Of a transaction that several writes share. */
  shared?: Shared | undefined
}

export interface Shared {
  counts: WriteContext['counts']
  /** Ends when it is this one's turn. */
  turn(): Promise<unknown>
}

/** A class, because V8 looks everything up by its name in an object whose literal has a getter, and all that is done asks this one. */
class Writing implements WriteContext {
  readonly account: WriteContext['account']
  readonly actor: WriteContext['actor']
  readonly source: WriteContext['source']
  readonly holder: WriteContext['holder']
  readonly requestId: string
  readonly sealer: WriteContext['sealer']
  readonly seals: WriteContext['seals']
  readonly tx: Tx
  readonly db: Tx
  readonly counts: WriteContext['counts']
  watched: WriteContext['watched']
  readonly serviceTime: Instant
  clockAheadSeconds: number
  readonly audited: AuditEntry[] = []
  readonly #clock: BookClock
  readonly #events: CollectedEvent[]
  readonly #shared: Shared | undefined

  constructor({ tx, book, clock, events, shared }: Beginning, asker: Asker) {
    this.account = asker.account
    this.actor = asker.actor
    this.source = asker.source
    this.holder = asker.holder
    this.requestId = asker.requestId
    this.sealer = asker.sealer
    this.seals = asker.seals
    this.tx = tx
    this.db = tx
    this.counts = shared?.counts ?? { partners: book.partnerCount, storedBytes: book.storedBytes }
    this.watched = book.watched
    this.serviceTime = clock.serviceTime
    this.clockAheadSeconds = book.clockAheadSeconds
    this.#clock = clock
    this.#events = events
    this.#shared = shared
  }

  get today(): Day {
    return dayIn(this.account.tenant.timeZone, toMilliseconds(this.#clock.read(true)))
  }

  get now(): Instant {
    return this.#clock.read()
  }

  setClock(aheadSeconds: number): void {
    this.#clock.set(aheadSeconds)
    this.clockAheadSeconds = aheadSeconds
  }

  emit(type: EventType, object: EventObject, details?: EventDetails): void {
    this.#events.push(collectEvent(type, object, details))
  }

  async inOrder<T>(read: () => Promise<T>): Promise<T> {
    await this.#shared?.turn()
    return read()
  }

  attempt<T>(part: () => Promise<T>): Promise<T | Problem> {
    return attempt(this, this.#events, part)
  }
}

export const writeContext = (beginning: Beginning, asker: Asker): WriteContext => new Writing(beginning, asker)
