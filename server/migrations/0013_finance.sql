-- Finance: invoices received from suppliers, and cash-flow documents outside invoices.

create table received_invoices (
  book_id                  uuid not null references books (id),
  id                       uuid not null,
  version                  integer not null,
  number                   text,
  supplier_invoice_number  text not null,
  status                   text not null,
  partner_id               uuid not null,
  issue_date               date not null,
  due_date                 date not null,
  tax_point_date           date not null,
  received_date            date not null,
  paid_at                  date,
  currency                 text not null,
  exchange_rate            numeric,
  total_excl_vat           numeric not null,
  total_vat                numeric not null,
  total_incl_vat           numeric not null,
  -- The tax as the supplier counted it, when the document says so; else ours.
  given_vat                numeric,
  variable_symbol          text,
  notes                    text,
  isdoc_uuid               uuid,
  exported_at              timestamptz(3),
  external_system          text,
  external_id              text,
  search_text              text not null,
  created_at               timestamptz(3) not null,
  updated_at               timestamptz(3) not null,
  primary key (book_id, id),
  constraint received_invoices_number_unique unique (book_id, number),
  constraint received_invoices_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint received_invoices_status_known check (status in ('draft', 'confirmed', 'paid', 'cancelled')),
  constraint received_invoices_confirmed_has_number check (status in ('draft', 'cancelled') or number is not null),
  constraint received_invoices_paid_has_date check ((status = 'paid') = (paid_at is not null)),
  constraint received_invoices_totals_add_up check (total_incl_vat = total_excl_vat + total_vat),
  constraint received_invoices_rate_positive check (exchange_rate > 0),
  constraint received_invoices_external_ref_whole check ((external_system is null) = (external_id is null))
);
-- An ISDOC document is imported once; one that was cancelled may come again.
create unique index received_invoices_isdoc_once on received_invoices (book_id, isdoc_uuid)
  where isdoc_uuid is not null and status <> 'cancelled';
create index received_invoices_by_created on received_invoices (book_id, created_at, id);
create index received_invoices_by_updated on received_invoices (book_id, updated_at, id);
create index received_invoices_in_status on received_invoices (book_id, status, created_at, id);
create index received_invoices_of_partner on received_invoices (book_id, partner_id, created_at, id);
create index received_invoices_by_date on received_invoices (book_id, issue_date, id);
create index received_invoices_by_due on received_invoices (book_id, due_date, id);
create index received_invoices_search on received_invoices using gin (search_text gin_trgm_ops);
alter table received_invoices alter column search_text set statistics 500;

create table received_invoice_lines (
  book_id              uuid not null references books (id),
  id                   uuid not null,
  received_invoice_id  uuid not null,
  sort_order           integer not null,
  description          text not null,
  amount               numeric not null,
  vat_rate_pct         numeric not null,
  category_id          uuid,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  primary key (book_id, id),
  constraint received_invoice_lines_invoice_exists
    foreign key (book_id, received_invoice_id) references received_invoices (book_id, id),
  constraint received_invoice_lines_category_exists
    foreign key (book_id, category_id) references categories (book_id, id),
  constraint received_invoice_lines_sound check (
    scale(trim_scale(amount)) <= 2 and vat_rate_pct between 0 and 100)
);
create unique index received_invoice_lines_in_order on received_invoice_lines (book_id, received_invoice_id, sort_order);

create table cashflows (
  book_id         uuid not null references books (id),
  id              uuid not null,
  version         integer not null,
  number          text not null,
  type            text not null,
  status          text not null,
  date            date not null,
  description     text not null,
  amount          numeric not null,
  currency        text not null,
  payment_method  text not null,
  partner_id      uuid,
  category_id     uuid,
  event_id        uuid,
  activity_id     uuid,
  paid_at         date,
  search_text     text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint cashflows_number_unique unique (book_id, number),
  constraint cashflows_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint cashflows_category_exists foreign key (book_id, category_id) references categories (book_id, id),
  constraint cashflows_event_exists foreign key (book_id, event_id) references categories (book_id, id),
  constraint cashflows_activity_exists foreign key (book_id, activity_id) references categories (book_id, id),
  constraint cashflows_type_known check (type in ('income', 'expense')),
  constraint cashflows_status_known check (status in ('draft', 'confirmed', 'cancelled')),
  constraint cashflows_method_known check (payment_method in ('cash', 'bank_transfer', 'card')),
  constraint cashflows_amount_positive check (amount > 0)
);
create index cashflows_by_created on cashflows (book_id, created_at, id);
create index cashflows_by_updated on cashflows (book_id, updated_at, id);
create index cashflows_of_type on cashflows (book_id, type, created_at, id);
create index cashflows_in_status on cashflows (book_id, status, created_at, id);
create index cashflows_of_partner on cashflows (book_id, partner_id, created_at, id) where partner_id is not null;
create index cashflows_by_date on cashflows (book_id, date, id);
create index cashflows_search on cashflows using gin (search_text gin_trgm_ops);
