/** SQL of links sent by mail, and of who asked for one. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'

export type LinkKind = 'invitation' | 'reset'

export interface MailedLink {
  kind: LinkKind
  /** The user who is invited; null to set a password, which is the person's. */
  tenant_id: string | null
  user_id: string | null
  email: string
  created_at: Instant
  expires_at: Instant
}

/** The newest one counts: those before it go. */
export async function insertLink(tx: Tx, tokenHash: Buffer, link: MailedLink): Promise<void> {
  await tx.run(sql`
    delete from mailed_links
     where kind = ${link.kind} and lower(email) = lower(${link.email})
       and tenant_id is not distinct from ${link.tenant_id}::uuid and user_id is not distinct from ${link.user_id}::uuid`)
  await tx.run(sql`
    insert into mailed_links (token_hash, kind, tenant_id, user_id, email, created_at, expires_at)
    values (${tokenHash}, ${link.kind}, ${link.tenant_id}, ${link.user_id}, ${link.email}, ${link.created_at},
            ${link.expires_at})`)
}

export interface OpenLink extends MailedLink {
  slug: string | null
  tenant_name: string | null
  user_name: string | null
}

/** Undefined when it was used, is too old, never was, or the user is no longer wanted, or has another e-mail. */
export const findLink = (db: Queryable, tokenHash: Buffer, now: Instant): Promise<OpenLink | undefined> =>
  db.maybe(sql`
    select l.kind, l.tenant_id, l.user_id, l.email, l.created_at, l.expires_at, t.slug, t.name as tenant_name,
           u.name as user_name
      from mailed_links l
      left join tenants t on t.id = l.tenant_id
      left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > ${now}::timestamptz
       and (l.user_id is null or (u.is_active and lower(u.email) = lower(l.email)))`)

/** Once: the second one who comes finds it used. */
export const useLink = async (tx: Tx, tokenHash: Buffer, now: Instant): Promise<boolean> =>
  (await tx.run(sql`
    update mailed_links l set used_at = ${now}
     where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > ${now}::timestamptz
       and (l.user_id is null
            or exists (select from users u
                        where u.tenant_id = l.tenant_id and u.id = l.user_id and u.is_active
                          and lower(u.email) = lower(l.email)))`)) > 0

/** A sign-in link, looked at without using it up. */
export const findSignInLink = (
  db: Queryable,
  tokenHash: Buffer,
  now: Instant,
): Promise<{ email: string; user_name: string; slug: string; tenant_name: string; expires_at: Instant } | undefined> =>
  db.maybe(sql`
    select u.email, u.name as user_name, t.slug, t.name as tenant_name, l.expires_at
      from sign_in_links l
      join users u on u.tenant_id = l.tenant_id and u.id = l.user_id and u.is_active
      join tenants t on t.id = l.tenant_id
     where l.token_hash = ${tokenHash} and l.used_at is null and l.expires_at > ${now}::timestamptz`)

/** The same statement for everybody, known or not. */
export async function askReset(db: Queryable, email: string, now: Instant): Promise<void> {
  await db.run(sql`
    insert into asked_resets (email, asked_at)
    values (lower(${email}), ${now})
        on conflict (email) do nothing`)
}

export const takeAskedResets = async (tx: Tx, most: number): Promise<string[]> =>
  (
    await tx.many<{ email: string }>(sql`
      delete from asked_resets
       where email in (select email from asked_resets order by asked_at limit ${most} for update skip locked)
      returning email`)
  ).map(({ email }) => email)

export const findResetSince = (db: Queryable, email: string, since: Instant): Promise<object | undefined> =>
  db.maybe(sql`
    select 1 as one
      from mailed_links
     where kind = 'reset' and lower(email) = lower(${email}) and created_at > ${since}::timestamptz`)

export interface AddressedUser {
  tenant_id: string
  user_id: string
  person_id: string | null
  email: string
  user_name: string
}

/** Active users who are the person of this e-mail, or have it and are nobody's yet. */
export const listAddressed = (db: Queryable, email: string): Promise<AddressedUser[]> =>
  db.many(sql`
    select u.tenant_id, u.id as user_id, u.person_id, u.email, u.name as user_name
      from users u
      left join people p on p.id = u.person_id
     where u.is_active and (lower(p.email) = lower(${email}) or (u.person_id is null and lower(u.email) = lower(${email})))
     order by u.tenant_id, u.id`)

/** Mail to the address reached whoever this is. */
export async function proveEmail(tx: Tx, personId: string, now: Instant): Promise<void> {
  await tx.run(sql`
    update people set email_proved_at = coalesce(email_proved_at, ${now}::timestamptz) where id = ${personId}`)
}

/** What was set up by whoever had the e-mail before it was proved. */
export async function dropOtherWaysIn(tx: Tx, personId: string): Promise<void> {
  await tx.run(sql`delete from passkeys where person_id = ${personId}`)
  await tx.run(sql`delete from recovery_codes where person_id = ${personId}`)
  await tx.run(sql`
    update people set totp_secret = null, totp_verified_at = null, totp_last_step = 0 where id = ${personId}`)
}

export async function renameUser(tx: Tx, user: { tenantId: string; userId: string }, name: string): Promise<void> {
  await tx.run(sql`
    update users set name = ${name}, version = version + 1
     where tenant_id = ${user.tenantId} and id = ${user.userId}`)
}
