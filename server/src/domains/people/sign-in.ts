/** The ways in: by a one-time link, by e-mail and password; and what a person with a session does with it. */
import { randomBytes } from 'node:crypto'
import { problem } from '../../contract/problems.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { appendAudit } from '../../kernel/audit.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { newId } from '../../lib/ids.ts'
import { type Clock, type Instant, toInstant } from '../../lib/instants.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { deleteSession, findSession, insertSession, moveSession, proveSession, type Session } from './sessions-store.ts'
import {
  countTry,
  findPersonByEmail,
  findPersonOfSession,
  forgetTries,
  listMemberships,
  type Membership,
  type Person,
  renewPasswordHash,
  useSignInLink,
} from './store.ts'

/** Where somebody signs in, and from where. */
export interface Way {
  database: Database
  clock: Clock
  from: { address: string; browser: string }
}

export interface Opened {
  token: string
  session: Session
}

const sessionLivesMs = 30 * 24 * 60 * 60 * 1_000

type Somebody = Pick<Session, 'tenant_id' | 'user_id' | 'person_id'>

const newToken = () => randomBytes(32).toString('base64url')

async function openSession(tx: Tx, { clock, from }: Way, who: Somebody): Promise<Opened> {
  const now = toInstant(clock())
  const token = newToken()
  const session = {
    id: newId(),
    tenant_id: who.tenant_id,
    user_id: who.user_id,
    person_id: who.person_id,
    created_at: now,
    expires_at: toInstant(clock() + sessionLivesMs),
    last_seen_at: now,
    proved_at: now,
    address: from.address,
    browser: from.browser.slice(0, 300),
  }
  await insertSession(tx, hashSecret(token), session)
  return { token, session }
}

/** Undefined when the link opens none: it was used, is too old, or never was. */
export const signInByLink = (way: Way, linkToken: string): Promise<Opened | undefined> =>
  way.database.transaction(async tx => {
    const now = toInstant(way.clock())
    const user = await useSignInLink(tx, hashSecret(linkToken), now)
    if (!user) return undefined
    const opened = await openSession(tx, way, user)
    await audit(tx, user, { action: 'sign_in.opened', at: now, details: { by: 'link' } })
    return opened
  })

/** A try counts before it is judged, so that many at once are not judged for free. */
export async function signInByPassword(way: Way, email: string, password: string): Promise<Opened> {
  const { database, clock } = way
  const emailHash = hashSecret(email.trim().toLowerCase())
  const now = toInstant(clock())
  const waitUntil = await countTry(database, emailHash, now)
  if (waitUntil) throw tooMany(waitUntil, clock())
  const person = await findPersonByEmail(database, email.trim())
  const isRight = await isPassword(person?.password_hash, password)
  const memberships = person ? await listMemberships(database, person.id) : []
  if (!person || !isRight || memberships.length === 0) {
    await auditFailure(database, memberships, now)
    throw problem('unauthenticated', { detail: 'The e-mail or the password is wrong.' })
  }
  await renewHash(database, person, password)
  return database.transaction(async tx => {
    await forgetTries(tx, emailHash)
    return openFor(tx, way, { person, memberships })
  })
}

async function openFor(
  tx: Tx,
  way: Way,
  { person, memberships }: { person: Person; memberships: Membership[] },
): Promise<Opened> {
  const [only, ...others] = memberships
  const user = others.length === 0 ? only : undefined
  const who = { tenant_id: user?.tenant_id ?? null, user_id: user?.user_id ?? null, person_id: person.id }
  const opened = await openSession(tx, way, who)
  const at = opened.session.created_at
  if (user) await audit(tx, user, { action: 'sign_in.opened', at, details: { by: 'password' } })
  return opened
}

async function renewHash(database: Database, person: Person, password: string): Promise<void> {
  if (person.password_hash && isOutdated(person.password_hash)) {
    await renewPasswordHash(database, person, await hashPassword(password))
  }
}

const tooMany = (until: Instant, nowMs: number) =>
  problem('rate_limited', {
    detail: 'There were several wrong passwords. Wait before the next try.',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((Date.parse(until) - nowMs) / 1_000))) },
  })

/** With another token: what a browser had before the choice opens nothing. */
export async function chooseAccount(
  { database, clock }: Way,
  { token, session }: Opened,
  accountId: string,
): Promise<Opened> {
  const person = await findPersonOfSession(database, session)
  const memberships = person ? await listMemberships(database, person.id) : []
  const chosen = memberships.find(each => each.tenant_id === accountId)
  if (!chosen) throw problem('not_found', { detail: 'You have no such account.' })
  const next = newToken()
  const user = { tenantId: chosen.tenant_id, userId: chosen.user_id }
  await database.transaction(async tx => {
    await moveSession(tx, { from: hashSecret(token), to: hashSecret(next) }, user)
    await audit(tx, chosen, { action: 'sign_in.opened', at: toInstant(clock()), details: { by: 'choice' } })
  })
  return { token: next, session: { ...session, tenant_id: chosen.tenant_id, user_id: chosen.user_id } }
}

/** It is still the same person. */
export async function confirmPerson({ database, clock }: Way, { token, session }: Opened, password: string) {
  const person = await findPersonOfSession(database, session)
  const now = toInstant(clock())
  const emailHash = hashSecret((person?.email ?? session.id).toLowerCase())
  const waitUntil = await countTry(database, emailHash, now)
  if (waitUntil) throw tooMany(waitUntil, clock())
  if (!(await isPassword(person?.password_hash, password))) {
    throw problem('forbidden', { detail: 'The password is wrong.' })
  }
  await forgetTries(database, emailHash)
  await proveSession(database, hashSecret(token), now)
}

export const signOut = ({ database, clock }: Omit<Way, 'from'>, token: string): Promise<void> =>
  database.transaction(async tx => {
    const ended = await deleteSession(tx, hashSecret(token))
    const at = toInstant(clock())
    if (ended?.tenant_id && ended.user_id) {
      await audit(
        tx,
        { tenant_id: ended.tenant_id, user_id: ended.user_id },
        { action: 'sign_in.ended', at, details: {} },
      )
    }
  })

export async function sessionOf(
  { database, clock }: Omit<Way, 'from'>,
  token: string | undefined,
): Promise<Opened | undefined> {
  const session = token && (await findSession(database, hashSecret(token), toInstant(clock())))
  return session ? { token, session } : undefined
}

interface Told {
  action: string
  at: Instant
  details: object
}

const audit = (tx: Tx, user: { tenant_id: string; user_id: string }, told: Told): Promise<void> =>
  appendAudit(tx, {
    ...told,
    tenantId: user.tenant_id,
    actor: { type: 'user', id: user.user_id },
    subjectId: user.user_id,
  })

/** Every account the person could have come into is told. */
async function auditFailure(database: Database, memberships: readonly Membership[], at: Instant): Promise<void> {
  const byAccount = memberships.toSorted((one, other) => (one.tenant_id < other.tenant_id ? -1 : 1))
  if (byAccount.length === 0) return
  await database.transaction(async tx => {
    for (const user of byAccount) await audit(tx, user, { action: 'sign_in.failed', at, details: {} })
  })
}
