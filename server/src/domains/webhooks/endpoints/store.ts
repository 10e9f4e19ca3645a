/** SQL of webhook endpoints. */
import type { Scope } from '../../../contract/scopes.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { disabledReasons, EndpointStatus } from './schema.ts'

export const endpointTable = defineTable({
  name: 'webhook_endpoints',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    url: column.text(),
    description: orNull(column.text()),
    types: column.texts(),
    status: column.text<EndpointStatus>(),
    disabled_reason: orNull(column.text<(typeof disabledReasons)[number]>()),
    exclude_own_events: column.boolean(),
    /** The key that registered it, or took it over: its rights decide what the endpoint is shown. */
    key_id: orNull(column.uuid()),
    /** The person who registered it, or took it over: without a key theirs do. */
    owner_id: orNull(column.uuid()),
    /** Sealed. */
    secret: column.bytes(),
    previous_secret: orNull(column.bytes()),
    previous_secret_expires_at: orNull(column.instant()),
    cursor_sequence: column.bigint(),
    matched_sequence: column.bigint(),
    acked_sequence: column.bigint(),
  },
  computed: { consecutive_failures: column.integer() },
  // The dispatcher moves them in statements of its own.
  initial: ['cursor_sequence', 'matched_sequence', 'acked_sequence'],
})

export type EndpointRow = RowOf<typeof endpointTable>

/** The dispatcher moves the cursors beside us: who writes them waits for it first. */
export const lockEndpoint = (tx: Tx, bookId: string, id: string): Promise<EndpointRow | undefined> =>
  tx.maybe(sql`
    select ${endpointTable.select}
      from ${endpointTable.from}
     where r.book_id = ${bookId} and r.id = ${id}
       for update`)

export async function countEndpoints(db: Queryable, bookId: string): Promise<number> {
  const row = await db.maybe<{ count: string }>(sql`
    select count(*) from webhook_endpoints where book_id = ${bookId} and status in ('enabled', 'disabled')`)
  return Number(row!.count)
}

/** The scopes of a key that still works. */
export const findKeyScopes = (
  db: Queryable,
  { bookId, now }: { bookId: string; now: Instant },
  keyId: string,
): Promise<{ scopes: Scope[] } | undefined> =>
  db.maybe(sql`
    select scopes
      from api_keys
     where book_id = ${bookId} and id = ${keyId} and revoked_at is null
       and (expires_at is null or expires_at > ${now}::timestamptz)`)

/** Whether two keys are one that was rolled. */
export const areOneKey = async (db: Queryable, bookId: string, [one, other]: [string, string]): Promise<boolean> =>
  (await db.maybe(sql`
    select 1
      from api_keys a
      join api_keys b on b.book_id = a.book_id and b.lineage_id = a.lineage_id
     where a.book_id = ${bookId} and a.id = ${one} and b.id = ${other}`)) !== undefined

/** The endpoints of a key become those of another one. */
export const giveEndpoints = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  keys: { from: string; to: string },
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints
       set key_id = ${keys.to},
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and key_id = ${keys.from}`)

/** Where the endpoint goes on; failures before it are forgotten. */
export const moveCursor = (tx: Tx, { bookId, id }: { bookId: string; id: string }, sequence: number): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints e
       set cursor_sequence = ${sequence},
           matched_sequence = coalesce((select max(d.sequence)
                                          from webhook_deliveries d
                                         where d.book_id = e.book_id and d.endpoint_id = e.id
                                           and d.sequence <= ${sequence} and d.status <> 'skipped'), 0),
           acked_sequence = least(e.acked_sequence, ${sequence})
     where e.book_id = ${bookId} and e.id = ${id}`)

export const forgetFailures = (tx: Tx, bookId: string, id: string): Promise<number> =>
  tx.run(sql`update webhook_endpoints set consecutive_failures = 0 where book_id = ${bookId} and id = ${id}`)

export async function logEnds(db: Queryable, bookId: string): Promise<{ oldest: number; latest: number }> {
  const row = await db.maybe<{ oldest: number; latest: number }>(sql`
    select first_sequence::float8 as oldest, last_sequence::float8 as latest from books where id = ${bookId}`)
  return row!
}

export interface WaitingChange {
  endpointId: string
  /** Held back, let go, or waiting again. */
  to: 'held' | 'cancelled' | 'pending'
}

/** Moves the deliveries that wait. */
export const changeWaiting = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  { endpointId, to }: WaitingChange,
): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries
       set status = ${to},
           next_attempt_at = ${to === 'pending' ? at.now : null},
           updated_at = ${at.now}
     where book_id = ${at.bookId} and endpoint_id = ${endpointId}
       and status in ('pending', 'retrying', 'held') and status <> ${to}`)
