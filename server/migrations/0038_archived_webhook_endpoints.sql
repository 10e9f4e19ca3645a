-- A webhook endpoint that is no longer wanted is put away: archived.
alter table webhook_endpoints drop constraint webhook_endpoints_status_known;
alter table webhook_endpoints add constraint webhook_endpoints_status_known
  check (status in ('enabled', 'disabled', 'retired', 'archived'));
