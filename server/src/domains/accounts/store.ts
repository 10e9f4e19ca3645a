/** SQL of tenants, their books and users, and API keys: what an account is, not what its books hold. */
import type { Role, Scope } from '../../contract/scopes.ts'
import type { Queryable, Tx } from '../../db/pool.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import type { TenantColumns, VatStatus } from '../../kernel/account.ts'
import type { Instant } from '../../lib/instants.ts'

export interface TenantRow extends TenantColumns {
  id: string
  name: string
  created_at: Instant
}

export type TenantSettings = Partial<
  Pick<
    TenantRow,
    | 'is_vat_payer'
    | 'is_locked'
    | 'modules'
    | 'rate_per_min'
    | 'max_keys'
    | 'max_webhook_endpoints'
    | 'max_partners'
    | 'storage_mb'
    | 'events_retention_days'
  >
>

const tenantColumns = sql`id, slug, name, vertical, country_code, time_zone, unit_system, is_vat_payer, is_locked,
  modules, rate_per_min, max_keys, max_webhook_endpoints, max_partners, storage_mb, events_retention_days, created_at`

export const findTenant = (db: Queryable, slug: string): Promise<TenantRow | undefined> =>
  db.maybe(sql`select ${tenantColumns} from tenants where slug = ${slug}`)

export interface ListedTenant {
  id: string
  slug: string
  name: string
  vertical: string
  locked: boolean
  /** In both books. */
  events: number
  created_at: Instant
}

export const listTenants = (db: Queryable): Promise<ListedTenant[]> =>
  db.many(sql`
    select t.id, t.slug, t.name, t.vertical, t.is_locked as locked, t.created_at,
           (select coalesce(sum(b.last_sequence), 0)::float8 from books b where b.tenant_id = t.id) as events
      from tenants t
     order by t.slug`)

export const findLastExport = (
  db: Queryable,
  tenantId: string,
): Promise<{ sequences: Record<string, number> } | undefined> =>
  db.maybe(sql`
    select details -> 'sequences' as sequences
      from audit_entries
     where tenant_id = ${tenantId} and action = 'tenant.exported'
     order by sequence desc
     limit 1`)

export const countTenants = async (db: Queryable): Promise<number> =>
  Number((await db.maybe<{ count: string }>(sql`select count(*) from tenants`))!.count)

export async function insertTenant(tx: Tx, tenant: TenantRow): Promise<void> {
  await tx.run(sql`
    insert into tenants (${tenantColumns}, updated_at)
    values (${tenant.id}, ${tenant.slug}, ${tenant.name}, ${tenant.vertical}, ${tenant.country_code},
            ${tenant.time_zone}, ${tenant.unit_system}, ${tenant.is_vat_payer}, ${tenant.is_locked},
            ${tenant.modules as string[]}, ${tenant.rate_per_min}, ${tenant.max_keys},
            ${tenant.max_webhook_endpoints}, ${tenant.max_partners}, ${tenant.storage_mb},
            ${tenant.events_retention_days}, ${tenant.created_at}, ${tenant.created_at})`)
}

/** The columns a setting may name; nothing else reaches the statement. */
const settingColumns: Record<keyof TenantSettings, Sql> = {
  is_vat_payer: sql`is_vat_payer`,
  is_locked: sql`is_locked`,
  modules: sql`modules`,
  rate_per_min: sql`rate_per_min`,
  max_keys: sql`max_keys`,
  max_webhook_endpoints: sql`max_webhook_endpoints`,
  max_partners: sql`max_partners`,
  storage_mb: sql`storage_mb`,
  events_retention_days: sql`events_retention_days`,
}

/** Whose row it is, and when it is written. */
export interface TenantAt {
  tenantId: string
  now: Instant
}

export async function updateTenant(tx: Tx, { tenantId, now }: TenantAt, settings: TenantSettings): Promise<void> {
  const names = Object.keys(settings) as (keyof TenantSettings)[]
  const assignments = names.map(name => sql`${settingColumns[name]} = ${settings[name] as string[]}`)
  await tx.run(sql`
    update tenants
       set ${join([...assignments, sql`updated_at = ${now}`], ', ')}
     where id = ${tenantId}`)
}

