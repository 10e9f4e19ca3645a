-- Who changed keys, endpoints, plans and settings, and who signed in: appended with the change, chained by hash.

create table audit_entries (
  tenant_id      uuid not null references tenants (id),
  sequence       bigint not null,
  at             timestamptz(3) not null,
  actor_type     text not null,
  actor_id       uuid,
  action         text not null,
  subject_id     uuid,
  -- As it was written: the hash is over these very characters.
  details        json not null,
  previous_hash  bytea not null,
  hash           bytea not null,
  primary key (tenant_id, sequence),
  constraint audit_entries_actor_known check (actor_type in ('cli', 'api_key', 'user', 'system'))
);

-- The end of each chain. Who appends holds its row: entries of a tenant are written one after another.
create table audit_heads (
  tenant_id  uuid primary key references tenants (id),
  sequence   bigint not null,
  hash       bytea not null
);

create function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(entry.previous_hash || convert_to(json_build_array(
    entry.tenant_id, entry.sequence, floor(extract(epoch from entry.at) * 1000)::bigint, entry.actor_type,
    entry.actor_id, entry.action, entry.subject_id, entry.details::text)::text, 'UTF8'))
$$;

create function append_audit(
  tenant uuid, happened_at timestamptz, actor text, actor_key uuid, done text, subject uuid, told json
) returns void language plpgsql as $$
declare
  head audit_heads;
  entry audit_entries;
begin
  insert into audit_heads (tenant_id, sequence, hash) values (tenant, 0, '') on conflict (tenant_id) do nothing;
  select * into head from audit_heads where tenant_id = tenant for update;
  entry := row(tenant, head.sequence + 1, happened_at, actor, actor_key, done, subject, told, head.hash, '')::audit_entries;
  entry.hash := audit_hash(entry);
  insert into audit_entries select (entry).*;
  update audit_heads set sequence = entry.sequence, hash = entry.hash where tenant_id = tenant;
end
$$;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only appended to';
end
$$;
create trigger audit_entries_only_appended before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
