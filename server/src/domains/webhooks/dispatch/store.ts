/** SQL of the dispatcher: which events are due to whom, who sends them, and what came of it. */
import type { EventType } from '../../../contract/events.ts'
import type { Scope, Subscription } from '../../../contract/scopes.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { DeliveryStatus } from '../deliveries/schema.ts'

export interface EndpointKey {
  book_id: string
  endpoint_id: string
}

/** How an endpoint is reached, and with whose rights. */
export interface Destination extends EndpointKey {
  /** The key whose endpoint it is, as far as its owner may, in the account as it is now. */
  key_id: string
  scopes: Scope[]
  rights: Scope[]
  modules: Subscription
  key_expires_at: Instant | null
  key_revoked_at: Instant | null
  owner_is_active: boolean
  is_locked: boolean
  version: number
  url: string
  /** Sealed. */
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_expires_at: Instant | null
}

export interface Subscriber extends Destination {
  types: string[]
  exclude_own_events: boolean
  cursor_sequence: number
  matched_sequence: number
  /** All keys of the one whose endpoint it is, rolled ones too. */
  own_keys: string[]
  is_live: boolean
}

const destination = sql`e.book_id, e.id as endpoint_id, e.version, e.url, e.secret, e.previous_secret,
  e.previous_secret_expires_at, e.key_id, k.scopes, k.expires_at as key_expires_at, k.revoked_at as key_revoked_at,
  u.rights, u.is_active as owner_is_active, t.modules, t.is_locked`

const rightsOfEndpoint = sql`
      join books b on b.id = e.book_id
      join tenants t on t.id = b.tenant_id
      join api_keys k on k.book_id = e.book_id and k.id = e.key_id
      join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id`

export const findDestination = (
  db: Queryable,
  { book_id, endpoint_id }: EndpointKey,
): Promise<Destination | undefined> =>
  db.maybe(sql`
    select ${destination}
      from webhook_endpoints e ${rightsOfEndpoint}
     where e.book_id = ${book_id} and e.id = ${endpoint_id}`)

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
  endpointId: string
  eventId: string
  sequence: number
  type: EventType
  previousSequence: number | null
  isRedacted: boolean
  status: 'pending' | 'skipped'
  dueAt: Instant | null
}

export interface NewBody {
  sequence: number
  isRedacted: boolean
  body: Buffer
}

export interface StoredBody {
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
  endpointId: string
  cursor: number
  matched: number
  /** Nothing of what was looked at waits: with nothing open before it, all of it is settled. */
  isQuiet: boolean
}

/**
 * Bodies, deliveries and cursors in one statement. A replayed event has its delivery already: it waits again, unless it
 * still does. Answers with the deliveries that were really made, and whether their bytes were made with them.
 */
