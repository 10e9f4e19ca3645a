/** SQL of sessions. */
import type { Queryable, Tx } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { idleMs } from '../../kernel/caller.ts'
import type { Instant } from '../../lib/instants.ts'

export interface Session {
  id: string
  /** Both null until a person with several accounts has chosen one. */
  tenant_id: string | null
  user_id: string | null
  person_id: string | null
  created_at: Instant
  expires_at: Instant
  last_seen_at: Instant
  proved_at: Instant
  address: string
  browser: string
  /** The password was right; the code is still to come. */
  awaits_second_step: boolean
  /** Opened by more than a password. */
  is_strong: boolean
}

const sessionColumns = sql`id, tenant_id, user_id, person_id, created_at, expires_at, last_seen_at, proved_at, address,
  browser, awaits_second_step, is_strong`

export async function insertSession(tx: Tx, tokenHash: Buffer, session: Session): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, ${sessionColumns})
    values (${tokenHash}, ${session.id}, ${session.tenant_id}, ${session.user_id}, ${session.person_id},
            ${session.created_at}, ${session.expires_at}, ${session.last_seen_at}, ${session.proved_at},
            ${session.address}, ${session.browser}, ${session.awaits_second_step}, ${session.is_strong})`)
}

const isOpen = (now: Instant) =>
  sql`expires_at > ${now}::timestamptz and last_seen_at > ${now}::timestamptz - ${idleMs} * interval '1 millisecond'`

export const findSession = (db: Queryable, tokenHash: Buffer, now: Instant): Promise<Session | undefined> =>
  db.maybe(sql`select ${sessionColumns} from sessions where token_hash = ${tokenHash} and ${isOpen(now)}`)

export const listSessions = (
  db: Queryable,
  user: { tenantId: string; userId: string },
  now: Instant,
): Promise<Session[]> =>
  db.many(sql`
    select ${sessionColumns}
      from sessions
     where tenant_id = ${user.tenantId} and user_id = ${user.userId} and ${isOpen(now)}
     order by last_seen_at desc, id`)

/** Another token takes the place of the one the browser had. */
export const moveSession = (
  tx: Tx,
  { from, to }: { from: Buffer; to: Buffer },
  user: { tenantId: string; userId: string },
): Promise<number> =>
  tx.run(sql`
    update sessions set token_hash = ${to}, tenant_id = ${user.tenantId}, user_id = ${user.userId}
     where token_hash = ${from}`)

/** The second step was taken: with another token, and in the account when there is only one. */
export const strengthenSession = (
  tx: Tx,
  { from, to }: { from: Buffer; to: Buffer },
  { tenant_id, user_id, expires_at, now }: Pick<Session, 'tenant_id' | 'user_id' | 'expires_at'> & { now: Instant },
): Promise<number> =>
  tx.run(sql`
    update sessions
       set token_hash = ${to},
           tenant_id = ${tenant_id},
           user_id = ${user_id},
           awaits_second_step = false,
           is_strong = true,
           expires_at = ${expires_at},
           proved_at = ${now}
     where token_hash = ${from} and awaits_second_step`)

/** A second step was set up in it. */
export async function markStrong(tx: Tx, sessionId: string): Promise<void> {
  await tx.run(sql`update sessions set is_strong = true where id = ${sessionId}`)
}

export const endSessionsOfUser = (tx: Tx, user: { tenantId: string; userId: string }): Promise<number> =>
  tx.run(sql`delete from sessions where tenant_id = ${user.tenantId} and user_id = ${user.userId}`)

export async function proveSession(db: Queryable, tokenHash: Buffer, now: Instant): Promise<void> {
  await db.run(sql`update sessions set proved_at = ${now} where token_hash = ${tokenHash}`)
}

/** Its person has just shown who they are, in the same work as something else. */
export async function proveOwnSession(tx: Tx, sessionId: string, now: Instant): Promise<void> {
  await tx.run(sql`update sessions set proved_at = ${now} where id = ${sessionId}`)
}

export const findProof = async (db: Queryable, sessionId: string): Promise<Instant | undefined> =>
  (await db.maybe<{ proved_at: Instant }>(sql`select proved_at from sessions where id = ${sessionId}`))?.proved_at

export const deleteSession = (
  db: Queryable,
  tokenHash: Buffer,
): Promise<Pick<Session, 'tenant_id' | 'user_id'> | undefined> =>
  db.maybe(sql`delete from sessions where token_hash = ${tokenHash} returning tenant_id, user_id`)

export const endSession = (
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  id: string,
): Promise<number> =>
  tx.run(sql`delete from sessions where tenant_id = ${tenantId} and user_id = ${userId} and id = ${id}`)

/** All of a person but the one at work, where there is one. */
export const endOtherSessions = (tx: Tx, personId: string, kept: string | null): Promise<number> =>
  tx.run(sql`
    delete from sessions s
     where s.id is distinct from ${kept}::uuid
       and (s.person_id = ${personId}
            or exists (select from users u
                        where u.tenant_id = s.tenant_id and u.id = s.user_id and u.person_id = ${personId}))`)

export async function deleteEnded(db: Queryable, now: Instant): Promise<void> {
  await db.run(sql`delete from sessions where not (${isOpen(now)})`)
  await db.run(sql`delete from sign_in_links where expires_at <= ${now}::timestamptz`)
  await db.run(sql`delete from mailed_links where expires_at <= ${now}::timestamptz`)
  await db.run(sql`delete from passkey_challenges where expires_at <= ${now}::timestamptz`)
  await db.run(sql`delete from sign_in_tries where updated_at <= ${now}::timestamptz - interval '1 day'`)
}
