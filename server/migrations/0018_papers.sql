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
