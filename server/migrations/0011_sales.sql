-- Sales: orders, issued invoices and credit notes, and the ledger of payments.

create table orders (
  book_id          uuid not null references books (id),
  id               uuid not null,
  version          integer not null,
  number           text not null,
  status           text not null,
  -- The state to return to when its invoice is cancelled.
  status_before_invoice text,
  partner_id       uuid not null,
  contact_id       uuid,
  order_date       date not null,
  delivery_date    date,
  shipped_date     date,
  delivered_date   date,
  shop_id          uuid,
  warehouse_id     uuid,
  category_id      uuid,
  event_id         uuid,
  activity_id      uuid,
  currency         text not null,
  total_excl_vat   numeric not null,
  total_vat        numeric not null,
  total_incl_vat   numeric not null,
  total_deposit    numeric not null,
  invoice_id       uuid,
  cashflow_id      uuid,
  origin           text not null,
  delivery_type    text,
  delivery_street  text,
  delivery_city    text,
  delivery_zip     text,
  delivery_country text,
  payment_method   text,
  notes            text,
  internal_notes   text,
  external_system  text,
  external_id      text,
  search_text      text not null,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint orders_number_unique unique (book_id, number),
  constraint orders_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint orders_contact_exists foreign key (book_id, contact_id) references contacts (book_id, id),
  constraint orders_shop_exists foreign key (book_id, shop_id) references shops (book_id, id),
  constraint orders_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint orders_category_exists foreign key (book_id, category_id) references categories (book_id, id),
  constraint orders_event_exists foreign key (book_id, event_id) references categories (book_id, id),
  constraint orders_activity_exists foreign key (book_id, activity_id) references categories (book_id, id),
  constraint orders_status_known check (status in (
    'draft', 'confirmed', 'in_preparation', 'shipped', 'delivered', 'invoiced', 'cancelled')),
  constraint orders_origin_known check (origin in ('manual', 'template', 'b2b_portal', 'pos', 'api')),
  constraint orders_delivery_known check (delivery_type in ('pickup', 'own_transport', 'courier')),
  constraint orders_method_known check (payment_method in ('cash', 'bank_transfer', 'card')),
  constraint orders_totals_add_up check (
    total_incl_vat = total_excl_vat + total_vat and total_excl_vat >= 0 and total_vat >= 0 and total_deposit >= 0),
  constraint orders_invoiced_has_invoice check ((status = 'invoiced') = (invoice_id is not null)),
  constraint orders_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index orders_by_created on orders (book_id, created_at, id);
create index orders_by_updated on orders (book_id, updated_at, id);
create index orders_in_status on orders (book_id, status, created_at, id);
create index orders_of_partner on orders (book_id, partner_id, created_at, id);
create index orders_of_warehouse on orders (book_id, warehouse_id, created_at, id);
create index orders_by_date on orders (book_id, order_date, id);
create index orders_search on orders using gin (search_text gin_trgm_ops);
alter table orders alter column search_text set statistics 500;

create table order_lines (
  book_id         uuid not null references books (id),
  id              uuid not null,
  order_id        uuid not null,
  sort_order      integer not null,
  item_id         uuid not null,
  quantity        numeric not null,
  unit_price      numeric not null,
  vat_rate_pct    numeric not null,
  discount_pct    numeric,
  excl_vat        numeric not null,
  vat             numeric not null,
  incl_vat        numeric not null,
  deposit_id      uuid,
  deposit_pieces  numeric not null,
  deposit_total   numeric not null,
  notes           text,
  price_source    text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint order_lines_order_exists foreign key (book_id, order_id) references orders (book_id, id),
  constraint order_lines_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint order_lines_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  constraint order_lines_numbers_sound check (
    quantity > 0 and unit_price >= 0 and vat_rate_pct between 0 and 100 and discount_pct between 0 and 100
    and deposit_pieces >= 0 and deposit_total >= 0),
  constraint order_lines_add_up check (incl_vat = excl_vat + vat),
  constraint order_lines_source_known check (price_source in (
    'partner_price', 'price_list', 'discount', 'base', 'manual'))
);
create unique index order_lines_in_order on order_lines (book_id, order_id, sort_order);
create index order_lines_of_item on order_lines (book_id, item_id, order_id);

alter table stock_documents
  add constraint stock_documents_order_exists foreign key (book_id, order_id) references orders (book_id, id);
alter table stock_reservations
  add constraint stock_reservations_line_exists foreign key (book_id, id) references order_lines (book_id, id);

create table invoices (
  book_id             uuid not null references books (id),
  id                  uuid not null,
  version             integer not null,
  -- A credit note corrects another invoice: its amounts are negative, its numbers a series of their own.
  document_type       text not null,
  original_id         uuid,
  number              text,
  status              text not null,
  partner_id          uuid not null,
  order_id            uuid,
  warehouse_id        uuid,
  category_id         uuid,
  event_id            uuid,
  activity_id         uuid,
  issue_date          date not null,
  due_date            date not null,
  tax_point_date      date not null,
  paid_at             date,
  currency            text not null,
  exchange_rate       numeric,
  total_excl_vat      numeric not null,
  total_vat           numeric not null,
  total_incl_vat      numeric not null,
  variable_symbol     text,
  customer_order_ref  text,
  payment_method      text not null,
  notes               text,
  internal_notes      text,
  external_system     text,
  external_id         text,
  issued_at           timestamptz(3),
  search_text         text not null,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (book_id, id),
  constraint invoices_number_unique unique (book_id, number),
  constraint invoices_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint invoices_order_exists foreign key (book_id, order_id) references orders (book_id, id),
  constraint invoices_original_exists foreign key (book_id, original_id) references invoices (book_id, id),
  constraint invoices_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint invoices_category_exists foreign key (book_id, category_id) references categories (book_id, id),
  constraint invoices_event_exists foreign key (book_id, event_id) references categories (book_id, id),
  constraint invoices_activity_exists foreign key (book_id, activity_id) references categories (book_id, id),
  constraint invoices_type_known check (document_type in ('invoice', 'credit_note')),
  constraint invoices_credit_has_original check ((document_type = 'credit_note') = (original_id is not null)),
  constraint invoices_status_known check (status in ('draft', 'issued', 'paid', 'cancelled')),
  constraint invoices_issued_has_number check (status in ('draft', 'cancelled') or number is not null),
  constraint invoices_draft_has_no_number check (status <> 'draft' or number is null),
  constraint invoices_paid_has_date check ((status = 'paid') = (paid_at is not null)),
  constraint invoices_totals_add_up check (total_incl_vat = total_excl_vat + total_vat),
  constraint invoices_rate_positive check (exchange_rate > 0),
  constraint invoices_method_known check (payment_method in ('cash', 'bank_transfer', 'card')),
  constraint invoices_external_ref_whole check ((external_system is null) = (external_id is null))
);
alter table orders
  add constraint orders_invoice_exists foreign key (book_id, invoice_id) references invoices (book_id, id);
create index invoices_by_created on invoices (book_id, created_at, id);
create index invoices_by_updated on invoices (book_id, updated_at, id);
create index invoices_in_status on invoices (book_id, status, created_at, id);
create index invoices_of_partner on invoices (book_id, partner_id, created_at, id);
create index invoices_of_warehouse on invoices (book_id, warehouse_id, created_at, id) where warehouse_id is not null;
create index invoices_of_order on invoices (book_id, order_id) where order_id is not null;
create index invoices_of_original on invoices (book_id, original_id) where original_id is not null;
create index invoices_by_date on invoices (book_id, issue_date, id);
create index invoices_by_due on invoices (book_id, due_date, id);
create index invoices_by_symbol on invoices (book_id, variable_symbol) where variable_symbol is not null;
create index invoices_search on invoices using gin (search_text gin_trgm_ops);
alter table invoices alter column search_text set statistics 500;

create table invoice_lines (
  book_id                uuid not null references books (id),
  id                     uuid not null,
  invoice_id             uuid not null,
  sort_order             integer not null,
  item_id                uuid,
  description            text not null,
  quantity               numeric not null,
  unit_price             numeric not null,
  vat_rate_pct           numeric not null,
  discount_pct           numeric,
  excl_vat               numeric not null,
  vat                    numeric not null,
  incl_vat               numeric not null,
  category_id            uuid,
  event_id               uuid,
  activity_id            uuid,
  source_stock_issue_id  uuid,
  created_at             timestamptz(3) not null,
  updated_at             timestamptz(3) not null,
  primary key (book_id, id),
  constraint invoice_lines_invoice_exists foreign key (book_id, invoice_id) references invoices (book_id, id),
  constraint invoice_lines_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint invoice_lines_category_exists foreign key (book_id, category_id) references categories (book_id, id),
  constraint invoice_lines_event_exists foreign key (book_id, event_id) references categories (book_id, id),
  constraint invoice_lines_activity_exists foreign key (book_id, activity_id) references categories (book_id, id),
  constraint invoice_lines_source_exists
    foreign key (book_id, source_stock_issue_id) references stock_documents (book_id, id),
  constraint invoice_lines_numbers_sound check (
    quantity <> 0 and vat_rate_pct between 0 and 100 and discount_pct between 0 and 100),
  constraint invoice_lines_add_up check (incl_vat = excl_vat + vat)
);
create unique index invoice_lines_in_order on invoice_lines (book_id, invoice_id, sort_order);
create index invoice_lines_of_item on invoice_lines (book_id, item_id, invoice_id) where item_id is not null;
create index invoice_lines_of_source on invoice_lines (book_id, source_stock_issue_id)
  where source_stock_issue_id is not null;

-- Every payment and its reversal is a row; what is paid is a sum. `rounding` is what cash left open or took too much:
-- amount + rounding is what the payment settles.
create table payments (
  book_id      uuid not null references books (id),
  id           uuid not null,
  object       text not null,
  document_id  uuid not null,
  account_id   uuid not null,
  paid_on      date not null,
  currency     text not null,
  amount       numeric not null,
  rounding     numeric not null,
  reverses_id  uuid,
  created_at   timestamptz(3) not null,
  primary key (book_id, id),
  constraint payments_account_exists foreign key (book_id, account_id) references finance_accounts (book_id, id),
  constraint payments_reversed_exists foreign key (book_id, reverses_id) references payments (book_id, id),
  constraint payments_object_known check (object in ('invoice', 'received_invoice', 'cashflow')),
  constraint payments_amount_sound check (amount <> 0 and abs(rounding) <= 0.50)
);
create index payments_of_document on payments (book_id, document_id, created_at, id);
create unique index payments_reversed_once on payments (book_id, reverses_id) where reverses_id is not null;
