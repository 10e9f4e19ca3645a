-- Items and everything that prices them.

create table items (
  book_id             uuid not null references books (id),
  id                  uuid not null,
  version             integer not null,
  code                text,
  name                text not null,
  brand               text,
  item_type           text not null,
  material_type       text,
  unit_id             uuid not null,
  recipe_unit_id      uuid,
  base_item_id        uuid,
  base_item_quantity  numeric,
  packaging_type      text,
  volume_l            numeric,
  abv                 numeric,
  plato               numeric,
  ean                 text,
  barcode             text,
  sale_price          numeric,
  sale_vat_rate_id    uuid,
  pos_available       boolean not null,
  web_available       boolean not null,
  external_system     text,
  external_id         text,
  is_active           boolean not null,
  search_text         text not null,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (book_id, id),
  constraint items_code_unique unique (book_id, code),
  constraint items_unit_exists foreign key (book_id, unit_id) references units (book_id, id),
  constraint items_recipe_unit_exists foreign key (book_id, recipe_unit_id) references units (book_id, id),
  constraint items_base_item_exists foreign key (book_id, base_item_id) references items (book_id, id),
  constraint items_vat_rate_exists foreign key (book_id, sale_vat_rate_id) references vat_rates (book_id, id),
  constraint items_type_known check (item_type in (
    'brew_material', 'production_item', 'base_product', 'purchased_sale_item', 'packaging', 'service', 'other')),
  constraint items_base_item_of_product check ((base_item_id is not null) = (item_type = 'base_product')),
  constraint items_base_quantity_of_product check (
    base_item_quantity is null or (base_item_quantity > 0 and item_type = 'base_product')),
  constraint items_numbers_sound check (
    volume_l >= 0 and abv between 0 and 100 and plato between 0 and 100 and sale_price >= 0),
  constraint items_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index items_by_created on items (book_id, created_at, id);
create index items_by_updated on items (book_id, updated_at, id);
create index items_of_type_by_created on items (book_id, item_type, created_at, id);
create index items_active_by_created on items (book_id, is_active, created_at, id);
create index items_web_by_created on items (book_id, web_available, created_at, id);
create index items_pos_by_created on items (book_id, pos_available, created_at, id);
create index items_by_ean on items (book_id, ean) where ean is not null;
create index items_by_barcode on items (book_id, barcode) where barcode is not null;
create index items_of_base on items (book_id, base_item_id) where base_item_id is not null;
create index items_of_unit on items (book_id, unit_id);
create index items_of_vat_rate on items (book_id, sale_vat_rate_id);
create index items_of_packaging on items (book_id, packaging_type) where packaging_type is not null;
create index items_search on items using gin (search_text gin_trgm_ops);
alter table items alter column search_text set statistics 500;

-- One price from a quantity on, for a time. The currency is that of the list.
create table price_list_entries (
  book_id        uuid not null references books (id),
  id             uuid not null,
  price_list_id  uuid not null,
  item_id        uuid not null,
  min_quantity   numeric not null,
  unit_price     numeric not null,
  valid_from     date,
  valid_to       date,
  is_active      boolean not null,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint price_list_entries_one
    unique nulls not distinct (book_id, price_list_id, item_id, min_quantity, valid_from),
  constraint price_list_entries_list_exists foreign key (book_id, price_list_id) references price_lists (book_id, id),
  constraint price_list_entries_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint price_list_entries_sound check (min_quantity >= 0 and unit_price >= 0 and valid_from <= valid_to)
);
create index price_list_entries_of_item on price_list_entries (book_id, item_id);

create table partner_prices (
  book_id       uuid not null references books (id),
  id            uuid not null,
  partner_id    uuid not null,
  item_id       uuid not null,
  currency      text not null,
  min_quantity  numeric not null,
  unit_price    numeric not null,
  valid_from    date,
  valid_to      date,
  is_active     boolean not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (book_id, id),
  constraint partner_prices_one
    unique nulls not distinct (book_id, partner_id, item_id, currency, min_quantity, valid_from),
  constraint partner_prices_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint partner_prices_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint partner_prices_sound check (min_quantity >= 0 and unit_price >= 0 and valid_from <= valid_to)
);
create index partner_prices_of_item on partner_prices (book_id, item_id, partner_id);

-- Off the base price: for a partner, for an item from a quantity on, or both. Null means every one.
create table discounts (
  book_id       uuid not null references books (id),
  id            uuid not null,
  code          text not null,
  name          text not null,
  partner_id    uuid,
  item_id       uuid,
  min_quantity  numeric not null,
  discount_pct  numeric not null,
  valid_from    date,
  valid_to      date,
  is_active     boolean not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (book_id, id),
  constraint discounts_code_unique unique (book_id, code),
  constraint discounts_partner_exists foreign key (book_id, partner_id) references partners (book_id, id),
  constraint discounts_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint discounts_sound check (
    min_quantity >= 0 and discount_pct > 0 and discount_pct <= 100 and valid_from <= valid_to)
);
create index discounts_of_pair on discounts (book_id, partner_id, item_id);
create index discounts_of_item on discounts (book_id, item_id);

create table deposits (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  code               text not null,
  name               text not null,
  packaging_item_id  uuid not null,
  amount             numeric not null,
  currency           text not null,
  is_active          boolean not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint deposits_code_unique unique (book_id, code),
  constraint deposits_item_exists foreign key (book_id, packaging_item_id) references items (book_id, id),
  constraint deposits_amount_sound check (amount >= 0 and scale(trim_scale(amount)) <= 2)
);
create index deposits_of_item on deposits (book_id, packaging_item_id);
