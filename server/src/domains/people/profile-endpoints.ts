/** /profile and /session/devices: what a person changes about themselves. */
import { problem, validationFailed } from '../../contract/problems.ts'
import { Shape } from '../../contract/schema.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Caller } from '../../kernel/caller.ts'
import { defineEndpoint, type PrepareContext } from '../../kernel/endpoint.ts'
import { newId } from '../../lib/ids.ts'
import { toInstant } from '../../lib/instants.ts'
import { requireTry } from './opening.ts'
import { hashPassword, isPassword, passwordFaults } from './passwords.ts'
import { memberOf, auditOwn as tell } from './personhood.ts'
import { isProved } from './proof.ts'
import { type Device, Devices, PasswordChange, type Preferences, Profile, ProfileUpdate } from './schema.ts'
import { endOtherSessions, endSession, listSessions, proveOwnSession, type Session } from './sessions-store.ts'
import { triesOfEmail } from './sign-in.ts'
import {
  findPersonByEmail,
  findPersonById,
  forgetTries,
  hasWayIn,
  linkUser,
  lockEmail,
  type Membership,
  savePassword,
  saveProfile,
} from './store.ts'
import { countRecoveryCodes } from './totp/store.ts'
import { waysOf } from './view.ts'

const access = { scopes: [], persons: 'all', isOwnMatter: true } as const
const keysOf = ({ tenant, owner }: Caller) => ({ tenantId: tenant.id, userId: owner.id })

async function viewProfile(db: Queryable, member: Membership): Promise<Profile> {
  const person = member.person_id ? await findPersonById(db, member.person_id) : undefined
  return {
    object: 'profile',
    email: member.email,
    name: member.user_name,
    role: member.role,
    ...waysOf(person),
    recovery_codes_left: person?.has_totp ? await countRecoveryCodes(db, person.id) : 0,
    preferences: member.preferences as Preferences,
  }
}

const getProfile = defineEndpoint({
  id: 'profile.get',
  method: 'GET',
  path: '/profile',
  summary: 'Show your own profile',
  access,
  returns: { status: 200, schema: Profile },
  errors: [],
  handle: async (_input, { caller, db }) => ({ body: await viewProfile(db, await memberOf(db, caller)) }),
})

const updateProfile = defineEndpoint({
  id: 'profile.update',
  method: 'PATCH',
  path: '/profile',
  summary: 'Change your name or preferences',
  access,
  body: ProfileUpdate,
  returns: { status: 200, schema: Profile },
  errors: [],
  prepare: async (_input, { caller }) => ({ ready: caller }),
  async handle({ body, ready: caller }, { tx, serviceTime }) {
    const member = await memberOf(tx, caller)
    const changed = {
      ...member,
      user_name: body.name ?? member.user_name,
      preferences: { ...member.preferences, ...body.preferences },
    }
    await saveProfile(tx, changed, serviceTime)
    return { body: await viewProfile(tx, changed) }
  },
})

/**
 * Who knows the password the e-mail has already, or has just proved who they are, may set another. Guesses count as they
 * do when signing in. Gives the person whose password it is.
 */
async function refuseStranger({ db, caller, nowMs }: PrepareContext, { current_password }: PasswordChange) {
  const member = await memberOf(db, caller)
  const known = await findPersonByEmail(db, member.email)
  const isLinked = known !== undefined && member.person_id === known.id
  if (!hasWayIn(known) || (isLinked && (await isProved(db, caller, nowMs)))) return known
  const tries = triesOfEmail(member.email)
  if (current_password !== undefined) await requireTry({ database: db, clock: () => nowMs }, tries)
  if (current_password !== undefined && (await isPassword(known?.password_hash, current_password))) {
    await forgetTries(db, tries)
    return known
  }
  throw problem('forbidden', {
    detail:
      current_password === undefined ? 'Send the password you have now.' : 'The password you have now is another.',
    headers: { 'X-Service-Confirm': 'required' },
  })
}

const claimedMeanwhile = () =>
  problem('forbidden', {
    detail: 'Somebody set a password for this e-mail meanwhile. Send it as the one you have now.',
  })

const setPassword = defineEndpoint({
  id: 'profile.password.set',
  method: 'PUT',
  path: '/profile/password',
  summary: 'Set your password',
  access,
  body: PasswordChange,
  returns: { status: 200, schema: Profile },
  errors: [],
  async prepare({ body }, ctx) {
    const { caller, db } = ctx
    const member = await memberOf(db, caller)
    const faults = passwordFaults(body.password, [member.email, member.user_name, caller.tenant.slug])
    if (faults.length > 0) throw validationFailed(faults)
    const known = await refuseStranger(ctx, body)
    return { ready: { caller, known, passwordHash: await hashPassword(body.password) } }
  },
  async handle({ ready: { caller, known, passwordHash } }, ctx) {
    const { tx, serviceTime: now } = ctx
    const member = await memberOf(tx, caller)
    await lockEmail(tx, member.email)
    const found = await findPersonByEmail(tx, member.email)
    if (hasWayIn(found) && (found?.id !== known?.id || !hasWayIn(known))) throw claimedMeanwhile()
    const personId = found?.id ?? newId()
    await savePassword(tx, member.email, { personId, passwordHash, now })
    await linkUser(tx, { ...keysOf(caller), personId })
    const ended = await endOtherSessions(tx, personId, caller.pass.id)
    // Whoever has set it could confirm with it at once: to ask for it would only ask for what was just typed.
    await proveOwnSession(tx, caller.pass.id, now)
    await tell(ctx, caller, { action: 'password.changed', details: { ended_sessions: ended } })
    return { body: await viewProfile(tx, { ...member, person_id: personId }) }
  },
})

const deviceOf = (session: Session, caller: Caller): Device => ({
  object: 'device',
  id: session.id,
  address: session.address,
  browser: session.browser,
  created_at: session.created_at,
  last_seen_at: session.last_seen_at,
  is_current: session.id === caller.pass.id,
})

const listDevices = defineEndpoint({
  id: 'session.devices.list',
  method: 'GET',
  path: '/session/devices',
  summary: 'List where you are signed in',
  access,
  returns: { status: 200, schema: Devices },
  errors: [],
  async handle(_input, { caller, db, nowMs }) {
    const sessions = await listSessions(db, keysOf(caller), toInstant(nowMs))
    return { body: { object: 'list' as const, data: sessions.map(session => deviceOf(session, caller)) } }
  },
})

const endDevice = defineEndpoint({
  id: 'session.devices.actions.end',
  method: 'POST',
  path: '/session/devices/{id}/actions/end',
  summary: 'Sign out elsewhere',
  access,
  body: Shape({}),
  returns: { status: 204, schema: Shape({}) },
  errors: [],
  prepare: async (_input, { caller }) => ({ ready: caller }),
  async handle({ params, ready: caller }, ctx) {
    const ended = await endSession(ctx.tx, keysOf(caller), params.id!)
    if (ended === 0) throw problem('not_found')
    await tell(ctx, caller, { action: 'sign_in.ended', details: { session_id: params.id } })
    return { body: {} }
  },
})

export const profileEndpoints = [getProfile, updateProfile, setPassword, listDevices, endDevice]
