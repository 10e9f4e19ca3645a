-- A batch that was never brewed has no stays: what was measured after its end was kept as of the plan.
with ended as (
  select b.book_id, b.id, b.phase,
         (select e.occurred_at
            from batch_entries e
           where e.book_id = b.book_id and e.batch_id = b.id and e.kind in ('phase', 'cancel')
             and not e.is_undone and e.reverses_id is null
           order by e.sequence desc
           limit 1) as at
    from batches b
   where b.phase in ('completed', 'cancelled')
     and not exists (select from batch_phases p where p.book_id = b.book_id and p.batch_id = b.id)
)
update measurements m
   set phase = ended.phase, version = m.version + 1
  from ended
 where m.book_id = ended.book_id and m.batch_id = ended.id and m.measured_at >= ended.at and m.phase = 'planned';

-- The newest gravity of a completed batch counts as that of the cellar. What shows something else has another version.
update batches b
   set measured = jsonb_build_object('cellar', jsonb_build_object('value', newest.value, 'measured_at', newest.at)),
       version = b.version + 1
  from (
    select distinct on (m.book_id, m.batch_id) m.book_id, m.batch_id, trim_scale(m.gravity_plato)::text as value,
           to_char(m.measured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from measurements m
     where m.phase = 'completed' and m.is_valid and m.gravity_plato is not null
     order by m.book_id, m.batch_id, m.measured_at desc, m.created_at desc, m.id desc) newest
 where b.book_id = newest.book_id and b.id = newest.batch_id and b.phase = 'completed' and b.measured = '{}'
   and not exists (select from batch_phases p where p.book_id = b.book_id and p.batch_id = b.id);
