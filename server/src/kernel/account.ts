/** Whose book it is: the account with its plan, loaded in one statement. */
import type { Subscription } from '../contract/scopes.ts'
import type { Queryable } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { type Day, dayIn } from '../lib/days.ts'
import { type Instant, toInstant } from '../lib/instants.ts'
import type { WatchedActions } from './watched-actions.ts'

export interface Limits {
  ratePerMin: number
  maxKeys: number
  maxWebhookEndpoints: number
  maxPartners: number
  storageMb: number
  eventsRetentionDays: number
}

export type UnitSystem = 'metric' | 'uk' | 'us'

/** From this day on. */
export interface VatStatus {
  since: Day
  is_vat_payer: boolean
}

export interface Tenant {
  id: string
  slug: string
  name: string
  vertical: string
  countryCode: string
  timeZone: string
  unitSystem: UnitSystem
  /** Whether it pays VAT, from day to day; the first of them holds for all days before. */
  vatStatuses: readonly VatStatus[]
  isLocked: boolean
  /** Modules and add-ons of the subscription. */
  modules: Subscription
  limits: Limits
}

export const isVatPayerOn = ({ vatStatuses }: Pick<Tenant, 'vatStatuses'>, day: Day): boolean =>
  (vatStatuses.findLast(({ since }) => since <= day) ?? vatStatuses[0]!).is_vat_payer

/** One book and its tenant: what a write needs to know. */
export interface Account {
  tenant: Tenant
  /** `watched` and `clockAheadSeconds` are for reads; a write reads them with the book. */
  book: { id: string; isLive: boolean; watched: WatchedActions | null; clockAheadSeconds: number }
}

/** What the clock of the book shows. */
const clockOf = ({ book }: Account, nowMs: number): number => nowMs + book.clockAheadSeconds * 1_000

export const nowIn = (account: Account, nowMs: number): Instant => toInstant(clockOf(account, nowMs))

/** The day where the account is. */
export const todayOf = (account: Account, nowMs: number): Day => dayIn(account.tenant.timeZone, clockOf(account, nowMs))

/** The columns of a tenant that everybody reads under their own names. */
export interface TenantColumns {
  slug: string
  vertical: string
  country_code: string
  time_zone: string
  unit_system: UnitSystem
  is_vat_payer: boolean
  is_locked: boolean
  modules: Subscription
  rate_per_min: number
  max_keys: number
  max_webhook_endpoints: number
  max_partners: number
  storage_mb: number
  events_retention_days: number
}

export interface AccountRow extends Omit<TenantColumns, 'is_vat_payer'> {
  vat_statuses: VatStatus[]
  tenant_id: string
  tenant_name: string
  book_id: string
  is_live: boolean
  watched_actions: WatchedActions | null
  clock_ahead_seconds: number
}

/** A tenant that an older node made has no days of its own yet. */
const vatStatuses = sql`coalesce(
    (select json_agg(json_build_object('since', s.valid_from, 'is_vat_payer', s.is_vat_payer) order by s.valid_from)
       from tenant_vat_statuses s
      where s.tenant_id = t.id),
    json_build_array(json_build_object('since', date '0001-01-01', 'is_vat_payer', t.is_vat_payer))) as vat_statuses`

export const accountColumns = sql`t.id as tenant_id, t.slug, t.name as tenant_name, t.vertical, t.country_code, t.time_zone,
  t.unit_system, ${vatStatuses}, t.is_locked, t.modules, t.rate_per_min, t.max_keys, t.max_webhook_endpoints,
  t.max_partners, t.storage_mb, t.events_retention_days, b.id as book_id, b.is_live, b.watched_actions, b.clock_ahead_seconds`

export const findAccount = (db: Queryable, slug: string, isLive: boolean): Promise<Account | undefined> =>
  oneAccount(db, sql`t.slug = ${slug} and b.is_live = ${isLive}`)

export const findAccountOfBook = (db: Queryable, bookId: string): Promise<Account | undefined> =>
  oneAccount(db, sql`b.id = ${bookId}`)

async function oneAccount(db: Queryable, condition: Sql): Promise<Account | undefined> {
  const row = await db.maybe<AccountRow>(sql`
    select ${accountColumns}
      from books b
      join tenants t on t.id = b.tenant_id
     where ${condition}`)
  return row && accountOf(row)
}

export function accountOf(row: AccountRow): Account {
  return {
    tenant: {
      id: row.tenant_id,
      slug: row.slug,
      name: row.tenant_name,
      vertical: row.vertical,
      countryCode: row.country_code,
      timeZone: row.time_zone,
      unitSystem: row.unit_system,
      vatStatuses: row.vat_statuses,
      isLocked: row.is_locked,
      modules: row.modules,
      limits: {
        ratePerMin: row.rate_per_min,
        maxKeys: row.max_keys,
        maxWebhookEndpoints: row.max_webhook_endpoints,
        maxPartners: row.max_partners,
        storageMb: row.storage_mb,
        eventsRetentionDays: row.events_retention_days,
      },
    },
    book: {
      id: row.book_id,
      isLive: row.is_live,
      watched: row.watched_actions,
      clockAheadSeconds: row.clock_ahead_seconds,
    },
  }
}
