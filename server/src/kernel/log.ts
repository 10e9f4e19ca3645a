/** The event log as it is read: pages of it, and its live end, looked at once for all who follow a book. */
import type { EventType } from '../contract/events.ts'
import type { Queryable } from '../db/pool.ts'
import { sql, unseen } from '../db/sql.ts'
import type { Instant } from '../lib/instants.ts'
import type { BookSignals } from './signals.ts'

export interface EventRow {
  sequence: string
  id: string
  type: EventType
  api_version: string
  actor_type: 'api_key' | 'user' | 'system'
  actor_id: string | null
  request_id: string
  object: string
  object_id: string | null
  /** JSON as it was written: it is passed on, never read. */
  data: string
  created_at: Instant
}

export interface LogPage {
  /** The oldest event kept, or the next one to come when none is. */
  oldest: number
  latest: number
  rows: EventRow[]
}

export interface LogRequest {
  after: number
  /** Undefined means all. */
  types: EventType[] | undefined
  /** Of one record alone. */
  objectId?: string | undefined
  limit: number
}

/** Events after a sequence, and the ends of the log, in one snapshot. */
export async function readLog(db: Queryable, bookId: string, from: LogRequest): Promise<LogPage> {
  const ofTypes = from.types ? sql`and e.type = any (${from.types}::text[])` : sql``
  const ofObject = from.objectId === undefined ? sql`` : sql`and e.object_id = ${from.objectId}`
  const found = await db.many<EventRow & { first_sequence: string; last_sequence: string }>(sql`
    select b.first_sequence, b.last_sequence, p.*
      from books b
      left join lateral (
        select e.sequence, e.id, e.type, e.api_version, e.actor_type, e.actor_id, e.request_id, e.object, e.object_id,
               e.data::text, e.created_at
          from events e
         where e.book_id = ${bookId} and e.sequence > ${unseen(sql`${from.after}::bigint`)} ${ofTypes} ${ofObject}
         order by e.sequence
         limit ${unseen(sql`${from.limit}::bigint`)}) p on true
     where b.id = ${bookId}
     order by p.sequence`)
  const [book] = found
  return {
    oldest: Number(book?.first_sequence ?? 1),
    latest: Number(book?.last_sequence ?? 0),
    rows: found.filter(row => row.id !== null),
  }
}

/** Events the live end keeps for followers that are a little behind. */
const maxKept = 500
/** Events read in one go. */
const batch = 200

/** The live end of a book's log, shared by all who follow it on this node. */
export interface LogEnd {
  /** Those after a sequence, when the end still has them all; undefined when they must be read from the log. */
  after(sequence: number): EventRow[] | undefined
  /** Resolves when there is more, at the latest after a short while. */
  next(): Promise<void>
  /** The follower leaves. */
  leave(): void
}

export interface LogEnds {
  join(bookId: string, latest: number): LogEnd
}

interface SharedEnd {
  followers: number
  /** The sequence all kept rows come after. */
  from: number
  latest: number
  rows: EventRow[]
  waiting: Set<() => void>
}

/** One look at the log per book, however many follow: at every write of this node, and four times a second. */
export function logEnds(db: Queryable, signals: BookSignals): LogEnds {
  const ends = new Map<string, SharedEnd>()

  async function follow(bookId: string, end: SharedEnd): Promise<void> {
    while (end.followers > 0 && !signals.closed) {
      const poked = signals.next(bookId)
      const page = await readLog(db, bookId, { after: end.latest, types: undefined, limit: batch }).catch(
        () => undefined,
      )
      if (page) append(end, page)
      wake(end)
      if (!page || page.rows.length < batch) await poked
    }
    if (ends.get(bookId) === end) ends.delete(bookId)
    wake(end)
  }

  return {
    join(bookId, latest) {
      const end = ends.get(bookId) ?? { followers: 0, from: latest, latest, rows: [], waiting: new Set() }
      end.followers += 1
      if (!ends.has(bookId)) {
        ends.set(bookId, end)
        void follow(bookId, end)
      }
      return {
        after: sequence => (sequence < end.from ? undefined : end.rows.filter(row => Number(row.sequence) > sequence)),
        next: () => new Promise(resolve => end.waiting.add(resolve)),
        leave() {
          end.followers -= 1
        },
      }
    },
  }
}

function append(end: SharedEnd, { rows, latest, oldest }: LogPage): void {
  // The log began anew behind its last number: nothing before it is kept anywhere.
  if (oldest > end.latest + 1) {
    end.rows = []
    end.from = oldest - 1
  }
  end.rows.push(...rows)
  end.latest = rows.length < batch ? Math.max(end.latest, latest) : Number(rows.at(-1)!.sequence)
  if (end.rows.length <= maxKept) return
  end.rows = end.rows.slice(-maxKept)
  end.from = Number(end.rows[0]!.sequence) - 1
}

function wake({ waiting }: SharedEnd): void {
  for (const resume of [...waiting]) {
    waiting.delete(resume)
    resume()
  }
}
