-- Brewing: vessels, recipes in versions, batches with their ledger and measurements, packaging runs.
-- A batch is one layer in process, of litres and of value; its ledger adds up to both.

create table brewery_settings (
  book_id               uuid not null references books (id),
  id                    uuid not null,
  billed_until          date,
  default_warehouse_id  uuid,
  excise_rounding       text not null,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  primary key (book_id, id),
  constraint brewery_settings_one_per_book unique (book_id),
  constraint brewery_settings_warehouse_exists
    foreign key (book_id, default_warehouse_id) references warehouses (book_id, id),
  constraint brewery_settings_rounding_known check (excise_rounding in ('up', 'none'))
);

create table vessels (
  book_id            uuid not null references books (id),
  id                 uuid not null,
  version            integer not null,
  code               text not null,
  name               text not null,
  kind               text not null,
  capacity_l         numeric not null,
  requires_cleaning  boolean not null,
  sort_order         integer not null,
  is_active          boolean not null,
  status             text not null default 'free',
  last_cleaned_at    timestamptz(3),
  -- The open batch in it as it is called now, and its litres: in process, and left of the stock it made.
  batch_id           uuid,
  batch_number       text,
  batch_name         text,
  batch_phase        text,
  contents_l         numeric not null default 0,
  search_text        text not null,
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint vessels_code_unique unique (book_id, code),
  constraint vessels_kind_known check (kind in ('kettle', 'fermenter', 'lager_tank', 'bright_tank', 'other')),
  constraint vessels_status_known check (status in ('free', 'occupied', 'cleaning')),
  constraint vessels_capacity_positive check (capacity_l > 0),
  constraint vessels_occupied_by_batch check ((status = 'occupied') = (batch_id is not null)),
  constraint vessels_contents_of_batch check (contents_l >= 0 and (batch_id is not null or contents_l = 0))
);
create index vessels_by_created on vessels (book_id, created_at, id);
create index vessels_by_updated on vessels (book_id, updated_at, id);

-- With what was said of them; one under way has no end.
create table vessel_cleanings (
  book_id      uuid not null,
  id           uuid not null,
  vessel_id    uuid not null,
  started_at   timestamptz(3) not null,
  finished_at  timestamptz(3),
  note         text,
  primary key (book_id, id),
  constraint vessel_cleanings_vessel_exists foreign key (book_id, vessel_id) references vessels (book_id, id)
);
create index vessel_cleanings_of_vessel on vessel_cleanings (book_id, vessel_id, started_at);
create unique index vessel_cleanings_one_under_way on vessel_cleanings (book_id, vessel_id) where finished_at is null;

create table packaging_bills (
  book_id         uuid not null references books (id),
  id              uuid not null,
  product_id      uuid,
  packaging_type  text,
  material_id     uuid not null,
  quantity        numeric not null,
  is_active       boolean not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_bills_key_unique unique nulls not distinct (book_id, product_id, packaging_type, material_id),
  constraint packaging_bills_product_exists foreign key (book_id, product_id) references items (book_id, id),
  constraint packaging_bills_material_exists foreign key (book_id, material_id) references items (book_id, id),
  constraint packaging_bills_one_key check ((product_id is null) <> (packaging_type is null)),
  constraint packaging_bills_quantity_positive check (quantity > 0)
);

