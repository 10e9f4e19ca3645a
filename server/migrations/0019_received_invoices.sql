-- The supplier's VAT for each rate whose lines are still his, where it is another than ours: [{"rate_pct", "vat"}].
-- Null beside a given_vat: the document says only the sum, which is dropped as a whole.
alter table received_invoices add column given_vat_rates jsonb;