/** As they follow each other. */
export const listVatStatuses = (db: Queryable, tenantId: string): Promise<VatStatus[]> =>
  db.many(sql`
    select valid_from as since, is_vat_payer
      from tenant_vat_statuses
     where tenant_id = ${tenantId}
     order by valid_from`)

/** From this day on: what was said of later days no longer holds. */
export async function saveVatStatus(tx: Tx, { tenantId, now }: TenantAt, status: VatStatus): Promise<void> {
  await tx.run(sql`
    delete from tenant_vat_statuses
     where tenant_id = ${tenantId} and valid_from >= ${status.since}::date`)
  await tx.run(sql`
    insert into tenant_vat_statuses (tenant_id, valid_from, is_vat_payer, created_at)
    values (${tenantId}, ${status.since}, ${status.is_vat_payer}, ${now})`)
}

export interface BookRow {
  id: string
  is_live: boolean
  last_sequence: string
  partner_count: number
  clock_ahead_seconds: number
}

export const listBooks = (db: Queryable, tenantId: string): Promise<BookRow[]> =>
  db.many(sql`
    select id, is_live, last_sequence, partner_count, clock_ahead_seconds
      from books
     where tenant_id = ${tenantId}
     order by is_live desc`)

/** The domains that completed books, each set of them once. */
export const listCompletedBy = async (db: Queryable): Promise<string[][]> =>
  (await db.many<{ completed_by: string[] }>(sql`select distinct completed_by from books`)).map(row => row.completed_by)

/** Books that miss what one of these domains starts with. */
export const listIncompleteBooks = (db: Queryable, domains: string[]): Promise<{ slug: string; is_live: boolean }[]> =>
  db.many(sql`
    select t.slug, b.is_live
      from books b
      join tenants t on t.id = b.tenant_id
     where not b.completed_by @> ${domains}::text[]
     order by b.id`)

export const findCompletedBy = async (tx: Tx, bookId: string): Promise<string[]> =>
  (await tx.maybe<{ completed_by: string[] }>(sql`select completed_by from books where id = ${bookId}`))!.completed_by

export async function markCompleted(tx: Tx, bookId: string, domains: string[]): Promise<void> {
  await tx.run(sql`update books set completed_by = completed_by || ${domains}::text[] where id = ${bookId}`)
}

export async function insertBook(
  tx: Tx,
  book: { id: string; tenantId: string; isLive: boolean; now: Instant; completedBy: string[] },
): Promise<void> {
  await tx.run(sql`
    insert into books (id, tenant_id, is_live, created_at, completed_by)
    values (${book.id}, ${book.tenantId}, ${book.isLive}, ${book.now}, ${book.completedBy})`)
}

export interface UserRow {
  id: string
  email: string
  name: string
  role: Role
  rights: Scope[]
  is_active: boolean
}

export const listUsers = (db: Queryable, tenantId: string): Promise<UserRow[]> =>
  db.many(sql`
    select id, email, name, role, rights, is_active
      from users
     where tenant_id = ${tenantId}
     order by created_at, id`)

/** Held to the commit: two changes of an account's people at once could both leave the other as the last owner. */
export async function lockUsers(tx: Tx, tenantId: string): Promise<UserRow[]> {
  await tx.run(sql`select 1 from tenants where id = ${tenantId} for no key update`)
  return listUsers(tx, tenantId)
}

export async function insertUser(tx: Tx, { tenantId, now }: TenantAt, user: UserRow): Promise<void> {
  await tx.run(sql`
    insert into users (tenant_id, id, email, name, role, rights, is_active, created_at, updated_at)
    values (${tenantId}, ${user.id}, ${user.email}, ${user.name}, ${user.role}, ${user.rights as string[]},
            ${user.is_active}, ${now}, ${now})`)
}

export const updateUser = (tx: Tx, { tenantId, now }: TenantAt, user: UserRow): Promise<number> =>
  tx.run(sql`
    update users
       set version = version + 1,
           email = ${user.email},
           name = ${user.name},
           role = ${user.role},
           rights = ${user.rights as string[]},
           is_active = ${user.is_active},
           updated_at = ${now}
     where tenant_id = ${tenantId} and id = ${user.id}`)
