/** What always holds of packaging returns and of sales with packaging, in SQL. Each statement must return no row. */
import { sql } from '../../../../db/sql.ts'
import type { Invariant } from '../../../../kernel/verify.ts'

/** What a document left in the ledger, for each deposit. */
const net = sql`(
  select book_id, document_id, deposit_id, sum(pieces) as pieces
    from packaging_movements
   where document_object in ('packaging_return', 'pos_sale')
   group by book_id, document_id, deposit_id)`

export const returnInvariants: readonly Invariant[] = [
  {
    id: 'packaging.returns_move_their_pieces',
    meaning: 'A confirmed return takes exactly its pieces off the ledger, a cancelled one none.',
    broken: sql`
      select coalesce(l.book_id, n.book_id) as book_id, coalesce(l.return_id, n.document_id) as id, l.pieces,
             n.pieces as moved
        from (select l.book_id, l.return_id, l.deposit_id, r.status,
                     sum(case when r.status = 'confirmed' then l.pieces else 0 end) as pieces
                from packaging_return_lines l
                join packaging_returns r on r.book_id = l.book_id and r.id = l.return_id
               group by l.book_id, l.return_id, l.deposit_id, r.status) l
        full join (select n.*
                     from ${net} n
                     join packaging_returns r on r.book_id = n.book_id and r.id = n.document_id) n
          on n.book_id = l.book_id and n.document_id = l.return_id and n.deposit_id = l.deposit_id
       where coalesce(l.pieces, 0) + coalesce(n.pieces, 0) <> 0`,
  },
  {
    id: 'packaging_returns.numbers_without_gap',
    meaning: 'Packaging returns are numbered by their series without a gap.',
    broken: sql`
      select c.book_id, c.year, c.last_number, count(r.id) as numbered
        from number_counters c
        left join packaging_returns r on r.book_id = c.book_id and extract(year from r.date) = c.year
       where c.document_kind = 'packaging_return' and c.year > 0
       group by c.book_id, c.year, c.last_number
      having count(r.id) <> c.last_number`,
  },
  {
    id: 'packaging.returns_have_receipts',
    meaning: 'A return has a goods receipt of the same pieces, confirmed with it and cancelled with it.',
    broken: sql`
      select r.book_id, r.id, r.status, d.status as receipt_status, r.total_pieces, s.pieces as received
        from packaging_returns r
        left join stock_documents d on d.book_id = r.book_id and d.id = r.goods_receipt_id
        left join (select book_id, document_id, sum(quantity) as pieces
                     from stock_lines
                    group by book_id, document_id) s on s.book_id = d.book_id and s.document_id = d.id
        left join (select book_id, return_id, sum(pieces) as pieces, sum(total) as total
                     from packaging_return_lines
                    group by book_id, return_id) l on l.book_id = r.book_id and l.return_id = r.id
       where d.status is distinct from r.status or d.packaging_return_id is distinct from r.id
          or d.date <> r.date or d.movement_purpose <> 'packaging_return' or d.total_cost <> 0
          or s.pieces is distinct from r.total_pieces or l.pieces is distinct from r.total_pieces
          or l.total is distinct from r.total_deposit`,
  },
  {
    id: 'packaging.refunds_are_paid',
    meaning: 'A return with a refund that stands paid what its pieces come to, rounded; every other paid nothing.',
    broken: sql`
      select r.book_id, r.id, r.status, r.refund_amount, p.paid, p.settled
        from packaging_returns r
        left join (select book_id, document_id, -sum(amount) as paid, -sum(amount + rounding) as settled
                     from payments
                    where object = 'packaging_return'
                    group by book_id, document_id) p on p.book_id = r.book_id and p.document_id = r.id
        left join cashflows c on c.book_id = r.book_id and c.id = r.cashflow_id
       where coalesce(p.paid, 0) <> case when r.status = 'confirmed' then coalesce(r.refund_amount, 0) else 0 end
          or (r.status = 'confirmed' and r.refund_method is not null and p.settled <> r.total_deposit)
          or r.total_rounding <> coalesce(r.refund_amount - r.total_deposit, 0)
          or (r.refund_method is null) <> (c.id is null)
          or c.status <> (case when r.status = 'confirmed' then 'confirmed' else 'cancelled' end)`,
  },
  {
    id: 'packaging.sales_move_their_pieces',
    meaning: 'A settled sale or refund leaves the pieces of its lines less its returns in the ledger, any other none.',
    broken: sql`
      select s.book_id, s.id, s.status, w.deposit_id, w.pieces, n.pieces as moved
        from (select book_id, sale_id, deposit_id, sum(pieces) as pieces
                from (select book_id, sale_id, deposit_id, deposit_pieces as pieces
                        from pos_sale_lines
                       where deposit_id is not null
                       union all
                      select book_id, sale_id, deposit_id, -pieces
                        from pos_sale_returns) parts
               group by book_id, sale_id, deposit_id) w
        join pos_sales s on s.book_id = w.book_id and s.id = w.sale_id
        left join ${net} n on n.book_id = w.book_id and n.document_id = w.sale_id and n.deposit_id = w.deposit_id
       where coalesce(n.pieces, 0) <> case when s.status = 'settled' then w.pieces else 0 end`,
  },
]
