-- Why no VAT is charged at 0 %. A rate may carry the reason of the lines sold with it; null: nobody said.
alter table vat_rates add column vat_exemption text;
alter table vat_rates add constraint vat_rates_exemption_known check (
  vat_exemption is null
  or (vat_exemption in ('exempt', 'intra_eu', 'export', 'reverse_charge') and rate_pct = 0));

alter table order_lines add column vat_exemption text;
alter table order_lines add constraint order_lines_exemption_known check (
  vat_exemption in ('exempt', 'intra_eu', 'export', 'reverse_charge'));

alter table invoice_lines add column vat_exemption text;
alter table invoice_lines add constraint invoice_lines_exemption_known check (
  vat_exemption in ('exempt', 'intra_eu', 'export', 'reverse_charge'));

-- Logos as they were uploaded. A row is never changed nor deleted: papers issued with it keep it. Its id follows from
-- its bytes, so that the same logo is one row.
create table company_logos (
  book_id     uuid not null references books (id),
  id          uuid not null,
  media_type  text not null,
  bytes       bytea not null,
  created_at  timestamptz(3) not null,
  primary key (book_id, id),
  constraint company_logos_media_type_known check (media_type in ('image/png', 'image/jpeg')),
  constraint company_logos_size_bounded check (octet_length(bytes) between 1 and 200000)
);

alter table companies add column logo_id uuid;
alter table companies add column accent_color text;
alter table companies add constraint companies_logo_exists
  foreign key (book_id, logo_id) references company_logos (book_id, id);
alter table companies add constraint companies_accent_color_sound check (accent_color ~ '^#[0-9a-f]{6}$');
