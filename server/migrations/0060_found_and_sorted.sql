-- What a search finds and a list is sorted by.

-- step concurrently
-- Counts and repacks are found by their number alone.
create index concurrently if not exists inventory_counts_by_part_of_number on inventory_counts
  using gin (lower(number) gin_trgm_ops);

-- step concurrently
create index concurrently if not exists repacks_by_part_of_number on repacks using gin (lower(number) gin_trgm_ops);

-- step concurrently
-- Lots without a date come last.
create index concurrently if not exists stock_lots_open_by_expiry on stock_lots
  (book_id, coalesce(expiry_date, 'infinity'), id) where is_open;
