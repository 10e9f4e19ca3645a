/** SQL of mails to people of a tenant, and of what they are about. */
import type { Queryable } from '../../db/pool.ts'
import { empty, sql } from '../../db/sql.ts'
import type { NewestPage } from '../../kernel/account-list.ts'
import type { Instant } from '../../lib/instants.ts'
import type { MailWords } from './words.ts'

export interface NewMail {
  id: string
  tenantId: string
  topic: string
  recipient: string
  words: MailWords
  /** What stands for {secret} in the body, sealed. */
  secret?: Buffer
}

/**
 * In the language the reader has chosen, else in that of the account, as its sessions tell it. In one order everywhere, so
 * that two nodes that tell the same thing wait for each other and never in a circle.
 */
export async function insertMails(db: Queryable, mails: readonly NewMail[], now: Instant): Promise<void> {
  await db.run(sql`
    insert into mails (id, tenant_id, topic, recipient, subject, body, secret, next_attempt_at, created_at)
    select told.id, tenant_id, topic, recipient,
           case when is_czech then subject_cs else subject_en end,
           case when is_czech then body_cs else body_en end, secret, ${now}, ${now}
      from unnest(${mails.map(mail => mail.id)}::uuid[],
                  ${mails.map(mail => mail.tenantId)}::uuid[],
                  ${mails.map(mail => mail.topic)}::text[],
                  ${mails.map(mail => mail.recipient)}::text[],
                  ${mails.map(mail => mail.words.cs.subject)}::text[],
                  ${mails.map(mail => mail.words.cs.body)}::text[],
                  ${mails.map(mail => mail.words.en.subject)}::text[],
                  ${mails.map(mail => mail.words.en.body)}::text[],
                  ${mails.map(mail => mail.secret ?? null)}::bytea[])
           as told (id, tenant_id, topic, recipient, subject_cs, body_cs, subject_en, body_en, secret)
      cross join lateral (
        select coalesce((select u.preferences ->> 'language'
                           from users u
                           left join people p on p.id = u.person_id
                          where u.tenant_id = told.tenant_id
                                and lower(told.recipient) in (lower(u.email), lower(p.email))
                                and u.preferences ->> 'language' is not null
                          limit 1) = 'cs',
                        t.country_code = 'CZ') as is_czech
          from tenants t
         where t.id = told.tenant_id) reader
     order by tenant_id, topic, recipient
    on conflict on constraint mails_told_once do nothing`)
}

export async function listAdminEmails(db: Queryable, tenantId: string): Promise<string[]> {
  const rows = await db.many<{ email: string }>(sql`
    select email
      from users
     where tenant_id = ${tenantId} and role in ('owner', 'admin') and is_active
     order by created_at, id`)
  return rows.map(({ email }) => email)
}

/** Those of the topics that somebody has been told of. */
export async function listToldTopics(db: Queryable, tenantId: string, topics: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ topic: string }>(sql`
    select distinct topic
      from mails
     where tenant_id = ${tenantId} and topic = any(${topics as string[]}::text[])`)
  return rows.map(({ topic }) => topic)
}

export interface DueMail {
  id: string
  topic: string
  recipient: string
  subject: string
  body: string
  secret: Buffer | null
  attempts_made: number
}

export interface Claim {
  now: Instant
  /** Until then nobody else takes them; a sender that dies leaves them to the next one after it. */
  leaseEndsAt: Instant
  most: number
}

/** Claims what it lists. Materialized: planned as a join, the limit could be applied more than once. */
export const listDueMails = (db: Queryable, { now, leaseEndsAt, most }: Claim): Promise<DueMail[]> =>
  db.many(sql`
    with due as materialized (
      select id
        from mails
       where next_attempt_at <= ${now}::timestamptz
       order by next_attempt_at, id
       limit ${most}
         for update skip locked)
    update mails m
       set next_attempt_at = ${leaseEndsAt}
      from due
     where m.id = due.id
    returning m.id, m.topic, m.recipient, m.subject, m.body, m.secret, m.attempts_made`)

export const markSent = (db: Queryable, id: string, now: Instant): Promise<number> =>
  db.run(sql`
    update mails
       set sent_at = ${now},
           attempts_made = attempts_made + 1,
           next_attempt_at = null,
           secret = null
     where id = ${id} and sent_at is null`)

export interface FailedAttempt {
  id: string
  /** This one included. */
  attemptsMade: number
  /** Null gives the mail up. */
  nextAttemptAt: Instant | null
}

/** Whoever comes late, after its lease, does not undo what another sender has come to. */
export const markFailed = (db: Queryable, failed: FailedAttempt): Promise<number> =>
  db.run(sql`
    update mails
       set attempts_made = ${failed.attemptsMade},
           next_attempt_at = ${failed.nextAttemptAt},
           secret = case when ${failed.nextAttemptAt}::timestamptz is not null then secret end
     where id = ${failed.id} and sent_at is null and attempts_made = ${failed.attemptsMade - 1}`)

/** Settled means sent or given up; when a mail was given up is not kept, so its age counts from its writing. */
export const deleteSettledMails = (db: Queryable, { before, remembered, most }: SettledMails): Promise<number> =>
  db.run(sql`
    delete from mails
     where id in (
       select id
         from mails
        where next_attempt_at is null
          and coalesce(sent_at, created_at)
              < case when split_part(topic, ':', 1) = any (${remembered.kinds as string[]}::text[])
                     then ${remembered.before}::timestamptz
                     else ${before}::timestamptz end
        limit ${most})`)

export interface SettledMails {
  before: Instant
  /** Kinds of topics that are kept longer. */
  remembered: { kinds: readonly string[]; before: Instant }
  most: number
}

export interface ExpiringKey {
  id: string
  name: string
  prefix: string
  last_four: string
  expires_at: Instant
  is_live: boolean
  tenant_id: string
  tenant_slug: string
  tenant_name: string
  time_zone: string
  /** Null when the owner is not active any more. */
  owner_email: string | null
}

/** Keys that work now and will have stopped by the given instant. */
export const listExpiringKeys = (db: Queryable, now: Instant, until: Instant): Promise<ExpiringKey[]> =>
  db.many(sql`
    select k.id, k.name, k.prefix, k.last_four, k.expires_at, b.is_live, t.id as tenant_id, t.slug as tenant_slug,
           t.name as tenant_name, t.time_zone, case when u.is_active then u.email end as owner_email
      from api_keys k
      join books b on b.id = k.book_id
      join tenants t on t.id = b.tenant_id
      join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id
     where k.revoked_at is null and k.expires_at > ${now}::timestamptz and k.expires_at <= ${until}::timestamptz
     order by t.id, k.expires_at, k.id`)

export interface MailRow {
  id: string
  recipient: string
  subject: string
  attempts_made: number
  next_attempt_at: Instant | null
  sent_at: Instant | null
  created_at: Instant
}

const inState = {
  sent: sql`and sent_at is not null`,
  waiting: sql`and sent_at is null and next_attempt_at is not null`,
  given_up: sql`and sent_at is null and next_attempt_at is null`,
}

/** The newest first. */
export const listMails = (
  db: Queryable,
  tenantId: string,
  { state, after, limit }: NewestPage & { state: keyof typeof inState | undefined },
): Promise<MailRow[]> =>
  db.many(sql`
    select id, recipient, subject, attempts_made, next_attempt_at, sent_at, created_at
      from mails
     where tenant_id = ${tenantId} ${state ? inState[state] : empty}
           ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty}
     order by created_at desc, id desc
     limit ${limit}`)
