/** How mails stand. */
import { sql } from '../../db/sql.ts'
import type { Measure } from '../../kernel/measures.ts'

export const mailMeasures: readonly Measure[] = [
  {
    name: 'mails',
    help: 'Mails by state: sent, waiting, given up.',
    label: 'state',
    read: db =>
      db.many(sql`
        select case when sent_at is not null then 'sent' when next_attempt_at is not null then 'waiting' else 'given_up' end
                 as label,
               count(*)::int as value
          from mails
         group by 1`),
  },
]
