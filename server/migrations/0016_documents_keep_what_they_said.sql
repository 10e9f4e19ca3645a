-- Documents keep what they said: names are written with the document instead of being read from the record it refers
-- to, and what is posted is sealed by a hash of its content. Existing documents take the names of today, once.

alter table orders add column partner_name text;
alter table invoices add column partner_name text;
alter table received_invoices add column partner_name text;
alter table cashflows add column partner_name text;
alter table stock_documents
  add column partner_name text,
  add column warehouse_name text,
  add column target_name text;
alter table repacks add column warehouse_name text;
alter table inventory_counts add column warehouse_name text;

alter table order_lines
  add column item_code text,
  add column item_name text,
  add column unit_symbol text,
  add column unit_decimals smallint,
  add column item_volume_l numeric;
alter table invoice_lines
  add column item_code text,
  add column item_name text,
  add column unit_symbol text,
  add column unit_decimals smallint;
alter table stock_lines
  add column item_code text,
  add column item_name text,
  add column unit_symbol text,
  add column unit_decimals smallint;
alter table inventory_count_lines
  add column item_code text,
  add column item_name text,
  add column unit_symbol text,
  add column unit_decimals smallint;

update orders r set partner_name = p.name from partners p where p.book_id = r.book_id and p.id = r.partner_id;
update invoices r set partner_name = p.name from partners p where p.book_id = r.book_id and p.id = r.partner_id;
update received_invoices r set partner_name = p.name
  from partners p where p.book_id = r.book_id and p.id = r.partner_id;
update cashflows r set partner_name = p.name from partners p where p.book_id = r.book_id and p.id = r.partner_id;
update stock_documents r
   set warehouse_name = w.name,
       target_name = (select t.name from warehouses t where t.book_id = r.book_id and t.id = r.target_warehouse_id),
       partner_name = (select p.name from partners p where p.book_id = r.book_id and p.id = r.partner_id)
  from warehouses w
 where w.book_id = r.book_id and w.id = r.warehouse_id;
update repacks r set warehouse_name = w.name from warehouses w where w.book_id = r.book_id and w.id = r.warehouse_id;
update inventory_counts r set warehouse_name = w.name
  from warehouses w where w.book_id = r.book_id and w.id = r.warehouse_id;

update order_lines l
   set item_code = i.code, item_name = i.name, unit_symbol = u.symbol, unit_decimals = u.decimals,
       item_volume_l = i.volume_l
  from items i join units u on u.book_id = i.book_id and u.id = i.unit_id
 where i.book_id = l.book_id and i.id = l.item_id;
update invoice_lines l
   set item_code = i.code, item_name = i.name, unit_symbol = u.symbol, unit_decimals = u.decimals
  from items i join units u on u.book_id = i.book_id and u.id = i.unit_id
 where i.book_id = l.book_id and i.id = l.item_id;
update stock_lines l
   set item_code = i.code, item_name = i.name, unit_symbol = u.symbol, unit_decimals = u.decimals
  from items i join units u on u.book_id = i.book_id and u.id = i.unit_id
 where i.book_id = l.book_id and i.id = l.item_id;
update inventory_count_lines l
   set item_code = i.code, item_name = i.name, unit_symbol = u.symbol, unit_decimals = u.decimals
  from items i join units u on u.book_id = i.book_id and u.id = i.unit_id
 where i.book_id = l.book_id and i.id = l.item_id;

-- One row for each posted document: the hash of its content, and what its papers say of others (the parties, the
-- account, the payer status). Plain json, not jsonb: its text is part of what is hashed.
create table document_seals (
  book_id       uuid not null references books (id),
  document_id   uuid not null,
  object        text not null,
  content_hash  text not null,
  parties       json,
  -- `migration`: sealed with the names of the day the book was upgraded, not of the day of the posting.
  sealed_by     text not null,
  sealed_at     timestamptz(3) not null,
  primary key (book_id, document_id),
  constraint document_seals_by_known check (sealed_by in ('posting', 'migration'))
);

