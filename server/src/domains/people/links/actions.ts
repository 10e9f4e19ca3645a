/** Use cases of links sent by mail: made, looked at, and used once. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import type { Tx } from '../../../db/pool.ts'
import type { SignInContext } from '../../../kernel/endpoint.ts'
import { hashSecret } from '../../../lib/api-key.ts'
import { newId } from '../../../lib/ids.ts'
import { type Instant, toInstant, toMilliseconds } from '../../../lib/instants.ts'
import { auditSignIn, newToken, type Opened, openFor, openSession } from '../opening.ts'
import { hashPassword, passwordFaults } from '../passwords.ts'
import { endOtherSessions, moveSession } from '../sessions-store.ts'
import { sessionOf } from '../sign-in.ts'
import {
  findPersonByEmail,
  findPersonById,
  findPersonOfSession,
  hasWayIn,
  linkUser,
  listMemberships,
  lockEmail,
  type Person,
  savePassword,
} from '../store.ts'
import type { Acceptance, LinkView, Reset } from './schema.ts'
import {
  dropOtherWaysIn,
  findLink,
  findSignInLink,
  insertLink,
  type LinkKind,
  listAddressed,
  type OpenLink,
  proveEmail,
  renameUser,
  useLink,
} from './store.ts'

const hourMs = 60 * 60 * 1_000
const livesMs: Record<LinkKind, number> = { invitation: 7 * 24 * hourMs, reset: hourMs }

interface Target {
  kind: LinkKind
  tenantId: string | null
  userId: string | null
  email: string
}

export async function makeLink(tx: Tx, { kind, tenantId, userId, email }: Target, now: Instant) {
  const token = newToken()
  const expires_at = toInstant(toMilliseconds(now) + livesMs[kind])
  const link = { kind, tenant_id: tenantId, user_id: userId, email, created_at: now, expires_at }
  await insertLink(tx, hashSecret(token), link)
  return { token, expires_at }
}

const deadLink = () => problem('unauthenticated', { detail: 'This link was used already, or it is too old.' })

/** Uses nothing up: programs that preview a link open it before the person does. */
export async function readLink({ database, clock }: SignInContext, token: string): Promise<LinkView> {
  const [hash, now] = [hashSecret(token), toInstant(clock())]
  const mailed = await findLink(database, hash, now)
  const found = mailed ?? (await findSignInLink(database, hash, now))
  if (!found) throw deadLink()
  const { email, user_name: name, slug, tenant_name, expires_at } = found
  return {
    object: 'link',
    kind: mailed?.kind ?? 'sign_in',
    email,
    name,
    account: slug === null ? null : { slug, name: tenant_name! },
    person_exists: hasWayIn(await findPersonByEmail(database, email)),
    expires_at,
  }
}

async function requireLink({ database, clock }: SignInContext, token: string, kind: LinkKind): Promise<OpenLink> {
  const link = await findLink(database, hashSecret(token), toInstant(clock()))
  if (link?.kind !== kind) throw deadLink()
  return link
}

/** Whoever has a password or a passkey shows it; whoever has none is let in by the link, as by the first one. */
export async function acceptInvitation(ctx: SignInContext, body: Acceptance): Promise<Opened> {
  const link = await requireLink(ctx, body.token, 'invitation')
  const person = await findPersonByEmail(ctx.database, link.email)
  return hasWayIn(person) ? joinAs(ctx, { body, link, person }) : joinAnew(ctx, { body, link, person })
}

interface Joining {
  body: Acceptance
  link: OpenLink
  person: Person | undefined
}

const userOf = ({ tenant_id, user_id }: OpenLink) => ({ tenantId: tenant_id!, userId: user_id! })

async function takeLink(tx: Tx, { body, link }: Joining, now: Instant): Promise<void> {
  if (!(await useLink(tx, hashSecret(body.token), now))) throw deadLink()
  if (body.name !== undefined) await renameUser(tx, userOf(link), body.name)
}

