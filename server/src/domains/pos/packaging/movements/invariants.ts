/** What always holds of the packaging ledger, in SQL. Each statement must return no row. */
import { sql } from '../../../../db/sql.ts'
import type { Invariant } from '../../../../kernel/verify.ts'

/** What every document left in the ledger, for each deposit. */
const net = sql`(
  select book_id, document_id, deposit_id, partner_id, sum(pieces) as pieces
    from packaging_movements
   group by book_id, document_id, deposit_id, partner_id)`

/** Stock documents that move packaging by themselves, once the book kept a ledger. */
const moving = sql`
  d.partner_id is not null and d.pos_sale_id is null and d.packaging_return_id is null
  and d.posted_at > coalesce(b.packaging_since, '-infinity')`

export const ledgerInvariants: readonly Invariant[] = [
  {
    id: 'packaging.balances_are_movements',
    meaning: 'A packaging balance is the sum of its movements, and that of a partner is never below zero.',
    broken: sql`
      select coalesce(b.book_id, m.book_id) as book_id, coalesce(b.partner_id, m.partner_id) as partner_id,
             coalesce(b.deposit_id, m.deposit_id) as deposit_id, b.pieces, m.pieces as moved
        from packaging_balances b
        full join (select book_id, partner_id, deposit_id, min(item_id::text)::uuid as item_id, sum(pieces) as pieces,
                          count(distinct item_id) as items
                     from packaging_movements
                    group by book_id, partner_id, deposit_id) m
          on m.book_id = b.book_id and m.deposit_id = b.deposit_id
         and coalesce(m.partner_id::text, '') = coalesce(b.partner_id::text, '')
       where b.pieces is distinct from m.pieces or b.item_id <> m.item_id or m.items <> 1
          or (b.partner_id is not null and b.pieces < 0)`,
  },
  {
    id: 'packaging.balances_run',
    meaning: 'Each movement shows the balance it left, and the ledger of a book is numbered without a gap.',
    broken: sql`
      select book_id, id, sequence, balance_after, running
        from (select book_id, id, sequence, balance_after,
                     sum(pieces) over (partition by book_id, partner_id, deposit_id order by sequence) as running,
                     row_number() over (partition by book_id order by sequence) as place
                from packaging_movements) m
       where balance_after <> running or sequence <> place`,
  },
  {
    id: 'packaging.reversals_mirror',
    meaning: 'A reversal is the mirror of one other movement of its document, which is no reversal itself.',
    broken: sql`
      select r.book_id, r.id, r.pieces, o.pieces as original
        from packaging_movements r
        left join packaging_movements o on o.book_id = r.book_id and o.id = r.reverses_id
       where r.kind = 'reversal'
         and (o.id is null or o.kind = 'reversal' or o.sequence > r.sequence or o.pieces + r.pieces <> 0
              or row (o.document_id, o.partner_id, o.deposit_id, o.item_id, o.deposit_amount, o.line_id)
                 is distinct from row (r.document_id, r.partner_id, r.deposit_id, r.item_id, r.deposit_amount, r.line_id))`,
  },
  {
    id: 'packaging.unposted_moves_nothing',
    meaning: 'A stock document that is not confirmed, or that a sale or a return made, holds no packaging.',
    broken: sql`
      select d.book_id, d.id, d.status, n.deposit_id, n.pieces
        from stock_documents d
        join ${net} n on n.book_id = d.book_id and n.document_id = d.id
       where n.pieces <> 0
         and (d.status <> 'confirmed' or d.partner_id is distinct from n.partner_id or d.pos_sale_id is not null
              or d.packaging_return_id is not null)`,
  },
  {
    id: 'packaging.issues_dispatch',
    meaning:
      'Each line of a confirmed issue to a partner moves its packaging at most once, and as many pieces as left.',
    broken: sql`
      with standing as (
        select m.book_id, m.document_id, m.line_id, m.pieces
          from packaging_movements m
         where m.kind = 'dispatch'
           and not exists (select 1
                             from packaging_movements u
                            where u.book_id = m.book_id and u.reverses_id = m.id))
      select s.book_id, s.document_id, s.line_id, sum(s.pieces) as pieces
        from standing s
        left join stock_lines l on l.book_id = s.book_id and l.id = s.line_id and l.document_id = s.document_id
       group by s.book_id, s.document_id, s.line_id, l.id, l.order_line_id, l.issued_quantity, l.quantity
      having l.id is null or count(*) > 1
          or (l.order_line_id is null and sum(s.pieces) <> ceil(coalesce(l.issued_quantity, l.quantity)))`,
  },
  {
    id: 'packaging.ordered_deposits_dispatch',
    meaning: 'What an order put on deposit is with the partner once it left.',
    broken: sql`
      select l.book_id, l.document_id, l.id
        from stock_documents d
        join books b on b.id = d.book_id
        join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
        join order_lines o on o.book_id = l.book_id and o.id = l.order_line_id
       where ${moving} and d.status = 'confirmed' and d.movement_type = 'issue'
         and d.movement_purpose in ('sale', 'packaging_dispatch') and o.deposit_id is not null and o.deposit_pieces > 0
         and coalesce(l.issued_quantity, l.quantity) > 0 and o.updated_at <= d.posted_at
         and not exists (select 1
                           from packaging_movements m
                          where m.book_id = l.book_id and m.document_id = d.id and m.line_id = l.id
                            and m.kind = 'dispatch'
                            and not exists (select 1
                                              from packaging_movements u
                                             where u.book_id = m.book_id and u.reverses_id = m.id))`,
  },
  {
    id: 'packaging.receipts_return',
    meaning: 'Empties on deposit that a partner brought with a goods receipt are off the balance.',
    broken: sql`
      select d.book_id, d.id, l.item_id, l.pieces, n.pieces as moved
        from stock_documents d
        join books b on b.id = d.book_id
        join (select book_id, document_id, item_id, sum(ceil(coalesce(issued_quantity, quantity))) as pieces
                from stock_lines
               group by book_id, document_id, item_id) l on l.book_id = d.book_id and l.document_id = d.id
        left join (select book_id, document_id, item_id, sum(pieces) as pieces
                     from packaging_movements
                    group by book_id, document_id, item_id) n
          on n.book_id = d.book_id and n.document_id = d.id and n.item_id = l.item_id
       where ${moving} and d.status = 'confirmed' and d.movement_type = 'receipt'
         and d.movement_purpose = 'packaging_return'
         and exists (select 1
                       from deposits p
                      where p.book_id = d.book_id and p.packaging_item_id = l.item_id and p.created_at <= d.posted_at)
         and coalesce(n.pieces, 0) <> -l.pieces`,
  },
]