-- The papers of what is posted already say what they would have said today.
create function pg_temp.company_party(book uuid) returns json language sql stable as $$
  select json_build_object(
           'name', coalesce(c.name, t.name), 'ico', nullif(btrim(c.ico), ''), 'dic', nullif(btrim(c.dic), ''),
           'street', nullif(btrim(c.street), ''), 'city', nullif(btrim(c.city), ''), 'zip', nullif(btrim(c.zip), ''),
           'country', (select json_build_object('code', k.code, 'name_cs', k.name_cs, 'name_en', k.name_en)
                         from countries k where k.code = coalesce(c.country, t.country_code)),
           'email', nullif(btrim(c.email), ''), 'phone', nullif(btrim(c.phone), ''), 'web', nullif(btrim(c.web), ''),
           'registerNote', nullif(btrim(c.register_note), ''))
    from books b
    join tenants t on t.id = b.tenant_id
    left join companies c on c.book_id = b.id
   where b.id = book
$$;

create function pg_temp.partner_party(book uuid, partner uuid) returns json language sql stable as $$
  select json_build_object(
           'name', p.name, 'ico', nullif(btrim(p.ico), ''), 'dic', nullif(btrim(p.dic), ''),
           'street', nullif(btrim(p.street), ''), 'city', nullif(btrim(p.city), ''), 'zip', nullif(btrim(p.zip), ''),
           'country', (select json_build_object('code', k.code, 'name_cs', k.name_cs, 'name_en', k.name_en)
                         from countries k where k.id = p.country_id),
           'email', nullif(btrim(p.email), ''), 'phone', nullif(btrim(coalesce(p.phone, p.mobile)), ''), 'web', null,
           'registerNote', null)
    from partners p
   where p.book_id = book and p.id = partner
$$;

insert into document_seals (book_id, document_id, object, content_hash, parties, sealed_by, sealed_at)
select r.book_id, r.id, 'invoice', '',
       json_build_object(
         'supplier', pg_temp.company_party(r.book_id),
         'customer', pg_temp.partner_party(r.book_id, r.partner_id),
         'account', (select json_build_object('account_number', a.account_number, 'iban', a.iban, 'bic', a.bic)
                       from finance_defaults d
                       join finance_accounts a on a.book_id = d.book_id and a.id = d.account_id
                      where d.book_id = r.book_id and d.payment_method = 'bank_transfer' and a.is_active
                        and d.currency = r.currency and r.payment_method = 'bank_transfer'
                        and r.document_type = 'invoice'),
         'isVatPayer', t.is_vat_payer or r.total_vat <> 0,
         'original', (select json_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date::text)
                        from invoices o where o.book_id = r.book_id and o.id = r.original_id),
         'orderNumber', (select o.number from orders o where o.book_id = r.book_id and o.id = r.order_id),
         'depositNames', json_build_object(),
         'issuedBy', null),
       'migration', now()
  from invoices r
  join books b on b.id = r.book_id
  join tenants t on t.id = b.tenant_id
 where r.number is not null;

insert into document_seals (book_id, document_id, object, content_hash, parties, sealed_by, sealed_at)
select r.book_id, r.id, 'stock_document', '',
       case when r.movement_type = 'issue' then json_build_object(
         'supplier', pg_temp.company_party(r.book_id),
         'customer', pg_temp.partner_party(r.book_id, r.partner_id),
         'orderNumber', (select o.number from orders o where o.book_id = r.book_id and o.id = r.order_id),
         'deliveryAddress', (select json_build_object('street', o.delivery_street, 'city', o.delivery_city,
                                               'zip', o.delivery_zip, 'country', o.delivery_country)
                        from orders o
                       where o.book_id = r.book_id and o.id = r.order_id
                         and coalesce(o.delivery_street, o.delivery_city, o.delivery_zip, o.delivery_country)
                             is not null),
         'issuedBy', null) end,
       'migration', now()
  from stock_documents r
 where r.status <> 'draft';

insert into document_seals (book_id, document_id, object, content_hash, sealed_by, sealed_at)
select book_id, id, 'order', '', 'migration', now() from orders where status <> 'draft'
 union all
select book_id, id, 'received_invoice', '', 'migration', now() from received_invoices where status <> 'draft'
 union all
