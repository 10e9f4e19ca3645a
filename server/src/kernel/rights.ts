/** What a caller may be shown now: the state and scopes of its pass, the modules of the account, its owner's rights. */
import type { Access } from '../contract/endpoint.ts'
import { type EventType, readScopeOfObject, readScopesOf } from '../contract/events.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { effectiveScopes, moduleOfScope, type Scope, type Subscription } from '../contract/scopes.ts'
import type { Instant } from '../lib/instants.ts'
import { isUsable } from './caller.ts'

/** Everything rights depend on; every caller is one. */
export interface Holder {
  pass: {
    kind?: 'key' | 'session'
    scopes: readonly Scope[]
    expiresAt: Instant | null
    revokedAt: Instant | null
  }
  owner: { rights: readonly Scope[]; isActive: boolean }
  tenant: { modules: Subscription; isLocked: boolean }
}

/** Beside what keys are promised: for people who signed in one of `personScopes` does as well. */
export interface AccessOfPeople extends Access {
  personScopes?: readonly Scope[]
}

/** The key has the scope, and the subscription and its owner's rights reach as far. */
const holds = (holder: Holder, scope: Scope): boolean =>
  holder.pass.scopes.includes(scope) && holder.owner.rights.includes(scope) && isSubscribed(holder, scope)

/** What reading an event takes: a scope of each set. `about` is the document of a workflow step. */
const wantedScopes = ({ tenant }: Holder, type: EventType, about: string | undefined): Scope[][] => [
  readScopesOf(type, tenant.modules),
  ...(about === undefined ? [] : [[readScopeOfObject(about, tenant.modules)]]),
]

export const readerOf =
  (holder: Holder) =>
  (type: EventType, about: string | undefined): boolean =>
    wantedScopes(holder, type, about).every(scopes => holdsOneOf(holder, scopes))

export const holdsOneOf = (holder: Holder, scopes: readonly Scope[]): boolean =>
  scopes.some(scope => holds(holder, scope))

/** Whether a read of this access would pass the gates. */
export function mayRead(holder: Holder, access: Access): boolean {
  const { additionalScopes = [], addOn } = access
  if (addOn && !holder.tenant.modules.includes(addOn)) return false
  const counted = countedScopes(holder, access)
  return (counted.length === 0 || holdsOneOf(holder, counted)) && additionalScopes.every(scope => holds(holder, scope))
}

/**
 * Of which one is needed. Issued invoices belong to sales where there are sales, else to finance; what the work of people
 * shows them anyway is not kept from them.
 */
export function countedScopes(holder: Holder, access: AccessOfPeople): readonly Scope[] {
  const { scopes, isFirstSubscribed, personScopes = [] } = access
  const first = isFirstSubscribed ? scopes.find(scope => isSubscribed(holder, scope)) : undefined
  const counted = first ? [first] : scopes
  return holder.pass.kind === 'session' ? [...counted, ...personScopes] : counted
}

export const isSubscribed = ({ tenant }: Pick<Holder, 'tenant'>, scope: Scope): boolean => {
  const module = moduleOfScope(scope)
  return module === null || tenant.modules.includes(module)
}

/** Module, scope, and the same right of the key's owner: each missing one has its own refusal. */
function refusalWithout(holder: Holder, scopes: readonly Scope[]): Problem | undefined {
  if (scopes.length === 0) return undefined
  const subscribed = scopes.filter(scope => isSubscribed(holder, scope))
  if (subscribed.length === 0) return problem('module_not_enabled')
  const usable = subscribed.filter(scope => holder.pass.scopes.includes(scope))
  if (usable.length === 0) return problem('insufficient_scope', { required_scopes: [...scopes] })
  return usable.some(scope => holder.owner.rights.includes(scope)) ? undefined : problem('forbidden')
}

export function refuseWithout(holder: Holder, scopes: readonly Scope[]): void {
  const refusal = refusalWithout(holder, scopes)
  if (refusal) throw refusal
}

/** What a call of this access would be refused with for want of rights. */
export function refusalOfRights(holder: Holder, access: Access): Problem | undefined {
  const wanted = [countedScopes(holder, access), ...(access.additionalScopes ?? []).map(scope => [scope])]
  return wanted.map(scopes => refusalWithout(holder, scopes)).find(refusal => refusal !== undefined)
}

/** Why a key that could read once is shown nothing, or not this record. */
export type LostRight =
  | 'key_revoked'
  | 'key_expired'
  | 'owner_inactive'
  | 'account_locked'
  | 'addon_required'
  | 'module_not_enabled'
  | 'forbidden'

/** `insufficient_scope`: the key was never meant to read it. */
export type Withheld = LostRight | 'insufficient_scope'

/** For what is sent without being asked for: no gate was passed, so the state of the key counts as well. */
export function withheldFrom(
  holder: Holder,
  nowMs: number,
): (type: EventType, about: string | undefined) => Withheld | undefined {
  const lost = lostUse(holder, nowMs)
  return (type, about) => {
    const missing = wantedScopes(holder, type, about).find(scopes => !holdsOneOf(holder, scopes))
    return lost ?? (missing && whyNot(holder, missing))
  }
}

function lostUse({ pass, owner, tenant }: Holder, nowMs: number): LostRight | undefined {
  if (pass.revokedAt !== null) return 'key_revoked'
  if (!isUsable({ pass }, nowMs)) return 'key_expired'
  if (!owner.isActive) return 'owner_inactive'
  if (tenant.isLocked) return 'account_locked'
  return tenant.modules.includes('api') ? undefined : 'addon_required'
}

function whyNot({ pass, tenant }: Holder, scopes: readonly Scope[]): Withheld {
  const wanted = scopes.filter(scope => pass.scopes.includes(scope))
  if (wanted.length === 0) return 'insufficient_scope'
  return effectiveScopes(wanted, tenant.modules).length === 0 ? 'module_not_enabled' : 'forbidden'
}
