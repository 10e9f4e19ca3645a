-- Deliveries that ended otherwise than well are few; figures count them from this index and not from all there were.
-- step concurrently
create index concurrently if not exists webhook_deliveries_ended on webhook_deliveries (status, book_id)
  where status in ('dead', 'skipped', 'cancelled');
