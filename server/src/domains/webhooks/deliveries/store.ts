/** SQL of deliveries as people see them. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { DeliveryAttempt, DeliveryStatus } from './schema.ts'

export interface DeliveryRow extends Listed {
  /** The time of its last change: there is no count of changes. */
  version: number
  endpoint_id: string
  event_id: string
  sequence: number
  type: string
  status: DeliveryStatus
  attempts: DeliveryAttempt[]
  next_attempt_at: Instant | null
}

const columns = sql`r.id, (extract(epoch from r.updated_at) * 1000)::float8 as version, r.endpoint_id, r.event_id,
  r.sequence::float8 as sequence, r.type, r.status, r.attempts, r.next_attempt_at, r.created_at, r.updated_at`
const from = sql`webhook_deliveries r`

export const findDelivery = (db: Queryable, bookId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.maybe(sql`select ${columns} from ${from} where r.book_id = ${bookId} and r.id = ${id}`)

export const listDeliveries = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<DeliveryRow>> => selectPage(db, { bookId, columns, from, where }, page)

/** Due at once, with all its attempts before it, and no longer settled. False when its body is no longer kept. */
export const sendAgain = async (tx: Tx, at: { bookId: string; now: Instant }, id: string): Promise<boolean> =>
  (await tx.run(sql`
    with again as (
      update webhook_deliveries d
         set status = 'pending', attempts_made = 0, next_attempt_at = ${at.now}, updated_at = ${at.now}
       where d.book_id = ${at.bookId} and d.id = ${id}
         and exists (select 1
                       from webhook_bodies b
                      where b.book_id = d.book_id and b.sequence = d.sequence and b.is_redacted = d.is_redacted)
      returning d.endpoint_id, d.sequence)
    update webhook_endpoints e
       set acked_sequence = least(e.acked_sequence, again.sequence - 1)
      from again
     where e.book_id = ${at.bookId} and e.id = again.endpoint_id`)) === 1

/** Settled deliveries past the plan's retention, in small steps; returns how many went. */
export const expireDeliveries = (db: Queryable, bookId: string, before: Instant): Promise<number> =>
  db.run(sql`
    delete from webhook_deliveries
     where (book_id, id) in (
       select book_id, id
         from webhook_deliveries
        where book_id = ${bookId} and created_at < ${before} and status in ('succeeded', 'skipped', 'dead', 'cancelled')
        limit 2000)`)

/** Bodies no delivery waits for any more. */
export const expireBodies = (db: Queryable, bookId: string, before: Instant): Promise<number> =>
  db.run(sql`
    delete from webhook_bodies
     where (book_id, sequence, is_redacted) in (
       select b.book_id, b.sequence, b.is_redacted
         from webhook_bodies b
        where b.book_id = ${bookId} and b.created_at < ${before}
          and not exists (select 1
                            from webhook_endpoints e
                            join webhook_deliveries d
                              on d.book_id = e.book_id and d.endpoint_id = e.id and d.sequence = b.sequence
                           where e.book_id = b.book_id and d.status in ('pending', 'retrying', 'held'))
        limit 2000)`)
