/** What always holds between batches and their measurements. */
import { join, raw, sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'
import { axes } from './axes.ts'
import { slotsOfBatch } from './store.ts'

const valuesOfAxes = join(
  axes.map(axis => sql`(${axis}, m.${raw(axis)})`),
  ', ',
)

export const measurementInvariants: readonly Invariant[] = [
  {
    id: 'batches.keep_what_was_measured',
    meaning: 'What a batch keeps of its measurements is what its valid measurements say.',
    broken: sql`
      select b.book_id, b.id as batch_id, b.latest, b.measured, said.kept as said
        from batches b
       cross join lateral (
         select coalesce(jsonb_object_agg(s.slot, jsonb_build_object('value', s.value, 'measured_at',
                  to_char(s.measured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '{}') as kept
           from (${slotsOfBatch}) s) said
       where b.latest || b.measured <> said.kept`,
  },
  {
    id: 'measurements.of_their_instant',
    meaning: 'A measurement is of the phase and the vessel its batch was in at its instant.',
    broken: sql`
      select m.book_id, m.id as measurement_id, m.phase, m.vessel_id, m.measured_at
        from measurements m
        join batches b on b.book_id = m.book_id and b.id = m.batch_id
        left join lateral (
          select p.phase, p.vessel_id, coalesce(p.ended_at <= m.measured_at, false) as has_ended
            from batch_phases p
           where p.book_id = m.book_id and p.batch_id = m.batch_id and p.started_at <= m.measured_at
           order by p.position desc
           limit 1) s on true
        left join lateral (
          select e.occurred_at <= m.measured_at as has_passed
            from batch_entries e
           where e.book_id = m.book_id and e.batch_id = m.batch_id and e.kind in ('phase', 'cancel')
             and not e.is_undone and e.reverses_id is null and b.phase in ('completed', 'cancelled')
             and not exists (select from batch_phases p where p.book_id = m.book_id and p.batch_id = m.batch_id)
           order by e.sequence desc
           limit 1) unbrewed on true
       where m.phase is distinct from
             case when s.has_ended or unbrewed.has_passed then b.phase else coalesce(s.phase, 'planned') end
          or m.vessel_id is distinct from case when not s.has_ended then s.vessel_id end`,
  },
  {
    id: 'measurement_sums.of_measurements',
    meaning: 'The sums of a quarter of an hour are those of its valid measurements.',
    broken: sql`
      select *
        from (select m.book_id, m.batch_id, v.axis, date_bin('15 minutes', m.measured_at, 'epoch') as starts_at,
                     count(*)::integer, min(v.value), max(v.value), sum(v.value), min(m.measured_at) as first_at,
                     max(m.measured_at) as last_at
                from measurements m
               cross join lateral (values ${valuesOfAxes}) v (axis, value)
               where m.is_valid and v.value is not null
               group by 1, 2, 3, 4) fresh
        full join measurement_sums s using (book_id, batch_id, axis, starts_at)
       where (fresh.count, fresh.min, fresh.max, fresh.sum, fresh.first_at, fresh.last_at)
             is distinct from (s.count, s.min, s.max, s.sum, s.first_at, s.last_at)`,
  },
]
