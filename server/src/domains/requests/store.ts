/** SQL of the log of calls. */
import type { Queryable } from '../../db/pool.ts'
import { rowsOf } from '../../db/rows.ts'
import { empty, join, type Sql, sql } from '../../db/sql.ts'
import type { NewestPage } from '../../kernel/account-list.ts'
import type { LoggedCall } from '../../kernel/ports/request-log.ts'
import type { Instant } from '../../lib/instants.ts'
import type { CallCount } from './rules.ts'

export interface RequestRow
  extends Omit<LoggedCall, 'at_ms' | 'request_body' | 'answer_body' | 'tenant_id' | 'is_live'> {
  created_at: Instant
}

export interface RequestWithBodies extends RequestRow {
  request_body: string | null
  answer_body: string | null
}

export type NewRequest = Omit<LoggedCall, 'request_body' | 'answer_body'> & {
  request_body: string | null
  answer_body: string | null
}

/** Rows and counts in one statement, the rows as arrays: PostgreSQL reads them in four fifths of the time of JSON. A crash of the database may forget the last moments of them. */
export async function insertRequests(
  db: Queryable,
  rows: readonly NewRequest[],
  counts: readonly CallCount[],
): Promise<void> {
  await db.run(sql`
    with lazily as (select set_config('synchronous_commit', 'off', true)),
    counted as (
      insert into request_counts as c (tenant_id, is_live, caller_id, hour, calls, refused, dropped)
      select r.tenant_id, r.is_live, r.caller_id, to_timestamp(r.hour_ms / 1000) as hour, r.calls, r.refused, r.dropped
        from json_to_recordset(${JSON.stringify(counts)}::json) as r (
               tenant_id uuid, is_live boolean, caller_id uuid, hour_ms float8, calls integer, refused integer,
               dropped integer)
       -- In one order on all nodes, so that they wait for each other and never in a circle.
       order by r.tenant_id, r.is_live, r.caller_id, r.hour_ms
          on conflict (tenant_id, is_live, caller_id, hour) do update
         set calls = c.calls + excluded.calls,
             refused = c.refused + excluded.refused,
             dropped = c.dropped + excluded.dropped)
    insert into requests (tenant_id, is_live, id, at, key_id, user_id, method, route, path, query, status, code,
                          duration_ms, bytes, idempotency_key, address, request_body, answer_body)
    select s.tenant_id, s.is_live, s.id, to_timestamp(s.at_ms / 1000), s.key_id, s.user_id, s.method, s.route, s.path,
           s.query, s.status, s.code, s.duration_ms, s.bytes, s.idempotency_key, s.address, s.request_body, s.answer_body
      from lazily, ${rowsOf(rows, newRequestTypes)}
        on conflict do nothing`)
}

const newRequestTypes = {
  tenant_id: 'uuid',
  is_live: 'boolean',
  id: 'uuid',
  at_ms: 'float8',
  key_id: 'uuid',
  user_id: 'uuid',
  method: 'text',
  route: 'text',
  path: 'text',
  query: 'text',
  status: 'smallint',
  code: 'text',
  duration_ms: 'integer',
  bytes: 'integer',
  idempotency_key: 'text',
  address: 'text',
  request_body: 'text',
  answer_body: 'text',
} satisfies Record<keyof NewRequest, string>

export const openDay = (db: Queryable, day: string): Promise<number> =>
  db.run(sql`select open_request_day(${day}::date)`)

/** Partitions of days before this one. */
export async function dropDays(db: Queryable, before: string): Promise<void> {
  await db.run(sql`select drop_request_days(${before}::date)`)
  await db.run(sql`delete from request_counts where hour < ${before}::date::timestamp at time zone 'UTC'`)
}

/** Whose log it is. */
export interface LogOf {
  tenantId: string
  isLive: boolean
}

const ofLog = ({ tenantId, isLive }: LogOf): Sql => sql`r.tenant_id = ${tenantId} and r.is_live = ${isLive}`

const columns = sql`r.id, r.at as created_at, r.key_id, r.user_id, r.method, r.route, r.path, r.query, r.status, r.code,
  r.duration_ms, r.bytes, r.idempotency_key, r.address`

/** The newest first, by their ids, which follow each other in time. */
export const listRequests = (
  db: Queryable,
  of: LogOf,
  { where, after, limit }: NewestPage & { where: Sql[] },
): Promise<RequestRow[]> =>
  db.many(sql`
    select ${columns}
      from requests r
     where ${join([ofLog(of), ...where], ' and ')} ${after ? sql`and r.id < ${after.id}::uuid` : empty}
     order by r.id desc
     limit ${limit}`)

/** Those after one, the oldest first. */
export const listRequestsAfter = (
  db: Queryable,
  of: LogOf,
  { after, limit }: { after: string; limit: number },
): Promise<RequestRow[]> =>
  db.many(sql`
    select ${columns}
      from requests r
     where ${ofLog(of)} and r.id > ${after}::uuid
     order by r.id
     limit ${limit}`)

export const findRequest = (db: Queryable, of: LogOf, id: string): Promise<RequestWithBodies | undefined> =>
  db.maybe(sql`
    select ${columns}, r.request_body, r.answer_body
      from requests r
     where ${ofLog(of)} and r.id = ${id}`)

/** Since the beginning of that hour, by key or user. */
export const countCalls = (
  db: Queryable,
  { tenantId, isLive }: LogOf,
  since: Instant,
): Promise<{ caller_id: string; calls: number; refused: number; dropped: number }[]> =>
  db.many(sql`
    select caller_id, sum(calls)::float8 as calls, sum(refused)::float8 as refused, sum(dropped)::float8 as dropped
      from request_counts
     where tenant_id = ${tenantId} and is_live = ${isLive} and hour >= date_trunc('hour', ${since}::timestamptz)
     group by caller_id
     order by calls desc, caller_id`)

export async function countCallsOfKeys(
  db: Queryable,
  { tenantId, ids }: { tenantId: string; ids: readonly string[] },
  since: Instant,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<{ caller_id: string; calls: number }>(sql`
    select caller_id, sum(calls)::float8 as calls
      from request_counts
     where tenant_id = ${tenantId} and caller_id = any (${ids as string[]}::uuid[])
       and hour >= date_trunc('hour', ${since}::timestamptz)
     group by caller_id`)
  return new Map(rows.map(({ caller_id, calls }) => [caller_id, calls]))
}
