-- The cash desk: desks, sessions, sales with their payments, kegs on tap; and packaging that comes back.
-- A sale is recorded and settled in one transaction; one that could not be settled stands alone, without documents.

create table cash_desks (
  book_id                 uuid not null references books (id),
  id                      uuid not null,
  version                 integer not null,
  code                    text not null,
  name                    text not null,
  shop_id                 uuid not null,
  warehouse_id            uuid not null,
  currency                text not null,
  cash_account_id         uuid not null,
  card_account_id         uuid,
  payment_methods         text[] not null,
  sells_only_in_stock     boolean not null,
  requires_session        boolean not null,
  cash_rounding           numeric not null,
  -- Codes of stock categories; null sells all.
  categories              text[],
  taps_of_id              uuid,
  tap_tolerance_pct       numeric not null,
  anonymous_return_limit  numeric not null,
  is_active               boolean not null,
  -- Kept with the session that is open, so that a desk is read without it.
  open_session_id         uuid,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  primary key (book_id, id),
  constraint cash_desks_code_unique unique (book_id, code),
  constraint cash_desks_shop_exists foreign key (book_id, shop_id) references shops (book_id, id),
  constraint cash_desks_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint cash_desks_cash_account_exists
    foreign key (book_id, cash_account_id) references finance_accounts (book_id, id),
  constraint cash_desks_card_account_exists
    foreign key (book_id, card_account_id) references finance_accounts (book_id, id),
  constraint cash_desks_taps_exist foreign key (book_id, taps_of_id) references cash_desks (book_id, id),
  constraint cash_desks_methods_known check (
    cardinality(payment_methods) > 0 and payment_methods <@ array['cash', 'card']),
  constraint cash_desks_card_needs_account check (not 'card' = any (payment_methods) or card_account_id is not null),
  constraint cash_desks_rounding_known check (cash_rounding in (0.01, 0.05, 0.10, 0.50, 1.00, 5.00)),
  constraint cash_desks_tolerance_range check (tap_tolerance_pct between 0 and 20),
  constraint cash_desks_limit_sound check (anonymous_return_limit >= 0)
);
-- One drawer, one account.
create unique index cash_desks_one_per_account on cash_desks (book_id, cash_account_id) where is_active;
create index cash_desks_by_created on cash_desks (book_id, created_at, id);
create index cash_desks_by_updated on cash_desks (book_id, updated_at, id);
create index cash_desks_of_shop on cash_desks (book_id, shop_id, created_at, id);
create index cash_desks_of_warehouse on cash_desks (book_id, warehouse_id, created_at, id);

create table cash_desk_sessions (
  book_id           uuid not null references books (id),
  id                uuid not null,
  version           integer not null,
  number            text not null,
  status            text not null,
  cash_desk_id      uuid not null,
  cash_desk_name    text not null,
  -- The drawer it counts: its desk may get another one later.
  cash_account_id   uuid not null,
  currency          text not null,
  opened_at         timestamptz(3) not null,
  opened_on         date not null,
  closed_at         timestamptz(3),
  opening_float     numeric not null,
  expected_float    numeric,
  float_explained   boolean not null,
  expected_cash     numeric,
  counted_cash      numeric,
  withdrawn         numeric,
  denominations     jsonb,
  notes             text,
  -- The Z report as it was made: the same bytes ever after.
  report            json,
  search_text       text not null,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (book_id, id),
  constraint cash_desk_sessions_number_unique unique (book_id, number),
  constraint cash_desk_sessions_desk_exists foreign key (book_id, cash_desk_id) references cash_desks (book_id, id),
  constraint cash_desk_sessions_account_exists
    foreign key (book_id, cash_account_id) references finance_accounts (book_id, id),
  constraint cash_desk_sessions_status_known check (status in ('open', 'closed')),
  constraint cash_desk_sessions_float_sound check (opening_float >= 0),
  constraint cash_desk_sessions_closed_whole check (
    (status = 'closed') = (closed_at is not null) and (status = 'closed') = (counted_cash is not null)
    and (status = 'closed') = (expected_cash is not null) and (status = 'closed') = (withdrawn is not null))
);
create unique index cash_desk_sessions_one_open on cash_desk_sessions (book_id, cash_desk_id) where status = 'open';
create index cash_desk_sessions_by_created on cash_desk_sessions (book_id, created_at, id);
create index cash_desk_sessions_by_updated on cash_desk_sessions (book_id, updated_at, id);
create index cash_desk_sessions_of_desk on cash_desk_sessions (book_id, cash_desk_id, created_at, id);
create index cash_desk_sessions_in_status on cash_desk_sessions (book_id, status, created_at, id);
create index cash_desk_sessions_by_day on cash_desk_sessions (book_id, opened_on, id);
create index cash_desk_sessions_search on cash_desk_sessions using gin (search_text gin_trgm_ops);

