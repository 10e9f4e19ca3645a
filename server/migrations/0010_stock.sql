-- Stock: documents and their lines, FIFO layers, what took from them, levels, and the days they changed on.
-- Every number here is exact; the checks say what can never be. Tables that are written by the hundred refer to their
-- book through what they belong to: a key of its own would be checked for every row.

-- Goods receipts and stock issues. They share their references and their states.
create table stock_documents (
  book_id              uuid not null references books (id),
  id                   uuid not null,
  version              integer not null,
  movement_type        text not null,
  number               text not null,
  movement_purpose     text not null,
  status               text not null,
  date                 date not null,
  warehouse_id         uuid not null,
  target_warehouse_id  uuid,
  partner_id           uuid,
  order_id             uuid,
  batch_id             uuid,
  -- The pair of a repack, the count that posted it, the issue of the transfer it receives.
  repack_id            uuid,
  count_id             uuid,
  source_issue_id      uuid,
  additional_cost      numeric not null,
  total_cost           numeric not null,
  notes                text,
  external_system      text,
  external_id          text,
  -- When it was confirmed; layers of one day queue by it.
  posted_at            timestamptz(3),
  search_text          text not null,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  primary key (book_id, id),
  constraint stock_documents_number_unique unique (book_id, movement_type, number),
  constraint stock_documents_warehouse_exists
    foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint stock_documents_target_exists
    foreign key (book_id, target_warehouse_id) references warehouses (book_id, id),
  constraint stock_documents_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint stock_documents_source_exists
    foreign key (book_id, source_issue_id) references stock_documents (book_id, id),
  constraint stock_documents_type_known check (movement_type in ('receipt', 'issue')),
  constraint stock_documents_status_known check (status in ('draft', 'confirmed', 'cancelled')),
  constraint stock_documents_posted check ((status = 'confirmed') = (posted_at is not null)),
  constraint stock_documents_target_of_transfer check (
    target_warehouse_id is null or (movement_type = 'issue' and movement_purpose = 'transfer')),
  constraint stock_documents_costs_sound check (additional_cost >= 0 and total_cost >= 0),
  constraint stock_documents_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index stock_documents_by_created on stock_documents (book_id, movement_type, created_at, id);
create index stock_documents_by_updated on stock_documents (book_id, movement_type, updated_at, id);
create index stock_documents_in_status on stock_documents (book_id, movement_type, status, created_at, id);
create index stock_documents_for_purpose on stock_documents (book_id, movement_type, movement_purpose, created_at, id);
create index stock_documents_of_warehouse on stock_documents (book_id, movement_type, warehouse_id, created_at, id);
create index stock_documents_of_partner on stock_documents (book_id, partner_id, created_at, id)
  where partner_id is not null;
create index stock_documents_of_order on stock_documents (book_id, order_id) where order_id is not null;
create index stock_documents_of_repack on stock_documents (book_id, repack_id) where repack_id is not null;
create index stock_documents_of_source on stock_documents (book_id, source_issue_id) where source_issue_id is not null;
create index stock_documents_by_date on stock_documents (book_id, movement_type, date, id);
create index stock_documents_search on stock_documents using gin (search_text gin_trgm_ops);
alter table stock_documents alter column search_text set statistics 500;

-- `issued_quantity` overrides the quantity that is posted; `given_value` is a cost carried over exactly, as by a
-- transfer; `value` is what the posting moved.
create table stock_lines (
  book_id          uuid not null,
  id               uuid not null,
  document_id      uuid not null,
  line_order       integer not null,
  item_id          uuid not null,
  quantity         numeric not null,
  issued_quantity  numeric,
  unit_price       numeric,
  given_value      numeric,
  value            numeric,
  lot_id           uuid,
  lot_number       text,
  expiry_date      date,
  -- The layer a transfer took it from.
  source_lot_id    uuid,
  order_line_id    uuid,
  notes            text,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint stock_lines_document_exists
    foreign key (book_id, document_id) references stock_documents (book_id, id),
  constraint stock_lines_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint stock_lines_quantity_positive check (quantity > 0),
  constraint stock_lines_issued_within check (issued_quantity between 0 and quantity),
  constraint stock_lines_prices_sound check (unit_price >= 0 and given_value >= 0 and value >= 0)
) with (fillfactor = 70);
create unique index stock_lines_of_document on stock_lines (book_id, document_id, line_order);
create index stock_lines_of_item on stock_lines (book_id, item_id, document_id);
create index stock_lines_of_source on stock_lines (book_id, source_lot_id) where source_lot_id is not null;

-- A confirmed receipt line is one layer; its id is the line's. Layers are never merged.
create table stock_lots (
  book_id             uuid not null,
  id                  uuid not null,
  document_id         uuid not null,
  item_id             uuid not null,
  warehouse_id        uuid not null,
  received_on         date not null,
  posted_at           timestamptz(3) not null,
  line_order          integer not null,
  received_quantity   numeric not null,
  remaining_quantity  numeric not null,
  received_value      numeric not null,
  remaining_value     numeric not null,
  unit_price          numeric not null,
  lot_number          text,
  expiry_date         date,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (book_id, id),
  constraint stock_lots_line_exists foreign key (book_id, id) references stock_lines (book_id, id),
  constraint stock_lots_document_exists foreign key (book_id, document_id) references stock_documents (book_id, id),
  constraint stock_lots_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint stock_lots_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint stock_lots_quantity_within check (
    received_quantity > 0 and remaining_quantity between 0 and received_quantity),
  constraint stock_lots_value_within check (received_value >= 0 and remaining_value between 0 and received_value),
  constraint stock_lots_empty_is_worth_nothing check (remaining_quantity > 0 or remaining_value = 0)
) with (fillfactor = 85);
-- The queue of R2: the day, the posting, the line.
create index stock_lots_open on stock_lots (book_id, warehouse_id, item_id, received_on, posted_at, line_order, id)
  where remaining_quantity > 0;
create index stock_lots_of_document on stock_lots (book_id, document_id);
create index stock_lots_by_created on stock_lots (book_id, created_at, id);
create index stock_lots_open_by_created on stock_lots (book_id, created_at, id) where remaining_quantity > 0;
create index stock_lots_by_updated on stock_lots (book_id, updated_at, id);
create index stock_lots_open_by_updated on stock_lots (book_id, updated_at, id) where remaining_quantity > 0;
create index stock_lots_of_item on stock_lots (book_id, item_id, created_at, id);
create index stock_lots_by_label on stock_lots (book_id, lot_number) where lot_number is not null;

-- What an issue line took from a layer. R4: it never changes while the issue is confirmed.
create table stock_allocations (
  book_id      uuid not null,
  line_id      uuid not null,
  lot_id       uuid not null,
  document_id  uuid not null,
  quantity     numeric not null,
  value        numeric not null,
  primary key (book_id, line_id, lot_id),
  constraint stock_allocations_line_exists foreign key (book_id, line_id) references stock_lines (book_id, id),
  constraint stock_allocations_lot_exists foreign key (book_id, lot_id) references stock_lots (book_id, id),
  constraint stock_allocations_sound check (quantity > 0 and value >= 0)
);
create index stock_allocations_of_lot on stock_allocations (book_id, lot_id);
create index stock_allocations_of_document on stock_allocations (book_id, document_id);

-- On hand now: the sum of the open layers. A row stays once there was stock.
create table stock_levels (
  book_id            uuid not null,
  id                 uuid not null,
  item_id            uuid not null,
  warehouse_id       uuid not null,
  quantity           numeric not null,
  reserved_quantity  numeric not null,
  value              numeric not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, item_id, warehouse_id),
  constraint stock_levels_id_unique unique (book_id, id),
  constraint stock_levels_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint stock_levels_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint stock_levels_never_negative check (quantity >= 0 and value >= 0),
  constraint stock_levels_reserved_within check (reserved_quantity between 0 and quantity),
  constraint stock_levels_empty_is_worth_nothing check (quantity > 0 or value = 0)
) with (fillfactor = 70);
create index stock_levels_by_created on stock_levels (book_id, created_at, id);
create index stock_levels_by_updated on stock_levels (book_id, updated_at, id);
create index stock_levels_of_warehouse on stock_levels (book_id, warehouse_id, created_at, id);

