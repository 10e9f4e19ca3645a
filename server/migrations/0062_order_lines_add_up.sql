-- From 16 November 2026 on the lines of an order that was changed kept the VAT they had shown before. In drafts it is shared
-- out anew: by largest remainder, ties in the order of the lines. What is confirmed keeps what it said. Totals were right.
with of_rate as (
  select l.book_id, l.order_id, l.id, l.sort_order, l.vat_rate_pct, l.vat, l.excl_vat, sum(l.excl_vat) over rate as base,
         round(sum(l.excl_vat) over rate * l.vat_rate_pct * 0.01, 2) * 100 as hellers
    from order_lines l
    join orders o on o.book_id = l.book_id and o.id = l.order_id
   where o.status = 'draft' and o.updated_at >= timestamptz '2026-11-16 00:00:00Z'
  window rate as (partition by l.book_id, l.order_id, l.vat_rate_pct)
), cut as (
  select *, div(hellers * excl_vat, base) as whole, mod(hellers * excl_vat, base) as rest
    from of_rate
   where base > 0
), shared as (
  select book_id, order_id, id, vat, excl_vat,
         0.01 * (whole + case when row_number() over largest <= hellers - sum(whole) over rate then 1 else 0 end) as share
    from cut
  window rate as (partition by book_id, order_id, vat_rate_pct),
         largest as (partition by book_id, order_id, vat_rate_pct order by rest desc, sort_order)
), mended as (
  update order_lines l
     set vat = s.share, incl_vat = s.excl_vat + s.share
    from shared s
   where l.book_id = s.book_id and l.id = s.id and s.share <> s.vat
  returning l.book_id, l.order_id
)
update orders o
   set version = o.version + 1
  from (select distinct book_id, order_id from mended) m
 where o.book_id = m.book_id and o.id = m.order_id;
