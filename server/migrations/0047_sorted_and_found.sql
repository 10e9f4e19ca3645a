-- What lists are sorted by, and what a search begins with. The text of a search begins with the name.

-- step concurrently
create index concurrently if not exists partners_by_searched on partners (book_id, search_text collate "C", id);

-- step concurrently
create index concurrently if not exists items_by_searched on items (book_id, search_text collate "C", id);

-- step concurrently
-- Orders without a date of delivery come last.
create index concurrently if not exists orders_by_delivery on orders (book_id, coalesce(delivery_date, 'infinity'), id);

-- step concurrently
-- Nor is a credit note ever due.
create index concurrently if not exists invoices_by_due_date on invoices (book_id, coalesce(due_date, 'infinity'), id);

-- step concurrently
drop index concurrently if exists invoices_by_due;

-- step concurrently
create index concurrently if not exists stock_lots_by_number on stock_lots (book_id, lower(lot_number) collate "C")
  where lot_number is not null;

-- step concurrently
create index concurrently if not exists mails_of_tenant on mails (tenant_id, created_at, id);
