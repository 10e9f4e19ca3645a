-- What the write path keeps in every book: the event log, stored answers and external references.

-- Numbered 1..n without a gap in the order of commits, because the number is taken under the book's lock.
create table events (
  book_id      uuid not null references books (id),
  sequence     bigint not null,
  id           uuid not null,
  type         text not null,
  api_version  text not null,
  actor_type   text not null,
  actor_id     uuid,
  request_id   uuid not null,
  object       text not null,
  object_id    uuid,
  data         json not null,
  created_at   timestamptz(3) not null,
  primary key (book_id, sequence),
  constraint events_actor_known check (actor_type in ('api_key', 'user', 'system'))
);
create index events_by_type on events (book_id, type, sequence);
create index events_by_object on events (book_id, object_id, sequence);
create index events_by_age on events (book_id, created_at);

-- The answer of a write that carried an Idempotency-Key, kept in the same transaction as its effects.
create table stored_answers (
  book_id          uuid not null references books (id),
  lineage_id       uuid not null,
  idempotency_key  text not null,
  fingerprint      bytea not null,
  method           text not null,
  path             text not null,
  request_id       uuid not null,
  status           smallint not null,
  location         text,
  etag             text,
  body             bytea not null,
  created_at       timestamptz(3) not null,
  primary key (book_id, lineage_id, idempotency_key)
);
create index stored_answers_by_age on stored_answers (created_at);

-- One namespace per book and family; `object` tells which record of the family carries the reference.
create table external_refs (
  book_id    uuid not null references books (id),
  family     text not null,
  system     text not null,
  ref_id     text not null,
  object     text not null,
  object_id  uuid not null,
  primary key (book_id, family, system, ref_id)
);
create unique index external_refs_one_per_record on external_refs (book_id, object_id);
