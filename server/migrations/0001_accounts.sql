-- Who may call us: tenants with their plan, the two books of each, users, API keys, console sessions.

-- Secrets that every node of one database shares, made at the first start.
create table service_secrets (
  name        text primary key,
  value       bytea not null,
  created_at  timestamptz(3) not null default now()
);

create table tenants (
  id                     uuid primary key,
  slug                   text not null,
  name                   text not null,
  vertical               text not null,
  country_code           text not null,
  time_zone              text not null,
  unit_system            text not null,
  is_vat_payer           boolean not null,
  is_locked              boolean not null default false,
  modules                text[] not null,
  rate_per_min           integer not null,
  max_keys               integer not null,
  max_webhook_endpoints  integer not null,
  max_partners           integer not null,
  storage_mb             integer not null,
  events_retention_days  integer not null,
  created_at             timestamptz(3) not null,
  updated_at             timestamptz(3) not null,
  constraint tenants_slug_unique unique (slug),
  constraint tenants_slug_shape check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  constraint tenants_unit_system_known check (unit_system in ('metric', 'uk', 'us')),
  constraint tenants_limits_positive check (
    rate_per_min > 0 and max_keys >= 0 and max_webhook_endpoints >= 0
    and max_partners >= 0 and storage_mb >= 0 and events_retention_days > 0)
);

-- The row every write locks first. last_sequence and last_write_at only grow: they order the book's log.
create table books (
  id              uuid primary key,
  tenant_id       uuid not null references tenants (id),
  is_live         boolean not null,
  last_sequence   bigint not null default 0,
  first_sequence  bigint not null default 1,
  last_write_at   timestamptz(3) not null default '2000-01-01Z',
  partner_count   integer not null default 0,
  created_at      timestamptz(3) not null,
  constraint books_one_per_mode unique (tenant_id, is_live),
  constraint books_sequence_sound check (first_sequence between 1 and last_sequence + 1),
  constraint books_partner_count_sound check (partner_count >= 0)
) with (fillfactor = 20);

create table users (
  tenant_id   uuid not null references tenants (id),
  id          uuid not null,
  email       text not null,
  name        text not null,
  role        text not null,
  rights      text[] not null,
  is_active   boolean not null default true,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (tenant_id, id),
  constraint users_role_known check (role in ('owner', 'admin', 'sales', 'warehouse', 'accountant', 'viewer'))
);
create unique index users_email_unique on users (tenant_id, lower(email));

-- A rolled key keeps its lineage, so that a retry after the rotation still finds its stored answer.
create table api_keys (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  tenant_id          uuid not null,
  owner_id           uuid not null,
  lineage_id         uuid not null,
  name               text not null,
  prefix             text not null,
  last_four          text not null,
  secret_hash        bytea not null,
  scopes             text[] not null,
  allowed_addresses  text[] not null default '{}',
  expires_at         timestamptz(3),
  revoked_at         timestamptz(3),
  created_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint api_keys_id_unique unique (id),
  constraint api_keys_secret_unique unique (secret_hash),
  constraint api_keys_owner_exists foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index api_keys_by_tenant on api_keys (tenant_id, created_at, id);

create table sign_in_links (
  token_hash  bytea primary key,
  tenant_id   uuid not null,
  user_id     uuid not null,
  expires_at  timestamptz(3) not null,
  used_at     timestamptz(3),
  constraint sign_in_links_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create table sessions (
  token_hash  bytea primary key,
  tenant_id   uuid not null,
  user_id     uuid not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  constraint sessions_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- A hint to every node that what it remembers of accounts may be old. Correctness never depends on it.
create function notify_accounts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cellarbook_accounts', '');
  return null;
end
$$;
create trigger tenants_changed after insert or update or delete on tenants
  for each statement execute function notify_accounts_changed();
create trigger users_changed after insert or update or delete on users
  for each statement execute function notify_accounts_changed();
create trigger api_keys_changed after insert or update or delete on api_keys
  for each statement execute function notify_accounts_changed();
