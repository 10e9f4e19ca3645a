/** SQL of the fan-out: who follows a book, and the deliveries made of its events. */
import type { EventType } from '../../../contract/events.ts'
import type { Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type Destination, destination, rightsOfEndpoint } from './store.ts'

export interface Subscriber extends Destination {
  types: string[]
  exclude_own_events: boolean
  cursor_sequence: number
  matched_sequence: number
  /** All keys of the one whose endpoint it is, rolled ones too. */
  own_keys: string[]
  is_live: boolean
}

/** Endpoints of the book that have not seen its last event; those another node works on are left to it. */
export const lockSubscribers = (tx: Tx, bookId: string): Promise<Subscriber[]> =>
  tx.many(sql`
    select ${destination}, e.types, e.exclude_own_events, e.cursor_sequence::float8 as cursor_sequence,
           e.matched_sequence::float8 as matched_sequence, b.is_live,
           array(select s.id from api_keys s where s.book_id = e.book_id and s.lineage_id = k.lineage_id) as own_keys
      from webhook_endpoints e ${rightsOfEndpoint}
     where e.book_id = ${bookId} and e.status = 'enabled' and e.cursor_sequence < b.last_sequence
       for update of e skip locked`)

export interface NewDelivery {
  id: string
  endpoint_id: string
  event_id: string
  sequence: number
  type: EventType
  previous_sequence: number | null
  is_redacted: boolean
  status: 'pending' | 'skipped'
  next_attempt_at: Instant | null
}

/** The bytes of an event, with the record or without it. */
export interface DeliveryBody {
  sequence: number
  is_redacted: boolean
  body: Buffer
}

export interface MadeDelivery {
  id: string
  endpoint_id: string
  sequence: number
  has_new_body: boolean
  attempts_recorded: number
}

export interface MovedCursor {
  endpoint_id: string
  cursor_sequence: number
  matched_sequence: number
  /** Nothing of what was looked at waits: with nothing open before it, all of it is settled. */
  is_quiet: boolean
}

/**
 * Bodies, deliveries and cursors in one statement. A replayed event has its delivery already: it waits again, unless it
 * still does. Answers with the deliveries that were really made, and whether their bytes were made with them.
 */
export const insertDeliveries = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  fresh: { deliveries: NewDelivery[]; bodies: DeliveryBody[]; cursors: MovedCursor[] },
): Promise<MadeDelivery[]> =>
  tx.many(sql`
    with bodies as (
      insert into webhook_bodies (book_id, sequence, is_redacted, body, created_at)
      select ${at.bookId}, f.sequence, f.is_redacted, f.body, ${at.now}
        from unnest(${fresh.bodies.map(row => row.sequence)}::bigint[],
                    ${fresh.bodies.map(row => row.is_redacted)}::boolean[],
                    ${fresh.bodies.map(row => row.body)}::bytea[]) as f (sequence, is_redacted, body)
          on conflict (book_id, sequence, is_redacted) do nothing
      returning sequence, is_redacted),
    moved as (
      update webhook_endpoints e
         set cursor_sequence = f.cursor,
             matched_sequence = f.matched,
             acked_sequence = case when f.is_quiet and not exists (
                                     select 1
                                       from webhook_deliveries o
                                      where o.book_id = e.book_id and o.endpoint_id = e.id
                                        and o.status in ('pending', 'retrying', 'held'))
                                   then f.cursor else e.acked_sequence end
        from unnest(${fresh.cursors.map(row => row.endpoint_id)}::uuid[],
                    ${fresh.cursors.map(row => row.cursor_sequence)}::bigint[],
                    ${fresh.cursors.map(row => row.matched_sequence)}::bigint[],
                    ${fresh.cursors.map(row => row.is_quiet)}::boolean[]) as f (id, cursor, matched, is_quiet)
       where e.book_id = ${at.bookId} and e.id = f.id)
    insert into webhook_deliveries as d (book_id, id, endpoint_id, event_id, sequence, type, previous_sequence,
                                         is_redacted, status, next_attempt_at, created_at, updated_at)
    select ${at.bookId}, f.id, f.endpoint_id, f.event_id, f.sequence, f.type, f.previous_sequence, f.is_redacted,
           f.status, f.due_at, ${at.now}, ${at.now}
      from unnest(${fresh.deliveries.map(row => row.id)}::uuid[],
                  ${fresh.deliveries.map(row => row.endpoint_id)}::uuid[],
                  ${fresh.deliveries.map(row => row.event_id)}::uuid[],
                  ${fresh.deliveries.map(row => row.sequence)}::bigint[],
                  ${fresh.deliveries.map(row => row.type)}::text[],
                  ${fresh.deliveries.map(row => row.previous_sequence)}::bigint[],
                  ${fresh.deliveries.map(row => row.is_redacted)}::boolean[],
                  ${fresh.deliveries.map(row => row.status)}::text[],
                  ${fresh.deliveries.map(row => row.next_attempt_at)}::timestamptz[])
           as f (id, endpoint_id, event_id, sequence, type, previous_sequence, is_redacted, status, due_at)
        on conflict (book_id, endpoint_id, sequence) do update
       set status = excluded.status,
           previous_sequence = excluded.previous_sequence,
           is_redacted = excluded.is_redacted,
           attempts_made = 0,
           next_attempt_at = excluded.next_attempt_at,
           updated_at = excluded.updated_at
     where d.status not in ('pending', 'retrying', 'held')
    returning id, endpoint_id, sequence::float8 as sequence,
              (sequence, is_redacted) in (select n.sequence, n.is_redacted from bodies n) as has_new_body,
              jsonb_array_length(attempts) as attempts_recorded`)

/** The bytes kept for these events. */
export const listBodies = (tx: Tx, bookId: string, sequences: number[]): Promise<DeliveryBody[]> =>
  tx.many(sql`
    select sequence::float8 as sequence, is_redacted, body
      from webhook_bodies
     where book_id = ${bookId} and sequence = any (${sequences}::bigint[])`)
