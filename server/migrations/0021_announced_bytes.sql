-- Bytes that were announced count against the quota until they are an attachment, or can no longer come or are swept.

-- An hour after an announcement nothing was sent to; a day where bytes came, or where nobody tells us whether they did.
alter table uploads add column held_until timestamptz(3) not null default now() + interval '24 hours';
create index uploads_held on uploads (book_id, held_until) include (file_size) where attachment_id is null;
