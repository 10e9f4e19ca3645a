-- Price lists: named sets of prices a partner may have. Their entries come with the items.
create table price_lists (
  book_id     uuid not null references books (id),
  id          uuid not null,
  code        text not null,
  name        text not null,
  currency    text not null,
  is_active   boolean not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint price_lists_code_unique unique (book_id, code),
  constraint price_lists_currency_shape check (currency ~ '^[A-Z]{3}$')
);

alter table partners
  add constraint partners_price_list_exists
  foreign key (book_id, price_list_id) references price_lists (book_id, id);
create index partners_of_price_list on partners (book_id, price_list_id) where price_list_id is not null;
