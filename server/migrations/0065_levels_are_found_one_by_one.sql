-- The index of a warehouse is for reading the warehouse. While it was whole PostgreSQL could look for a single level in it, too,
-- and did where books are small on the average: each line of a long document then read a whole warehouse. Only a statement that
-- says what is true of all rows is offered this one.

-- step concurrently
create index concurrently if not exists stock_levels_in_warehouse
  on stock_levels (book_id, warehouse_id, created_at, id) where created_at > '-infinity';

-- step concurrently
drop index concurrently if exists stock_levels_of_warehouse;
