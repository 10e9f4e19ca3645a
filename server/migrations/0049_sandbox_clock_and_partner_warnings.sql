-- How far the clock of a book is ahead of the service's; only that of a sandbox is ever moved. last_write_at goes back with it
-- when the sandbox is emptied.
alter table books add column clock_ahead_seconds integer not null default 0,
  add constraint books_clock_ahead_sound check (clock_ahead_seconds >= 0 and (clock_ahead_seconds = 0 or not is_live));
create trigger books_clock_changed after update of clock_ahead_seconds on books
  for each statement execute function notify_accounts_changed();

-- step
-- What looked mistyped in the numbers of a partner when they were last written.
alter table partners add column warnings jsonb not null default '[]';
