-- Where keys were used from: another one than before is told to the audit. The first twenty of a key are kept.
create table key_addresses (
  key_id         uuid not null references api_keys (id),
  address        text not null,
  first_used_at  timestamptz(3) not null,
  primary key (key_id, address)
);
