-- Who filed an excise report, as long as it is filed: its papers say the same ever after. What was filed before keeps today's
-- company. Null in what the version before writes.
alter table excise_reports add column payer jsonb;

-- step
update excise_reports r
   set payer = jsonb_build_object('name', c.name, 'street', c.street, 'zip', c.zip, 'city', c.city, 'ico', c.ico, 'dic', c.dic)
  from companies c
 where c.book_id = r.book_id and r.status = 'filed' and r.payer is null;
