-- Webhooks: endpoints with their sealed secrets, the bodies frozen for them, their deliveries; mails to people.

create index events_by_id on events (book_id, id);

-- An answer that shows a secret is sealed; the secret itself is nowhere in clear.
alter table stored_answers add column is_sealed boolean not null default false;

-- cursor_sequence: events up to it have their deliveries. matched_sequence: the last one of them meant for sending.
-- acked_sequence: everything up to it is settled.
create table webhook_endpoints (
  book_id                     uuid not null references books (id),
  id                          uuid not null,
  version                     integer not null,
  url                         text not null,
  description                 text,
  types                       text[] not null,
  status                      text not null,
  disabled_reason             text,
  exclude_own_events          boolean not null,
  key_id                      uuid not null,
  secret                      bytea not null,
  previous_secret             bytea,
  previous_secret_expires_at  timestamptz(3),
  consecutive_failures        integer not null default 0,
  cursor_sequence             bigint not null,
  matched_sequence            bigint not null,
  acked_sequence              bigint not null,
  created_at                  timestamptz(3) not null,
  updated_at                  timestamptz(3) not null,
  primary key (book_id, id),
  constraint webhook_endpoints_key_exists foreign key (book_id, key_id) references api_keys (book_id, id),
  constraint webhook_endpoints_status_known check (status in ('enabled', 'disabled', 'retired')),
  constraint webhook_endpoints_previous_whole check ((previous_secret is null) = (previous_secret_expires_at is null)),
  constraint webhook_endpoints_failures_sound check (consecutive_failures >= 0)
) with (fillfactor = 50);
create index webhook_endpoints_at_work on webhook_endpoints (book_id) where status = 'enabled';
create index webhook_endpoints_by_created on webhook_endpoints (book_id, created_at, id);
create index webhook_endpoints_by_updated on webhook_endpoints (book_id, updated_at, id);
create index webhook_endpoints_in_status on webhook_endpoints (book_id, status, created_at, id);

-- The bytes that were signed and sent, made once; redacted for endpoints whose key may not read the record.
create table webhook_bodies (
  book_id      uuid not null references books (id),
  sequence     bigint not null,
  is_redacted  boolean not null,
  body         bytea not null,
  created_at   timestamptz(3) not null,
  primary key (book_id, sequence, is_redacted)
);
create index webhook_bodies_by_age on webhook_bodies (book_id, created_at);

-- next_attempt_at is also the end of a lease: whoever sends a delivery moves it half a minute ahead first.
create table webhook_deliveries (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  endpoint_id        uuid not null,
  event_id           uuid not null,
  sequence           bigint not null,
  type               text not null,
  previous_sequence  bigint,
  is_redacted        boolean not null,
  status             text not null,
  attempts           jsonb not null default '[]',
  attempts_made      smallint not null default 0,
  next_attempt_at    timestamptz(3),
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint webhook_deliveries_once unique (book_id, endpoint_id, sequence),
  constraint webhook_deliveries_endpoint_exists
    foreign key (book_id, endpoint_id) references webhook_endpoints (book_id, id),
  constraint webhook_deliveries_status_known check (
    status in ('pending', 'retrying', 'succeeded', 'dead', 'skipped', 'held', 'cancelled')),
  constraint webhook_deliveries_open_is_due check (
    (status in ('pending', 'retrying')) = (next_attempt_at is not null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index webhook_deliveries_due on webhook_deliveries (book_id, endpoint_id, next_attempt_at)
  where status in ('pending', 'retrying');
create index webhook_deliveries_open on webhook_deliveries (book_id, endpoint_id, sequence)
  where status in ('pending', 'retrying', 'held');
create index webhook_deliveries_by_created on webhook_deliveries (book_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_age on webhook_deliveries (book_id, created_at)
  where status in ('succeeded', 'skipped', 'dead', 'cancelled');

-- Mails to people of a tenant: written with what they tell of, sent afterwards.
create table mails (
  id               uuid primary key,
  tenant_id        uuid not null references tenants (id),
  topic            text not null,
  recipient        text not null,
  subject          text not null,
  body             text not null,
  attempts_made    integer not null default 0,
  next_attempt_at  timestamptz(3),
  sent_at          timestamptz(3),
  created_at       timestamptz(3) not null,
  -- The same thing is told to the same person once.
  constraint mails_told_once unique (tenant_id, topic, recipient)
);
create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
