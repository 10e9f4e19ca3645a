/** SQL of the event log. */
import type { Queryable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { EventRow } from '../../kernel/log.ts'
import type { Instant } from '../../lib/instants.ts'

export const findEvent = (db: Queryable, bookId: string, id: string): Promise<EventRow | undefined> =>
  db.maybe(sql`
    select sequence, id, type, api_version, actor_type, actor_id, request_id, object, object_id,
           data::text, created_at
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

export interface Retention {
  book_id: string
  events_retention_days: number
  /** How far the clock that dates the events is ahead of the service's. */
  clock_ahead_seconds: number
  /** Whether the log still holds anything. */
  has_events: boolean
}

export const listRetentions = (db: Queryable): Promise<Retention[]> =>
  db.many(sql`
    select b.id as book_id, t.events_retention_days, b.clock_ahead_seconds,
           b.last_sequence >= b.first_sequence as has_events
      from books b
      join tenants t on t.id = b.tenant_id`)
