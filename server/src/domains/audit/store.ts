/** SQL of the audit of an account. */
import type { Queryable } from '../../db/pool.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import type { AuditRow } from '../../kernel/audit.ts'
import type { Instant } from '../../lib/instants.ts'
import { containing } from '../../lib/search-text.ts'

export interface ShownEntry extends AuditRow {
  actor_name: string | null
}

export interface AuditPage {
  tenantId: string
  where: Sql[]
  /** The last entry of the page before. */
  before: number | undefined
  limit: number
}

/** The latest first. */
export const selectAudit = (db: Queryable, { tenantId, where, before, limit }: AuditPage): Promise<ShownEntry[]> => {
  const conditions = [
    sql`e.tenant_id = ${tenantId}`,
    ...(before === undefined ? [] : [sql`e.sequence < ${before}::bigint`]),
    ...where,
  ]
  return db.many(sql`
    select e.sequence::float8 as sequence, e.at, e.actor_type, e.actor_id, e.action, e.subject_id, e.details, e.address,
           e.request_id, e.endpoint, encode(e.hash, 'hex') as hash,
           coalesce(u.name, (select k.name from api_keys k where k.id = e.actor_id and e.actor_type = 'api_key'))
             as actor_name
      from audit_entries e
      left join users u on u.tenant_id = e.tenant_id and u.id = e.actor_id and e.actor_type = 'user'
     where ${join(conditions, ' and ')}
     order by e.sequence desc
     limit ${limit + 1}`)
}

/** The user, or the key. */
export const isBy = (actorId: string): Sql => sql`e.actor_id = ${actorId}`
export const isByType = (type: string): Sql => sql`e.actor_type = ${type}`
export const isAbout = (recordId: string): Sql => sql`e.subject_id = ${recordId}`

/** `key.created`, or `key.*` for all of a kind. */
export const isAction = (action: string): Sql =>
  action.endsWith('.*') ? sql`starts_with(e.action, ${action.slice(0, -1)})` : sql`e.action = ${action}`

/** Days where the account is. */
export const isFrom = (day: string, timeZone: string): Sql =>
  sql`e.at >= ${day}::date::timestamp at time zone ${timeZone}::text`
export const isUntil = (day: string, timeZone: string): Sql =>
  sql`e.at < (${day}::date + 1)::timestamp at time zone ${timeZone}::text`

export const isFoundBy = (words: string): Sql =>
  sql`lower(concat_ws(' ', e.action, e.details::text, e.address, e.request_id, e.endpoint, u.name, u.email))
      like ${containing(words)}`

/** Accounts whose audit begins before an instant. */
export async function listOldChains(db: Queryable, before: Instant): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select t.id
      from tenants t
      cross join lateral (select e.at
                            from audit_entries e
                           where e.tenant_id = t.id
                           order by e.sequence
                           limit 1) first
     where first.at < ${before}::timestamptz`)
  return rows.map(({ id }) => id)
}

/** Its beginning, a portion at a time; how many entries went. The last one stays, and so does the hash before the first. */
export async function cutAudit(db: Queryable, tenantId: string, before: Instant): Promise<number> {
  const cut = await db.maybe<{ gone: number }>(sql`
    select cut_audit(${tenantId}::uuid, ${before}::timestamptz, 1000) as gone`)
  return cut!.gone
}
