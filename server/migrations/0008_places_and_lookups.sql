-- What an account sets up before it writes a document: shops, warehouses, VAT rates, categories, number series,
-- finance accounts. People write these through the settings document; the API only reads them.

create table shops (
  book_id     uuid not null references books (id),
  id          uuid not null,
  version     integer not null,
  code        text not null,
  name        text not null,
  shop_type   text not null,
  street      text,
  city        text,
  zip         text,
  country     text,
  is_default  boolean not null,
  is_active   boolean not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint shops_code_unique unique (book_id, code),
  constraint shops_type_known check (shop_type in ('brewery', 'pub', 'store', 'eshop', 'other')),
  constraint shops_default_is_active check (is_active or not is_default)
);
create unique index shops_one_default on shops (book_id) where is_default;
create index shops_by_created on shops (book_id, created_at, id);
create index shops_by_updated on shops (book_id, updated_at, id);

-- `categories` are the stock categories a warehouse takes; null takes all.
-- A system warehouse is kept by the service: its role tells what for.
create table warehouses (
  book_id             uuid not null references books (id),
  id                  uuid not null,
  version             integer not null,
  code                text not null,
  name                text not null,
  type                text not null,
  system_role         text,
  shop_id             uuid,
  categories          text[],
  is_excise_relevant  boolean not null,
  is_default          boolean not null,
  is_active           boolean not null,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (book_id, id),
  constraint warehouses_code_unique unique (book_id, code),
  constraint warehouses_shop_exists foreign key (book_id, shop_id) references shops (book_id, id),
  constraint warehouses_type_known check (type in ('standard', 'retail', 'system')),
  constraint warehouses_role_known check (system_role in ('on_tap', 'in_transit')),
  constraint warehouses_role_of_system check (system_role is null or type = 'system'),
  constraint warehouses_default_usable check (not is_default or (is_active and type <> 'system'))
);
create unique index warehouses_one_default on warehouses (book_id) where is_default;
create index warehouses_by_created on warehouses (book_id, created_at, id);
create index warehouses_by_updated on warehouses (book_id, updated_at, id);
create index warehouses_of_shop on warehouses (book_id, shop_id);

create table vat_rates (
  book_id     uuid not null references books (id),
  id          uuid not null,
  code        text not null,
  name        text not null,
  rate_pct    numeric not null,
  is_default  boolean not null,
  is_active   boolean not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint vat_rates_code_unique unique (book_id, code),
  constraint vat_rates_rate_range check (rate_pct between 0 and 100 and scale(trim_scale(rate_pct)) <= 2),
  constraint vat_rates_default_is_active check (is_active or not is_default)
);
create unique index vat_rates_one_default on vat_rates (book_id) where is_default;

create table categories (
  book_id     uuid not null references books (id),
  id          uuid not null,
  kind        text not null,
  code        text not null,
  name        text not null,
  is_active   boolean not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint categories_code_unique unique (book_id, kind, code),
  constraint categories_kind_known check (kind in ('category', 'event', 'activity'))
);

-- A document's number is {prefix}{YYYY}{00001}, or {prefix}{00001} for a series that does not begin anew each year.
create table number_series (
  book_id        uuid not null references books (id),
  id             uuid not null,
  document_kind  text not null,
  prefix         text not null,
  digits         smallint not null,
  is_yearly      boolean not null,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint number_series_one_per_kind unique (book_id, document_kind),
  constraint number_series_digits_range check (digits between 3 and 10)
);

-- Taken under the book's lock in the transaction of the document, so that no number is ever skipped.
-- The year 0 belongs to a series that does not begin anew.
create table number_counters (
  book_id        uuid not null references books (id),
  document_kind  text not null,
  year           integer not null,
  last_number    integer not null,
  primary key (book_id, document_kind, year),
  constraint number_counters_series_exists
    foreign key (book_id, document_kind) references number_series (book_id, document_kind),
  constraint number_counters_positive check (last_number > 0)
);

create table finance_accounts (
  book_id         uuid not null references books (id),
  id              uuid not null,
  code            text not null,
  type            text not null,
  name            text not null,
  currency        text not null,
  account_number  text,
  iban            text,
  bic             text,
  is_active       boolean not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint finance_accounts_code_unique unique (book_id, code),
  constraint finance_accounts_type_known check (type in ('bank', 'cash', 'card')),
  constraint finance_accounts_currency_shape check (currency ~ '^[A-Z]{3}$')
);

-- Where a payment goes that names no account, by its method and currency.
create table finance_defaults (
  book_id         uuid not null references books (id),
  id              uuid not null,
  payment_method  text not null,
  currency        text not null,
  account_id      uuid not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint finance_defaults_one unique (book_id, payment_method, currency),
  constraint finance_defaults_account_exists
    foreign key (book_id, account_id) references finance_accounts (book_id, id),
  constraint finance_defaults_method_known check (payment_method in ('cash', 'bank_transfer', 'card'))
);
