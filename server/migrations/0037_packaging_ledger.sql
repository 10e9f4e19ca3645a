-- The ledger of returnable packaging begins with this version: what was posted before is not in it.
-- The last instant a book was written at before it kept one; null where it always did.
alter table books add column packaging_since timestamptz(3);

-- step
update books set packaging_since = last_write_at;

-- step
create index packaging_movements_of_kind on packaging_movements (book_id, kind, created_at, id);
