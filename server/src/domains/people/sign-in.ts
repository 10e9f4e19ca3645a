/** The ways in: by a one-time link, by e-mail and password; and what a person with a session does with it. */
import { problem } from '../../contract/problems.ts'
import type { Database } from '../../db/pool.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { toInstant } from '../../lib/instants.ts'
import {
  auditEverywhere,
  auditSignIn,
  newToken,
  type Opened,
  openFor,
  openSession,
  requireTry,
  type Way,
} from './opening.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { deleteSession, findSession, moveSession } from './sessions-store.ts'
import {
  findPersonByEmail,
  findPersonOfSession,
  forgetTries,
  listMemberships,
  type Person,
  renewPasswordHash,
  useSignInLink,
} from './store.ts'

/** Undefined when the link opens none: it was used, is too old, or never was. */
export const signInByLink = (way: Way, linkToken: string): Promise<Opened | undefined> =>
  way.database.transaction(async tx => {
    const user = await useSignInLink(tx, hashSecret(linkToken), toInstant(way.clock()))
    if (!user) return undefined
    const opened = await openSession(tx, way, user)
    await auditSignIn(tx, way, { user, action: 'sign_in.opened', details: { by: 'link' } })
    return opened
  })

/** Tries by password are counted under the e-mail, whether somebody has it or not. */
export const triesOfEmail = (email: string): Buffer => hashSecret(email.trim().toLowerCase())

export async function signInByPassword(way: Way, email: string, password: string): Promise<Opened> {
  const { database } = way
  await requireTry(way, triesOfEmail(email))
  const person = await findPersonByEmail(database, email.trim())
  const isRight = await isPassword(person?.password_hash, password)
  const memberships = person ? await listMemberships(database, person.id) : []
  if (!person || !isRight || memberships.length === 0) {
    await auditEverywhere(way, memberships, { action: 'sign_in.failed', details: {} })
    throw problem('unauthenticated', { detail: 'The e-mail or the password is wrong.' })
  }
  await renewHash(database, person, password)
  return database.transaction(async tx => {
    await forgetTries(tx, triesOfEmail(email))
    return openFor(tx, way, { person, memberships, by: 'password' })
  })
}

async function renewHash(database: Database, person: Person, password: string): Promise<void> {
  if (person.password_hash && isOutdated(person.password_hash)) {
    await renewPasswordHash(database, person, await hashPassword(password))
  }
}

/** With another token: what a browser had before the choice opens nothing. */
export async function chooseAccount(way: Way, { token, session }: Opened, accountId: string): Promise<Opened> {
  const { database } = way
  const person = await findPersonOfSession(database, session)
  const memberships = person ? await listMemberships(database, person.id) : []
  const chosen = memberships.find(each => each.tenant_id === accountId)
  if (!chosen) throw problem('not_found', { detail: 'You have no such account.' })
  const next = newToken()
  const user = { tenantId: chosen.tenant_id, userId: chosen.user_id }
  await database.transaction(async tx => {
    await moveSession(tx, { from: hashSecret(token), to: hashSecret(next) }, user)
    await auditSignIn(tx, way, { user: chosen, action: 'sign_in.opened', details: { by: 'choice' } })
  })
  return { token: next, session: { ...session, tenant_id: chosen.tenant_id, user_id: chosen.user_id } }
}

export const signOut = (way: Omit<Way, 'from'>, token: string): Promise<void> =>
  way.database.transaction(async tx => {
    const ended = await deleteSession(tx, hashSecret(token))
    if (!ended?.tenant_id || !ended.user_id) return
    const user = { tenant_id: ended.tenant_id, user_id: ended.user_id }
    await auditSignIn(tx, way, { user, action: 'sign_in.ended', details: {} })
  })

export async function sessionOf(
  { database, clock }: Pick<Way, 'database' | 'clock'>,
  token: string | undefined,
): Promise<Opened | undefined> {
  const session = token && (await findSession(database, hashSecret(token), toInstant(clock())))
  return session ? { token, session } : undefined
}
