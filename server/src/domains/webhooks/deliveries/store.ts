/** SQL of deliveries as people see them. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { DeliveryAttempt, DeliveryStatus } from './schema.ts'

export const deliveryTable = defineTable({
  name: 'webhook_deliveries',
  columns: {
    id: column.uuid(),
    endpoint_id: column.uuid(),
    event_id: column.uuid(),
    sequence: column.bigint(),
    type: column.text(),
    status: column.text<DeliveryStatus>(),
    attempts: column.json<DeliveryAttempt[]>(),
    next_attempt_at: orNull(column.instant()),
  },
  // The time of its last change: there is no count of changes.
  computed: { version: readAs(column.integer(), '(extract(epoch from r.updated_at) * 1000)::float8') },
})

export type DeliveryRow = RowOf<typeof deliveryTable>

/** With all its attempts before it, and no longer settled. False when its body is no longer kept. */
export const sendAgain = async (tx: Tx, bookId: string, delivery: DeliveryRow): Promise<boolean> =>
  (await tx.run(sql`
    with again as (
      update webhook_deliveries d
         set status = ${delivery.status},
             attempts_made = 0,
             next_attempt_at = ${delivery.next_attempt_at},
             updated_at = ${delivery.updated_at}
       where d.book_id = ${bookId} and d.id = ${delivery.id}
         and exists (select 1
                       from webhook_bodies b
                      where b.book_id = d.book_id and b.sequence = d.sequence and b.is_redacted = d.is_redacted)
      returning d.endpoint_id, d.sequence)
    update webhook_endpoints e
       set acked_sequence = least(e.acked_sequence, again.sequence - 1)
      from again
     where e.book_id = ${bookId} and e.id = again.endpoint_id`)) === 1

export interface FrozenBody {
  id: string
  type: string
  is_redacted: boolean
  body: Buffer | null
}

/** The bytes all attempts of a delivery carry, as long as they are kept. */
export const findFrozenBody = (db: Queryable, bookId: string, id: string): Promise<FrozenBody | undefined> =>
  db.maybe<FrozenBody>(sql`
    select d.id, d.type, d.is_redacted, b.body
      from webhook_deliveries d
      left join webhook_bodies b
        on b.book_id = d.book_id and b.sequence = d.sequence and b.is_redacted = d.is_redacted
     where d.book_id = ${bookId} and d.id = ${id}`)

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