select book_id, id, 'cashflow', '', 'migration', now() from cashflows where status <> 'draft';

-- The same texts that the service hashes, see kernel/seal.ts.
update document_seals s
   set content_hash =
       encode(sha256(convert_to(concat_ws(chr(31), 'number=' || r.number::text, 'order_date=' || r.order_date::text,
         'partner_id=' || r.partner_id::text, 'partner_name=' || r.partner_name::text, 'currency=' || r.currency::text,
         'total_excl_vat=' || trim_scale(r.total_excl_vat)::text, 'total_vat=' || trim_scale(r.total_vat)::text,
         'total_incl_vat=' || trim_scale(r.total_incl_vat)::text,
         'total_deposit=' || trim_scale(r.total_deposit)::text, 'parties=' || s.parties::text) || chr(30) || coalesce((
                select string_agg(concat_ws(chr(31), 'id=' || l.id::text, 'item_id=' || l.item_id::text,
                  'item_code=' || l.item_code::text, 'item_name=' || l.item_name::text,
                  'item_volume_l=' || trim_scale(l.item_volume_l)::text, 'unit_symbol=' || l.unit_symbol::text,
                  'unit_decimals=' || l.unit_decimals::text, 'quantity=' || trim_scale(l.quantity)::text,
                  'unit_price=' || trim_scale(l.unit_price)::text, 'vat_rate_pct=' || trim_scale(l.vat_rate_pct)::text,
                  'discount_pct=' || trim_scale(l.discount_pct)::text, 'excl_vat=' || trim_scale(l.excl_vat)::text,
                  'vat=' || trim_scale(l.vat)::text, 'incl_vat=' || trim_scale(l.incl_vat)::text,
                  'deposit_id=' || l.deposit_id::text, 'deposit_pieces=' || trim_scale(l.deposit_pieces)::text,
                  'deposit_total=' || trim_scale(l.deposit_total)::text), chr(30) order by l.sort_order)
                  from order_lines l
                 where l.book_id = r.book_id and l.order_id = r.id), ''), 'UTF8')), 'hex')
  from orders r
 where r.book_id = s.book_id and r.id = s.document_id;

update document_seals s
   set content_hash =
       encode(sha256(convert_to(concat_ws(chr(31), 'document_type=' || r.document_type::text,
         'original_id=' || r.original_id::text, 'number=' || r.number::text,
         'variable_symbol=' || r.variable_symbol::text, 'partner_id=' || r.partner_id::text,
         'partner_name=' || r.partner_name::text, 'order_id=' || r.order_id::text, 'issue_date=' || r.issue_date::text,
         'tax_point_date=' || r.tax_point_date::text, 'currency=' || r.currency::text,
         'exchange_rate=' || trim_scale(r.exchange_rate)::text,
         'total_excl_vat=' || trim_scale(r.total_excl_vat)::text, 'total_vat=' || trim_scale(r.total_vat)::text,
         'total_incl_vat=' || trim_scale(r.total_incl_vat)::text, 'customer_order_ref=' || r.customer_order_ref::text,
         'payment_method=' || r.payment_method::text, 'parties=' || s.parties::text) || chr(30) || coalesce((
                select string_agg(concat_ws(chr(31), 'id=' || l.id::text, 'item_id=' || l.item_id::text,
                  'item_code=' || l.item_code::text, 'item_name=' || l.item_name::text,
                  'unit_symbol=' || l.unit_symbol::text, 'unit_decimals=' || l.unit_decimals::text,
                  'description=' || l.description::text, 'quantity=' || trim_scale(l.quantity)::text,
                  'unit_price=' || trim_scale(l.unit_price)::text, 'vat_rate_pct=' || trim_scale(l.vat_rate_pct)::text,
                  'discount_pct=' || trim_scale(l.discount_pct)::text, 'excl_vat=' || trim_scale(l.excl_vat)::text,
                  'vat=' || trim_scale(l.vat)::text, 'incl_vat=' || trim_scale(l.incl_vat)::text,
                  'source_stock_issue_id=' || l.source_stock_issue_id::text), chr(30) order by l.sort_order)
                  from invoice_lines l
                 where l.book_id = r.book_id and l.invoice_id = r.id), ''), 'UTF8')), 'hex')
  from invoices r
 where r.book_id = s.book_id and r.id = s.document_id;

