/** The gates before the body is read, in the order the contract gives them. Each refuses with its own problem. */
import type { Access } from '../contract/endpoint.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { Scope } from '../contract/scopes.ts'
import type { Caller } from '../kernel/caller.ts'
import { countedScopes, isSubscribed, refuseWithout } from '../kernel/rights.ts'
import { addressList, isListed, plainAddress } from '../lib/addresses.ts'
import { isApiKey } from '../lib/api-key.ts'

/** Gate 1: the key as it was sent, or undefined when it cannot be one of ours. */
export function bearerKey(authorization: string | undefined): string | undefined {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key && isApiKey(key) ? key : undefined
}

/**
 * Gate 1, in words. That a key was revoked or has expired is told to whoever sent the whole of it, and to nobody else:
 * a key with one wrong character is as unknown as one that never was.
 */
export function unauthenticated(authorization: string | undefined, found: Caller | undefined): Problem {
  return problem('unauthenticated', {
    detail: faultOfKey(authorization, found),
    headers: { 'WWW-Authenticate': 'Bearer realm="Cellarbook"' },
  })
}

function faultOfKey(authorization: string | undefined, found: Caller | undefined): string {
  if (found?.pass.kind === 'session') return 'The session has ended. Sign in again.'
  if (found) return found.pass.revokedAt === null ? 'This API key has expired.' : 'This API key was revoked.'
  if (authorization === undefined) return 'No API key was sent. Send it as "Authorization: Bearer <API_KEY>".'
  if (bearerKey(authorization) !== undefined) return 'There is no such API key.'
  if (!/^Bearer +\S+ *$/i.test(authorization)) {
    return 'The Authorization header is malformed. Send it as "Authorization: Bearer <API_KEY>".'
  }
  return (
    'The API key is malformed: it is cb_live_ or cb_test_ and 36 letters and digits, the last six of which are a check ' +
    'of the rest. It may have been cut short or mistyped.'
  )
}

/** Gates 2 to 4: the address, the mode, the owner, the account. The address is asked for where the key has a list. */
export function refuseCaller(caller: Caller, from: { readonly ip: string }, sandboxHeader: string | undefined): void {
  if (caller.pass.kind === 'session') refusePerson(caller)
  else refuseKey(caller, from, sandboxHeader)
}

function refuseKey(caller: Caller, from: { readonly ip: string }, sandboxHeader: string | undefined): void {
  if (!isAddressAllowed(caller, from)) throw problem('ip_not_allowed')
  if (caller.book.isLive && sandboxHeader === '1') {
    throw problem('forbidden', { detail: 'A live key never works on the sandbox. Send a test key instead.' })
  }
  if (!caller.owner.isActive) throw problem('forbidden', { detail: 'The owner of this key is no longer active.' })
  if (caller.tenant.isLocked) throw problem('account_locked')
  if (!caller.tenant.modules.includes('api')) throw problem('addon_required')
}

/** A person has no list of addresses, and needs no add-on. */
function refusePerson({ owner, tenant }: Caller): void {
  if (!owner.isActive) throw problem('forbidden', { detail: 'You are no longer an active user of this account.' })
  if (tenant.isLocked) throw problem('account_locked')
}

/** Whether there is such an endpoint for whoever calls. */
export const isMeant = ({ pass }: Caller, { persons, isForKeys }: Access): boolean =>
  pass.kind === 'key' ? persons === undefined : !isForKeys

function isAddressAllowed({ pass }: Caller, from: { readonly ip: string }): boolean {
  if (pass.allowedAddresses.length === 0) return true
  const list = addressList(pass.allowedAddresses)
  return list !== undefined && isListed(list, plainAddress(from.ip))
}

/** Gate 6: module, scopes, additional scopes, and the same rights of the key's owner. */
export function refuseAccess(caller: Caller, access: Access): void {
  if (access.addOn && !caller.tenant.modules.includes(access.addOn)) {
    throw problem(access.addOn === 'excise' ? 'excise_not_enabled' : 'addon_required')
  }
  if (access.isForSandbox && caller.book.isLive) {
    throw problem('forbidden', {
      detail: 'Only a test key may do this; live data is never reset, and its clock never moved.',
    })
  }
  refuseRole(caller, access)
  refuseWeak(caller, access)
  if (access.withoutModule) refuseWithoutModule(caller, access.scopes, access.withoutModule)
  refuseWithout(caller, countedScopes(caller, access))
  for (const scope of access.additionalScopes ?? []) refuseWithout(caller, [scope])
}

function refuseRole({ owner }: Caller, { persons = 'all' }: Access): void {
  if (persons === 'all' || persons.includes(owner.role)) return
  throw problem('forbidden', { detail: `This is for people with the role ${persons.join(' or ')}.` })
}

/** The header tells the console what to set up. */
function refuseWeak({ pass }: Caller, { isOwnMatter }: Access): void {
  if (!pass.lacksSecondStep || isOwnMatter) return
  throw problem('forbidden', {
    detail: 'The account wants a second step of its owners. Set one up in your profile.',
    headers: { 'X-Service-Confirm': 'second_step' },
  })
}

/** Who would have the right hears that the module is missing; who has not, hears that. */
function refuseWithoutModule(caller: Caller, scopes: readonly Scope[], code: 'no_finance_module'): void {
  if (scopes.some(scope => isSubscribed(caller, scope))) return
  if (scopes.some(scope => caller.pass.scopes.includes(scope))) throw problem(code)
  throw problem('insufficient_scope', { required_scopes: [...scopes] })
}

const keyShape = /^[\x21-\x7E]{1,255}$/

/** Gate 8. `sent` holds every value of the header; twice is as bad as none. */
export function idempotencyKey(sent: readonly string[]): string | undefined {
  if (sent.length === 0) return undefined
  const [value = ''] = sent
  const key = value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  if (sent.length > 1 || !keyShape.test(key)) throw problem('invalid_idempotency_key')
  return key
}
