-- What a line of an invoice was ordered as: lines grouped in from stock issues have the terms of an order line.
alter table invoice_lines add column order_line_id uuid;
