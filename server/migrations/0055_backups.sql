-- Backups that the service made by itself, and how they went: all nodes see when the next one is due.
create table backups (
  id        uuid primary key,
  began_at  timestamptz(3) not null,
  ended_at  timestamptz(3),
  name      text not null,
  bytes     bigint,
  -- Why there is none.
  error     text,
  constraint backups_end_somehow check (ended_at is null or (bytes is null) <> (error is null))
);
create index backups_by_time on backups (began_at);
