/** What always holds of stock, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const stockInvariants: readonly Invariant[] = [
  {
    id: 'stock.layers_balance',
    meaning: 'Of every layer: received = remaining + what issues took from it, in quantity and in value.',
    broken: sql`
      select l.book_id, l.id, l.received_quantity, l.remaining_quantity, l.received_value, l.remaining_value
        from stock_lots l
        left join (select book_id, lot_id, sum(quantity) as quantity, sum(value) as value
                     from stock_allocations
                    group by book_id, lot_id) a on a.book_id = l.book_id and a.lot_id = l.id
       where l.received_quantity <> l.remaining_quantity + coalesce(a.quantity, 0)
          or l.received_value <> l.remaining_value + coalesce(a.value, 0)`,
  },
  {
    id: 'stock.levels_are_layers',
    meaning: 'A level is the sum of the open layers, in quantity and in value.',
    broken: sql`
      select coalesce(v.book_id, l.book_id) as book_id, coalesce(v.item_id, l.item_id) as item_id,
             coalesce(v.warehouse_id, l.warehouse_id) as warehouse_id, v.quantity, l.quantity as in_layers
        from stock_levels v
        full join (select book_id, item_id, warehouse_id, sum(remaining_quantity) as quantity,
                          sum(remaining_value) as value
                     from stock_lots
                    group by book_id, item_id, warehouse_id) l
          on l.book_id = v.book_id and l.item_id = v.item_id and l.warehouse_id = v.warehouse_id
       where coalesce(v.quantity, 0) <> coalesce(l.quantity, 0) or coalesce(v.value, 0) <> coalesce(l.value, 0)`,
  },
  {
    id: 'stock.reserved_is_reservations',
    meaning: 'What a level holds reserved is the sum of the reservations.',
    broken: sql`
      select coalesce(v.book_id, r.book_id) as book_id, coalesce(v.item_id, r.item_id) as item_id,
             coalesce(v.warehouse_id, r.warehouse_id) as warehouse_id, v.reserved_quantity, r.reserved
        from stock_levels v
        full join (select book_id, item_id, warehouse_id, sum(reserved_quantity) as reserved
                     from stock_reservations
                    group by book_id, item_id, warehouse_id) r
          on r.book_id = v.book_id and r.item_id = v.item_id and r.warehouse_id = v.warehouse_id
       where coalesce(v.reserved_quantity, 0) <> coalesce(r.reserved, 0)`,
  },
  {
    id: 'stock.value_is_conserved',
    meaning: 'What confirmed receipts brought is what confirmed issues took and what is left, in every warehouse.',
    broken: sql`
      select d.book_id, d.warehouse_id, d.balance, v.value
        from (select book_id, warehouse_id,
                     sum(case movement_type when 'receipt' then total_cost else -total_cost end) as balance
                from stock_documents
               where status = 'confirmed'
               group by book_id, warehouse_id) d
        left join (select book_id, warehouse_id, sum(value) as value
                     from stock_levels
                    group by book_id, warehouse_id) v
          on v.book_id = d.book_id and v.warehouse_id = d.warehouse_id
       where d.balance <> coalesce(v.value, 0)`,
  },
  {
    id: 'stock.issues_are_allocated',
    meaning: 'A line of a confirmed issue is allocated whole, at its value; a line of another issue not at all.',
    broken: sql`
      select l.book_id, l.id, d.status, l.value, a.quantity, a.value as allocated_value
        from stock_lines l
        join stock_documents d on d.book_id = l.book_id and d.id = l.document_id and d.movement_type = 'issue'
        left join (select book_id, line_id, sum(quantity) as quantity, sum(value) as value
                     from stock_allocations
                    group by book_id, line_id) a on a.book_id = l.book_id and a.line_id = l.id
       where case when d.status = 'confirmed'
               then coalesce(a.quantity, 0) <> coalesce(l.issued_quantity, l.quantity)
                    or coalesce(a.value, 0) <> coalesce(l.value, 0)
               else a.quantity is not null or l.value is not null end`,
  },
  {
    id: 'stock.receipts_are_layers',
    meaning: 'A line of a confirmed receipt is a layer with its quantity and value; a line of another receipt is none.',
    broken: sql`
      select l.book_id, l.id, d.status, l.value, o.received_quantity, o.received_value
        from stock_lines l
        join stock_documents d on d.book_id = l.book_id and d.id = l.document_id and d.movement_type = 'receipt'
        left join stock_lots o on o.book_id = l.book_id and o.id = l.id
       where case when d.status = 'confirmed'
               then coalesce(o.received_quantity, 0) <> coalesce(l.issued_quantity, l.quantity)
                    or coalesce(o.received_value, 0) <> coalesce(l.value, 0)
                    or o.item_id <> l.item_id or o.warehouse_id <> d.warehouse_id or o.received_on <> d.date
               else o.id is not null or l.value is not null end`,
  },
  {
    id: 'stock.lines_sum_to_total',
    meaning: 'The cost of a confirmed document is the sum of its lines.',
    broken: sql`
      select d.book_id, d.id, d.total_cost, sum(l.value) as lines
        from stock_documents d
        left join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
       where d.status = 'confirmed'
       group by d.book_id, d.id
      having d.total_cost <> coalesce(sum(l.value), 0)`,
  },
  {
    id: 'stock.allocations_have_line_and_layer',
    meaning: 'What was taken was taken by a line out of a layer.',
    broken: sql`
      select a.book_id, a.line_id, a.lot_id
        from stock_allocations a
        left join stock_lines l on l.book_id = a.book_id and l.id = a.line_id
        left join stock_lots o on o.book_id = a.book_id and o.id = a.lot_id
       where l.id is null or o.id is null`,
  },
  {
    id: 'stock.open_layers_hold_stock',
    meaning: 'A layer is open while something remains of it.',
    broken: sql`
      select book_id, id, is_open, remaining_quantity
        from stock_lots
       where is_open <> (remaining_quantity > 0)`,
  },
  {
    id: 'stock.days_of_changes',
    meaning: 'No level and no layer changed after the day it is found by.',
    broken: sql`
      select book_id, id, updated_on, updated_at
        from (select book_id, id, updated_on, updated_at from stock_levels
               union all
              select book_id, id, updated_on, updated_at from stock_lots) kept
       where updated_on < (updated_at at time zone 'UTC')::date`,
  },
  {
    id: 'stock.layer_not_after_issue',
    meaning: 'No issue took from a layer that is younger than itself, of another item or of another warehouse.',
    broken: sql`
      select a.book_id, a.line_id, a.lot_id
        from stock_allocations a
        join stock_lines l on l.book_id = a.book_id and l.id = a.line_id
        join stock_documents d on d.book_id = a.book_id and d.id = a.document_id
        join stock_lots o on o.book_id = a.book_id and o.id = a.lot_id
       where o.received_on > d.date or o.item_id <> l.item_id or o.warehouse_id <> d.warehouse_id
          or (l.lot_id is not null and l.lot_id <> a.lot_id) or l.document_id <> a.document_id`,
  },
  {
    id: 'stock.days_are_documents',
    meaning: 'What a day brought and took is what its confirmed documents say.',
    broken: sql`
      select coalesce(y.book_id, d.book_id) as book_id, coalesce(y.item_id, d.item_id) as item_id,
             coalesce(y.day, d.date) as day, y.quantity, d.quantity as in_documents
        from stock_days y
        full join (select h.book_id, h.warehouse_id, l.item_id, h.date,
                          sum(case h.movement_type when 'receipt' then 1 else -1 end
                              * coalesce(l.issued_quantity, l.quantity)) as quantity,
                          sum(case h.movement_type when 'receipt' then 1 else -1 end * l.value) as value
                     from stock_documents h
                     join stock_lines l on l.book_id = h.book_id and l.document_id = h.id
                    where h.status = 'confirmed'
                    group by h.book_id, h.warehouse_id, l.item_id, h.date) d
          on d.book_id = y.book_id and d.warehouse_id = y.warehouse_id and d.item_id = y.item_id and d.date = y.day
       where coalesce(y.quantity, 0) <> coalesce(d.quantity, 0) or coalesce(y.value, 0) <> coalesce(d.value, 0)`,
  },
  {
    id: 'stock.months_are_days',
    meaning: 'What a month brought and took is the sum of its days.',
    broken: sql`
      select coalesce(m.book_id, y.book_id) as book_id, coalesce(m.item_id, y.item_id) as item_id,
             coalesce(m.month, y.month) as month, m.quantity, y.quantity as in_days
        from stock_months m
        full join (select book_id, warehouse_id, item_id, date_trunc('month', day)::date as month,
                          sum(quantity) as quantity, sum(value) as value
                     from stock_days
                    group by 1, 2, 3, 4) y
          on y.book_id = m.book_id and y.warehouse_id = m.warehouse_id and y.item_id = m.item_id and y.month = m.month
       where coalesce(m.quantity, 0) <> coalesce(y.quantity, 0) or coalesce(m.value, 0) <> coalesce(y.value, 0)`,
  },
  {
    id: 'stock.never_negative_on_any_day',
    meaning: 'No item was ever less than nothing at the end of a day.',
    broken: sql`
      select book_id, warehouse_id, item_id, day, quantity, value
        from (select book_id, warehouse_id, item_id, day,
                     sum(quantity) over past as quantity, sum(value) over past as value
                from stock_days
              window past as (partition by book_id, warehouse_id, item_id order by day)) known
       where quantity < 0 or value < 0 or (quantity = 0 and value <> 0)`,
  },
  {
    id: 'stock.transfers_arrive_whole',
    meaning: 'The receipt of a transfer carries what its issue took, layer by layer.',
    broken: sql`
      select r.book_id, r.id as receipt_id, r.source_issue_id
        from stock_documents r
        join stock_documents i on i.book_id = r.book_id and i.id = r.source_issue_id
       where r.status <> 'cancelled'
         and (i.status <> 'confirmed'
              or exists (select 1
                           from stock_lines l
                           full join stock_allocations a
                             on a.book_id = l.book_id and a.lot_id = l.source_lot_id and a.document_id = i.id
                            and a.quantity = l.quantity and a.value = l.given_value
                          where (l.book_id = r.book_id and l.document_id = r.id and a.lot_id is null)
                             or (a.book_id = i.book_id and a.document_id = i.id and l.id is null)))`,
  },
  {
    id: 'stock.repacks_are_pairs',
    meaning: 'Both documents of a repack are in its state, and its cost comes out as it went in.',
    broken: sql`
      select p.book_id, p.id
        from repacks p
        join stock_documents i on i.book_id = p.book_id and i.id = p.issue_id
        join stock_documents r on r.book_id = p.book_id and r.id = p.receipt_id
       where i.status <> p.status or r.status <> p.status
          or (p.status = 'confirmed' and i.total_cost <> r.total_cost)`,
  },
  {
    id: 'stock.confirmed_have_event',
    meaning: 'The last event of a confirmed stock document is its confirmation.',
    broken: sql`
      select d.book_id, d.id, d.status
        from stock_documents d
        join books b on b.id = d.book_id and b.first_sequence = 1
       where d.status = 'confirmed'
         and coalesce((select e.type
                         from events e
                        where e.book_id = d.book_id and e.object_id = d.id
                        order by e.sequence desc
                        limit 1), '') not like '%.confirmed'`,
  },
  {
    id: 'stock.numbers_without_gap',
    meaning: 'Receipts and issues are numbered by their series without a gap.',
    broken: sql`
      select c.book_id, c.document_kind, c.year, c.last_number, count(d.id) as documents
        from number_counters c
        left join stock_documents d
          on d.book_id = c.book_id and extract(year from d.date) = c.year
         and d.movement_type = case c.document_kind when 'goods_receipt' then 'receipt' else 'issue' end
       where c.document_kind in ('goods_receipt', 'stock_issue')
       group by c.book_id, c.document_kind, c.year, c.last_number
      having count(d.id) <> c.last_number`,
  },
  {
    id: 'places.have_defaults',
    meaning: 'Every book has a default shop and a default warehouse.',
    broken: sql`
      select b.id as book_id
        from books b
       where not exists (select 1 from shops s where s.book_id = b.id and s.is_default)
          or not exists (select 1 from warehouses w where w.book_id = b.id and w.is_default)`,
  },
]
