/** A session as the browser is shown it. */
import { effectiveScopes } from '../../contract/scopes.ts'
import type { Queryable } from '../../db/pool.ts'
import { type Account, findAccount } from '../../kernel/account.ts'
import { endOf } from '../../kernel/caller.ts'
import { toInstant } from '../../lib/instants.ts'
import { measureProfile } from '../core/index.ts'
import { confirmedForMs } from './proof.ts'
import type { Preferences, SessionView } from './schema.ts'
import type { Session } from './sessions-store.ts'
import { findMembership, findPersonOfSession, listMemberships, type Membership } from './store.ts'

/** Undefined when the user is no longer an active one. */
export async function viewSession(db: Queryable, session: Session): Promise<SessionView | undefined> {
  const { tenant_id, user_id } = session
  const chosen = tenant_id && user_id ? await findMembership(db, tenant_id, user_id) : undefined
  if (user_id && !chosen) return undefined
  const person = await findPersonOfSession(db, session)
  const memberships = person ? await listMemberships(db, person.id) : [chosen!]
  const account = chosen && (await findAccount(db, chosen.slug, true))
  return {
    object: 'session',
    id: session.id,
    next: chosen ? null : 'choose_account',
    person: {
      email: (chosen ?? person)!.email,
      name: (chosen ?? memberships[0])?.user_name ?? '',
      has_password: Boolean(person?.password_hash),
    },
    accounts: memberships.map(({ tenant_id: id, slug, tenant_name: name, role }) => ({ id, slug, name, role })),
    account: chosen && account ? chosenView(chosen, account) : null,
    preferences: (chosen?.preferences ?? {}) as Preferences,
    expires_at: endOf(session),
    confirmed_until: toInstant(Date.parse(session.proved_at) + confirmedForMs),
  }
}

const chosenView = ({ role, rights }: Membership, { tenant }: Account): NonNullable<SessionView['account']> => ({
  id: tenant.id,
  slug: tenant.slug,
  name: tenant.name,
  vertical: tenant.vertical,
  country_code: tenant.countryCode,
  time_zone: tenant.timeZone,
  is_locked: tenant.isLocked,
  role,
  rights: effectiveScopes(rights, tenant.modules),
  modules: [...tenant.modules],
  limits: {
    max_keys: tenant.limits.maxKeys,
    max_webhook_endpoints: tenant.limits.maxWebhookEndpoints,
    max_partners: tenant.limits.maxPartners,
    storage_mb: tenant.limits.storageMb,
    events_retention_days: tenant.limits.eventsRetentionDays,
  },
  measure_profile: measureProfile(tenant.unitSystem),
})
