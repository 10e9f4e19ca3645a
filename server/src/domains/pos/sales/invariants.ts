/** What always holds of sales, in SQL. Each statement must return no row. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

export const saleInvariants: readonly Invariant[] = [
  {
    id: 'pos_sales.lines_add_up',
    meaning: 'The lines of a sale, and the empties brought along, add up to its totals.',
    broken: sql`
      select s.book_id, s.id
        from pos_sales s
        left join (select book_id, sale_id, sum(excl_vat) as excl_vat, sum(vat) as vat, sum(deposit_total) as deposit
                     from pos_sale_lines
                    group by book_id, sale_id) l on l.book_id = s.book_id and l.sale_id = s.id
        left join (select book_id, sale_id, sum(total) as total
                     from pos_sale_returns
                    group by book_id, sale_id) t on t.book_id = s.book_id and t.sale_id = s.id
       where row (s.total_excl_vat, s.total_vat, s.total_deposit, s.total_returned)
             is distinct from row (l.excl_vat, l.vat, l.deposit, coalesce(t.total, 0))`,
  },
  {
    id: 'pos_sales.vat_of_gross',
    meaning: 'The VAT of a rate is taken out of its gross, and the recapitulation says what the lines say.',
    broken: sql`
      select l.book_id, l.sale_id, l.vat_rate_pct, l.gross, l.vat
        from (select book_id, sale_id, vat_rate_pct, sum(incl_vat) as gross, sum(vat) as vat
                from pos_sale_lines
               group by book_id, sale_id, vat_rate_pct) l
        join pos_sales s on s.book_id = l.book_id and s.id = l.sale_id
        left join lateral jsonb_to_recordset(s.vat_recap) as c (vat_rate_pct numeric, vat numeric, incl_vat numeric)
          on c.vat_rate_pct = l.vat_rate_pct
       where l.vat <> round(l.gross * l.vat_rate_pct / (100 + l.vat_rate_pct), 2)
          or row (c.vat, c.incl_vat) is distinct from row (l.vat, l.gross)`,
  },
  {
    id: 'pos_sales.paid_whole',
    meaning: 'What was paid is what was payable; only cash is rounded, and by less than its smallest coin.',
    broken: sql`
      select s.book_id, s.id, s.total_payable, p.amount, s.total_rounding
        from pos_sales s
        left join (select book_id, sale_id, sum(amount) as amount, sum(rounding) as rounding,
                          bool_or(method = 'cash') as has_cash
                     from pos_sale_payments
                    group by book_id, sale_id) p on p.book_id = s.book_id and p.sale_id = s.id
       where abs(s.total_payable) <> coalesce(p.amount, 0)
          or s.total_rounding <> coalesce(p.rounding, 0)
          or (not coalesce(p.has_cash, false) and s.total_rounding <> 0)
          or abs(s.total_rounding) > case when s.cash_rounding = 0.05 then 0.05 else s.cash_rounding / 2 end`,
  },
  {
    id: 'pos_sales.settled_with_documents',
    meaning: 'A settled sale has its stock documents confirmed and its money posted; another one has neither.',
    broken: sql`
      select s.book_id, s.id, s.status
        from pos_sales s
        left join (select book_id, pos_sale_id, array_agg(id order by id) as ids
                     from stock_documents
                    where pos_sale_id is not null and status = 'confirmed'
                    group by book_id, pos_sale_id) d on d.book_id = s.book_id and d.pos_sale_id = s.id
        left join (select book_id, document_id, sum(amount + rounding) as settled
                     from payments
                    where object = 'pos_sale'
                    group by book_id, document_id) p on p.book_id = s.book_id and p.document_id = s.id
        left join (select book_id, source_id, count(*) as count
                     from cashflows
                    where source_object = 'pos_sale' and status = 'confirmed'
                    group by book_id, source_id) c on c.book_id = s.book_id and c.source_id = s.id
       where coalesce(d.ids, '{}') <> case when s.status = 'settled'
               then array(select unnest(s.stock_issue_ids || s.goods_receipt_id) as id
                          except select null order by 1)
               else '{}' end
          or coalesce(p.settled, 0) <> case when s.status = 'settled' then s.total_payable - s.total_rounding else 0 end
          or coalesce(c.count, 0) <> case when s.status = 'settled'
               then (select count(*) from pos_sale_payments m where m.book_id = s.book_id and m.sale_id = s.id)
               else 0 end
          or (s.status = 'settled') <> (s.settled_at is not null and s.status <> 'cancelled')`,
  },
  {
    id: 'pos_sales.goods_left',
    meaning: 'Of a settled sale exactly its stocked lines left the warehouse.',
    broken: sql`
      select l.book_id, l.sale_id, l.id, l.quantity, i.quantity as issued
        from pos_sale_lines l
        join pos_sales s on s.book_id = l.book_id and s.id = l.sale_id
        left join stock_lines i on i.book_id = l.book_id and i.id = l.id
        left join stock_documents d
          on d.book_id = i.book_id and d.id = i.document_id and d.status = 'confirmed' and d.pos_sale_id = s.id
       where s.status = 'settled' and s.kind = 'sale' and l.is_stocked
         and (d.id is null or i.item_id <> l.item_id or coalesce(i.issued_quantity, i.quantity) <> l.quantity)`,
  },
  {
    id: 'pos_sales.beer_drawn',
    meaning:
      'Draft beer of a settled sale was drawn from kegs, what is in stock and what is beyond it; of others none.',
    broken: sql`
      select l.book_id, l.sale_id, l.id, d.quantity
        from pos_sale_lines l
        join pos_sales s on s.book_id = l.book_id and s.id = l.sale_id
        left join (select book_id, line_id, sum(quantity + overdrawn_quantity) as quantity
                     from pos_sale_draws
                    group by book_id, line_id) d on d.book_id = l.book_id and d.line_id = l.id
       where coalesce(d.quantity, 0) <> case
               when s.status = 'settled' and s.kind = 'sale' and l.base_item_id is not null
               then l.quantity * l.base_quantity
               else 0 end`,
  },
  {
    id: 'pos_sales.refunds_within',
    meaning: 'Standing refunds of a line are what it says of them, and all of it is worth all of it.',
    broken: sql`
      select l.book_id, l.sale_id, l.id
        from pos_sale_lines l
        join pos_sales s on s.book_id = l.book_id and s.id = l.sale_id and s.kind = 'sale'
        left join (select b.book_id, b.refund_of_line_id, -sum(b.quantity) as quantity, -sum(b.incl_vat) as amount,
                          -sum(b.deposit_pieces) as pieces
                     from pos_sale_lines b
                     join pos_sales f on f.book_id = b.book_id and f.id = b.sale_id and f.status = 'settled'
                    where b.refund_of_line_id is not null
                    group by b.book_id, b.refund_of_line_id) r
          on r.book_id = l.book_id and r.refund_of_line_id = l.id
       where row (l.refunded_quantity, l.refunded_amount, l.refunded_pieces)
             is distinct from row (coalesce(r.quantity, 0), coalesce(r.amount, 0), coalesce(r.pieces, 0))
          or (l.refunded_quantity = l.quantity and l.refunded_amount <> l.incl_vat)`,
  },
  {
    id: 'pos_sales.refunded_amount',
    meaning: 'A sale says what its standing refunds paid back.',
    broken: sql`
      select s.book_id, s.id, s.refunded_amount, f.payable
        from pos_sales s
        left join (select book_id, refund_of_id, -sum(total_payable) as payable
                     from pos_sales
                    where status = 'settled' and refund_of_id is not null
                    group by book_id, refund_of_id) f on f.book_id = s.book_id and f.refund_of_id = s.id
       where s.refunded_amount <> coalesce(f.payable, 0)`,
  },
  {
    id: 'pos_sales.kept_refusals',
    meaning: 'A stored refusal is settlement_failed and names a sale.',
    broken: sql`
      select a.book_id, a.idempotency_key
        from stored_answers a
       where a.status = 409
         and not exists (select 1
                           from pos_sales s
                          where s.book_id = a.book_id
                            and convert_from(a.body, 'UTF8')::jsonb ->> 'code' = 'settlement_failed'
                            and s.id = (convert_from(a.body, 'UTF8')::jsonb ->> 'existing_id')::uuid)`,
  },
]
