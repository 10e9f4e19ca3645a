-- Excise: rates, the category of the brewery, and the report of each month with its lines per whole °Plato.

create table excise_rates (
  book_id        uuid not null references books (id),
  id             uuid not null,
  category       text not null,
  valid_from     date not null,
  name           text not null,
  rate           numeric not null,
  max_annual_hl  numeric,
  is_active      boolean not null,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint excise_rates_one unique (book_id, category, valid_from),
  constraint excise_rates_first_of_month check (extract(day from valid_from) = 1),
  constraint excise_rates_sound check (rate >= 0 and max_annual_hl > 0)
);

-- Which rates hold from when on; without a row the base rate does.
create table excise_categories (
  book_id     uuid not null references books (id),
  id          uuid not null,
  valid_from  date not null,
  category    text not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint excise_categories_one unique (book_id, valid_from),
  constraint excise_categories_first_of_month check (extract(day from valid_from) = 1)
);

create table excise_reports (
  book_id                 uuid not null references books (id),
  id                      uuid not null,
  version                 integer not null,
  number                  text not null,
  period                  text not null,
  status                  text not null,
  category_code           text not null,
  category_name           text not null,
  category_max_annual_hl  numeric,
  opening_hl              numeric not null,
  produced_hl             numeric not null,
  received_hl             numeric not null,
  released_hl             numeric not null,
  losses_hl               numeric not null,
  closing_hl              numeric not null,
  tax                     numeric not null,
  tax_payable             numeric not null,
  produced_ytd_hl         numeric not null,
  in_production           jsonb not null,
  open_documents          integer not null,
  calculated_at           timestamptz(3) not null,
  filed_at                date,
  notes                   text,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  primary key (book_id, id),
  constraint excise_reports_number_unique unique (book_id, number),
  constraint excise_reports_one_per_month unique (book_id, period),
  constraint excise_reports_period_shape check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint excise_reports_status_known check (status in ('draft', 'filed')),
  constraint excise_reports_filed check ((status = 'filed') = (filed_at is not null)),
  constraint excise_reports_balanced check (closing_hl = opening_hl + produced_hl + received_hl - released_hl - losses_hl)
);
create index excise_reports_by_created on excise_reports (book_id, created_at, id);
create index excise_reports_by_updated on excise_reports (book_id, updated_at, id);
create index excise_reports_in_status on excise_reports (book_id, status, created_at, id);

create table excise_report_lines (
  book_id      uuid not null,
  id           uuid not null,
  report_id    uuid not null,
  plato        integer not null,
  opening_hl   numeric not null,
  produced_hl  numeric not null,
  received_hl  numeric not null,
  released_hl  numeric not null,
  losses_hl    numeric not null,
  closing_hl   numeric not null,
  rate         numeric not null,
  tax          numeric not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (book_id, id),
  constraint excise_report_lines_report_exists
    foreign key (book_id, report_id) references excise_reports (book_id, id),
  constraint excise_report_lines_balanced check (
    closing_hl = opening_hl + produced_hl + received_hl - released_hl - losses_hl)
);
create unique index excise_report_lines_of_report on excise_report_lines (book_id, report_id, plato);