update document_seals s
   set content_hash =
       encode(sha256(convert_to(concat_ws(chr(31), 'movement_type=' || r.movement_type::text,
         'movement_purpose=' || r.movement_purpose::text, 'number=' || r.number::text, 'date=' || r.date::text,
         'warehouse_id=' || r.warehouse_id::text, 'warehouse_name=' || r.warehouse_name::text,
         'target_warehouse_id=' || r.target_warehouse_id::text, 'target_name=' || r.target_name::text,
         'partner_id=' || r.partner_id::text, 'partner_name=' || r.partner_name::text, 'order_id=' || r.order_id::text,
         'additional_cost=' || trim_scale(r.additional_cost)::text, 'total_cost=' || trim_scale(r.total_cost)::text,
         'notes=' || r.notes::text, 'parties=' || s.parties::text) || chr(30) || coalesce((
                select string_agg(concat_ws(chr(31), 'id=' || l.id::text, 'item_id=' || l.item_id::text,
                  'item_code=' || l.item_code::text, 'item_name=' || l.item_name::text,
                  'unit_symbol=' || l.unit_symbol::text, 'unit_decimals=' || l.unit_decimals::text,
                  'quantity=' || trim_scale(l.quantity)::text,
                  'issued_quantity=' || trim_scale(l.issued_quantity)::text,
                  'unit_price=' || trim_scale(l.unit_price)::text, 'value=' || trim_scale(l.value)::text,
                  'lot_id=' || l.lot_id::text, 'lot_number=' || l.lot_number::text,
                  'expiry_date=' || l.expiry_date::text, 'notes=' || l.notes::text), chr(30) order by l.line_order)
                  from stock_lines l
                 where l.book_id = r.book_id and l.document_id = r.id), ''), 'UTF8')), 'hex')
  from stock_documents r
 where r.book_id = s.book_id and r.id = s.document_id;

update document_seals s
   set content_hash =
       encode(sha256(convert_to(concat_ws(chr(31), 'number=' || r.number::text,
         'supplier_invoice_number=' || r.supplier_invoice_number::text, 'partner_id=' || r.partner_id::text,
         'partner_name=' || r.partner_name::text, 'issue_date=' || r.issue_date::text,
         'tax_point_date=' || r.tax_point_date::text, 'received_date=' || r.received_date::text,
         'currency=' || r.currency::text, 'exchange_rate=' || trim_scale(r.exchange_rate)::text,
         'total_excl_vat=' || trim_scale(r.total_excl_vat)::text, 'total_vat=' || trim_scale(r.total_vat)::text,
         'total_incl_vat=' || trim_scale(r.total_incl_vat)::text,
         'parties=' || s.parties::text) || chr(30) || coalesce((
                select string_agg(concat_ws(chr(31), 'id=' || l.id::text, 'description=' || l.description::text,
                  'amount=' || trim_scale(l.amount)::text, 'vat_rate_pct=' || trim_scale(l.vat_rate_pct)::text),
                  chr(30) order by l.sort_order)
                  from received_invoice_lines l
                 where l.book_id = r.book_id and l.received_invoice_id = r.id), ''), 'UTF8')), 'hex')
  from received_invoices r
 where r.book_id = s.book_id and r.id = s.document_id;

update document_seals s
   set content_hash =
       encode(sha256(convert_to(concat_ws(chr(31), 'number=' || r.number::text, 'type=' || r.type::text,
         'date=' || r.date::text, 'description=' || r.description::text, 'amount=' || trim_scale(r.amount)::text,
         'currency=' || r.currency::text, 'payment_method=' || r.payment_method::text,
         'partner_id=' || r.partner_id::text, 'partner_name=' || r.partner_name::text,
         'source_id=' || r.source_id::text, 'parties=' || s.parties::text) || chr(30) || '', 'UTF8')), 'hex')
  from cashflows r
 where r.book_id = s.book_id and r.id = s.document_id;