-- What each day, and each month, brought and took: the level of a past day is a sum of few rows.
create table stock_days (
  book_id       uuid not null references books (id),
  warehouse_id  uuid not null,
  item_id       uuid not null,
  day           date not null,
  quantity      numeric not null,
  value         numeric not null,
  primary key (book_id, warehouse_id, item_id, day)
) with (fillfactor = 80);
create table stock_months (
  book_id       uuid not null references books (id),
  warehouse_id  uuid not null,
  item_id       uuid not null,
  month         date not null,
  quantity      numeric not null,
  value         numeric not null,
  primary key (book_id, warehouse_id, item_id, month)
) with (fillfactor = 80);

-- What an order holds of the stock, line by line. R8: the nearest delivery first, then the order confirmed first.
create table stock_reservations (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  order_id           uuid not null,
  item_id            uuid not null,
  warehouse_id       uuid not null,
  wanted_quantity    numeric not null,
  issued_quantity    numeric not null,
  reserved_quantity  numeric not null,
  delivery_date      date,
  queued_at          timestamptz(3) not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint stock_reservations_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint stock_reservations_warehouse_exists
    foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint stock_reservations_sound check (
    wanted_quantity > 0 and issued_quantity >= 0
    and reserved_quantity between 0 and greatest(wanted_quantity - issued_quantity, 0))
);
create index stock_reservations_of_pair on stock_reservations (book_id, warehouse_id, item_id);
create index stock_reservations_of_order on stock_reservations (book_id, order_id);
create index stock_reservations_by_created on stock_reservations (book_id, created_at, id);
create index stock_reservations_by_updated on stock_reservations (book_id, updated_at, id);