export const insertDeliveries = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  fresh: { deliveries: NewDelivery[]; bodies: NewBody[]; cursors: MovedCursor[] },
): Promise<MadeDelivery[]> =>
  tx.many(sql`
    with bodies as (
      insert into webhook_bodies (book_id, sequence, is_redacted, body, created_at)
      select ${at.bookId}, f.sequence, f.is_redacted, f.body, ${at.now}
        from unnest(${fresh.bodies.map(row => row.sequence)}::bigint[],
                    ${fresh.bodies.map(row => row.isRedacted)}::boolean[],
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
        from unnest(${fresh.cursors.map(row => row.endpointId)}::uuid[],
                    ${fresh.cursors.map(row => row.cursor)}::bigint[],
                    ${fresh.cursors.map(row => row.matched)}::bigint[],
                    ${fresh.cursors.map(row => row.isQuiet)}::boolean[]) as f (id, cursor, matched, is_quiet)
       where e.book_id = ${at.bookId} and e.id = f.id)
    insert into webhook_deliveries as d (book_id, id, endpoint_id, event_id, sequence, type, previous_sequence,
                                         is_redacted, status, next_attempt_at, created_at, updated_at)
    select ${at.bookId}, f.id, f.endpoint_id, f.event_id, f.sequence, f.type, f.previous_sequence, f.is_redacted,
           f.status, f.due_at, ${at.now}, ${at.now}
      from unnest(${fresh.deliveries.map(row => row.id)}::uuid[],
                  ${fresh.deliveries.map(row => row.endpointId)}::uuid[],
                  ${fresh.deliveries.map(row => row.eventId)}::uuid[],
                  ${fresh.deliveries.map(row => row.sequence)}::bigint[],
                  ${fresh.deliveries.map(row => row.type)}::text[],
                  ${fresh.deliveries.map(row => row.previousSequence)}::bigint[],
                  ${fresh.deliveries.map(row => row.isRedacted)}::boolean[],
                  ${fresh.deliveries.map(row => row.status)}::text[],
                  ${fresh.deliveries.map(row => row.dueAt)}::timestamptz[])
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
export const listBodies = (tx: Tx, bookId: string, sequences: number[]): Promise<StoredBody[]> =>
  tx.many(sql`
    select sequence::float8 as sequence, is_redacted, body
      from webhook_bodies
     where book_id = ${bookId} and sequence = any (${sequences}::bigint[])`)

/** A delivery this node may send until its lease ends. */
export interface ClaimedDelivery extends Destination {
  id: string
  event_id: string
  type: EventType
  sequence: number
  previous_sequence: number | null
  /** Since it was last put in the queue: they decide when the next one is due. */
  attempts_made: number
  /** All of them, those before a retry by hand or a replay too. */
  attempts_recorded: number
  /** Null when it is no longer kept. */
  body: Buffer | null
  /** The body is without the record already. */
  is_redacted: boolean
}

/** The longest due first; those another node sends are passed over. */
export const claimDeliveries = (
  db: Queryable,
  { book_id, endpoint_id }: EndpointKey,
  { now, leaseEnd, limit }: { now: Instant; leaseEnd: Instant; limit: number },
): Promise<ClaimedDelivery[]> =>
  db.many(sql`
    with due as (
      select d.id
        from webhook_deliveries d
       where d.book_id = ${book_id} and d.endpoint_id = ${endpoint_id} and d.status in ('pending', 'retrying')
         and d.next_attempt_at <= ${now}
       order by d.next_attempt_at
       limit ${limit}
         for update skip locked),
    claimed as (
      update webhook_deliveries d
         set next_attempt_at = ${leaseEnd}
        from due
       where d.book_id = ${book_id} and d.id = due.id
      returning d.id, d.event_id, d.type, d.sequence, d.previous_sequence, d.attempts_made, d.is_redacted,
                jsonb_array_length(d.attempts) as attempts_recorded)
    select ${destination}, c.id, c.event_id, c.type, c.sequence::float8 as sequence,
           c.previous_sequence::float8 as previous_sequence, c.attempts_made, c.attempts_recorded, c.is_redacted, f.body
      from claimed c
      join webhook_endpoints e on e.book_id = ${book_id} and e.id = ${endpoint_id} ${rightsOfEndpoint}
      left join webhook_bodies f
        on f.book_id = ${book_id} and f.sequence = c.sequence and f.is_redacted = c.is_redacted
     order by c.sequence`)

/**
 * Leases of nodes that are gone, when none is left: what waits for its first attempt and is due later is leased. Those of
 * later attempts cannot be told from their gaps, and run out by themselves.
 */
export const takeBackLeases = (db: Queryable, at: { now: Instant; startedAt: Instant }): Promise<number> =>
  db.run(sql`
    update webhook_deliveries d
       set next_attempt_at = ${at.now}
      from webhook_endpoints e
     where e.book_id = d.book_id and e.id = d.endpoint_id and e.status = 'enabled'
       and d.status = 'pending' and d.next_attempt_at > ${at.now} and d.created_at < ${at.startedAt}`)

/** Books whose log is ahead of an endpoint. */
export const listBooksBehind = (db: Queryable): Promise<{ book_id: string }[]> =>
  db.many(sql`
    select distinct e.book_id
      from webhook_endpoints e
      join books b on b.id = e.book_id
     where e.status = 'enabled' and e.cursor_sequence < b.last_sequence`)

export const listWatchedBooks = (db: Queryable): Promise<{ book_id: string }[]> =>
  db.many(sql`select distinct book_id from webhook_endpoints where status = 'enabled'`)

export const listDueEndpoints = (db: Queryable, now: Instant): Promise<EndpointKey[]> =>
  db.many(sql`
    select e.book_id, e.id as endpoint_id
      from webhook_endpoints e
     where e.status = 'enabled'
       and exists (select 1
                     from webhook_deliveries d
                    where d.book_id = e.book_id and d.endpoint_id = e.id and d.status in ('pending', 'retrying')
                      and d.next_attempt_at <= ${now})`)

export interface DeliveryResult extends EndpointKey {
  id: string
  status: Extract<DeliveryStatus, 'succeeded' | 'retrying' | 'dead'>
  nextAttemptAt: Instant | null
  /** Attempts made when it was claimed. */
  attemptsBefore: number
  /** As JSON. */
  attempt: string
}

/** Held by whoever writes results or moves the cursor: the sums below are then of one moment. */
export const lockEndpoints = (tx: Tx, keys: EndpointKey[]): Promise<unknown[]> =>
  tx.many(sql`
    select e.id
      from webhook_endpoints e
      join unnest(${keys.map(key => key.book_id)}::uuid[], ${keys.map(key => key.endpoint_id)}::uuid[]) as k (book_id, id)
        on k.book_id = e.book_id and k.id = e.id
     order by e.book_id, e.id
       for update of e`)

/**
 * A success counts whatever became of the delivery meanwhile; a failure only where it still waits and was not sent
 * again from the start, nor by another node whose result came first.
 */
const counts = sql`(r.status = 'succeeded'
  or (d.status in ('pending', 'retrying') and d.attempts_made = r.attempts_before))`

export const saveResults = (tx: Tx, results: DeliveryResult[], now: Instant): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries d
       set status = case when ${counts} then r.status else d.status end,
           next_attempt_at = case when ${counts} then r.next_attempt_at else d.next_attempt_at end,
           attempts = d.attempts || r.attempt,
           attempts_made = d.attempts_made + (d.attempts_made = r.attempts_before)::integer,
           updated_at = ${now}
      from unnest(${results.map(row => row.book_id)}::uuid[],
                  ${results.map(row => row.id)}::uuid[],
                  ${results.map(row => row.status)}::text[],
                  ${results.map(row => row.nextAttemptAt)}::timestamptz[],
                  ${results.map(row => row.attemptsBefore)}::smallint[],
                  ${results.map(row => row.attempt)}::jsonb[])
           as r (book_id, id, status, next_attempt_at, attempts_before, attempt)
     where d.book_id = r.book_id and d.id = r.id`)

