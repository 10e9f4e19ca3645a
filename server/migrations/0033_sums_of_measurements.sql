-- A series of a hundred thousand measurements was added up value by value. Now each quarter of an hour of a batch and an
-- axis has its sum, and a series reads single values only where one of its buckets begins or ends.

create table measurement_sums (
  book_id    uuid not null,
  batch_id   uuid not null,
  axis       text not null,
  -- Of the quarter of an hour, by UTC.
  starts_at  timestamptz(3) not null,
  -- Of valid values; without one there is no row.
  count      integer not null,
  min        numeric not null,
  max        numeric not null,
  sum        numeric not null,
  first_at   timestamptz(3) not null,
  last_at    timestamptz(3) not null,
  primary key (book_id, batch_id, axis, starts_at),
  -- A node of the version before that empties a sandbox knows nothing of these rows.
  constraint measurement_sums_batch_exists
    foreign key (book_id, batch_id) references batches (book_id, id) on delete cascade,
  constraint measurement_sums_sound check (count > 0 and min <= max and first_at <= last_at)
) with (fillfactor = 70);

-- step
-- By triggers, because nodes of the version before measure, too, while they are replaced. What was measured before is
-- counted in the same transaction: nothing can come in between.
create function add_to_measurement_sums() returns trigger language plpgsql as $$
begin
  insert into measurement_sums as s
         (book_id, batch_id, axis, starts_at, count, min, max, sum, first_at, last_at)
  select m.book_id, m.batch_id, v.axis, date_bin('15 minutes', m.measured_at, 'epoch'),
         count(*), min(v.value), max(v.value), sum(v.value), min(m.measured_at), max(m.measured_at)
    from added m
   cross join lateral (values
     ('gravity_plato', m.gravity_plato), ('temperature_c', m.temperature_c), ('ph', m.ph),
     ('pressure_bar', m.pressure_bar), ('volume_l', m.volume_l), ('co2_g_l', m.co2_g_l), ('abv_pct', m.abv_pct)
   ) v (axis, value)
   where m.is_valid and v.value is not null
   group by 1, 2, 3, 4
      on conflict (book_id, batch_id, axis, starts_at) do update
     set count = s.count + excluded.count, min = least(s.min, excluded.min), max = greatest(s.max, excluded.max),
         sum = s.sum + excluded.sum, first_at = least(s.first_at, excluded.first_at),
         last_at = greatest(s.last_at, excluded.last_at);
  return null;
end
$$;
create trigger measurements_added after insert on measurements
  referencing new table as added for each statement
  execute function add_to_measurement_sums();

-- Both instants are beginnings of quarters.
create function recount_measurements(of_book uuid, of_batch uuid, since timestamptz, until timestamptz)
  returns void language sql as $$
  delete from measurement_sums
   where book_id = of_book and batch_id = of_batch and starts_at >= since and starts_at < until;
  insert into measurement_sums (book_id, batch_id, axis, starts_at, count, min, max, sum, first_at, last_at)
  select m.book_id, m.batch_id, v.axis, date_bin('15 minutes', m.measured_at, 'epoch'),
         count(*), min(v.value), max(v.value), sum(v.value), min(m.measured_at), max(m.measured_at)
    from measurements m
   cross join lateral (values
     ('gravity_plato', m.gravity_plato), ('temperature_c', m.temperature_c), ('ph', m.ph),
     ('pressure_bar', m.pressure_bar), ('volume_l', m.volume_l), ('co2_g_l', m.co2_g_l), ('abv_pct', m.abv_pct)
   ) v (axis, value)
   where m.book_id = of_book and m.batch_id = of_batch and m.measured_at >= since and m.measured_at < until
     and m.is_valid and v.value is not null
   group by 1, 2, 3, 4
$$;

-- Nothing of a measurement changes that counts here, but whether it does.
create function recount_marked_measurement() returns trigger language plpgsql as $$
declare
  quarter constant timestamptz := date_bin('15 minutes', new.measured_at, 'epoch');
begin
  perform recount_measurements(new.book_id, new.batch_id, quarter, quarter + interval '15 minutes');
  return null;
end
$$;
create trigger measurements_marked after update on measurements for each row
  when (old.is_valid is distinct from new.is_valid)
  execute function recount_marked_measurement();

select recount_measurements(book_id, id, '-infinity', 'infinity') from batches;
