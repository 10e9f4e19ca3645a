/** SQL of webhook endpoints. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { disabledReasons, EndpointStatus } from './schema.ts'

export interface EndpointRow extends Listed {
  version: number
  url: string
  description: string | null
  types: string[]
  status: EndpointStatus
  disabled_reason: (typeof disabledReasons)[number] | null
  exclude_own_events: boolean
  /** The key that registered it, or took it over: its rights decide what the endpoint is shown. */
  key_id: string
  /** Sealed. */
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_expires_at: Instant | null
  consecutive_failures: number
  cursor_sequence: number
  matched_sequence: number
  acked_sequence: number
}

const columns = sql`r.id, r.version, r.url, r.description, r.types, r.status, r.disabled_reason, r.exclude_own_events,
  r.key_id, r.secret, r.previous_secret, r.previous_secret_expires_at, r.consecutive_failures,
  r.cursor_sequence::float8 as cursor_sequence, r.matched_sequence::float8 as matched_sequence,
  r.acked_sequence::float8 as acked_sequence, r.created_at, r.updated_at`
const from = sql`webhook_endpoints r`

export const findEndpoint = (db: Queryable, bookId: string, id: string): Promise<EndpointRow | undefined> =>
  db.maybe(sql`select ${columns} from ${from} where r.book_id = ${bookId} and r.id = ${id}`)

/** The dispatcher moves the cursors beside us: who writes them waits for it first. */
export const lockEndpoint = (tx: Tx, bookId: string, id: string): Promise<EndpointRow | undefined> =>
  tx.maybe(sql`select ${columns} from ${from} where r.book_id = ${bookId} and r.id = ${id} for update`)

export const listEndpoints = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<EndpointRow>> => selectPage(db, { bookId, columns, from, where }, page)

export async function countEndpoints(db: Queryable, bookId: string): Promise<number> {
  const row = await db.maybe<{ count: string }>(sql`
    select count(*) from webhook_endpoints where book_id = ${bookId} and status <> 'retired'`)
  return Number(row!.count)
}

export async function insertEndpoint(tx: Tx, bookId: string, row: EndpointRow): Promise<void> {
  await tx.run(sql`
    insert into webhook_endpoints (book_id, id, version, url, description, types, status, disabled_reason,
                                   exclude_own_events, key_id, secret, cursor_sequence, matched_sequence,
                                   acked_sequence, created_at, updated_at)
    values (${bookId}, ${row.id}, ${row.version}, ${row.url}, ${row.description}, ${row.types}, ${row.status},
            ${row.disabled_reason}, ${row.exclude_own_events}, ${row.key_id}, ${row.secret}, ${row.cursor_sequence},
            ${row.matched_sequence}, ${row.acked_sequence}, ${row.created_at}, ${row.updated_at})`)
}

/** What people set. The counters are the dispatcher's and have statements of their own. */
export async function updateEndpoint(tx: Tx, bookId: string, row: EndpointRow): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
       set version = ${row.version},
           url = ${row.url},
           description = ${row.description},
           types = ${row.types},
           status = ${row.status},
           disabled_reason = ${row.disabled_reason},
           exclude_own_events = ${row.exclude_own_events},
           key_id = ${row.key_id},
           secret = ${row.secret},
           previous_secret = ${row.previous_secret},
           previous_secret_expires_at = ${row.previous_secret_expires_at},
           updated_at = ${row.updated_at}
     where book_id = ${bookId} and id = ${row.id}`)
}

/** Whether two keys are one that was rolled. */
export const areOneKey = async (db: Queryable, bookId: string, one: string, other: string): Promise<boolean> =>
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
export async function moveCursor(tx: Tx, bookId: string, id: string, sequence: number): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints e
       set cursor_sequence = ${sequence},
           matched_sequence = coalesce((select max(d.sequence)
                                          from webhook_deliveries d
                                         where d.book_id = e.book_id and d.endpoint_id = e.id
                                           and d.sequence <= ${sequence} and d.status <> 'skipped'), 0),
           acked_sequence = least(e.acked_sequence, ${sequence})
     where e.book_id = ${bookId} and e.id = ${id}`)
}

export const forgetFailures = (tx: Tx, bookId: string, id: string): Promise<number> =>
  tx.run(sql`update webhook_endpoints set consecutive_failures = 0 where book_id = ${bookId} and id = ${id}`)

export async function logEnds(db: Queryable, bookId: string): Promise<{ oldest: number; latest: number }> {
  const row = await db.maybe<{ oldest: number; latest: number }>(sql`
    select first_sequence::float8 as oldest, last_sequence::float8 as latest from books where id = ${bookId}`)
  return row!
}

/** Waiting deliveries are held back, held ones wait again, or they are let go; those up to a sequence only, or all. */
export const changeWaiting = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  endpointId: string,
  to: 'held' | 'cancelled' | 'pending',
  upTo?: number,
): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries
       set status = ${to},
           next_attempt_at = ${to === 'pending' ? at.now : null},
           updated_at = ${at.now}
     where book_id = ${at.bookId} and endpoint_id = ${endpointId}
       and status in ('pending', 'retrying', 'held') and status <> ${to}
       and (${upTo ?? null}::bigint is null or sequence <= ${upTo ?? null}::bigint)`)
