/** Use cases of accounts: tenants with their books and owner, plan changes, sign-in links. */
import { randomBytes } from 'node:crypto'
import { addOns, modules, type Role, roles, type Subscription } from '../../contract/scopes.ts'
import type { Vertical } from '../../contract/verticals.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { appendAudit, byCommand, changesOf } from '../../kernel/audit.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { type Day, dayIn } from '../../lib/days.ts'
import { newId } from '../../lib/ids.ts'
import { type Clock, toInstant } from '../../lib/instants.ts'
import { openBook } from './books.ts'
import { insertSignInLink } from './keys-store.ts'
import {
  findTenant,
  insertTenant,
  insertUser,
  listUsers,
  saveVatStatus,
  type TenantRow,
  type TenantSettings,
  type UserRow,
  updateTenant,
} from './store.ts'

/** A refusal for the person at the command line: one clear line. */
export class AccountRefusal extends Error {}

/** Plan values the contract leaves open. */
const defaultPlan = {
  rate_per_min: 600,
  max_keys: 10,
  max_webhook_endpoints: 10,
  max_partners: 10_000,
  storage_mb: 5_000,
  events_retention_days: 30,
}

const defaultModules = (vertical: Vertical): Subscription =>
  vertical === 'brewery'
    ? ['stock', 'sales', 'finance', 'brewery', 'pos', 'api', 'excise']
    : ['stock', 'sales', 'finance', 'pos', 'api']

export interface NewTenant {
  slug: string
  name: string
  vertical?: Vertical
  modules?: Subscription
}

/** A status that nobody dated holds from here on. */
export const firstDay: Day = '0001-01-01'

/** A tenant always has both books, the system units in each, and an owner for its keys. */
export async function createTenant(database: Database, clock: Clock, wanted: NewTenant): Promise<TenantRow> {
  const now = toInstant(clock())
  const vertical = wanted.vertical ?? 'brewery'
  const tenant: TenantRow = {
    ...defaultPlan,
    id: newId(),
    slug: wanted.slug,
    name: wanted.name,
    vertical,
    country_code: 'CZ',
    time_zone: 'Europe/Prague',
    unit_system: 'metric',
    is_vat_payer: true,
    is_locked: false,
    modules: inOrder(wanted.modules ?? defaultModules(vertical)),
    created_at: now,
  }
  const at = { tenantId: tenant.id, now }
  await database.transaction(async tx => {
    if (await findTenant(tx, wanted.slug)) throw new AccountRefusal(`The tenant ${wanted.slug} exists already.`)
    await insertTenant(tx, tenant)
    await saveVatStatus(tx, at, { since: firstDay, is_vat_payer: tenant.is_vat_payer })
    const starting = { name: tenant.name, countryCode: tenant.country_code, modules: tenant.modules }
    for (const isLive of [true, false]) await openBook(tx, tenant.id, { isLive, now, tenant: starting })
    await insertUser(tx, at, ownerOf(tenant))
    const details = { slug: tenant.slug, name: tenant.name, ...planOf(tenant) }
    await appendAudit(tx, { tenantId: tenant.id, at: now, actor: byCommand, action: 'tenant.created', details })
  })
  return tenant
}

const ownerOf = (tenant: TenantRow): UserRow => ({
  id: newId(),
  email: `owner@${tenant.slug}.example`,
  name: 'Owner',
  role: 'owner',
  rights: [...roles.owner.scopes],
  is_active: true,
})

/** Modules first, then add-ons, each in the order of the catalogue. */
const inOrder = (subscription: Subscription): Subscription =>
  [...modules, ...addOns].filter(name => subscription.includes(name))

export async function getTenant(db: Database | Tx, slug: string): Promise<TenantRow> {
  const tenant = await findTenant(db, slug)
  if (!tenant) throw new AccountRefusal(`There is no tenant ${slug}.`)
  return tenant
}

