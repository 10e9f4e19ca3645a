/** SQL of API keys as their account sees them. */
import type { Scope } from '../../contract/scopes.ts'
import { type Page, type PageRequest, selectOfTenant } from '../../db/paging.ts'
import type { Queryable } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Instant } from '../../lib/instants.ts'
import { containing } from '../../lib/search-text.ts'
import type { KeyStatus } from './schema.ts'

export interface ShownKey {
  id: string
  version: number
  book_id: string
  name: string
  is_live: boolean
  prefix: string
  last_four: string
  scopes: Scope[]
  allowed_addresses: string[]
  owner_id: string
  owner_email: string
  owner_name: string
  expires_at: Instant | null
  revoked_at: Instant | null
  replaced_by: string | null
  last_used_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

const columns = sql`r.id, r.version, r.book_id, r.name, b.is_live, r.prefix, r.last_four, r.scopes, r.allowed_addresses,
  r.owner_id, u.email as owner_email, u.name as owner_name, r.expires_at, r.revoked_at,
  (select n.id
     from api_keys n
    where n.book_id = r.book_id and n.lineage_id = r.lineage_id and (n.created_at, n.id) > (r.created_at, r.id)
    order by n.created_at, n.id
    limit 1) as replaced_by,
  k.last_used_at, r.created_at, r.created_at as updated_at`

const from = sql`api_keys r
  join books b on b.id = r.book_id
  join users u on u.tenant_id = r.tenant_id and u.id = r.owner_id
  left join key_uses k on k.key_id = r.id`

export const findShownKey = (db: Queryable, tenantId: string, id: string): Promise<ShownKey | undefined> =>
  db.maybe(sql`select ${columns} from ${from} where r.tenant_id = ${tenantId} and r.id = ${id}`)

export const selectKeys = (
  db: Queryable,
  of: { tenantId: string; where: Sql[] },
  page: PageRequest,
): Promise<Page<ShownKey>> => selectOfTenant(db, { ...of, columns, from }, page)

export const hasMode = (mode: 'live' | 'test'): Sql => sql`b.is_live = ${mode === 'live'}`

export function hasStatus(status: KeyStatus, now: Instant): Sql {
  if (status === 'revoked') return sql`r.revoked_at is not null`
  const isExpired = sql`r.expires_at is not null and r.expires_at <= ${now}::timestamptz`
  return status === 'expired'
    ? sql`(r.revoked_at is null and ${isExpired})`
    : sql`(r.revoked_at is null and not (${isExpired}))`
}

export const isFoundBy = (words: string): Sql =>
  sql`lower(r.name || ' ' || r.prefix || ' ' || r.last_four || ' ' || u.email) like ${containing(words)}`
