-- Migrations 9, 10 and 14 were edited after they had landed. Whichever text ran here, from now on the schema is the one
-- of today's files; where it is already, nothing changes.

alter table stock_lines drop constraint if exists stock_lines_book_id_fkey;
alter table stock_lines set (fillfactor = 70);
alter table stock_lots drop constraint if exists stock_lots_book_id_fkey;
alter table stock_allocations drop constraint if exists stock_allocations_book_id_fkey;
alter table stock_levels drop constraint if exists stock_levels_book_id_fkey;

-- step concurrently
create index concurrently if not exists stock_lots_open_by_updated on stock_lots (book_id, updated_at, id)
  where remaining_quantity > 0;

-- step concurrently
drop index concurrently if exists stock_lots_of_pair;

-- step concurrently
create index concurrently if not exists partners_by_plain_dic
  on partners (book_id, upper(regexp_replace(dic, '\s', '', 'g'))) where dic <> '';

-- step concurrently
drop index concurrently if exists partners_by_dic;

-- step
-- The same name, made of two columns once and of three now. Prices of partners are few: it takes a moment.
do $$
begin
  if not exists (select from pg_indexes
                  where schemaname = current_schema() and indexname = 'partner_prices_of_item'
                    and indexdef like '%(book_id, item_id, partner_id)') then
    drop index if exists partner_prices_of_item;
    create index partner_prices_of_item on partner_prices (book_id, item_id, partner_id);
  end if;
end
$$;