-- A repack: an issue and a receipt that are confirmed and cancelled together.
create table repacks (
  book_id          uuid not null references books (id),
  id               uuid not null,
  version          integer not null,
  number           text not null,
  status           text not null,
  date             date not null,
  warehouse_id     uuid not null,
  issue_id         uuid not null,
  receipt_id       uuid not null,
  notes            text,
  external_system  text,
  external_id      text,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint repacks_number_unique unique (book_id, number),
  constraint repacks_issue_exists foreign key (book_id, issue_id) references stock_documents (book_id, id),
  constraint repacks_receipt_exists foreign key (book_id, receipt_id) references stock_documents (book_id, id),
  constraint repacks_status_known check (status in ('draft', 'confirmed', 'cancelled'))
);
create index repacks_by_created on repacks (book_id, created_at, id);
create index repacks_by_updated on repacks (book_id, updated_at, id);

-- A count locks its warehouse while it runs; what differs is posted when it ends.
create table inventory_counts (
  book_id       uuid not null references books (id),
  id            uuid not null,
  version       integer not null,
  number        text not null,
  status        text not null,
  date          date not null,
  warehouse_id  uuid not null,
  scope         text not null,
  item_ids      uuid[] not null,
  notes         text,
  issue_id      uuid,
  receipt_id    uuid,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (book_id, id),
  constraint inventory_counts_number_unique unique (book_id, number),
  constraint inventory_counts_warehouse_exists
    foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint inventory_counts_status_known check (status in ('draft', 'running', 'closed', 'cancelled')),
  constraint inventory_counts_scope_known check (scope in ('all', 'listed'))
);
create unique index inventory_counts_one_running on inventory_counts (book_id, warehouse_id) where status = 'running';
create index inventory_counts_by_created on inventory_counts (book_id, created_at, id);
create index inventory_counts_by_updated on inventory_counts (book_id, updated_at, id);
create index inventory_counts_of_warehouse on inventory_counts (book_id, warehouse_id, created_at, id);

create table inventory_count_lines (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  count_id           uuid not null,
  line_order         integer not null,
  item_id            uuid not null,
  lot_id             uuid,
  expected_quantity  numeric,
  counted_quantity   numeric,
  cost_missing       boolean not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint inventory_count_lines_one unique nulls not distinct (book_id, count_id, item_id, lot_id),
  constraint inventory_count_lines_count_exists
    foreign key (book_id, count_id) references inventory_counts (book_id, id),
  constraint inventory_count_lines_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint inventory_count_lines_never_negative check (expected_quantity >= 0 and counted_quantity >= 0)
);
create index inventory_count_lines_in_order on inventory_count_lines (book_id, count_id, line_order);

-- Months whose excise report is filed: nothing dated in them moves any more.
create table filed_excise_periods (
  book_id     uuid not null references books (id),
  id          uuid not null,
  period      text not null,
  is_filed    boolean not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint filed_excise_periods_one unique (book_id, period),
  constraint filed_excise_periods_shape check (period ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
