-- As in 0028: rows that come by the dozen and belong to a row that refers to the book. Their own key to the book proves
-- nothing that the key to that row does not, and is checked for each of them.

-- Dropping a key locks its other end, too: named here, as it is, so that books are locked before the rest.
alter table books set (fillfactor = 50);
alter table received_invoice_lines drop constraint if exists received_invoice_lines_book_id_fkey;
alter table inventory_count_lines drop constraint if exists inventory_count_lines_book_id_fkey;
alter table stock_reservations drop constraint if exists stock_reservations_book_id_fkey;
alter table webhook_deliveries drop constraint if exists webhook_deliveries_book_id_fkey;
