-- A webhook endpoint may be of a person: the rights of its owner decide what it is shown, unless it names a key.
alter table webhook_endpoints
  alter column key_id drop not null,
  -- The user of the account who registered it.
  add column owner_id uuid,
  add constraint webhook_endpoints_of_somebody check (key_id is not null or owner_id is not null);
