-- Who stands on the papers of a book as the supplier: one row per book. A book without one shows its tenant's name.
create table companies (
  book_id        uuid not null references books (id),
  id             uuid not null,
  name           text not null,
  ico            text,
  dic            text,
  street         text,
  city           text,
  zip            text,
  country        text not null,
  register_note  text,
  email          text,
  phone          text,
  web            text,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (book_id, id),
  constraint companies_one_per_book unique (book_id),
  constraint companies_country_known foreign key (country) references countries (code)
);
