-- The log of calls: one row for each that was answered, kept for a week, a partition for each day (UTC). It belongs to the
-- account and not to a book: it is written beside the writes, and nothing refers to it.
create table requests (
  tenant_id        uuid not null,
  is_live          boolean not null,
  id               uuid not null,
  at               timestamptz(3) not null,
  -- Of a call with a key; of a person the user.
  key_id           uuid,
  user_id          uuid,
  method           text not null,
  -- The id of the endpoint; null where there is none.
  route            text,
  path             text not null,
  query            text,
  status           smallint not null,
  code             text,
  duration_ms      integer not null,
  bytes            integer,
  idempotency_key  text,
  address          text not null,
  request_body     text,
  answer_body      text,
  primary key (tenant_id, is_live, id, at)
) partition by range (at);
create index requests_of_key on requests (tenant_id, is_live, key_id, id);
create index requests_refused on requests (tenant_id, is_live, id) where status >= 400;

-- Calls by the hour, and those the log has no row of because it had no room.
create table request_counts (
  tenant_id  uuid not null,
  is_live    boolean not null,
  -- The key or the user.
  caller_id  uuid not null,
  hour       timestamptz(0) not null,
  calls      integer not null,
  refused    integer not null,
  dropped    integer not null,
  primary key (tenant_id, is_live, caller_id, hour)
) with (fillfactor = 50);
create index request_counts_by_age on request_counts (hour);

-- Tables are made and dropped by their owner alone, and requests run as a role that owns nothing: these two do for it what
-- the log needs, and no more.
create function open_request_day(day date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7223019846);
  execute format('create table if not exists %I partition of requests for values from (%L) to (%L)',
                 'requests_' || to_char(day, 'YYYYMMDD'),
                 day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end
$$;

create function drop_request_days(before date) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7223019846);
  -- Whoever reads the log goes first; the next try is an hour away.
  perform set_config('lock_timeout', '2s', true);
  for partition in
    select c.relname
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'requests'::regclass and c.relname < 'requests_' || to_char(before, 'YYYYMMDD')
     order by c.relname
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
