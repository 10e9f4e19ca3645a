-- People sign in. A person may belong to several accounts; a user of an account is a person once they have proved it.

create table people (
  id                   uuid primary key,
  email                text not null,
  -- argon2id, with its parameters.
  password_hash        text,
  password_changed_at  timestamptz(3),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  constraint people_password_dated check ((password_hash is null) = (password_changed_at is null))
);
create unique index people_email_unique on people (lower(email));

alter table users
  add column person_id uuid references people (id),
  -- What the person prefers in this account: language, theme, views. Read by nobody else.
  add column preferences jsonb not null default '{}';
create index users_by_person on users (person_id) where person_id is not null;

-- step
-- Tries to sign in by an e-mail, of a person or of nobody: after five failures each next one has to wait longer.
create table sign_in_tries (
  email_hash  bytea primary key,
  failures    integer not null,
  wait_until  timestamptz(3),
  updated_at  timestamptz(3) not null
);

-- step
-- Sessions live for hours: those that are open are ended instead of guessing what they would be now. The defaults are for
-- nodes of the version before, which still open some.
delete from sessions;
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  -- Null until a person with several accounts has chosen one.
  alter column tenant_id drop not null,
  alter column user_id drop not null,
  add column person_id uuid references people (id),
  -- Written once a minute at most.
  add column last_seen_at timestamptz(3) not null default now(),
  -- When the person last proved who they are.
  add column proved_at timestamptz(3) not null default now(),
  add column address text not null default '',
  add column browser text not null default '',
  add constraint sessions_id_unique unique (id),
  add constraint sessions_of_somebody check
    ((tenant_id is null) = (user_id is null) and (user_id is not null or person_id is not null));
create index sessions_by_user on sessions (tenant_id, user_id);
create index sessions_by_person on sessions (person_id) where person_id is not null;
create trigger sessions_ended after delete on sessions
  for each statement execute function notify_accounts_changed();
