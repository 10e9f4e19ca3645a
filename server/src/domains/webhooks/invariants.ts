/** What always holds of webhook endpoints and deliveries, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const webhookInvariants: readonly Invariant[] = [
  {
    id: 'webhooks.cursors_within_the_log',
    meaning: 'An endpoint never stands ahead of the log, nor is anything acknowledged that it has not reached.',
    broken: sql`
      select e.book_id, e.id, e.acked_sequence, e.cursor_sequence, b.last_sequence
        from webhook_endpoints e
        join books b on b.id = e.book_id
       where e.cursor_sequence > b.last_sequence or e.acked_sequence > e.cursor_sequence
          or e.matched_sequence > e.cursor_sequence`,
  },
  {
    id: 'webhooks.nothing_open_is_acknowledged',
    meaning: 'No delivery waits for an event the endpoint counts as settled.',
    broken: sql`
      select d.book_id, d.id, d.sequence, d.status, e.acked_sequence
        from webhook_deliveries d
        join webhook_endpoints e on e.book_id = d.book_id and e.id = d.endpoint_id
       where d.status in ('pending', 'retrying', 'held') and d.sequence <= e.acked_sequence`,
  },
  {
    id: 'webhooks.what_waits_has_its_body',
    meaning: 'A delivery that will be sent has the bytes it will be sent with.',
    broken: sql`
      select d.book_id, d.id, d.sequence
        from webhook_deliveries d
        left join webhook_bodies b
          on b.book_id = d.book_id and b.sequence = d.sequence and b.is_redacted = d.is_redacted
       where d.status in ('pending', 'retrying', 'held') and b.body is null`,
  },
  {
    id: 'webhooks.what_is_put_away_waits_for_nothing',
    meaning: 'No delivery waits for an endpoint that is retired or archived.',
    broken: sql`
      select d.book_id, d.id, d.status, e.status as endpoint_status
        from webhook_deliveries d
        join webhook_endpoints e on e.book_id = d.book_id and e.id = d.endpoint_id
       where d.status in ('pending', 'retrying', 'held') and e.status in ('retired', 'archived')`,
  },
  {
    id: 'webhooks.attempts_are_counted',
    meaning: 'A delivery is succeeded by one of its attempts, and dead only after eight.',
    broken: sql`
      select book_id, id, status, attempts_made, jsonb_array_length(attempts) as attempts
        from webhook_deliveries
       where (status = 'succeeded' and not attempts @> '[{"error": null}]')
          or (status = 'dead' and attempts_made < 8)
          or attempts_made > jsonb_array_length(attempts)`,
  },
]
