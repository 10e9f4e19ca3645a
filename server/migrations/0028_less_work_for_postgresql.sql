-- A confirmation wrote about a hundred index entries, most of them because `updated_at` and "something remains" of levels
-- and layers are indexed: PostgreSQL updates a row in place (HOT) only while no indexed column changes. The day of the
-- change and whether a layer is open change rarely, so these are indexed from now on, and the rest of an order is sorted.

alter table stock_levels add column updated_on date not null default (now() at time zone 'UTC')::date;
alter table stock_levels alter column updated_on drop default;
alter table stock_lots
  add column updated_on date not null default (now() at time zone 'UTC')::date,
  add column is_open boolean not null default true;
alter table stock_lots alter column updated_on drop default, alter column is_open drop default;

-- By triggers, because nodes of the version before write these rows, too, while they are replaced. The day of
-- a row never falls, or rows would come in another order by their days than by `updated_at`.
create function keep_day_of_level() returns trigger language plpgsql as $$
begin
  new.updated_on := greatest(new.updated_on, (new.updated_at at time zone 'UTC')::date);
  return new;
end
$$;
create trigger stock_levels_keep_day before insert or update on stock_levels for each row
  when ((new.updated_on >= (new.updated_at at time zone 'UTC')::date) is not true)
  execute function keep_day_of_level();

create function keep_day_of_lot() returns trigger language plpgsql as $$
begin
  new.updated_on := greatest(new.updated_on, (new.updated_at at time zone 'UTC')::date);
  new.is_open := new.remaining_quantity > 0;
  return new;
end
$$;
create trigger stock_lots_keep_day before insert or update on stock_lots for each row
  when ((new.updated_on >= (new.updated_at at time zone 'UTC')::date) is not true
        or new.is_open is distinct from (new.remaining_quantity > 0))
  execute function keep_day_of_lot();

-- step
-- The days of what was there: on one day together they would all be sorted for every page of a first synchronisation.
update stock_levels set updated_on = (updated_at at time zone 'UTC')::date
 where updated_on <> (updated_at at time zone 'UTC')::date;

-- step
-- Used up: nobody waits for these.
update stock_lots set is_open = false, updated_on = (updated_at at time zone 'UTC')::date
 where remaining_quantity = 0 and is_open;

-- step
update stock_lots set updated_on = (updated_at at time zone 'UTC')::date
 where updated_on <> (updated_at at time zone 'UTC')::date;

-- step concurrently
create index concurrently if not exists stock_levels_by_day on stock_levels (book_id, updated_on);

-- step concurrently
drop index concurrently if exists stock_levels_by_updated;

-- step concurrently
-- The queue of R2: the day, the posting, the line.
create index concurrently if not exists stock_lots_queue
  on stock_lots (book_id, warehouse_id, item_id, received_on, posted_at, line_order, id) where is_open;

-- step concurrently
create index concurrently if not exists stock_lots_open_created on stock_lots (book_id, created_at, id) where is_open;

-- step concurrently
create index concurrently if not exists stock_lots_by_day on stock_lots (book_id, updated_on);

-- step concurrently
create index concurrently if not exists stock_lots_open_by_day on stock_lots (book_id, updated_on) where is_open;

-- step concurrently
drop index concurrently if exists stock_lots_open;

-- step concurrently
drop index concurrently if exists stock_lots_open_by_created;

-- step concurrently
drop index concurrently if exists stock_lots_by_updated;

-- step concurrently
drop index concurrently if exists stock_lots_open_by_updated;

-- step concurrently
-- Nobody asks for it: events of a book are dated in their order, and expire in it.
drop index concurrently if exists events_by_age;

-- step
-- A key is checked for every row. These rows are written by the hundred and by nothing but a statement that holds the
-- book, or belong to a row that refers to it; what the last two proved, `verify` proves.
alter table books set (fillfactor = 50);
alter table events drop constraint if exists events_book_id_fkey;
alter table document_seals drop constraint if exists document_seals_book_id_fkey;
alter table order_lines drop constraint if exists order_lines_book_id_fkey;
alter table invoice_lines drop constraint if exists invoice_lines_book_id_fkey;
alter table stock_days drop constraint if exists stock_days_book_id_fkey;
alter table stock_months drop constraint if exists stock_months_book_id_fkey;

-- step
alter table stock_lots set (fillfactor = 60);
-- A confirmation updates all lines of a document: room for each of them once more.
alter table stock_lines set (fillfactor = 50);
alter table stock_allocations
  drop constraint if exists stock_allocations_line_exists,
  drop constraint if exists stock_allocations_lot_exists;
