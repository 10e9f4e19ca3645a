-- An operator may say how long the audit is kept. What is older goes from the beginning of a chain, and the head keeps where
-- it was cut: the number and the hash of the last entry that went, by which the first one left is still checked.
alter table audit_heads
  add column cut_sequence bigint not null default 0,
  add column cut_hash bytea not null default '';

-- Nobody removes entries but this function, which belongs to the owner of the table: neither the end of a chain, nor a part
-- of its middle, nor anything younger than 90 days can go. It returns how many went.
create function cut_audit(tenant uuid, before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  kept bigint;
  gone integer;
begin
  select * into head from audit_heads where tenant_id = tenant for update;
  -- The first that stays; the last one always does.
  select coalesce(min(sequence) filter (where at >= least(before, now() - interval '90 days') or sequence = head.sequence),
                  max(sequence))
    into kept
    from (select sequence, at
            from audit_entries
           where tenant_id = tenant
           order by sequence
           limit most + 1) oldest;
  update audit_heads h
     set cut_sequence = e.sequence, cut_hash = e.hash
    from audit_entries e
   where h.tenant_id = tenant and e.tenant_id = tenant and e.sequence = kept - 1;
  -- Said inside: a role that is no superuser may make no function that says it in its head.
  perform set_config('cellarbook.cuts_audit', 'on', true);
  delete from audit_entries where tenant_id = tenant and sequence < kept;
  get diagnostics gone = row_count;
  perform set_config('cellarbook.cuts_audit', 'off', true);
  return gone;
end
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cellarbook.cuts_audit', true) = 'on'
     and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception 'the audit is only appended to';
end
$$;
