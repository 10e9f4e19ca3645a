/** SQL of the money on the packaging of a partner: what was charged and handed out, what was credited and paid back. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

/** Pieces of one deposit. */
export interface DepositMoney {
  deposit_id: string
  /** On invoices that stand. */
  invoiced: string
  /** Over the counter. */
  sold: string
  /** Handed out in any way, brought in by adjustments too. */
  given: string
  /** On credit notes that stand. */
  credited: string
  /** In money, or off the bill of a sale. */
  refunded: string
}

interface Asked {
  partnerId: string
  depositIds: readonly string[]
}

export const listDepositMoney = (
  db: Queryable,
  bookId: string,
  { partnerId, depositIds }: Asked,
): Promise<DepositMoney[]> =>
  db.many(sql`
    select asked.id as deposit_id, coalesce(i.invoiced, 0)::text as invoiced, coalesce(i.credited, 0)::text as credited,
           coalesce(m.sold, 0)::text as sold, coalesce(m.given, 0)::text as given,
           coalesce(m.refunded, 0)::text as refunded
      from unnest(${depositIds}::uuid[]) as asked (id)
      left join (select l.deposit_id,
                        sum(l.deposit_pieces) filter (where i.document_type = 'invoice') as invoiced,
                        -sum(l.deposit_pieces) filter (where i.document_type = 'credit_note') as credited
                   from invoices i
                   join invoice_lines l on l.book_id = i.book_id and l.invoice_id = i.id
                  where i.book_id = ${bookId} and i.partner_id = ${partnerId} and i.status <> 'cancelled'
                    and (i.status <> 'draft' or i.document_type = 'credit_note')
                    and l.deposit_id = any (${depositIds}::uuid[])
                  group by l.deposit_id) i on i.deposit_id = asked.id
      left join (select m.deposit_id,
                        sum(m.pieces) filter (where coalesce(o.kind, m.kind) = 'sale') as sold,
                        sum(m.pieces) filter (where coalesce(o.kind, m.kind) in ('dispatch', 'sale')
                                                 or (m.kind = 'adjustment' and m.pieces > 0)) as given,
                        -sum(m.pieces) filter (where coalesce(o.kind, m.kind) = 'refund'
                                                  or (coalesce(o.kind, m.kind) = 'return'
                                                      and (m.document_object = 'pos_sale'
                                                           or r.refund_method is not null))) as refunded
                   from packaging_movements m
                   left join packaging_movements o on o.book_id = m.book_id and o.id = m.reverses_id
                   left join packaging_returns r on r.book_id = m.book_id and r.id = m.document_id
                  where m.book_id = ${bookId} and m.partner_id = ${partnerId}
                    and m.deposit_id = any (${depositIds}::uuid[])
                  group by m.deposit_id) m on m.deposit_id = asked.id`)

export interface StandingDocument {
  object: string
  id: string
  status: string
  number: string | null
}

/** Credit notes of the partner with these deposits, the newest first. */
export const listCreditsOfDeposits = (
  db: Queryable,
  bookId: string,
  { partnerId, depositIds }: Asked,
): Promise<StandingDocument[]> =>
  db.many(sql`
    select 'invoice' as object, i.id, i.status, i.number
      from invoices i
     where i.book_id = ${bookId} and i.partner_id = ${partnerId} and i.document_type = 'credit_note'
       and i.status <> 'cancelled'
       and exists (select 1
                     from invoice_lines l
                    where l.book_id = i.book_id and l.invoice_id = i.id and l.deposit_pieces <> 0
                      and l.deposit_id = any (${depositIds}::uuid[]))
     order by i.created_at desc, i.id desc
     limit 20`)

/** Returns of the partner that paid for these deposits, the newest first. */
export const listRefundsOfDeposits = (
  db: Queryable,
  bookId: string,
  { partnerId, depositIds }: Asked,
): Promise<StandingDocument[]> =>
  db.many(sql`
    select 'packaging_return' as object, r.id, r.status, r.number
      from packaging_returns r
     where r.book_id = ${bookId} and r.partner_id = ${partnerId} and r.status = 'confirmed'
       and r.refund_method is not null
       and exists (select 1
                     from packaging_return_lines l
                    where l.book_id = r.book_id and l.return_id = r.id and l.deposit_id = any (${depositIds}::uuid[]))
     order by r.created_at desc, r.id desc
     limit 20`)
