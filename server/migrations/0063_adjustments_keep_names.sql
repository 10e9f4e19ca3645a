-- What the lines of a packaging adjustment were called when it was made, by deposit: a posted record says the same ever after.
-- Null in what the version before writes.
alter table packaging_adjustments add column line_names jsonb;

-- step
update packaging_adjustments a
   set line_names = (
         select jsonb_object_agg(m.deposit_id::text,
                  jsonb_build_object('deposit_code', d.code, 'deposit_name', d.name, 'item_code', i.code, 'item_name', i.name))
           from packaging_movements m
           join deposits d on d.book_id = m.book_id and d.id = m.deposit_id
           join items i on i.book_id = m.book_id and i.id = m.item_id
          where m.book_id = a.book_id and m.document_id = a.id)
 where line_names is null;
