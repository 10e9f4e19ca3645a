-- A reservation stays when its order is issued. Postings ask for those that still want something, and read all there ever
-- were of an item in a warehouse to find them: a confirmation took longer with every order the book had seen.

-- step concurrently
create index concurrently if not exists stock_reservations_open on stock_reservations (book_id, warehouse_id, item_id)
  where wanted_quantity > issued_quantity;