create table recipes (
  book_id          uuid not null references books (id),
  id               uuid not null,
  version          integer not null,
  code             text not null,
  name             text not null,
  item_id          uuid not null,
  -- The newest of its versions.
  newest_version   integer not null,
  notes            text,
  external_system  text,
  external_id      text,
  is_active        boolean not null,
  search_text      text not null,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint recipes_code_unique unique (book_id, code),
  constraint recipes_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint recipes_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index recipes_by_created on recipes (book_id, created_at, id);
create index recipes_by_updated on recipes (book_id, updated_at, id);
create index recipes_of_item on recipes (book_id, item_id, created_at, id);
create index recipes_active_by_created on recipes (book_id, is_active, created_at, id);
create index recipes_search on recipes using gin (search_text gin_trgm_ops);

-- Never changed: a new one is made.
create table recipe_versions (
  book_id         uuid not null,
  id              uuid not null,
  recipe_id       uuid not null,
  number          integer not null,
  batch_volume_l  numeric not null,
  og_plato        numeric,
  fg_plato        numeric,
  abv             numeric,
  ibu             numeric,
  ebc             numeric,
  boil_minutes    integer,
  steps           jsonb not null,
  notes           text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint recipe_versions_number_unique unique (book_id, recipe_id, number),
  constraint recipe_versions_recipe_exists foreign key (book_id, recipe_id) references recipes (book_id, id),
  constraint recipe_versions_volume_positive check (batch_volume_l > 0)
);
create index recipe_versions_by_created on recipe_versions (book_id, recipe_id, created_at, id);

create table recipe_ingredients (
  book_id         uuid not null,
  id              uuid not null,
  recipe_id       uuid not null,
  recipe_version  integer not null,
  sort_order      integer not null,
  item_id         uuid not null,
  quantity        numeric not null,
  unit_id         uuid not null,
  phase           text not null,
  use             text,
  minutes         integer,
  notes           text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint recipe_ingredients_version_exists
    foreign key (book_id, recipe_id, recipe_version) references recipe_versions (book_id, recipe_id, number),
  constraint recipe_ingredients_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint recipe_ingredients_unit_exists foreign key (book_id, unit_id) references units (book_id, id),
  constraint recipe_ingredients_phase_known check (phase in ('brewing', 'fermentation', 'lagering', 'packaging')),
  constraint recipe_ingredients_quantity_positive check (quantity > 0)
);
create unique index recipe_ingredients_of_version
  on recipe_ingredients (book_id, recipe_id, recipe_version, sort_order);
create index recipe_ingredients_of_item on recipe_ingredients (book_id, item_id);
create index recipe_ingredients_of_unit on recipe_ingredients (book_id, unit_id);

create table batches (
  book_id           uuid not null references books (id),
  id                uuid not null,
  version           integer not null,
  number            text not null,
  name              text,
  item_id           uuid not null,
  item_code         text,
  item_name         text not null,
  recipe_id         uuid,
  recipe_version    integer,
  recipe_name       text,
  brew_date         date not null,
  planned_volume_l  numeric not null,
  -- In process now: null until first stated. `brewed_l` is what was first stated.
  volume_l          numeric,
  value             numeric not null,
  brewed_l          numeric,
  phase             text not null,
  previous_phase    text,
  vessel_id         uuid,
  vessel_name       text,
  warehouse_id      uuid not null,
  warehouse_name    text not null,
  parent_batch_id   uuid,
  -- How many were split off, for their numbers.
  split_count       integer not null,
  -- The newest entry of its ledger, and the newest of those that stand: 0 when there is nothing to undo.
  last_entry        integer not null,
  last_standing     integer not null,
  -- Said by a person, which goes before what was measured.
  manual_og_plato   numeric,
  manual_fg_plato   numeric,
  manual_abv        numeric,
  -- What measurements say, kept with each of them so that none has to be read again.
  latest            jsonb not null,
  measured          jsonb not null,
  notes             text,
  external_system   text,
  external_id       text,
  search_text       text not null,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (book_id, id),
  constraint batches_number_unique unique (book_id, number),
  constraint batches_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint batches_recipe_exists
    foreign key (book_id, recipe_id, recipe_version) references recipe_versions (book_id, recipe_id, number),
  constraint batches_vessel_exists foreign key (book_id, vessel_id) references vessels (book_id, id),
  constraint batches_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint batches_parent_exists foreign key (book_id, parent_batch_id) references batches (book_id, id),
  constraint batches_phase_known check (phase in (
    'planned', 'brewing', 'fermentation', 'lagering', 'packaging', 'completed', 'cancelled')),
  constraint batches_layer_sound check (planned_volume_l > 0 and volume_l >= 0 and value >= 0),
  constraint batches_ended_holds_nothing check (
    phase not in ('completed', 'cancelled') or (value = 0 and vessel_id is null)),
  constraint batches_external_ref_whole check ((external_system is null) = (external_id is null))
);
-- A batch that has ended names no vessel, so this is one open batch per vessel.
create unique index batches_one_per_vessel on batches (book_id, vessel_id) where vessel_id is not null;
create index batches_by_created on batches (book_id, created_at, id);
create index batches_by_updated on batches (book_id, updated_at, id);
create index batches_in_phase on batches (book_id, phase, created_at, id);
create index batches_of_item on batches (book_id, item_id, created_at, id);
create index batches_of_recipe on batches (book_id, recipe_id, created_at, id) where recipe_id is not null;
create index batches_by_brew_date on batches (book_id, brew_date, id);
create index batches_of_parent on batches (book_id, parent_batch_id) where parent_batch_id is not null;
create index batches_search on batches using gin (search_text gin_trgm_ops);

-- The stays of a batch in its phases and vessels; the last one has no end while the batch is open.
create table batch_phases (
  book_id            uuid not null,
  id                 uuid not null,
  batch_id           uuid not null,
  position           integer not null,
  phase              text not null,
  vessel_id          uuid,
  started_at         timestamptz(3) not null,
  ended_at           timestamptz(3),
  volume_l           numeric,
  loss_l             numeric not null,
  note               text,
  -- The cleaning of the vessel before it.
  vessel_cleaned_at  timestamptz(3),
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  primary key (book_id, id),
  constraint batch_phases_batch_exists foreign key (book_id, batch_id) references batches (book_id, id),
  constraint batch_phases_vessel_exists foreign key (book_id, vessel_id) references vessels (book_id, id),
  constraint batch_phases_phase_known check (phase in ('brewing', 'fermentation', 'lagering', 'packaging'))
);
create unique index batch_phases_of_batch on batch_phases (book_id, batch_id, position);
create index batch_phases_of_vessel on batch_phases (book_id, vessel_id, started_at, id) where vessel_id is not null;

-- The ledger. Entries are never changed but for `is_undone`; a reversal is an entry of its own.
create table batch_entries (
  book_id          uuid not null,
  id               uuid not null,
  batch_id         uuid not null,
  sequence         integer not null,
  -- What one action wrote, over all batches it touched.
  operation_id     uuid not null,
  kind             text not null,
  occurred_at      timestamptz(3) not null,
  volume_l         numeric not null,
  volume_after_l   numeric,
  value            numeric not null,
  value_after      numeric not null,
  document_object  text,
  document_id      uuid,
  document_number  text,
  other_batch_id   uuid,
  vessel_id        uuid,
  reason           text,
  note             text,
  is_undone        boolean not null,
  -- The entry this one takes back.
  reverses_id      uuid,
  -- What the batch was before, for its undoing.
  before           jsonb,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (book_id, id),
  constraint batch_entries_batch_exists foreign key (book_id, batch_id) references batches (book_id, id),
  constraint batch_entries_other_exists foreign key (book_id, other_batch_id) references batches (book_id, id),
  constraint batch_entries_vessel_exists foreign key (book_id, vessel_id) references vessels (book_id, id),
  constraint batch_entries_reversed_exists foreign key (book_id, reverses_id) references batch_entries (book_id, id),
  constraint batch_entries_kind_known check (kind in (
    'phase', 'move', 'loss', 'gain', 'material', 'received', 'by_product', 'split_in', 'split_out', 'blend_in',
    'blend_out', 'write_off', 'cancel'))
);
create unique index batch_entries_of_batch on batch_entries (book_id, batch_id, sequence);
create index batch_entries_of_operation on batch_entries (book_id, operation_id);
create index batch_entries_of_document on batch_entries (book_id, document_id) where document_id is not null;
create index batch_entries_of_other on batch_entries (book_id, other_batch_id) where other_batch_id is not null;

create table measurements (
  book_id        uuid not null,
  id             uuid not null,
  version        integer not null,
  batch_id       uuid not null,
  type           text not null,
  phase          text not null,
  measured_at    timestamptz(3) not null,
  device         text,
  vessel_id      uuid,
  gravity_plato  numeric,
  temperature_c  numeric,
  ph             numeric,
  pressure_bar   numeric,
  volume_l       numeric,
  co2_g_l        numeric,
  abv_pct        numeric,
  note           text,
  is_valid       boolean not null,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint measurements_batch_exists foreign key (book_id, batch_id) references batches (book_id, id),
  constraint measurements_type_known check (type in (
    'gravity', 'temperature', 'ph', 'pressure', 'volume', 'co2', 'abv'))
);
create unique index measurements_once on measurements (book_id, batch_id, device, type, measured_at)
  where device is not null;
create index measurements_of_batch on measurements (book_id, batch_id, measured_at, id);
create index measurements_of_batch_by_created on measurements (book_id, batch_id, created_at, id);
create index measurements_of_batch_by_updated on measurements (book_id, batch_id, updated_at, id);

create table packaging_runs (
  book_id                uuid not null references books (id),
  id                     uuid not null,
  version                integer not null,
  number                 text not null,
  status                 text not null,
  date                   date not null,
  warehouse_id           uuid not null,
  warehouse_name         text not null,
  target_warehouse_id    uuid not null,
  target_warehouse_name  text not null,
  batch_id               uuid,
  source                 text not null,
  lot_id                 uuid,
  item_id                uuid not null,
  item_code              text,
  item_name              text not null,
  unit_id                uuid not null,
  unit_symbol            text not null,
  unit_decimals          integer,
  -- As sent; null follows what is filled.
  stated_quantity        numeric,
  released_quantity      numeric not null,
  filled_quantity        numeric not null,
  is_final               boolean not null,
  additional_cost        numeric not null,
  liquid_value           numeric,
  material_value         numeric,
  production_receipt_id  uuid,
  tank_release_id        uuid,
  packaging_issue_id     uuid,
  goods_receipt_id       uuid,
  notes                  text,
  external_system        text,
  external_id            text,
  search_text            text not null,
  created_at             timestamptz(3) not null,
  updated_at             timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_runs_number_unique unique (book_id, number),
  constraint packaging_runs_warehouse_exists foreign key (book_id, warehouse_id) references warehouses (book_id, id),
  constraint packaging_runs_target_exists
    foreign key (book_id, target_warehouse_id) references warehouses (book_id, id),
  constraint packaging_runs_batch_exists foreign key (book_id, batch_id) references batches (book_id, id),
  constraint packaging_runs_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint packaging_runs_unit_exists foreign key (book_id, unit_id) references units (book_id, id),
  constraint packaging_runs_status_known check (status in ('draft', 'confirmed', 'cancelled')),
  constraint packaging_runs_source_known check (source in ('stock', 'batch')),
  constraint packaging_runs_quantities_sound check (
    filled_quantity > 0 and released_quantity >= filled_quantity and additional_cost >= 0),
  constraint packaging_runs_external_ref_whole check ((external_system is null) = (external_id is null))
);
create index packaging_runs_by_created on packaging_runs (book_id, created_at, id);
create index packaging_runs_by_updated on packaging_runs (book_id, updated_at, id);
create index packaging_runs_in_status on packaging_runs (book_id, status, created_at, id);
create index packaging_runs_of_batch on packaging_runs (book_id, batch_id, created_at, id) where batch_id is not null;
create index packaging_runs_of_item on packaging_runs (book_id, item_id, created_at, id);
create index packaging_runs_of_warehouse on packaging_runs (book_id, warehouse_id, created_at, id);
create index packaging_runs_by_date on packaging_runs (book_id, date, id);
create index packaging_runs_search on packaging_runs using gin (search_text gin_trgm_ops);

create table packaging_run_outputs (
  book_id           uuid not null,
  id                uuid not null,
  run_id            uuid not null,
  output_order      integer not null,
  item_id           uuid not null,
  item_code         text,
  item_name         text not null,
  unit_symbol       text not null,
  unit_decimals     integer,
  quantity          numeric not null,
  filled_quantity   numeric not null,
  lot_number        text,
  expiry_date       date,
  liquid_value      numeric,
  material_value    numeric,
  -- Of its materials that come back.
  returnable_value  numeric,
  additional_value  numeric,
  value             numeric,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_run_outputs_run_exists foreign key (book_id, run_id) references packaging_runs (book_id, id),
  constraint packaging_run_outputs_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint packaging_run_outputs_quantity_positive check (quantity > 0 and filled_quantity > 0)
);
create unique index packaging_run_outputs_of_run on packaging_run_outputs (book_id, run_id, output_order);
create index packaging_run_outputs_of_item on packaging_run_outputs (book_id, item_id, run_id);

create table packaging_run_materials (
  book_id         uuid not null,
  id              uuid not null,
  output_id       uuid not null,
  material_order  integer not null,
  item_id         uuid not null,
  item_code       text,
  item_name       text not null,
  unit_symbol     text not null,
  unit_decimals   integer,
  quantity        numeric not null,
  lot_id          uuid,
  value           numeric,
  is_returnable   boolean not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  primary key (book_id, id),
  constraint packaging_run_materials_output_exists
    foreign key (book_id, output_id) references packaging_run_outputs (book_id, id),
  constraint packaging_run_materials_item_exists foreign key (book_id, item_id) references items (book_id, id),
  constraint packaging_run_materials_quantity_positive check (quantity > 0)
);
create unique index packaging_run_materials_of_output
  on packaging_run_materials (book_id, output_id, material_order);
create index packaging_run_materials_of_item on packaging_run_materials (book_id, item_id);

-- step
-- A document of a run is acted on by its run alone; an issue drafted from a recipe says for which phase.
alter table stock_documents
  add column packaging_run_id uuid,
  add column batch_phase text;

-- step
alter table items
  add column shelf_life_days integer,
  add constraint items_shelf_life_range check (shelf_life_days between 1 and 3650) not valid;

-- step
alter table items validate constraint items_shelf_life_range;

-- step concurrently
create index concurrently if not exists stock_documents_of_batch
  on stock_documents (book_id, batch_id, created_at, id) where batch_id is not null;

-- step concurrently
create index concurrently if not exists stock_documents_of_packaging_run
  on stock_documents (book_id, packaging_run_id) where packaging_run_id is not null;
