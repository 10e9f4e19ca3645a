/** What always holds of vessels. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'
import { contentsNow } from './store.ts'

export const vesselInvariants: readonly Invariant[] = [
  {
    id: 'vessel.shows_its_batch',
    meaning: 'A vessel shows the batch that is in it, by its number, name and phase, and no other.',
    broken: sql`
      select coalesce(v.book_id, b.book_id) as book_id, coalesce(v.id, b.vessel_id) as id
        from (select book_id, id, batch_id, batch_number, batch_name, batch_phase
                from vessels
               where batch_id is not null) v
        full join (select book_id, id, number, name, phase, vessel_id from batches where vessel_id is not null) b
          on b.book_id = v.book_id and b.vessel_id = v.id
       where (v.batch_id, v.batch_number, v.batch_name, v.batch_phase)
             is distinct from (b.id, b.number, b.name, b.phase)`,
  },
  {
    id: 'vessel.contents_add_up',
    meaning: 'A vessel holds the litres its batch has in process, and what is left of the stock the batch made.',
    broken: sql`
      select v.book_id, v.id, v.contents_l, c.litres
        from vessels v
        join (${contentsNow}) c on c.book_id = v.book_id and c.vessel_id = v.id
       where v.contents_l <> c.litres`,
  },
  {
    id: 'vessel.cleaning_under_way',
    meaning: 'A vessel in cleaning has one cleaning without an end, and no other vessel has; it shows the last end.',
    broken: sql`
      select v.book_id, v.id
        from vessels v
        left join lateral (
          select max(finished_at) as last_end, bool_or(finished_at is null) as is_under_way
            from vessel_cleanings
           where book_id = v.book_id and vessel_id = v.id) c on true
       where (v.status = 'cleaning') <> coalesce(c.is_under_way, false)
          or v.last_cleaned_at is distinct from c.last_end`,
  },
]
