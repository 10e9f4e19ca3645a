/** The row of a book during one write: taken first, its clock, and saved last together with events and answer. */
import type { Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { assert } from '../lib/assert.ts'
import { type Clock, type Instant, toInstant, toMilliseconds } from '../lib/instants.ts'
import type { WriteContext } from './context.ts'
import {
  type Answer,
  answersInsert,
  type Claim,
  claimOf,
  type IdempotentRequest,
  type ReplayFrom,
  removeExpired,
  replayOfClaim,
  type StoredAnswer,
} from './idempotency.ts'
import { type CollectedEvent, type EventOrigin, eventsInsert } from './outbox.ts'
import type { WatchedActions } from './watched-actions.ts'

interface BookRow {
  last_sequence: string
  last_write_at: Instant
  partner_count: number
  stored_bytes: string
  watched_actions: WatchedActions | null
  clock_ahead_seconds: number
}

/** A book that is taken, as it was before the write. */
export interface TakenBook {
  lastSequence: number
  lastWriteAt: Instant
  partnerCount: number
  storedBytes: number
  watched: WatchedActions | null
  /** How far its clock is ahead of the service's; 0 but in a sandbox. */
  clockAheadSeconds: number
}

const bookColumns = sql`last_sequence, last_write_at, partner_count, stored_bytes, watched_actions,
  clock_ahead_seconds`

/** The first lock of every write, held to the commit: a book is written by one hand at a time. */
export async function takeBook(tx: Tx, bookId: string): Promise<{ book: TakenBook }> {
  const row = await tx.maybe<BookRow>(sql`select ${bookColumns} from books where id = ${bookId} for no key update`)
  assert(row, `book ${bookId} exists`)
  return { book: takenBook(row) }
}

/** Those of them that nobody else has: nobody waits for one of many. */
export async function takeBooks(tx: Tx, bookIds: readonly string[]): Promise<Map<string, TakenBook>> {
  const rows = await tx.many<BookRow & { id: string }>(sql`
    select id, ${bookColumns} from books where id = any (${bookIds}::uuid[]) for no key update skip locked`)
  return new Map(rows.map(row => [row.id, takenBook(row)]))
}

/** The same for a request that may be repeated: when it was answered before, with that, and the book is not touched. */
export async function takeBookOrReplay(
  tx: Tx,
  request: IdempotentRequest,
  from: ReplayFrom,
): Promise<{ book: TakenBook } | { replay: Answer }> {
  const row = await tx.maybe<Claim & BookRow>(sql`
    select c.*, b.*
      from (${claimOf(request, from)}) c
      left join lateral (
        select ${bookColumns}
          from books
         where id = ${from.bookId} and c.is_free and c.is_expired is not false
           for no key update) b on true`)
  const replay = replayOfClaim(row!, request, from)
  if (replay) return { replay }
  if (row!.is_expired) removeExpired(tx, from.bookId, request)
  return { book: takenBook(row!) }
}

const takenBook = (row: BookRow): TakenBook => ({
  lastSequence: Number(row.last_sequence),
  lastWriteAt: row.last_write_at,
  partnerCount: row.partner_count,
  storedBytes: Number(row.stored_bytes),
  watched: row.watched_actions,
  clockAheadSeconds: row.clock_ahead_seconds,
})

/**
 * The time of one write, strictly after the book's last one: a reader that pages by `updated_at` can then not
 * miss a row. A write that never asks for the time changed nothing.
 */
export function bookClock({ lastWriteAt, clockAheadSeconds }: TakenBook, clock: Clock) {
  const serviceMs = Math.floor(clock())
  const timeAt = (aheadSeconds: number) =>
    toInstant(Math.max(serviceMs + aheadSeconds * 1_000, toMilliseconds(lastWriteAt) + 1))
  let time = timeAt(clockAheadSeconds)
  let wasRead = false
  return {
    /** The service's own, whatever the clock of the book shows. */
    serviceTime: toInstant(serviceMs),
    /** For the rest of this write; back only together with all that was written. */
    set(aheadSeconds: number): void {
      time = aheadSeconds < clockAheadSeconds ? toInstant(serviceMs + aheadSeconds * 1_000) : timeAt(aheadSeconds)
    },
    read(peek = false): Instant {
      if (!peek) wasRead = true
      return time
    },
    wasRead: () => wasRead,
  }
}

export type BookClock = ReturnType<typeof bookClock>

export interface Changed {
  origin: EventOrigin
  events: CollectedEvent[]
  counts: WriteContext['counts']
  isChanged: boolean
  stored: StoredAnswer | undefined
  /** Its events are on their way already. */
  isTold?: true
}

type Finish = (tx: Tx, all: readonly Changed[]) => Promise<void>

/** What the writes changed in books, the events and the stored answers, in one statement; the commit travels with it. */
const finishing =
  (updateFor: (changes: readonly Changed[]) => Sql): Finish =>
  async (tx, all) => {
    const answered = all.flatMap(({ origin: at, stored }) => (stored ? { at, stored } : []))
    const answers = answered.length > 0 ? answersInsert(answered) : undefined
    const changes = all.filter(({ isChanged }) => isChanged)
    if (changes.length > 0) await tx.finish(savingOf(updateFor(changes), changes, answers))
    else if (answers) await tx.finish(answers)
  }

const bookUpdate = (last: Changed): Sql => sql`
  update books
     set last_sequence = ${lastSequenceOf(last)},
         last_write_at = ${last.origin.now},
         partner_count = ${last.counts.partners},
         stored_bytes = ${last.counts.storedBytes}
   where id = ${last.origin.bookId}`

const booksUpdate = (changes: readonly Changed[]): Sql => sql`
  update books
     set last_sequence = c.last_sequence,
         last_write_at = c.last_write_at,
         partner_count = c.partner_count,
         stored_bytes = c.stored_bytes
    from unnest(${changes.map(({ origin }) => origin.bookId)}::uuid[],
                ${changes.map(lastSequenceOf)}::bigint[],
                ${changes.map(({ origin }) => origin.now)}::timestamptz[],
                ${changes.map(({ counts }) => counts.partners)}::integer[],
                ${changes.map(({ counts }) => counts.storedBytes)}::bigint[])
           as c (id, last_sequence, last_write_at, partner_count, stored_bytes)
   where books.id = c.id`

const lastSequenceOf = ({ origin, events }: Changed): number => origin.firstSequence - 1 + events.length

/** Of writes of one book, in the order of their sequences. */
export const finishBook = finishing(changes => bookUpdate(changes.at(-1)!))

/** Of writes of a book each. */
export const finishBooks = finishing(booksUpdate)

/** Of one of several writes: its events are appended now, and the rest is saved with that of the others. */
export function tellAtOnce(tx: Tx, changed: Changed): void {
  if (changed.events.length === 0) return
  tx.send(eventsInsert([changed]))
  changed.isTold = true
}

function savingOf(update: Sql, changes: readonly Changed[], answers?: Sql): Sql {
  const untold = changes.filter(({ events: own, isTold }) => own.length > 0 && !isTold)
  const log = untold.length > 0 ? sql`, log as (${eventsInsert(untold)})` : sql``
  const kept = answers ? sql`, answers as (${answers})` : sql``
  return sql`with book as (${update})${log}${kept} select`
}
