/** What always holds of kegs on tap, in SQL. Each statement must return no row. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

export const kegTapInvariants: readonly Invariant[] = [
  {
    id: 'keg_taps.add_up',
    meaning:
      'What a keg held is sold, wasted or left; an ended one has nothing left. No desk lets it give more than a fifth ' +
      'beyond what it held.',
    broken: sql`
      select book_id, id, status, quantity, sold_quantity, wasted_quantity, remaining_quantity, overdrawn_quantity
        from keg_taps
       where (status <> 'returned' and quantity <> sold_quantity + wasted_quantity + remaining_quantity)
          or (status = 'returned' and sold_quantity + wasted_quantity + overdrawn_quantity <> 0)
          or (status in ('emptied', 'returned') and (remaining_quantity <> 0 or remaining_cost <> 0))
          or (status in ('tapped', 'removed') and wasted_quantity <> 0)
          or (status = 'tapped') <> (ended_at is null)
          or overdrawn_quantity > round(quantity * 0.2, coalesce(unit_decimals, 3))`,
  },
  {
    id: 'keg_taps.are_layers',
    meaning: 'A keg is its layer on tap: what it held and cost, and what is left of both. One that went back has none.',
    broken: sql`
      select k.book_id, k.id, k.status, k.remaining_quantity, l.remaining_quantity as in_layer
        from keg_taps k
        left join stock_lots l on l.book_id = k.book_id and l.id = k.lot_id
        left join warehouses w on w.book_id = l.book_id and w.id = l.warehouse_id
       where case when k.status = 'returned' then l.id is not null
               else l.id is null or w.system_role is distinct from 'on_tap' or l.item_id <> k.base_item_id
                    or l.received_quantity <> k.quantity or l.received_value <> k.total_cost
                    or l.remaining_quantity <> k.remaining_quantity or l.remaining_value <> k.remaining_cost
                    or l.lot_number is distinct from k.lot_number
                    or l.expiry_date is distinct from k.expiry_date end`,
  },
  {
    id: 'keg_taps.are_all_on_tap',
    meaning: 'What lies on tap of a beer is what is left in its kegs.',
    broken: sql`
      select coalesce(v.book_id, k.book_id) as book_id, coalesce(v.item_id, k.base_item_id) as item_id, v.quantity,
             k.remaining
        from (select l.book_id, l.item_id, l.quantity, l.value
                from stock_levels l
                join warehouses w on w.book_id = l.book_id and w.id = l.warehouse_id and w.system_role = 'on_tap') v
        full join (select book_id, base_item_id, sum(remaining_quantity) as remaining, sum(remaining_cost) as cost
                     from keg_taps
                    group by book_id, base_item_id) k
          on k.book_id = v.book_id and k.base_item_id = v.item_id
       where coalesce(v.quantity, 0) <> coalesce(k.remaining, 0) or coalesce(v.value, 0) <> coalesce(k.cost, 0)`,
  },
  {
    id: 'keg_taps.are_drawn_by_sales',
    meaning: 'What was sold of a keg, and beyond it, is what settled sales drew.',
    broken: sql`
      select k.book_id, k.id, k.sold_quantity, k.overdrawn_quantity, d.quantity, d.overdrawn
        from keg_taps k
        left join (select w.book_id, w.keg_tap_id, sum(w.quantity) as quantity, sum(w.overdrawn_quantity) as overdrawn
                     from pos_sale_draws w
                     join pos_sale_lines l on l.book_id = w.book_id and l.id = w.line_id
                     join pos_sales s on s.book_id = l.book_id and s.id = l.sale_id and s.status = 'settled'
                    group by w.book_id, w.keg_tap_id) d on d.book_id = k.book_id and d.keg_tap_id = k.id
       where k.sold_quantity <> coalesce(d.quantity, 0) or k.overdrawn_quantity <> coalesce(d.overdrawn, 0)`,
  },
  {
    id: 'keg_taps.have_documents',
    meaning: 'The repack of a keg stands until the keg goes back; what was wasted is a confirmed issue of waste.',
    broken: sql`
      select k.book_id, k.id, k.status, p.status as repack_status, i.status as issue_status
        from keg_taps k
        left join repacks p on p.book_id = k.book_id and p.id = k.repack_id and p.keg_tap_id = k.id
        left join stock_documents i
          on i.book_id = k.book_id and i.id = k.stock_issue_id and i.keg_tap_id = k.id and i.movement_purpose = 'waste'
       where p.id is null or p.status <> case k.status when 'returned' then 'cancelled' else 'confirmed' end
          or (k.wasted_quantity > 0) <> (i.id is not null) or i.status <> 'confirmed'`,
  },
]
