-- The supplier's VAT for each rate whose lines are still his, where it is another than ours: [{"rate_pct", "vat"}].
-- Null beside a given_vat: the document says only the sum, which is dropped as a whole.
alter table received_invoices add column given_vat_rates jsonb;

-- Who a partner is: a country and a business id. Spaces and case do not count. Zeros in front count everywhere but in
-- Czechia and Slovakia, where the number has eight digits and writers drop them. Null where there is no number.
create function business_id_key(country text, number text) returns text language sql immutable parallel safe as $$
  select case
           when bare = '' then null
           when country in ('CZ', 'SK') and bare ~ '^[0-9]+$'
             then country || ' ' || lpad(ltrim(bare, '0'), greatest(8, length(ltrim(bare, '0'))), '0')
           else country || ' ' || bare
         end
    from (select upper(regexp_replace(coalesce(number, ''), '[\s\u00a0\u2007\u202f]', '', 'g')) as bare) b
$$;

-- The twin tells numbers apart that older books hold in two spellings; every number written since has 0.
alter table partners add column ico_key text;
alter table partners add column ico_twin integer not null default 0;

update partners p
   set ico_key = k.key, ico_twin = k.place - 1
  from (select r.book_id, r.id, business_id_key(coalesce(c.code, t.country_code), r.ico) as key,
               row_number() over (partition by r.book_id, business_id_key(coalesce(c.code, t.country_code), r.ico)
                                  order by r.is_active desc, r.created_at, r.id) as place
          from partners r
          join books b on b.id = r.book_id
          join tenants t on t.id = b.tenant_id
          left join countries c on c.id = r.country_id
         where r.ico <> '') k
 where k.book_id = p.book_id and k.id = p.id and k.key is not null;

-- By the database and not by the program: an older one that still runs writes partners, too.
create function set_partner_ico_key() returns trigger language plpgsql as $$
begin
  new.ico_key := business_id_key(
    coalesce((select code from countries where id = new.country_id),
             (select t.country_code from books b join tenants t on t.id = b.tenant_id where b.id = new.book_id)),
    new.ico);
  new.ico_twin := 0;
  return new;
end
$$;
create trigger partners_ico_key_on_insert before insert on partners
  for each row execute function set_partner_ico_key();
create trigger partners_ico_key_on_update before update on partners
  for each row when (old.ico is distinct from new.ico or old.country_id is distinct from new.country_id)
  execute function set_partner_ico_key();

drop index partners_ico_unique;
drop index partners_by_plain_ico;
create unique index partners_ico_key_unique on partners (book_id, ico_key, ico_twin) where ico_key is not null;
create index partners_by_ico on partners (book_id, ico);

-- What was odd about an imported document: [{"code", "message"}]. Written with the import, never changed.
alter table received_invoices add column warnings jsonb not null default '[]';
alter table inbox_submissions add column warnings jsonb not null default '[]';
