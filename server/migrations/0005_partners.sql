-- Partners (customers and suppliers) and their contacts.

create extension if not exists pg_trgm;

create table partners (
  book_id        uuid not null references books (id),
  id             uuid not null,
  version        integer not null,
  name           text not null,
  is_customer    boolean not null,
  is_supplier    boolean not null,
  ico            text,
  dic            text,
  email          text,
  phone          text,
  mobile         text,
  web            text,
  street         text,
  city           text,
  zip            text,
  country_id     uuid references countries (id),
  payment_terms  integer not null,
  price_list_id  uuid,
  notes          text,
  external_system text,
  external_id    text,
  is_active      boolean not null,
  search_text    text not null,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint partners_payment_terms_range check (payment_terms between 0 and 365),
  constraint partners_external_ref_whole check ((external_system is null) = (external_id is null))
);
-- An empty business id is no business id: only real ones must differ.
create unique index partners_ico_unique on partners (book_id, ico) where ico <> '';
create index partners_by_created on partners (book_id, created_at, id);
create index partners_by_updated on partners (book_id, updated_at, id);
create index partners_active_by_created on partners (book_id, is_active, created_at, id);
create index partners_customers_by_created on partners (book_id, is_customer, created_at, id);
create index partners_suppliers_by_created on partners (book_id, is_supplier, created_at, id);
create index partners_search on partners using gin (search_text gin_trgm_ops);

create table contacts (
  book_id      uuid not null references books (id),
  id           uuid not null,
  partner_id   uuid not null,
  version      integer not null,
  name         text not null,
  position     text,
  email        text,
  phone        text,
  mobile       text,
  is_primary   boolean not null,
  notes        text,
  search_text  text not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (book_id, id),
  constraint contacts_partner_exists foreign key (book_id, partner_id) references partners (book_id, id)
);
create unique index contacts_one_primary on contacts (book_id, partner_id) where is_primary;
create index contacts_by_created on contacts (book_id, created_at, id);
create index contacts_by_updated on contacts (book_id, updated_at, id);
create index contacts_of_partner on contacts (book_id, partner_id, created_at, id);
create index contacts_of_partner_by_updated on contacts (book_id, partner_id, updated_at, id);
create index contacts_search on contacts using gin (search_text gin_trgm_ops);
