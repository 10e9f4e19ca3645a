/** How a session begins: for one user, or for a person who has still something to do before there is an account. */
import { randomBytes } from 'node:crypto'
import { problem } from '../../contract/problems.ts'
import type { Database, Queryable, Tx } from '../../db/pool.ts'
import { appendAudit } from '../../kernel/audit.ts'
import type { AuditSource } from '../../kernel/context.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { newId } from '../../lib/ids.ts'
import { type Clock, type Instant, toInstant } from '../../lib/instants.ts'
import { insertSession, type Session } from './sessions-store.ts'
import { countTry, type Membership, type Person } from './store.ts'

/** Where somebody signs in, and from where. */
export interface Way {
  database: Database
  clock: Clock
  from: { address: string; browser: string }
  source?: AuditSource
}

export interface Opened {
  token: string
  session: Session
}

const minuteMs = 60 * 1_000
const sessionLivesMs = 30 * 24 * 60 * minuteMs
/** Whoever knows the password has this long for the code. */
const waitingLivesMs = 10 * minuteMs

export const endOfSession = (nowMs: number): Instant => toInstant(nowMs + sessionLivesMs)

export const newToken = () => randomBytes(32).toString('base64url')

type Somebody = Pick<Session, 'tenant_id' | 'user_id' | 'person_id'> &
  Partial<Pick<Session, 'awaits_second_step' | 'is_strong'>>

export async function openSession(tx: Tx, { clock, from }: Omit<Way, 'database'>, who: Somebody): Promise<Opened> {
  const now = toInstant(clock())
  const token = newToken()
  const session = {
    id: newId(),
    tenant_id: who.tenant_id,
    user_id: who.user_id,
    person_id: who.person_id,
    created_at: now,
    expires_at: who.awaits_second_step ? toInstant(clock() + waitingLivesMs) : endOfSession(clock()),
    last_seen_at: now,
    proved_at: now,
    address: from.address,
    browser: from.browser.slice(0, 300),
    awaits_second_step: who.awaits_second_step ?? false,
    is_strong: who.is_strong ?? true,
  }
  await insertSession(tx, hashSecret(token), session)
  return { token, session }
}

/** A passkey is two steps in one: something the person has, and knows or is. */
export type By = 'password' | 'passkey' | 'reset'

/** For whoever has shown who they are: the account when there is only one, and no account before the second step. */
export async function openFor(
  tx: Tx,
  way: Way,
  { person, memberships, by }: { person: Person; memberships: readonly Membership[]; by: By },
): Promise<Opened> {
  const is_strong = by === 'passkey'
  const awaits_second_step = person.has_totp && !is_strong
  const [only, ...others] = memberships
  const user = others.length === 0 && !awaits_second_step ? only : undefined
  const who = { tenant_id: user?.tenant_id ?? null, user_id: user?.user_id ?? null, person_id: person.id }
  const opened = await openSession(tx, way, { ...who, is_strong, awaits_second_step })
  if (user) await auditSignIn(tx, way, { user, action: 'sign_in.opened', details: { by } })
  return opened
}

export interface Told {
  user: { tenant_id: string; user_id: string }
  action: string
  details: object
}

export const auditSignIn = (
  tx: Tx,
  { clock, source }: Pick<Way, 'clock' | 'source'>,
  { user, action, details }: Told,
): Promise<void> =>
  appendAudit(tx, {
    action,
    details,
    at: toInstant(clock()),
    source,
    tenantId: user.tenant_id,
    actor: { type: 'user', id: user.user_id },
    subjectId: user.user_id,
  })

/** Every account the person could have come into is told; in one order, so that two of them never wait in a circle. */
export async function auditEverywhere(way: Way, memberships: readonly Membership[], told: Omit<Told, 'user'>) {
  const byAccount = memberships.toSorted((one, other) => (one.tenant_id < other.tenant_id ? -1 : 1))
  if (byAccount.length === 0) return
  await way.database.transaction(async tx => {
    for (const user of byAccount) await auditSignIn(tx, way, { user, ...told })
  })
}

/** A try counts before it is judged, so that many at once are not judged for free. */
export async function requireTry(
  { database, clock }: { database: Queryable; clock: Clock },
  triesOf: Buffer,
): Promise<void> {
  const waitUntil = await countTry(database, triesOf, toInstant(clock()))
  if (waitUntil) throw tooMany(waitUntil, clock())
}

const tooMany = (until: Instant, nowMs: number) =>
  problem('rate_limited', {
    detail: 'There were several wrong tries. Wait before the next one.',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((Date.parse(until) - nowMs) / 1_000))) },
  })