export interface EndpointTally extends EndpointKey {
  hasSuccess: boolean
  /** Failures since the last success of the batch. */
  failures: number
}

/** Counts failures in a row and moves the acknowledged sequence; answers with the counts. */
export const saveTallies = (
  tx: Tx,
  tallies: EndpointTally[],
): Promise<(EndpointKey & { consecutive_failures: number })[]> =>
  tx.many(sql`
    update webhook_endpoints e
       set consecutive_failures = case when t.has_success then t.failures else e.consecutive_failures + t.failures end,
           acked_sequence = coalesce((select min(d.sequence) - 1
                                        from webhook_deliveries d
                                       where d.book_id = e.book_id and d.endpoint_id = e.id
                                         and d.status in ('pending', 'retrying', 'held')), e.cursor_sequence)
      from unnest(${tallies.map(row => row.book_id)}::uuid[],
                  ${tallies.map(row => row.endpoint_id)}::uuid[],
                  ${tallies.map(row => row.hasSuccess)}::boolean[],
                  ${tallies.map(row => row.failures)}::integer[]) as t (book_id, id, has_success, failures)
     where e.book_id = t.book_id and e.id = t.id
    returning e.book_id, e.id as endpoint_id, e.consecutive_failures`)

/** A crash of the database may forget the last moments of this: deliveries are then sent again, never lost. */
export const commitLazily = (tx: Tx): Promise<number> => tx.run(sql`set local synchronous_commit = off`)
