/**
 * The bare limit: each operation as one hand-written statement that does the same work in the books and nothing else.
 * None of it follows the product, so it stays where it is when the product changes.
 */

/** The book is updated first, so that others wait there; the lots are read anew after that by their locks. */
const confirm = `
  with book as (
    update books
       set last_sequence = last_sequence + 1, last_number = last_number + 1
     where id = $1
    returning last_sequence, last_number
  ), open as materialized (
    select l.place, l.quantity as wanted, t.id, t.item_id, t.received_on, t.unit_price, t.remaining
      from book
      join issue_lines l on l.issue_id = $2
      join lots t on t.book_id = $1 and t.item_id = l.item_id and t.remaining > 0
     order by t.item_id, t.received_on, t.id
       for update of t
  ), taken as materialized (
    select place, id, item_id, unit_price, least(remaining, wanted - before) as quantity
      from (select *, sum(remaining) over (partition by place order by received_on, id) - remaining as before
              from open) o
     where before < wanted
  ), used as (
    update lots t
       set remaining = t.remaining - k.quantity
      from taken k
     where t.id = k.id
  ), allocated as (
    insert into allocations select $2, place, id, quantity, quantity * unit_price from taken
  ), moved as (
    update levels v
       set quantity = v.quantity - m.quantity, value = v.value - m.value
      from (select item_id, sum(quantity) as quantity, sum(quantity * unit_price) as value from taken group by 1) m
     where v.book_id = $1 and v.item_id = m.item_id
  ), confirmed as (
    update issues i
       set status = 'confirmed', version = i.version + 1, posted_at = now(),
           number = 'V' || lpad(book.last_number::text, 6, '0')
      from book
     where i.id = $2 and i.status = 'draft'
    returning i.id, i.number, i.status, i.version, i.posted_at
  )
  insert into events (book_id, sequence, type, data)
  select $1, book.last_sequence, 'stock_issue.confirmed', to_jsonb(confirmed)
    from book, confirmed
  returning data`

/** A price of the partner's own, or the item's with its discount. */
const order = `
  with book as (
    update books
       set last_sequence = last_sequence + 1, last_number = last_number + 1
     where id = $1
    returning last_sequence, last_number
  ), priced as materialized (
    select w.place, w.item_id, w.quantity, i.vat_rate,
           round(coalesce(p.unit_price, i.sale_price * (100 - coalesce(d.discount_pct, 0)) / 100), 4) as unit_price
      from unnest($3::int[], $4::numeric[]) with ordinality w (item_id, quantity, place)
      join items i on i.book_id = $1 and i.id = w.item_id
      left join partner_prices p on p.book_id = $1 and p.partner_id = $2 and p.item_id = w.item_id
      left join discounts d on d.book_id = $1 and d.item_id = w.item_id
  ), made as (
    insert into orders (book_id, number, partner_id, total_excl_vat, total_vat)
    select $1, 'O' || lpad(book.last_number::text, 6, '0'), $2, t.excl, t.vat
      from book,
           (select sum(round(quantity * unit_price, 2)) as excl,
                   sum(round(quantity * unit_price * vat_rate / 100, 2)) as vat
              from priced) t
    returning *
  ), lines as (
    insert into order_lines
    select made.id, priced.place, priced.item_id, priced.quantity, priced.unit_price from made, priced
    returning *
  )
  insert into events (book_id, sequence, type, data)
  select $1, book.last_sequence, 'order.created',
         to_jsonb(made) || jsonb_build_object('lines', (select jsonb_agg(to_jsonb(lines)) from lines))
    from book, made
  returning data`

/**
 * A sale in cash: what is sold is taken from the oldest lots, and the issue, the sale, its money and all that is told of
 * them are written. Prices hold VAT. It tells what the product tells: two events of the issue, one for each level, two of
 * the cash-flow.
 */