export type TenantChange = Omit<TenantSettings, 'modules'> & {
  modules?: Subscription
  apiAddOn?: boolean
  /** The first day of `is_vat_payer`; today by default. */
  vatSince?: Day
}

/** `modules` replaces the list but for the API add-on, which has a switch of its own. */
export async function changeTenant(
  database: Database,
  clock: Clock,
  { slug, modules: wanted, apiAddOn, is_vat_payer, vatSince, ...settings }: TenantChange & { slug: string },
): Promise<TenantRow> {
  return database.transaction(async tx => {
    const tenant = await getTenant(tx, slug)
    const kept = (wanted ?? tenant.modules).filter(name => name !== 'api')
    const hasApi = apiAddOn ?? (tenant.modules.includes('api') || wanted?.includes('api') === true)
    const subscription = inOrder(hasApi ? [...kept, 'api'] : kept)
    const now = toInstant(clock())
    const at = { tenantId: tenant.id, now }
    const today = dayIn(tenant.time_zone, clock())
    const since = vatSince ?? today
    if (is_vat_payer !== undefined) await saveVatStatus(tx, at, { since, is_vat_payer })
    // The column tells older nodes what holds now.
    const holds = is_vat_payer !== undefined && since <= today ? { is_vat_payer } : {}
    await updateTenant(tx, at, { ...settings, ...holds, modules: subscription })
    const changed = await getTenant(tx, slug)
    const vat = is_vat_payer === undefined ? {} : { vat_payer: { since, to: is_vat_payer } }
    const details = { ...changesOf(planOf(tenant), planOf(changed)), ...vat }
    await appendAudit(tx, { tenantId: tenant.id, at: now, actor: byCommand, action: 'plan.changed', details })
    return changed
  })
}

const planOf = ({ is_locked, modules: subscribed, ...tenant }: TenantRow) => ({
  is_locked,
  modules: subscribed,
  rate_per_min: tenant.rate_per_min,
  max_keys: tenant.max_keys,
  max_webhook_endpoints: tenant.max_webhook_endpoints,
  max_partners: tenant.max_partners,
  storage_mb: tenant.storage_mb,
  events_retention_days: tenant.events_retention_days,
})

/** The user by e-mail; the first active one with the role owner otherwise. */
export async function keyOwner(tx: Tx, tenant: TenantRow, email: string | undefined): Promise<UserRow> {
  const users = await listUsers(tx, tenant.id)
  const owner = email
    ? users.find(user => user.email.toLowerCase() === email.toLowerCase())
    : (users.find(user => user.role === ('owner' satisfies Role) && user.is_active) ?? users[0])
  if (!owner) throw new AccountRefusal(`${tenant.slug} has no ${email ? `user ${email}` : 'users'}.`)
  return owner
}

const linkLivesMs = 24 * 60 * 60 * 1_000

/** The token of a link that signs the tenant's owner in once. */
export const createSignInLink = (database: Database, clock: Clock, slug: string): Promise<string> =>
  createSignInLinkFor(database, clock, { slug })

/** The same for the user with this e-mail. */
export async function createSignInLinkFor(
  database: Database,
  clock: Clock,
  { slug, email }: { slug: string; email?: string | undefined },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await database.transaction(async tx => {
    const tenant = await getTenant(tx, slug)
    const owner = await keyOwner(tx, tenant, email)
    if (!owner.is_active) throw new AccountRefusal(`The user ${owner.email} is not active.`)
    await insertSignInLink(tx, {
      tokenHash: hashSecret(token),
      tenantId: tenant.id,
      userId: owner.id,
      expiresAt: toInstant(clock() + linkLivesMs),
    })
    const at = toInstant(clock())
    const details = { email: owner.email }
    await appendAudit(tx, {
      tenantId: tenant.id,
      at,
      actor: byCommand,
      action: 'sign_in.link_made',
      subjectId: owner.id,
      details,
    })
  })
  return token
}
