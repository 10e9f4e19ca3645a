/** How deliveries stand over all books: asked for by metrics, from the indexes of what is open or went wrong. */
import { sql } from '../../../db/sql.ts'
import type { Measure } from '../../../kernel/measures.ts'

export const deliveryMeasures: readonly Measure[] = [
  {
    name: 'deliveries_open',
    help: 'Webhook deliveries that are not settled.',
    label: 'state',
    read: db =>
      db.many(sql`
        select state as label, count(book_id)::int as value
          from (values ('pending'), ('retrying'), ('held')) as states (state)
          left join webhook_deliveries on status = state and status in ('pending', 'retrying', 'held')
         group by state`),
  },
  {
    name: 'deliveries_ended',
    help: 'Webhook deliveries that ended without success and are still kept.',
    label: 'state',
    read: db =>
      db.many(sql`
        select state as label, count(book_id)::int as value
          from (values ('dead'), ('skipped'), ('cancelled')) as states (state)
          left join webhook_deliveries on status = state and status in ('dead', 'skipped', 'cancelled')
         group by state`),
  },
  {
    name: 'deliveries_lag_seconds',
    help: 'How long the oldest delivery that is due has waited.',
    read: db =>
      db.many(sql`
        select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(d.next_attempt_at))), 0)::float8 as value
          from webhook_deliveries d
          join webhook_endpoints e on e.book_id = d.book_id and e.id = d.endpoint_id and e.status = 'enabled'
         where d.status in ('pending', 'retrying') and d.next_attempt_at <= clock_timestamp()`),
  },
  {
    name: 'webhook_endpoints',
    help: 'Webhook endpoints by state.',
    label: 'state',
    read: db =>
      db.many(sql`select status as label, count(book_id)::int as value from webhook_endpoints group by status`),
  },
]
