-- What people manage of their account: users, keys, ways in. And where an entry of the audit came from.

alter table users
  add column version integer not null default 1,
  drop constraint users_role_known,
  add constraint users_role_known check
    (role in ('owner', 'admin', 'sales', 'warehouse', 'accountant', 'brewer', 'bartender', 'viewer'));

alter table api_keys
  add column version integer not null default 1;

alter table tenants
  -- An owner who signs in by password alone may do nothing but set up a second step.
  add column owners_need_two_steps boolean not null default false;

-- step
-- When a key was last used; written once a minute at most, and apart from the key, whose changes everybody hears of.
create table key_uses (
  key_id        uuid primary key references api_keys (id),
  last_used_at  timestamptz(3) not null
);

-- step
-- Links sent by mail: one that invites a user, one that lets a person set another password. Each works once.
create table mailed_links (
  token_hash  bytea primary key,
  kind        text not null,
  tenant_id   uuid,
  user_id     uuid,
  email       text not null,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  used_at     timestamptz(3),
  constraint mailed_links_kind_known check (kind in ('invitation', 'reset')),
  constraint mailed_links_invite_a_user check ((kind = 'invitation') = (user_id is not null)),
  constraint mailed_links_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index mailed_links_by_user on mailed_links (tenant_id, user_id) where user_id is not null;
create index mailed_links_by_email on mailed_links (lower(email));

-- Who asked for another password, known or not: looked up later, so that the answer takes the same time for everybody.
create table asked_resets (
  email     text primary key,
  asked_at  timestamptz(3) not null
);

-- What a mail tells instead of {secret}: sealed, and let go once it is sent.
alter table mails
  add column secret bytea;

-- step
alter table people
  -- When somebody showed that mail to this address reaches them.
  add column email_proved_at timestamptz(3),
  -- Sealed. It counts once a code of it was sent.
  add column totp_secret bytea,
  add column totp_verified_at timestamptz(3),
  -- The step of the last code that was used: it and those before it work no more.
  add column totp_last_step bigint not null default 0;

create table recovery_codes (
  person_id  uuid not null references people (id),
  code_hash  bytea not null,
  used_at    timestamptz(3),
  primary key (person_id, code_hash)
);

create table passkeys (
  id             uuid primary key,
  person_id      uuid not null references people (id),
  credential_id  text not null,
  public_key     bytea not null,
  counter        bigint not null,
  transports     text[] not null,
  name           text not null,
  created_at     timestamptz(3) not null,
  last_used_at   timestamptz(3),
  constraint passkeys_credential_unique unique (credential_id)
);
create index passkeys_by_person on passkeys (person_id, created_at);

-- What a browser was asked to sign; each is answered once.
create table passkey_challenges (
  challenge   text primary key,
  -- Of the person who adds a passkey; null to sign in.
  user_id     uuid,
  expires_at  timestamptz(3) not null
);

-- step
alter table sessions
  -- The password was right, the code is still to come: until then there is no account.
  add column awaits_second_step boolean not null default false,
  -- Opened by more than a password: by a passkey, a code, or a link.
  add column is_strong boolean not null default true;

-- step
-- From where, by which request and through which endpoint a change came. Entries without them hash as they always did.
alter table audit_entries
  add column address text,
  add column request_id uuid,
  add column endpoint text;
create index audit_entries_by_subject on audit_entries (tenant_id, subject_id, sequence);

create or replace function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(entry.previous_hash || convert_to(
    case when entry.address is null and entry.request_id is null and entry.endpoint is null
         then json_build_array(
           entry.tenant_id, entry.sequence, floor(extract(epoch from entry.at) * 1000)::bigint, entry.actor_type,
           entry.actor_id, entry.action, entry.subject_id, entry.details::text)::text
         else json_build_array(
           entry.tenant_id, entry.sequence, floor(extract(epoch from entry.at) * 1000)::bigint, entry.actor_type,
           entry.actor_id, entry.action, entry.subject_id, entry.details::text, entry.address, entry.request_id,
           entry.endpoint)::text
    end, 'UTF8'))
$$;

create function append_audit(
  tenant uuid, happened_at timestamptz, actor text, actor_key uuid, done text, subject uuid, told json,
  from_address text, by_request uuid, through text
) returns void language plpgsql as $$
declare
  head audit_heads;
  entry audit_entries;
begin
  insert into audit_heads (tenant_id, sequence, hash) values (tenant, 0, '') on conflict (tenant_id) do nothing;
  select * into head from audit_heads where tenant_id = tenant for update;
  entry := row(tenant, head.sequence + 1, happened_at, actor, actor_key, done, subject, told, head.hash, '',
               from_address, by_request, through)::audit_entries;
  entry.hash := audit_hash(entry);
  insert into audit_entries select (entry).*;
  update audit_heads set sequence = entry.sequence, hash = entry.hash where tenant_id = tenant;
end
$$;

-- As nodes of the version before call it.
create or replace function append_audit(
  tenant uuid, happened_at timestamptz, actor text, actor_key uuid, done text, subject uuid, told json
) returns void language sql as $$
  select append_audit(tenant, happened_at, actor, actor_key, done, subject, told, null, null, null)
$$;
