/** SQL of users as those who manage them see them. */
import type { Role, Scope } from '../../../contract/scopes.ts'
import { type Page, type PageRequest, selectOfTenant } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import { containing } from '../../../lib/search-text.ts'
import type { UserStatus } from './schema.ts'

export interface ShownUser {
  id: string
  version: number
  email: string
  name: string
  role: Role
  rights: Scope[]
  is_active: boolean
  person_id: string | null
  status: UserStatus
  has_two_steps: boolean
  last_seen_at: Instant | null
  invitation_expires_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** Whoever was invited and has neither accepted nor come in by another way. */
const status = sql`case when not r.is_active then 'deactivated'
       when r.person_id is null and i.expires_at is not null then 'invited'
       else 'active' end`

const columns = sql`r.id, r.version, r.email, r.name, r.role, r.rights, r.is_active, r.person_id, ${status} as status,
  coalesce(p.totp_verified_at is not null or exists (select from passkeys k where k.person_id = p.id), false)
    as has_two_steps,
  (select max(s.last_seen_at) from sessions s where s.tenant_id = r.tenant_id and s.user_id = r.id) as last_seen_at,
  i.expires_at as invitation_expires_at, r.created_at, r.updated_at`

const from = sql`users r
  left join people p on p.id = r.person_id
  left join lateral (
    select max(l.expires_at) as expires_at
      from mailed_links l
     where l.tenant_id = r.tenant_id and l.user_id = r.id and lower(l.email) = lower(r.email) and l.used_at is null
    ) i on true`

export const findShownUser = (db: Queryable, tenantId: string, id: string): Promise<ShownUser | undefined> =>
  db.maybe(sql`select ${columns} from ${from} where r.tenant_id = ${tenantId} and r.id = ${id}`)

export const selectUsers = (
  db: Queryable,
  of: { tenantId: string; where: Sql[] },
  page: PageRequest,
): Promise<Page<ShownUser>> => selectOfTenant(db, { ...of, columns, from }, page)

export const hasStatus = (wanted: UserStatus): Sql => sql`${status} = ${wanted}`
export const hasRole = (role: Role): Sql => sql`r.role = ${role}`
export const isFoundBy = (words: string): Sql => sql`lower(r.name || ' ' || r.email) like ${containing(words)}`

export const findTwoSteps = async (db: Queryable, tenantId: string): Promise<boolean> =>
  (await db.maybe<{ needed: boolean }>(
    sql`select owners_need_two_steps as needed from tenants where id = ${tenantId}`,
  ))!.needed

export async function saveTwoSteps(tx: Tx, tenantId: string, needed: boolean): Promise<void> {
  await tx.run(sql`update tenants set owners_need_two_steps = ${needed} where id = ${tenantId}`)
}
