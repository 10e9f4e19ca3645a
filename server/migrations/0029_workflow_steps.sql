-- Workflow steps: what an action of a document starts, who does it, and which actions wait for it.

-- The actions that start steps or may be held back by one; null where the book has none. It stands with the book, which
-- every write reads anyway, so a book without definitions asks for nothing more.
alter table books add column watched_actions jsonb;
create trigger books_watched_actions_changed after update of watched_actions on books
  for each statement execute function notify_accounts_changed();

-- step
create table workflow_definitions (
  book_id     uuid not null references books (id),
  id          uuid not null,
  code        text not null,
  name        text not null,
  document    text not null,
  action      text not null,
  to_state    text,
  conditions  json not null,
  steps       json not null,
  is_active   boolean not null,
  -- What steps made by it may be about and hold back, now or by what it said before: steps outlive a change of it.
  watched     text[] not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint workflow_definitions_code_unique unique (book_id, code)
);

create table workflow_steps (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  version            integer not null,
  run_id             uuid not null,
  definition_code    text not null,
  definition_name    text not null,
  sort_order         integer not null,
  key                text not null,
  title              text not null,
  kind               text not null,
  status             text not null,
  document_object    text not null,
  document_id        uuid not null,
  blocks             text[] not null,
  role               text not null,
  -- Steps of the run it comes after, and how many of them are not done well yet.
  after_keys         text[] not null,
  open_after         integer not null,
  call_mode          text,
  timeout_seconds    integer,
  params             json,
  -- The record as lists showed it when the step was made.
  shown_document     json not null,
  result             json,
  outcome            text,
  note               text,
  called_at          timestamptz(3),
  deadline_at        timestamptz(3),
  handed_over_at     timestamptz(3),
  completed_at       timestamptz(3),
  completed_by_type  text,
  completed_by_id    uuid,
  -- Its document was cancelled or reverted since: even a rejection holds nothing back any more.
  is_over            boolean not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint workflow_steps_definition_exists
    foreign key (book_id, definition_code) references workflow_definitions (book_id, code),
  constraint workflow_steps_key_unique unique (book_id, run_id, key),
  constraint workflow_steps_kind_known check (kind in ('external', 'person')),
  constraint workflow_steps_status_known
    check (status in ('pending', 'called', 'waiting_external', 'handed_over', 'completed', 'cancelled')),
  constraint workflow_steps_outcome_known check (outcome in ('ok', 'rejected')),
  constraint workflow_steps_of_external check ((kind = 'external') = (call_mode is not null and timeout_seconds is not null)),
  constraint workflow_steps_called_have_deadline
    check (status not in ('called', 'waiting_external') or (called_at is not null and deadline_at is not null)),
  constraint workflow_steps_handed_over_when check (status <> 'handed_over' or handed_over_at is not null),
  constraint workflow_steps_completed_whole check (
    (status = 'completed') = (completed_at is not null) and (status = 'completed') = (outcome is not null)
    and (status = 'completed') = (completed_by_type is not null) and (status = 'completed') = (completed_by_id is not null)),
  constraint workflow_steps_after_counted check (open_after between 0 and cardinality(after_keys))
);
create index workflow_steps_by_created on workflow_steps (book_id, created_at, id);
create index workflow_steps_by_updated on workflow_steps (book_id, updated_at, id);
create index workflow_steps_status on workflow_steps (book_id, status, created_at, id);
create index workflow_steps_kind on workflow_steps (book_id, kind, created_at, id);
create index workflow_steps_definition on workflow_steps (book_id, definition_code, created_at, id);
create index workflow_steps_document_object on workflow_steps (book_id, document_object, created_at, id);
create index workflow_steps_document on workflow_steps (book_id, document_id, created_at, id);
-- What the worker looks for every second.
create index workflow_steps_due on workflow_steps (deadline_at) where status in ('called', 'waiting_external');
