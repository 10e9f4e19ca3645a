/** A session as the browser is shown it. */
import { effectiveScopes } from '../../contract/scopes.ts'
import type { Queryable } from '../../db/pool.ts'
import { type Account, findAccount } from '../../kernel/account.ts'
import { endOf } from '../../kernel/caller.ts'
import { toInstant } from '../../lib/instants.ts'
import { languageOf } from '../../printing/words.ts'
import { listBooks } from '../accounts/index.ts'
import { hasItems, measureProfile } from '../core/index.ts'
import { confirmedForMs } from './proof.ts'
import type { Preferences, SessionView } from './schema.ts'
import type { Session } from './sessions-store.ts'
import {
  findMembership,
  findPersonById,
  findPersonOfSession,
  listMemberships,
  type Membership,
  type Person,
} from './store.ts'

/** But for what is not of the session: the service itself. */
export type ShownSession = Omit<SessionView, 'has_mail' | 'passkey_offer'>

/** How somebody signs in. */
export const waysOf = (person: Person | undefined) => ({
  has_password: Boolean(person?.password_hash),
  has_passkeys: person?.has_passkeys ?? false,
  has_totp: person?.has_totp ?? false,
})

function nextOf({ is_strong }: Session, chosen: Membership | undefined): SessionView['next'] {
  if (!chosen) return 'choose_account'
  return chosen.needs_two_steps && !is_strong ? 'set_up_second_step' : null
}

/** Whoever knows the password alone learns nothing more. */
async function viewWaiting(db: Queryable, session: Session): Promise<ShownSession | undefined> {
  const person = session.person_id ? await findPersonById(db, session.person_id) : undefined
  return (
    person && {
      object: 'session',
      id: session.id,
      next: 'second_step',
      person: { email: person.email, name: '', ...waysOf(person) },
      accounts: [],
      account: null,
      preferences: {},
      expires_at: endOf(session),
      confirmed_until: null,
    }
  )
}

/** Undefined when the user is no longer an active one. */
export async function viewSession(db: Queryable, session: Session, nowMs: number): Promise<ShownSession | undefined> {
  const { tenant_id, user_id } = session
  if (session.awaits_second_step) return viewWaiting(db, session)
  const chosen = tenant_id && user_id ? await findMembership(db, tenant_id, user_id) : undefined
  if (user_id && !chosen) return undefined
  const person = await findPersonOfSession(db, session)
  const memberships = person ? await listMemberships(db, person.id) : [chosen!]
  const account = chosen && (await findAccount(db, chosen.slug, true))
  return {
    object: 'session',
    id: session.id,
    next: nextOf(session, chosen),
    person: {
      email: (chosen ?? person)!.email,
      name: (chosen ?? memberships[0])?.user_name ?? '',
      ...waysOf(person),
    },
    accounts: memberships.map(({ tenant_id: id, slug, tenant_name: name, role }) => ({ id, slug, name, role })),
    account: chosen && account ? chosenView(chosen, account, await booksOf(db, chosen.tenant_id, nowMs)) : null,
    preferences: (chosen?.preferences ?? {}) as Preferences,
    expires_at: endOf(session),
    confirmed_until: toInstant(Date.parse(session.proved_at) + confirmedForMs),
  }
}

async function booksOf(db: Queryable, tenantId: string, nowMs: number) {
  const books = await listBooks(db, tenantId)
  return Promise.all(
    books.map(async ({ id, is_live, partner_count, clock_ahead_seconds }) => ({
      mode: is_live ? ('live' as const) : ('test' as const),
      is_empty: partner_count === 0 && !(await hasItems(db, id)),
      time: toInstant(nowMs + clock_ahead_seconds * 1_000),
    })),
  )
}

const chosenView = (
  { role, rights, owners_need_two_steps }: Membership,
  { tenant }: Account,
  books: NonNullable<SessionView['account']>['books'],
): NonNullable<SessionView['account']> => ({
  id: tenant.id,
  slug: tenant.slug,
  name: tenant.name,
  vertical: tenant.vertical,
  country_code: tenant.countryCode,
  time_zone: tenant.timeZone,
  currency: 'CZK',
  language: languageOf(tenant.countryCode),
  is_locked: tenant.isLocked,
  role,
  rights: effectiveScopes(rights, tenant.modules),
  modules: [...tenant.modules],
  owners_need_two_steps,
  books,
  limits: {
    rate_per_min: tenant.limits.ratePerMin,
    max_keys: tenant.limits.maxKeys,
    max_webhook_endpoints: tenant.limits.maxWebhookEndpoints,
    max_partners: tenant.limits.maxPartners,
    storage_mb: tenant.limits.storageMb,
    events_retention_days: tenant.limits.eventsRetentionDays,
  },
  measure_profile: measureProfile(tenant.unitSystem),
})
