/** SQL of everything that is stored of a person, found by an e-mail address. */
import type { Queryable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

export interface PersonData {
  people: object[]
  users: object[]
  sessions: object[]
  passkeys: object[]
  audit: object[]
  mails: object[]
  partners: object[]
  contacts: object[]
}

/** Never a hash, a token or a key. */
export async function findPersonData(db: Queryable, email: string): Promise<PersonData> {
  const people = await db.many<{ id: string }>(sql`
    select id, email, email_proved_at, password_changed_at, totp_verified_at, created_at, updated_at
      from people
     where lower(email) = lower(${email})`)
  const ids = people.map(({ id }) => id)
  const users = await db.many<{ id: string }>(sql`
    select t.slug as tenant, u.id, u.email, u.name, u.role, u.rights, u.preferences, u.is_active, u.created_at
      from users u
      join tenants t on t.id = u.tenant_id
     where lower(u.email) = lower(${email}) or u.person_id = any (${ids}::uuid[])
     order by t.slug`)
  const userIds = users.map(({ id }) => id)
  return {
    people,
    users,
    ...(await findTraces(db, ids, userIds)),
    mails: await db.many<object>(sql`
      select t.slug as tenant, m.recipient, m.subject, m.created_at, m.sent_at
        from mails m
        join tenants t on t.id = m.tenant_id
       where lower(m.recipient) = lower(${email})
       order by m.created_at`),
    ...(await findInBooks(db, email)),
  }
}

const findTraces = async (db: Queryable, ids: string[], userIds: string[]) => ({
  sessions: await db.many<object>(sql`
    select created_at, last_seen_at, expires_at, address, browser
      from sessions
     where person_id = any (${ids}::uuid[]) or user_id = any (${userIds}::uuid[])
     order by created_at`),
  passkeys: await db.many<object>(sql`
    select name, created_at, last_used_at
      from passkeys
     where person_id = any (${ids}::uuid[])
     order by created_at`),
  audit: await db.many<object>(sql`
    select t.slug as tenant, e.at, e.action, e.subject_id, e.address
      from audit_entries e
      join tenants t on t.id = e.tenant_id
     where e.actor_type = 'user' and e.actor_id = any (${userIds}::uuid[])
     order by e.at`),
})

/** What others wrote down: partners and contacts with this address, in every book. */
const findInBooks = async (db: Queryable, email: string) => ({
  partners: await db.many<object>(sql`
    select t.slug as tenant, b.is_live, p.book_id, p.id, p.name, p.email, p.phone, p.mobile, p.street, p.city, p.zip, p.notes
      from partners p
      join books b on b.id = p.book_id
      join tenants t on t.id = b.tenant_id
     where lower(p.email) = lower(${email})
     order by t.slug, p.id`),
  contacts: await db.many<object>(sql`
    select t.slug as tenant, b.is_live, c.book_id, c.id, c.partner_id, c.name, c.position, c.email, c.phone, c.mobile, c.notes
      from contacts c
      join books b on b.id = c.book_id
      join tenants t on t.id = b.tenant_id
     where lower(c.email) = lower(${email})
     order by t.slug, c.id`),
})
