/** SQL of the event log. */
import type { EventType } from '../../contract/events.ts'
import type { Queryable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Instant } from '../../lib/instants.ts'

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
  data: { object: Record<string, unknown>; changes: string[] | null; created: { object: string; id: string } | null }
  created_at: Instant
}

export interface LogPage {
  /** The oldest event kept, or the next one to come when none is. */
  oldest: number
  latest: number
  rows: EventRow[]
}

/** Events after a sequence, and the ends of the log, in one snapshot. `types` undefined means all. */
export async function readLog(
  db: Queryable,
  bookId: string,
  from: { after: number; types: EventType[] | undefined; limit: number },
): Promise<LogPage> {
  const ofTypes = from.types ? sql`and e.type = any (${from.types}::text[])` : sql``
  const found = await db.many<EventRow & { first_sequence: string; last_sequence: string }>(sql`
    select b.first_sequence, b.last_sequence, p.*
      from books b
      left join lateral (
        select e.sequence, e.id, e.type, e.api_version, e.actor_type, e.actor_id, e.request_id, e.object, e.object_id,
               e.data, e.created_at
          from events e
         where e.book_id = ${bookId} and e.sequence > ${from.after} ${ofTypes}
         order by e.sequence
         limit ${from.limit}) p on true
     where b.id = ${bookId}
     order by p.sequence`)
  const [book] = found
  return {
    oldest: Number(book?.first_sequence ?? 1),
    latest: Number(book?.last_sequence ?? 0),
    rows: found.filter(row => row.id !== null),
  }
}

export const findEvent = (db: Queryable, bookId: string, id: string): Promise<EventRow | undefined> =>
  db.maybe(sql`
    select sequence, id, type, api_version, actor_type, actor_id, request_id, object, object_id, data, created_at
      from events
     where book_id = ${bookId} and id = ${id}`)

/** Drops events older than the plan keeps them, in one short statement per book; returns how many. */
export const expireEvents = (db: Queryable, bookId: string, before: Instant): Promise<number> =>
  db.run(sql`
    with gone as (
      delete from events
       where book_id = ${bookId}
         and sequence <= (
           select max(sequence)
             from (select sequence, created_at
                     from events
                    where book_id = ${bookId}
                    order by sequence
                    limit 5000) oldest
            where created_at < ${before}::timestamptz)
      returning sequence),
    moved as (
      update books
         set first_sequence = (select max(sequence) + 1 from gone)
       where id = ${bookId} and exists (select 1 from gone))
    select sequence from gone`)

export const listRetentions = (db: Queryable): Promise<{ book_id: string; events_retention_days: number }[]> =>
  db.many(sql`
    select b.id as book_id, t.events_retention_days
      from books b
      join tenants t on t.id = b.tenant_id
     where b.last_sequence >= b.first_sequence`)