/** The link alone never makes anybody a person who exists: the inviter may have seen it. */
async function joinAs(ctx: SignInContext, joining: Joining): Promise<Opened> {
  const { link } = joining
  const person = joining.person!
  const opened = await sessionOf(ctx, ctx.token)
  const signedIn =
    opened && !opened.session.awaits_second_step && (await findPersonOfSession(ctx.database, opened.session))
  if (!opened || !signedIn || signedIn.id !== person.id) {
    throw signInFirst(link)
  }
  const next = newToken()
  await ctx.database.transaction(async tx => {
    await takeLink(tx, joining, toInstant(ctx.clock()))
    await linkUser(tx, { ...userOf(link), personId: person.id })
    await moveSession(tx, { from: hashSecret(opened.token), to: hashSecret(next) }, userOf(link))
    await auditJoining(tx, ctx, link)
  })
  return { token: next, session: { ...opened.session, tenant_id: link.tenant_id, user_id: link.user_id } }
}

const signInFirst = ({ email }: OpenLink) =>
  problem('unauthenticated', { detail: `Sign in as ${email} first, then accept the invitation.` })

async function joinAnew(ctx: SignInContext, joining: Joining): Promise<Opened> {
  const { body, link } = joining
  const passwordHash = await newHash(body.password, [link.email, body.name ?? link.user_name!, link.slug!])
  return ctx.database.transaction(async tx => {
    const now = toInstant(ctx.clock())
    await lockEmail(tx, link.email)
    const person = await findPersonByEmail(tx, link.email)
    if (hasWayIn(person)) throw signInFirst(link)
    await takeLink(tx, joining, now)
    const personId = passwordHash === undefined ? null : (person?.id ?? newId())
    if (personId) {
      await savePassword(tx, link.email, { personId, passwordHash: passwordHash!, now })
      await linkUser(tx, { ...userOf(link), personId })
      // Where mail goes into files, the link was shown to the inviter.
      if (ctx.hasMail) await proveEmail(tx, personId, now)
    }
    const who = { tenant_id: link.tenant_id, user_id: link.user_id, person_id: personId }
    const opened = await openSession(tx, ctx, who)
    await auditJoining(tx, ctx, link)
    return opened
  })
}

const auditJoining = (tx: Tx, ctx: SignInContext, { tenant_id, user_id, email }: OpenLink): Promise<void> =>
  auditSignIn(tx, ctx, {
    user: { tenant_id: tenant_id!, user_id: user_id! },
    action: 'invitation.accepted',
    details: { email },
  })

async function newHash(password: string | undefined, known: string[]): Promise<string | undefined> {
  if (password === undefined) return undefined
  const faults = passwordFaults(password, known)
  if (faults.length > 0) throw validationFailed(faults)
  return hashPassword(password)
}

/** Whoever reads the mail of the address is the person: of all users who have it and are nobody's yet, too. */
export async function resetPassword(ctx: SignInContext, { token, password }: Reset): Promise<Opened> {
  const link = await requireLink(ctx, token, 'reset')
  const passwordHash = (await newHash(password, [link.email]))!
  return ctx.database.transaction(async tx => {
    const now = toInstant(ctx.clock())
    await lockEmail(tx, link.email)
    if (!(await useLink(tx, hashSecret(token), now))) throw deadLink()
    const known = await findPersonByEmail(tx, link.email)
    const personId = known?.id ?? newId()
    if (known && known.email_proved_at === null) await dropOtherWaysIn(tx, personId)
    await savePassword(tx, link.email, { personId, passwordHash, now })
    await proveEmail(tx, personId, now)
    await endOtherSessions(tx, personId, null)
    const users = await listAddressed(tx, link.email)
    for (const { tenant_id, user_id, person_id } of users) {
      if (person_id === null) await linkUser(tx, { tenantId: tenant_id, userId: user_id, personId })
    }
    const person = (await findPersonById(tx, personId))!
    // In the order in which accounts are told, so that two of them never wait in a circle.
    for (const user of users) await auditSignIn(tx, ctx, { user, action: 'password.reset', details: {} })
    return openFor(tx, ctx, { person, memberships: await listMemberships(tx, personId), by: 'reset' })
  })
}
