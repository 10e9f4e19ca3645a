-- Calls counted over all nodes, in windows of a minute. Nothing that matters is lost with it, so it is not in the log of
-- PostgreSQL: a crash empties it, and a standby begins with none.
create unlogged table shared_counts (
  -- Of a key, or of a network at a door.
  name     text primary key,
  count    integer not null,
  ends_at  timestamptz(3) not null
) with (fillfactor = 50);
create index shared_counts_ended on shared_counts (ends_at);

-- Which signing key the nodes of this database use: a value made from the key, which tells nothing about it.
create table node_agreements (
  name   text primary key,
  value  text not null
);
