/** SQL of results: what came of attempts, and the counters of their endpoints. */
import type { Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { DeliveryStatus } from '../deliveries/schema.ts'
import type { EndpointKey } from './store.ts'

export interface DeliveryResult extends EndpointKey {
  id: string
  status: Extract<DeliveryStatus, 'succeeded' | 'retrying' | 'dead'>
  next_attempt_at: Instant | null
  /** Attempts made when it was claimed. */
  attempts_before: number
  /** As JSON. */
  attempt: string
}

/** Held by whoever writes results or moves the cursor: the sums below are then of one moment. */
export const lockEndpoints = (tx: Tx, keys: EndpointKey[]): Promise<unknown[]> =>
  tx.many(sql`
    select e.id
      from webhook_endpoints e
      join unnest(${keys.map(key => key.book_id)}::uuid[], ${keys.map(key => key.endpoint_id)}::uuid[]) as k (book_id, id)
        on k.book_id = e.book_id and k.id = e.id
     order by e.book_id, e.id
       for update of e`)

/**
 * A success counts whatever became of the delivery meanwhile; a failure only where it still waits and was not sent
 * again from the start, nor by another node whose result came first.
 */
const counts = sql`(r.status = 'succeeded'
  or (d.status in ('pending', 'retrying') and d.attempts_made = r.attempts_before))`

export const saveResults = (tx: Tx, results: DeliveryResult[], now: Instant): Promise<number> =>
  tx.run(sql`
    update webhook_deliveries d
       set status = case when ${counts} then r.status else d.status end,
           next_attempt_at = case when ${counts} then r.next_attempt_at else d.next_attempt_at end,
           attempts = d.attempts || r.attempt,
           attempts_made = d.attempts_made + (d.attempts_made = r.attempts_before)::integer,
           updated_at = ${now}
      from unnest(${results.map(row => row.book_id)}::uuid[],
                  ${results.map(row => row.id)}::uuid[],
                  ${results.map(row => row.status)}::text[],
                  ${results.map(row => row.next_attempt_at)}::timestamptz[],
                  ${results.map(row => row.attempts_before)}::smallint[],
                  ${results.map(row => row.attempt)}::jsonb[])
           as r (book_id, id, status, next_attempt_at, attempts_before, attempt)
     where d.book_id = r.book_id and d.id = r.id`)

export interface EndpointTally extends EndpointKey {
  has_success: boolean
  /** Failures since the last success of the batch. */
  failures: number
}

/** Counts failures in a row and moves the acknowledged sequence; answers with the counts. */
export const saveTallies = (
  tx: Tx,
  tallies: EndpointTally[],
): Promise<(EndpointKey & { consecutive_failures: number })[]> =>
  tx.many(sql`
    update webhook_endpoints e
       set consecutive_failures = case when t.has_success then t.failures else e.consecutive_failures + t.failures end,
           acked_sequence = coalesce((select min(d.sequence) - 1
                                        from webhook_deliveries d
                                       where d.book_id = e.book_id and d.endpoint_id = e.id
                                         and d.status in ('pending', 'retrying', 'held')), e.cursor_sequence)
      from unnest(${tallies.map(row => row.book_id)}::uuid[],
                  ${tallies.map(row => row.endpoint_id)}::uuid[],
                  ${tallies.map(row => row.has_success)}::boolean[],
                  ${tallies.map(row => row.failures)}::integer[]) as t (book_id, id, has_success, failures)
     where e.book_id = t.book_id and e.id = t.id
    returning e.book_id, e.id as endpoint_id, e.consecutive_failures`)
