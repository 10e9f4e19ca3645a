-- Files: uploads under way, attachments, the inbox; what an imported invoice brings; payments as cash-flow documents.

alter table books add column stored_bytes bigint not null default 0;
alter table books add constraint books_stored_bytes_sound check (stored_bytes >= 0);

-- An upload that was announced. `used_at` is set by whoever sends the bytes first: the address works once.
create table uploads (
  book_id        uuid not null references books (id),
  id             uuid not null,
  path           text not null,
  file_name      text not null,
  mime_type      text not null,
  file_size      bigint not null,
  entity_type    text,
  entity_id      uuid,
  used_at        timestamptz(3),
  attachment_id  uuid,
  created_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint uploads_path_unique unique (book_id, path),
  constraint uploads_entity_whole check ((entity_type is null) = (entity_id is null))
);
create index uploads_by_age on uploads (created_at);

create table attachments (
  book_id      uuid not null references books (id),
  id           uuid not null,
  path         text not null,
  file_name    text not null,
  mime_type    text not null,
  file_size    bigint not null,
  sha256       bytea not null,
  purpose      text not null,
  entity_type  text,
  entity_id    uuid,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (book_id, id),
  constraint attachments_path_unique unique (book_id, path),
  constraint attachments_purpose_known check (purpose in ('upload', 'inbox', 'isdoc_pdf')),
  constraint attachments_hash_whole check (length(sha256) = 32),
  constraint attachments_entity_whole check ((entity_type is null) = (entity_id is null))
);
create index attachments_of_entity on attachments (book_id, entity_id, created_at, id) where entity_id is not null;
create index attachments_by_created on attachments (book_id, created_at, id);
create index attachments_by_updated on attachments (book_id, updated_at, id);

create table inbox_submissions (
  book_id              uuid not null references books (id),
  id                   uuid not null,
  version              integer not null,
  status               text not null,
  outcome              text not null,
  attachment_id        uuid not null,
  received_invoice_id  uuid,
  sha256               bytea not null,
  reason               text,
  note                 text,
  is_duplicate         boolean not null,
  sender               text not null,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  primary key (book_id, id),
  constraint inbox_submissions_attachment_exists
    foreign key (book_id, attachment_id) references attachments (book_id, id),
  constraint inbox_submissions_invoice_exists
    foreign key (book_id, received_invoice_id) references received_invoices (book_id, id),
  constraint inbox_submissions_status_known check (status in ('waiting', 'sorted')),
  constraint inbox_submissions_outcome_known check (outcome in ('isdoc_imported', 'isdoc_rejected', 'files', 'scan'))
);
create index inbox_submissions_by_created on inbox_submissions (book_id, created_at, id);
create index inbox_submissions_by_updated on inbox_submissions (book_id, updated_at, id);
create index inbox_submissions_in_status on inbox_submissions (book_id, status, created_at, id);
create index inbox_submissions_of_outcome on inbox_submissions (book_id, outcome, created_at, id);
create index inbox_submissions_by_hash on inbox_submissions (book_id, sha256, created_at);

-- Senders and files the inbox refuses.
create table inbox_blocks (
  book_id     uuid not null references books (id),
  id          uuid not null,
  kind        text not null,
  value       text not null,
  note        text,
  is_active   boolean not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint inbox_blocks_once unique (book_id, kind, value),
  constraint inbox_blocks_kind_known check (kind in ('sender', 'file'))
);

-- Files nothing refers to any more; the sweep removes their bytes.
create table discarded_files (
  path          text primary key,
  discarded_at  timestamptz(3) not null default now()
);

-- A document is imported once, also when the first import was cancelled since.
drop index received_invoices_isdoc_once;
create unique index received_invoices_isdoc_once on received_invoices (book_id, isdoc_uuid) where isdoc_uuid is not null;

alter table received_invoices add column internal_notes text;
alter table received_invoices add column supplier_account text;
alter table received_invoices add column supplier_iban text;

-- A payment of an invoice is a cash-flow document of its own kind: it says which invoice and which payment.
alter table cashflows add column source_object text;
alter table cashflows add column source_id uuid;
alter table cashflows add column payment_id uuid;
alter table cashflows add constraint cashflows_source_whole check (
  (source_object is null) = (source_id is null) and (source_id is null) = (payment_id is null));
create unique index cashflows_of_payment on cashflows (book_id, payment_id) where payment_id is not null;
create index cashflows_of_source on cashflows (book_id, source_id, created_at, id) where source_id is not null;

-- Suppliers of imported documents are found by business id, tax id or name, however people wrote them.
create index partners_by_plain_ico on partners (book_id, ltrim(regexp_replace(ico, '\s', '', 'g'), '0')) where ico <> '';
create index partners_by_plain_dic on partners (book_id, upper(regexp_replace(dic, '\s', '', 'g'))) where dic <> '';
create index partners_by_name on partners (book_id, name);