-- Money a session moved by itself: put in, taken out, found missing or too much. Rows are only ever added.
create table cash_desk_entries (
  book_id               uuid not null,
  id                    uuid not null,
  session_id            uuid not null,
  kind                  text not null,
  -- What the drawer gained; below nothing what it lost.
  amount                numeric not null,
  cashflow_id           uuid not null,
  -- Of a transfer: the document at the other account.
  transfer_cashflow_id  uuid,
  created_at            timestamptz(3) not null,
  primary key (book_id, id),
  constraint cash_desk_entries_session_exists
    foreign key (book_id, session_id) references cash_desk_sessions (book_id, id),
  constraint cash_desk_entries_cashflow_exists foreign key (book_id, cashflow_id) references cashflows (book_id, id),
  constraint cash_desk_entries_kind_known check (
    kind in ('cash_in', 'cash_out', 'float', 'difference', 'withdrawal')),
  constraint cash_desk_entries_amount_sound check (
    amount <> 0 and (kind <> 'cash_in' or amount > 0) and (kind not in ('cash_out', 'withdrawal') or amount < 0))
);
create index cash_desk_entries_of_session on cash_desk_entries (book_id, session_id, created_at);

create table pos_sales (
  book_id             uuid not null references books (id),
  id                  uuid not null,
  version             integer not null,
  number              text not null,
  kind                text not null,
  status              text not null,
  cash_desk_id        uuid not null,
  cash_desk_name      text not null,
  shop_id             uuid not null,
  warehouse_id        uuid not null,
  session_id          uuid,
  sold_at             timestamptz(3) not null,
  sold_on             date not null,
  is_offline          boolean not null,
  partner_id          uuid,
  partner_name        text,
  currency            text not null,
  -- The step of the coins at that time.
  cash_rounding       numeric not null,
  total_excl_vat      numeric not null,
  total_vat           numeric not null,
  total_incl_vat      numeric not null,
  total_deposit       numeric not null,
  total_returned      numeric not null,
  total_rounding      numeric not null,
  total_payable       numeric not null,
  -- By rate, the highest first.
  vat_recap           jsonb not null,
  settled_at          timestamptz(3),
  failure_code        text,
  failure             json,
  stock_issue_ids     uuid[] not null,
  goods_receipt_id    uuid,
  refund_of_id        uuid,
  -- What its standing refunds paid back.
  refunded_amount     numeric not null,
  cashier             text,
  category_id         uuid,
  event_id            uuid,
  activity_id         uuid,
  notes               text,
  external_system     text,
  external_id         text,
  search_text         text not null,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (book_id, id),
  constraint pos_sales_number_unique unique (book_id, number),
  constraint pos_sales_desk_exists foreign key (book_id, cash_desk_id) references cash_desks (book_id, id),
  constraint pos_sales_session_exists foreign key (book_id, session_id) references cash_desk_sessions (book_id, id),
  constraint pos_sales_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint pos_sales_original_exists foreign key (book_id, refund_of_id) references pos_sales (book_id, id),
  constraint pos_sales_kind_known check (kind in ('sale', 'refund')),
  constraint pos_sales_status_known check (status in ('settled', 'settlement_failed', 'cancelled')),
  constraint pos_sales_refund_names_sale check ((kind = 'refund') = (refund_of_id is not null)),
  constraint pos_sales_failure_whole check ((status = 'settlement_failed') = (failure_code is not null)),
  constraint pos_sales_totals_add_up check (
    total_incl_vat = total_excl_vat + total_vat
    and total_payable = total_incl_vat + total_deposit - total_returned + total_rounding),
  constraint pos_sales_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index pos_sales_by_created on pos_sales (book_id, created_at, id);
create index pos_sales_by_updated on pos_sales (book_id, updated_at, id);
create index pos_sales_by_day on pos_sales (book_id, sold_on, id);
create index pos_sales_in_status on pos_sales (book_id, status, created_at, id);
create index pos_sales_of_desk on pos_sales (book_id, cash_desk_id, created_at, id);
create index pos_sales_of_shop on pos_sales (book_id, shop_id, created_at, id);
create index pos_sales_of_session on pos_sales (book_id, session_id, created_at, id) where session_id is not null;
create index pos_sales_of_partner on pos_sales (book_id, partner_id, created_at, id) where partner_id is not null;
create index pos_sales_of_event on pos_sales (book_id, event_id, created_at, id) where event_id is not null;
create index pos_sales_of_original on pos_sales (book_id, refund_of_id) where refund_of_id is not null;
create index pos_sales_refunds on pos_sales (book_id, created_at, id) where kind = 'refund';
create index pos_sales_offline on pos_sales (book_id, created_at, id) where is_offline;
create index pos_sales_search on pos_sales using gin (search_text gin_trgm_ops);

create table pos_sale_lines (
  book_id            uuid not null,
  id                 uuid not null,
  sale_id            uuid not null,
  sort_order         integer not null,
  item_id            uuid not null,
  item_code          text,
  item_name          text not null,
  unit_id            uuid not null,
  unit_symbol        text not null,
  unit_decimals      integer,
  quantity           numeric not null,
  unit_price         numeric not null,
  price_source       text not null,
  vat_rate_pct       numeric not null,
  discount_pct       numeric,
  excl_vat           numeric not null,
  vat                numeric not null,
  incl_vat           numeric not null,
  deposit_id         uuid,
  deposit_pieces     numeric not null,
  deposit_total      numeric not null,
  -- Of a draft item: the beer of one glass, as it was.
  base_item_id       uuid,
  base_quantity      numeric,
  keg_tap_id         uuid,
  is_stocked         boolean not null,
  -- Of a refund: the line it gives back, and whether the goods came back with it.
  refund_of_line_id  uuid,
  is_restocked       boolean not null,
  -- What standing refunds gave back of it.
  refunded_quantity  numeric not null,
  refunded_amount    numeric not null,
  refunded_pieces    numeric not null,
  notes              text,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint pos_sale_lines_sale_exists foreign key (book_id, sale_id) references pos_sales (book_id, id),
  constraint pos_sale_lines_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint pos_sale_lines_unit_exists foreign key (book_id, unit_id) references units (book_id, id),
  constraint pos_sale_lines_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  constraint pos_sale_lines_add_up check (incl_vat = excl_vat + vat),
  constraint pos_sale_lines_refunded_within check (
    refunded_quantity between 0 and abs(quantity) and refunded_amount between 0 and abs(incl_vat)
    and refunded_pieces between 0 and abs(deposit_pieces))
);
create unique index pos_sale_lines_of_sale on pos_sale_lines (book_id, sale_id, sort_order);
create index pos_sale_lines_of_item on pos_sale_lines (book_id, item_id, sale_id);
create index pos_sale_lines_of_original
  on pos_sale_lines (book_id, refund_of_line_id) where refund_of_line_id is not null;

-- Empties brought along with a sale.
create table pos_sale_returns (
  book_id         uuid not null,
  id              uuid not null,
  sale_id         uuid not null,
  sort_order      integer not null,
  deposit_id      uuid not null,
  deposit_code    text not null,
  deposit_name    text not null,
  item_id         uuid not null,
  item_code       text,
  item_name       text not null,
  pieces          numeric not null,
  deposit_amount  numeric not null,
  total           numeric not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint pos_sale_returns_sale_exists foreign key (book_id, sale_id) references pos_sales (book_id, id),
  constraint pos_sale_returns_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  constraint pos_sale_returns_pieces_positive check (pieces > 0)
);
create unique index pos_sale_returns_of_sale on pos_sale_returns (book_id, sale_id, sort_order);

create table pos_sale_payments (
  book_id      uuid not null,
  id           uuid not null,
  sale_id      uuid not null,
  sort_order   integer not null,
  method       text not null,
  amount       numeric not null,
  -- What of the sale's rounding this payment carries.
  rounding     numeric not null,
  tendered     numeric,
  account_id   uuid not null,
  cashflow_id  uuid,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (book_id, id),
  constraint pos_sale_payments_sale_exists foreign key (book_id, sale_id) references pos_sales (book_id, id),
  constraint pos_sale_payments_account_exists
    foreign key (book_id, account_id) references finance_accounts (book_id, id),
  constraint pos_sale_payments_method_known check (method in ('cash', 'card')),
  constraint pos_sale_payments_amount_sound check (amount > 0 and (tendered is null or tendered >= amount))
);
create unique index pos_sale_payments_of_sale on pos_sale_payments (book_id, sale_id, sort_order);
create index pos_sale_payments_by_method on pos_sale_payments (book_id, method, sale_id);

-- A keg while it is tapped. Its layer in the warehouse on_tap is the keg: the rest of it is what the layer holds.
create table keg_taps (
  book_id              uuid not null references books (id),
  id                   uuid not null,
  version              integer not null,
  status               text not null,
  cash_desk_id         uuid not null,
  cash_desk_name       text not null,
  tap_number           integer not null,
  item_id              uuid not null,
  item_code            text,
  item_name            text not null,
  base_item_id         uuid not null,
  base_item_code       text,
  base_item_name       text not null,
  unit_id              uuid not null,
  unit_symbol          text not null,
  unit_decimals        integer,
  lot_id               uuid not null,
  lot_number           text,
  expiry_date          date,
  quantity             numeric not null,
  sold_quantity        numeric not null,
  overdrawn_quantity   numeric not null,
  wasted_quantity      numeric not null,
  remaining_quantity   numeric not null,
  total_cost           numeric not null,
  remaining_cost       numeric not null,
  tapped_at            timestamptz(3) not null,
  ended_at             timestamptz(3),
  repack_id            uuid not null,
  stock_issue_id       uuid,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  primary key (book_id, id),
  constraint keg_taps_desk_exists foreign key (book_id, cash_desk_id) references cash_desks (book_id, id),
  constraint keg_taps_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint keg_taps_base_item_exists foreign key (book_id, base_item_id) references items (book_id, id),
  constraint keg_taps_repack_exists foreign key (book_id, repack_id) references repacks (book_id, id),
  constraint keg_taps_status_known check (status in ('tapped', 'removed', 'emptied', 'returned')),
  constraint keg_taps_number_range check (tap_number between 1 and 99),
  constraint keg_taps_quantities_sound check (
    sold_quantity >= 0 and overdrawn_quantity >= 0 and wasted_quantity >= 0 and remaining_quantity >= 0
    and (status = 'returned' or quantity = sold_quantity + wasted_quantity + remaining_quantity))
);
create unique index keg_taps_one_per_tap on keg_taps (book_id, cash_desk_id, tap_number) where status = 'tapped';
create index keg_taps_of_desk on keg_taps (book_id, cash_desk_id, created_at, id);
create index keg_taps_of_item on keg_taps (book_id, item_id, created_at, id);
create index keg_taps_by_updated on keg_taps (book_id, updated_at, id);
create index keg_taps_at_hand on keg_taps (book_id, base_item_id, tapped_at, id) where status = 'tapped';
create unique index keg_taps_of_lot on keg_taps (book_id, lot_id);

-- Which kegs a line of a sale was drawn from.
create table pos_sale_draws (
  book_id             uuid not null,
  line_id             uuid not null,
  keg_tap_id          uuid not null,
  sort_order          integer not null,
  quantity            numeric not null,
  overdrawn_quantity  numeric not null,
  primary key (book_id, line_id, keg_tap_id),
  constraint pos_sale_draws_line_exists foreign key (book_id, line_id) references pos_sale_lines (book_id, id),
  constraint pos_sale_draws_keg_exists foreign key (book_id, keg_tap_id) references keg_taps (book_id, id),
  constraint pos_sale_draws_sound check (
    quantity >= 0 and overdrawn_quantity >= 0 and quantity + overdrawn_quantity > 0)
);
create index pos_sale_draws_of_keg on pos_sale_draws (book_id, keg_tap_id);

-- Rows are only ever added; a balance is their sum. Without a partner: the anonymous row.
create table packaging_movements (
  book_id          uuid not null references books (id),
  id               uuid not null,
  -- The order of posting within the book.
  sequence         bigint not null,
  kind             text not null,
  date             date not null,
  partner_id       uuid,
  deposit_id       uuid not null,
  item_id          uuid not null,
  pieces           numeric not null,
  deposit_amount   numeric not null,
  balance_after    numeric not null,
  document_object  text not null,
  document_id      uuid not null,
  document_number  text,
  line_id          uuid,
  reverses_id      uuid,
  created_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_movements_sequence_unique unique (book_id, sequence),
  constraint packaging_movements_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  constraint packaging_movements_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint packaging_movements_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint packaging_movements_reversed_exists
    foreign key (book_id, reverses_id) references packaging_movements (book_id, id),
  constraint packaging_movements_kind_known check (
    kind in ('dispatch', 'sale', 'return', 'refund', 'adjustment', 'reversal')),
  constraint packaging_movements_reversal_names_row check ((kind = 'reversal') = (reverses_id is not null)),
  constraint packaging_movements_whole check (pieces <> 0 and pieces = trunc(pieces))
);
create unique index packaging_movements_reversed_once
  on packaging_movements (book_id, reverses_id) where reverses_id is not null;
create index packaging_movements_by_created on packaging_movements (book_id, created_at, id);
create index packaging_movements_by_date on packaging_movements (book_id, date, id);
create index packaging_movements_of_partner on packaging_movements (book_id, partner_id, created_at, id);
create index packaging_movements_of_deposit on packaging_movements (book_id, deposit_id, created_at, id);
create index packaging_movements_of_item on packaging_movements (book_id, item_id, created_at, id);
create index packaging_movements_of_document on packaging_movements (book_id, document_id);

create table packaging_balances (
  book_id           uuid not null references books (id),
  id                uuid not null,
  partner_id        uuid,
  deposit_id        uuid not null,
  item_id           uuid not null,
  pieces            numeric not null,
  last_movement_on  date not null,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_balances_key_unique unique nulls not distinct (book_id, partner_id, deposit_id),
  constraint packaging_balances_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  constraint packaging_balances_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint packaging_balances_held check (partner_id is null or pieces >= 0)
);
create index packaging_balances_by_created on packaging_balances (book_id, created_at, id);
create index packaging_balances_by_updated on packaging_balances (book_id, updated_at, id);
create index packaging_balances_open on packaging_balances (book_id, created_at, id) where pieces <> 0;
create index packaging_balances_of_item on packaging_balances (book_id, item_id, created_at, id);
create index packaging_balances_of_deposit on packaging_balances (book_id, deposit_id, created_at, id);

create table packaging_returns (
  book_id           uuid not null references books (id),
  id                uuid not null,
  version           integer not null,
  number            text not null,
  status            text not null,
  date              date not null,
  partner_id        uuid,
  partner_name      text,
  cash_desk_id      uuid,
  cash_desk_name    text,
  session_id        uuid,
  warehouse_id      uuid not null,
  warehouse_name    text not null,
  currency          text not null,
  total_pieces      numeric not null,
  total_deposit     numeric not null,
  total_rounding    numeric not null,
  refund_method     text,
  refund_amount     numeric,
  account_id        uuid,
  cashflow_id       uuid,
  goods_receipt_id  uuid not null,
  pos_sale_id       uuid,
  notes             text,
  external_system   text,
  external_id       text,
  search_text       text not null,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_returns_number_unique unique (book_id, number),
  constraint packaging_returns_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint packaging_returns_desk_exists foreign key (book_id, cash_desk_id) references cash_desks (book_id, id),
  constraint packaging_returns_session_exists
    foreign key (book_id, session_id) references cash_desk_sessions (book_id, id),
  constraint packaging_returns_warehouse_exists
    foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint packaging_returns_receipt_exists
    foreign key (book_id, goods_receipt_id) references stock_documents (book_id, id),
  constraint packaging_returns_sale_exists foreign key (book_id, pos_sale_id) references pos_sales (book_id, id),
  constraint packaging_returns_status_known check (status in ('confirmed', 'cancelled')),
  constraint packaging_returns_method_known check (refund_method in ('cash', 'bank_transfer', 'card')),
  constraint packaging_returns_refund_whole check (
    (refund_method is null) = (refund_amount is null) and (refund_method is null) = (account_id is null)),
  constraint packaging_returns_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index packaging_returns_by_created on packaging_returns (book_id, created_at, id);
create index packaging_returns_by_updated on packaging_returns (book_id, updated_at, id);
create index packaging_returns_in_status on packaging_returns (book_id, status, created_at, id);
create index packaging_returns_by_date on packaging_returns (book_id, date, id);
create index packaging_returns_of_partner
  on packaging_returns (book_id, partner_id, created_at, id) where partner_id is not null;
create index packaging_returns_of_desk
  on packaging_returns (book_id, cash_desk_id, created_at, id) where cash_desk_id is not null;
create index packaging_returns_of_session
  on packaging_returns (book_id, session_id, created_at, id) where session_id is not null;
create index packaging_returns_of_sale
  on packaging_returns (book_id, pos_sale_id, created_at, id) where pos_sale_id is not null;
create index packaging_returns_search on packaging_returns using gin (search_text gin_trgm_ops);

create table packaging_return_lines (
  book_id         uuid not null,
  id              uuid not null,
  return_id       uuid not null,
  sort_order      integer not null,
  deposit_id      uuid not null,
  deposit_code    text not null,
  deposit_name    text not null,
  item_id         uuid not null,
  item_code       text,
  item_name       text not null,
  pieces          numeric not null,
  deposit_amount  numeric not null,
  total           numeric not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_return_lines_return_exists
    foreign key (book_id, return_id) references packaging_returns (book_id, id),
  constraint packaging_return_lines_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  constraint packaging_return_lines_pieces_positive check (pieces > 0)
);
create unique index packaging_return_lines_of_return on packaging_return_lines (book_id, return_id, sort_order);
create index packaging_return_lines_of_item on packaging_return_lines (book_id, item_id, return_id);

create table packaging_adjustments (
  book_id          uuid not null references books (id),
  id               uuid not null,
  version          integer not null,
  date             date not null,
  partner_id       uuid not null,
  partner_name     text not null,
  reason           text not null,
  external_system  text,
  external_id      text,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_adjustments_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint packaging_adjustments_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index packaging_adjustments_by_created on packaging_adjustments (book_id, created_at, id);
create index packaging_adjustments_by_updated on packaging_adjustments (book_id, updated_at, id);
create index packaging_adjustments_of_partner on packaging_adjustments (book_id, partner_id, created_at, id);

-- step
-- Documents made by a sale, a return or a keg are undone through it alone.
alter table stock_documents
  add column pos_sale_id uuid,
  add column packaging_return_id uuid,
  add column keg_tap_id uuid;

-- step
alter table repacks
  add column keg_tap_id uuid,
  add column target_warehouse_id uuid;

-- step
-- Coins of five leave up to two and a half open.
alter table payments
  drop constraint payments_amount_sound,
  add constraint payments_amount_sound check (amount <> 0 and abs(rounding) <= 2.50) not valid,
  drop constraint payments_object_known,
  add constraint payments_object_known check (
    object in ('invoice', 'received_invoice', 'cashflow', 'pos_sale', 'packaging_return', 'cash_desk_session'))
    not valid;

-- step
alter table payments
  validate constraint payments_amount_sound,
  validate constraint payments_object_known;

-- step concurrently
create index concurrently if not exists stock_documents_of_pos_sale
  on stock_documents (book_id, pos_sale_id) where pos_sale_id is not null;

-- step concurrently
create index concurrently if not exists payments_of_account on payments (book_id, account_id, created_at, id);
