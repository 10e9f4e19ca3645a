-- On which terms goods are sold: the line of an order an invoice line fulfils, and the VAT that holds on a day.

-- Lines grouped in from stock issues have the terms of an order line.
alter table invoice_lines add column order_line_id uuid;

-- V7 holds by day: who pays VAT, and since when. The first row of a tenant is as old as days are.
create table tenant_vat_statuses (
  tenant_id     uuid not null references tenants (id),
  valid_from    date not null,
  is_vat_payer  boolean not null,
  created_at    timestamptz(3) not null default now(),
  primary key (tenant_id, valid_from)
);
insert into tenant_vat_statuses (tenant_id, valid_from, is_vat_payer)
select id, '0001-01-01', is_vat_payer from tenants;

-- The rate a payer charges on the line, also where none is charged now. Null in older rows: the rate they have.
alter table order_lines
  add column payer_vat_rate_pct numeric,
  add constraint order_lines_payer_rate_sound check (payer_vat_rate_pct between 0 and 100);
alter table invoice_lines
  add column payer_vat_rate_pct numeric,
  add constraint invoice_lines_payer_rate_sound check (payer_vat_rate_pct between 0 and 100);