const sale = `
  with book as (
    update books
       set last_sequence = last_sequence + 4 + cardinality($2::int[]), last_number = last_number + 3
     where id = $1
    returning last_sequence - 4 - cardinality($2::int[]) as sequence, last_number - 2 as number
  ), priced as materialized (
    select w.place, w.item_id, w.quantity, i.vat_rate, round(i.sale_price * (100 + i.vat_rate) / 100, 2) as unit_price,
           round(w.quantity * round(i.sale_price * (100 + i.vat_rate) / 100, 2), 2) as incl_vat
      from unnest($2::int[], $3::numeric[]) with ordinality w (item_id, quantity, place)
      join items i on i.book_id = $1 and i.id = w.item_id
  ), total as materialized (
    select sum(incl_vat) as incl_vat, sum(vat) as vat
      from (select sum(incl_vat) as incl_vat, round(sum(incl_vat) * vat_rate / (100 + vat_rate), 2) as vat
              from priced
             group by vat_rate) r
  ), open as materialized (
    select p.place, p.quantity as wanted, t.id, t.item_id, t.received_on, t.unit_price, t.remaining
      from book
     cross join priced p
      join lots t on t.book_id = $1 and t.item_id = p.item_id and t.remaining > 0
     order by t.item_id, t.received_on, t.id
       for update of t
  ), taken as materialized (
    select place, id, item_id, unit_price, least(remaining, wanted - before) as quantity
      from (select *, sum(remaining) over (partition by place order by received_on, id) - remaining as before
              from open) o
     where before < wanted
  ), used as (
    update lots t
       set remaining = t.remaining - k.quantity
      from taken k
     where t.id = k.id
  ), moved as (
    update levels v
       set quantity = v.quantity - m.quantity, value = v.value - m.value
      from (select item_id, sum(quantity) as quantity, sum(quantity * unit_price) as value from taken group by 1) m
     where v.book_id = $1 and v.item_id = m.item_id
    returning v.item_id, v.quantity, v.value
  ), issued as (
    insert into issues (book_id, status, number, posted_at)
    select $1, 'confirmed', 'V' || lpad(book.number::text, 6, '0'), now() from book
    returning *
  ), issue_line as (
    insert into issue_lines select issued.id, p.place, p.item_id, p.quantity from issued, priced p
  ), allocated as (
    insert into allocations
    select issued.id, k.place, k.id, k.quantity, k.quantity * k.unit_price from issued, taken k
  ), made as (
    insert into sales (book_id, number, issue_id, total_excl_vat, total_vat, payable, status)
    select $1, 'U' || lpad((book.number + 1)::text, 6, '0'), issued.id, t.incl_vat - t.vat, t.vat, t.incl_vat, 'settled'
      from book, issued, total t
     where t.incl_vat = $4::numeric
    returning *
  ), lines as (
    insert into sale_lines
    select made.id, p.place, p.item_id, p.quantity, p.unit_price, p.incl_vat from made, priced p
    returning *
  ), paid as (
    insert into cashflows (book_id, number, sale_id, method, amount)
    select $1, 'P' || lpad((book.number + 2)::text, 6, '0'), made.id, 'cash', made.payable from book, made
    returning *
  ), told as (
    select 1 as place, 'stock_issue.created' as type, to_jsonb(issued) as data from issued
    union all select 2, 'stock_issue.confirmed', to_jsonb(issued) from issued
    union all select 2 + row_number() over (), 'stock_level.changed', to_jsonb(moved) from moved
    union all select 1000, 'cashflow.created', to_jsonb(paid) from paid
    union all select 1001, 'cashflow.paid', to_jsonb(paid) from paid
  ), written as (
    insert into events (book_id, sequence, type, data)
    select $1, book.sequence + row_number() over (order by told.place), told.type, told.data from book, told
  )
  select to_jsonb(made) || jsonb_build_object('lines', (select jsonb_agg(to_jsonb(lines)) from lines)) as data
    from made`

const partner = `
  with book as (
    update books
       set last_sequence = last_sequence + 1, partner_count = partner_count + 1
     where id = $1
    returning last_sequence
  ), made as (
    insert into partners (book_id, name, ico, dic, email, phone, street, city, zip, payment_terms)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 from book
    returning *
  )
  insert into events (book_id, sequence, type, data)
  select $1, book.last_sequence, 'partner.created', to_jsonb(made)
    from book, made
  returning data`

const columns =
  'id, name, ico, dic, email, phone, street, city, zip, payment_terms, notes, created_at::text, updated_at::text'

const detail = `select ${columns} from partners where book_id = $1 and id = $2`

/** `created_at` alone would be the text that is selected, which no index has in its order. */
const list = `
  select ${columns} from partners where book_id = $1
   order by partners.created_at desc, partners.id desc limit 50`

const named = (name, text) => ({ name: `bare ${name}`, text })

export const bareStatements = {
  confirm: named('confirm', confirm),
  order: named('order', order),
  sale: named('sale', sale),
  partner: named('partner', partner),
  detail: named('detail', detail),
  list: named('list', list),
}

/** How the values of a statement come out of a parsed body. */
export const orderValues = ({ partner_id, lines }) => [
  1,
  partner_id,
  lines.map(line => line.item_id),
  lines.map(line => line.quantity),
]

export const saleValues = ({ lines, payment }) => [
  1,
  lines.map(line => line.item_id),
  lines.map(line => line.quantity),
  payment.amount,
]

export const partnerValues = body => [
  1,
  ...['name', 'ico', 'dic', 'email', 'phone', 'street', 'city', 'zip', 'payment_terms'].map(name => body[name]),
]
