-- Where migration 14 ran before it was edited, there is another index that this migration wants to drop.
create index if not exists partners_by_plain_ico on partners (book_id, ltrim(regexp_replace(ico, '\s', '', 'g'), '0'))
  where ico <> '';
