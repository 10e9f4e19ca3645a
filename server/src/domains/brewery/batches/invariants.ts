/** What always holds of batches, in SQL. Each statement must return no row. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

export const batchInvariants: readonly Invariant[] = [
  {
    id: 'batches.ledger_adds_up',
    meaning: 'The ledger of a batch adds up to its litres and their value, and its newest entry says the same.',
    broken: sql`
      select b.book_id, b.id, b.volume_l, e.volume_l as in_ledger_l, b.value, e.value as in_ledger
        from batches b
        left join (select book_id, batch_id, sum(volume_l) as volume_l, sum(value) as value, count(*) as entries,
                          max(sequence) as last_entry,
                          max(sequence) filter (where not is_undone and reverses_id is null) as last_standing
                     from batch_entries
                    group by book_id, batch_id) e on e.book_id = b.book_id and e.batch_id = b.id
        left join batch_entries l on l.book_id = b.book_id and l.batch_id = b.id and l.sequence = b.last_entry
       where coalesce(b.volume_l, 0) <> coalesce(e.volume_l, 0) or b.value <> coalesce(e.value, 0)
          or b.last_entry <> coalesce(e.last_entry, 0) or b.last_entry <> coalesce(e.entries, 0)
          or b.last_standing <> coalesce(e.last_standing, 0)
          or b.volume_l is distinct from l.volume_after_l or b.value <> coalesce(l.value_after, 0)`,
  },
  {
    id: 'batches.nothing_left_at_the_end',
    meaning: 'A batch that has ended holds neither litres nor value, and is in no vessel.',
    broken: sql`
      select book_id, id, phase, volume_l, value
        from batches
       where phase in ('completed', 'cancelled') and (volume_l > 0 or value <> 0 or vessel_id is not null)`,
  },
  {
    id: 'batches.are_where_they_stay',
    meaning: 'A batch in work is in the phase and the vessel of its one open stay; one that is not has none.',
    broken: sql`
      select b.book_id, b.id, b.phase, b.vessel_id, p.phase as stay, p.vessel_id as stay_vessel_id
        from batches b
        left join batch_phases p on p.book_id = b.book_id and p.batch_id = b.id and p.ended_at is null
       where case when b.phase in ('planned', 'completed', 'cancelled')
               then p.id is not null
               else p.id is null or p.phase <> b.phase or p.vessel_id is distinct from b.vessel_id
                    or p.position <> (select max(position)
                                        from batch_phases
                                       where book_id = b.book_id and batch_id = b.id) end`,
  },
  {
    id: 'batches.undone_is_reversed',
    meaning: 'What is undone has one reversal of the same litres and value; what is not has none.',
    broken: sql`
      select e.book_id, e.id, e.is_undone, r.reversals
        from batch_entries e
        left join (select book_id, reverses_id, count(*) as reversals, sum(volume_l) as volume_l, sum(value) as value
                     from batch_entries
                    where reverses_id is not null
                    group by book_id, reverses_id) r on r.book_id = e.book_id and r.reverses_id = e.id
       where e.is_undone <> (r.reverses_id is not null)
          or (e.is_undone and (r.reversals <> 1 or r.volume_l <> -e.volume_l or r.value <> -e.value))`,
  },
  {
    id: 'batches.transfers_arrive_whole',
    meaning: 'What a split or a blend takes out of one batch it brings into another, in litres and in value.',
    broken: sql`
      select book_id, operation_id, sum(volume_l) as volume_l, sum(value) as value
        from batch_entries
       where kind in ('split_in', 'split_out', 'blend_in', 'blend_out')
       group by book_id, operation_id
      having sum(volume_l) <> 0 or sum(value) <> 0`,
  },
]
