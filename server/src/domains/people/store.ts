/** SQL of people, their sessions, and the ways in. */
import type { Role, Scope } from '../../contract/scopes.ts'
import type { Queryable, Tx } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Instant } from '../../lib/instants.ts'

export interface Person {
  id: string
  email: string
  password_hash: string | null
  /** When somebody showed that mail to this address reaches them. */
  email_proved_at: Instant | null
  /** Whether a second step is set up. */
  has_totp: boolean
  has_passkeys: boolean
}

const personColumns = sql`p.id, p.email, p.password_hash, p.email_proved_at, p.totp_verified_at is not null as has_totp,
  exists (select from passkeys k where k.person_id = p.id) as has_passkeys`

export const findPersonByEmail = (db: Queryable, email: string): Promise<Person | undefined> =>
  db.maybe(sql`select ${personColumns} from people p where lower(p.email) = lower(${email})`)

export const findPersonById = (db: Queryable, id: string): Promise<Person | undefined> =>
  db.maybe(sql`select ${personColumns} from people p where p.id = ${id}`)

/** Held to the commit: an e-mail becomes a person once, however many links to it are used at once. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('person ' || lower(${email}), 0))`)
}

/** Somebody can sign in as this person: whoever else claims the e-mail has to prove it. */
export const hasWayIn = (person: Person | undefined): boolean =>
  person !== undefined && (person.password_hash !== null || person.has_passkeys)

export async function insertPerson(tx: Tx, person: { id: string; email: string }, now: Instant): Promise<void> {
  await tx.run(sql`
    insert into people (id, email, created_at, updated_at)
    values (${person.id}, ${person.email}, ${now}, ${now})`)
}

const findPersonOfUser = (db: Queryable, tenantId: string, userId: string): Promise<Person | undefined> =>
  db.maybe(sql`
    select ${personColumns}
      from users u
      join people p on p.id = u.person_id
     where u.tenant_id = ${tenantId} and u.id = ${userId}`)

/** Of its user; of whoever signed in, while no account is chosen yet. */
export async function findPersonOfSession(
  db: Queryable,
  { tenant_id, user_id, person_id }: { tenant_id: string | null; user_id: string | null; person_id: string | null },
): Promise<Person | undefined> {
  if (tenant_id && user_id) return findPersonOfUser(db, tenant_id, user_id)
  return person_id ? findPersonById(db, person_id) : undefined
}

export interface NewPassword {
  personId: string
  passwordHash: string
  now: Instant
}

/** Makes the person of an e-mail nobody has signed in with, or gives the known one a new password. */
export async function savePassword(tx: Tx, email: string, { personId, passwordHash, now }: NewPassword): Promise<void> {
  await tx.run(sql`
    insert into people (id, email, password_hash, password_changed_at, created_at, updated_at)
    values (${personId}, ${email}, ${passwordHash}, ${now}, ${now}, ${now})
        on conflict (id) do update
       set password_hash = excluded.password_hash,
           password_changed_at = excluded.password_changed_at,
           updated_at = excluded.updated_at`)
}

/** The same password, hashed as we do today. */
export async function renewPasswordHash(
  db: Queryable,
  person: Pick<Person, 'id' | 'password_hash'>,
  passwordHash: string,
): Promise<void> {
  await db.run(sql`
    update people set password_hash = ${passwordHash}
     where id = ${person.id} and password_hash = ${person.password_hash}`)
}

export async function linkUser(tx: Tx, user: { tenantId: string; userId: string; personId: string }): Promise<void> {
  await tx.run(sql`
    update users set person_id = ${user.personId} where tenant_id = ${user.tenantId} and id = ${user.userId}`)
}

/** An account a person may work in. */
export interface Membership {
  tenant_id: string
  slug: string
  tenant_name: string
  user_id: string
  person_id: string | null
  user_name: string
  email: string
  role: Role
  rights: Scope[]
  preferences: object
  /** The account wants a second step of its owners, and this is one. */
  needs_two_steps: boolean
  owners_need_two_steps: boolean
}

const membership = sql`
    select t.id as tenant_id, t.slug, t.name as tenant_name, u.id as user_id, u.person_id,
           u.name as user_name, u.email, u.role, u.rights, u.preferences,
           t.owners_need_two_steps, t.owners_need_two_steps and u.role = 'owner' as needs_two_steps
      from users u
      join tenants t on t.id = u.tenant_id`

export const listMemberships = (db: Queryable, personId: string): Promise<Membership[]> =>
  db.many(sql`${membership} where u.person_id = ${personId} and u.is_active order by t.name, t.id`)

export const findMembership = (db: Queryable, tenantId: string, userId: string): Promise<Membership | undefined> =>
  db.maybe(sql`${membership} where u.tenant_id = ${tenantId} and u.id = ${userId} and u.is_active`)

export async function saveProfile(tx: Tx, member: Membership, now: Instant): Promise<void> {
  await tx.run(sql`
    update users
       set version = version + 1,
           name = ${member.user_name},
           preferences = ${JSON.stringify(member.preferences)}::jsonb,
           updated_at = ${now}
     where tenant_id = ${member.tenant_id} and id = ${member.user_id}`)
}

/** A link opens one session: the second use finds it used. */
export const useSignInLink = (
  tx: Tx,
  tokenHash: Buffer,
  now: Instant,
): Promise<{ tenant_id: string; user_id: string; person_id: string | null } | undefined> =>
  tx.maybe(sql`
    update sign_in_links l
       set used_at = ${now}
      from users u
     where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > ${now}::timestamptz
       and u.tenant_id = l.tenant_id and u.id = l.user_id and u.is_active
    returning l.tenant_id, l.user_id, u.person_id`)

/** The moment from which the next try may be made, when that is not now; otherwise the try is counted. */
export async function countTry(db: Queryable, emailHash: Buffer, now: Instant): Promise<Instant | undefined> {
  const counted = await db.maybe(sql`
    insert into sign_in_tries as t (email_hash, failures, updated_at)
    values (${emailHash}, 1, ${now})
        on conflict (email_hash) do update
       set failures = t.failures + 1,
           wait_until = case when t.failures + 1 >= 5
                             then ${now}::timestamptz + least(900, power(2, least(t.failures + 1 - 5, 20))) * interval '1 second'
                        end,
           updated_at = ${now}
     where t.wait_until is null or t.wait_until <= ${now}::timestamptz
    returning 1 as one`)
  if (counted) return undefined
  const row = await db.maybe<{ wait_until: Instant | null }>(sql`
    select wait_until from sign_in_tries where email_hash = ${emailHash}`)
  return row?.wait_until ?? undefined
}

export async function forgetTries(db: Queryable, emailHash: Buffer): Promise<void> {
  await db.run(sql`delete from sign_in_tries where email_hash = ${emailHash}`)
}
