/** SQL of how much of a plan is used. */
import type { Queryable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Instant } from '../../lib/instants.ts'

export interface BookUsage {
  is_live: boolean
  partners: number
  webhook_endpoints: number
  stored_bytes: number
  events: number
}

export interface Usage {
  keys: number
  users: number
  books: BookUsage[]
}

/** Counters of the books where they keep some; keys, users and endpoints are few. */
export async function findUsage(db: Queryable, tenantId: string, now: Instant): Promise<Usage> {
  const rows = await db.many<BookUsage & { keys: number; users: number }>(sql`
    select b.is_live, b.partner_count as partners, b.stored_bytes::float8 as stored_bytes,
           (b.last_sequence - b.first_sequence + 1)::float8 as events,
           (select count(*)::integer
              from webhook_endpoints e
             where e.book_id = b.id and e.status in ('enabled', 'disabled')) as webhook_endpoints,
           (select count(*)::integer
              from api_keys k
             where k.tenant_id = b.tenant_id and k.revoked_at is null
               and (k.expires_at is null or k.expires_at > ${now}::timestamptz)) as keys,
           (select count(*)::integer from users u where u.tenant_id = b.tenant_id and u.is_active) as users
      from books b
     where b.tenant_id = ${tenantId}`)
  const { keys, users } = rows[0]!
  return { keys, users, books: rows }
}
