-- The money of issued invoices: deposits, credits that are exact line by line and set off, dates that were given.

alter table invoices
  add column total_deposit      numeric not null default 0,
  -- What credit notes take off what remains; negative on the credit note itself.
  add column amount_credited    numeric not null default 0,
  -- Nothing of it is left to credit.
  add column is_credited        boolean not null default false,
  -- Why a credit note was made; invoices have none, nor credit notes of older versions.
  add column reason             text,
  -- Whether the caller gave the date; one that was not given follows the issue date. Of older rows nobody knows.
  add column is_due_date_given  boolean not null default true,
  add column is_tax_point_given boolean not null default true,
  -- The year in which no other document has the variable symbol; older rows may share theirs.
  add column symbol_year        integer,
  alter column due_date drop not null,
  add constraint invoices_due_unless_credit check (document_type = 'credit_note' or due_date is not null),
  add constraint invoices_deposit_has_sign check (total_deposit * total_incl_vat >= 0),
  add constraint invoices_only_credits_have_reason check (document_type = 'credit_note' or reason is null);
create unique index invoices_symbol_of_year on invoices (book_id, symbol_year, ltrim(variable_symbol, '0'))
  where symbol_year is not null;

-- A credit note is not due: it is paid back or set off.
update invoices set due_date = null where document_type = 'credit_note';

alter table invoice_lines
  add column deposit_id       uuid,
  add column deposit_pieces   numeric not null default 0,
  add column deposit_total    numeric not null default 0,
  -- The line of the invoice that a line of a credit note takes back.
  add column original_line_id uuid,
  add constraint invoice_lines_deposit_exists foreign key (book_id, deposit_id) references deposits (book_id, id),
  add constraint invoice_lines_original_exists
    foreign key (book_id, original_line_id) references invoice_lines (book_id, id),
  add constraint invoice_lines_deposit_sound check (
    (deposit_id is not null or deposit_pieces = 0) and deposit_pieces * deposit_total >= 0
    and deposit_pieces * quantity >= 0),
  drop constraint invoice_lines_numbers_sound,
  -- A line without a quantity takes packaging back and nothing else.
  add constraint invoice_lines_numbers_sound check (
    (quantity <> 0 or (deposit_pieces < 0 and excl_vat = 0 and vat = 0))
    and vat_rate_pct between 0 and 100 and discount_pct between 0 and 100);
create index invoice_lines_of_original on invoice_lines (book_id, original_line_id) where original_line_id is not null;

-- Older credit notes do not say which line they take back: the one that is the same, by its place among its likes.
with numbered as (
  select l.book_id, l.id, i.id as invoice_id, i.original_id,
         row (l.item_id, l.description, l.unit_price, l.vat_rate_pct, l.discount_pct)::text as likeness,
         row_number() over (
           partition by l.book_id, l.invoice_id,
                        row (l.item_id, l.description, l.unit_price, l.vat_rate_pct, l.discount_pct)::text
           order by l.sort_order) as place
    from invoice_lines l
    join invoices i on i.book_id = l.book_id and i.id = l.invoice_id)
update invoice_lines l
   set original_line_id = o.id
  from numbered n
  join numbered o on o.book_id = n.book_id and o.invoice_id = n.original_id and o.likeness = n.likeness
                 and o.place = n.place
 where l.book_id = n.book_id and l.id = n.id;
