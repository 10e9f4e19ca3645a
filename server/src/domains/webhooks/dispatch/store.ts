/** SQL of the dispatcher: what is due to whom, and who sends it. */
import type { EventType } from '../../../contract/events.ts'
import type { Scope, Subscription } from '../../../contract/scopes.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'

export interface EndpointKey {
  book_id: string
  endpoint_id: string
}

/** How an endpoint is reached, and with whose rights. */
export interface Destination extends EndpointKey {
  /** The key whose endpoint it is, as far as its owner may, in the account as it is now; null: it is a person's. */
  key_id: string | null
  owner_id: string
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

/** Over the endpoint `e`, with `rightsOfEndpoint`. */
export const destination = sql`e.book_id, e.id as endpoint_id, e.version, e.url, e.secret, e.previous_secret,
  e.previous_secret_expires_at, e.key_id, u.id as owner_id, coalesce(k.scopes, u.rights) as scopes,
  k.expires_at as key_expires_at, k.revoked_at as key_revoked_at, u.rights, u.is_active as owner_is_active, t.modules, t.is_locked`

export const rightsOfEndpoint = sql`
      join books b on b.id = e.book_id
      join tenants t on t.id = b.tenant_id
      left join api_keys k on k.book_id = e.book_id and k.id = e.key_id
      join users u on u.tenant_id = t.id and u.id = coalesce(k.owner_id, e.owner_id)`

export const findDestination = (
  db: Queryable,
  { book_id, endpoint_id }: EndpointKey,
): Promise<Destination | undefined> =>
  db.maybe(sql`
    select ${destination}
      from webhook_endpoints e ${rightsOfEndpoint}
     where e.book_id = ${book_id} and e.id = ${endpoint_id}`)

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

/** Each by its name: the properties of a second spread cost V8 two microseconds each. */
export const addressed = (delivery: Omit<ClaimedDelivery, keyof Destination>, to: Destination): ClaimedDelivery => ({
  id: delivery.id,
  event_id: delivery.event_id,
  type: delivery.type,
  sequence: delivery.sequence,
  previous_sequence: delivery.previous_sequence,
  attempts_made: delivery.attempts_made,
  attempts_recorded: delivery.attempts_recorded,
  body: delivery.body,
  is_redacted: delivery.is_redacted,
  ...to,
})

interface Due {
  now: Instant
  leaseEnd: Instant
  limit: number
}

/** The destination is read once for all of them, after they are leased: it is as new as they are. */
export async function claimDeliveries(db: Queryable, key: EndpointKey, due: Due): Promise<ClaimedDelivery[]> {
  const leased = await leaseDeliveries(db, key, due)
  const to = leased.length > 0 ? await findDestination(db, key) : undefined
  return to ? leased.map(delivery => addressed(delivery, to)) : []
}

/** The longest due first; those another node sends are passed over. */
const leaseDeliveries = (
  db: Queryable,
  { book_id, endpoint_id }: EndpointKey,
  { now, leaseEnd, limit }: Due,
): Promise<Omit<ClaimedDelivery, keyof Destination>[]> =>
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
    select c.id, c.event_id, c.type, c.sequence::float8 as sequence, c.previous_sequence::float8 as previous_sequence,
           c.attempts_made, c.attempts_recorded, c.is_redacted, f.body
      from claimed c
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

/** A crash of the database may forget the last moments of this: deliveries are then sent again, never lost. */
export const commitLazily = (tx: Tx): Promise<number> => tx.run(sql`set local synchronous_commit = off`)
