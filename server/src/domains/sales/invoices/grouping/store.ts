/** SQL of grouping: what stock issues gave out, what their orders agreed, and what of it is invoiced already. */

import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import type { VatExemption } from '../../../core/index.ts'
import type { Claim, MovementPurpose, OrderedLine, StockStatus } from '../../../stock/index.ts'

export interface IssueToGroup {
  id: string
  number: string
  status: StockStatus
  movement_purpose: MovementPurpose
  /** Its own, else that of its order. */
  partner_id: string | null
  order_id: string | null
  /** The sale over the counter that made it. */
  pos_sale_id: string | null
  /** The invoice that counts and has it, or its order. */
  invoice_id: string | null
}

export const findIssuesToGroup = (db: Queryable, bookId: string, ids: string[]): Promise<IssueToGroup[]> =>
  db.many(sql`
    select d.id, d.number, d.status, d.movement_purpose, coalesce(d.partner_id, o.partner_id) as partner_id,
           d.order_id, d.pos_sale_id, coalesce(v.id, o.invoice_id) as invoice_id
      from stock_documents d
      left join orders o on o.book_id = d.book_id and o.id = d.order_id
      left join lateral (
        select i.id
          from invoice_lines l
          join invoices i on i.book_id = l.book_id and i.id = l.invoice_id and i.status <> 'cancelled'
         where l.book_id = d.book_id and l.source_stock_issue_id = d.id
         limit 1) v on true
     where d.book_id = ${bookId} and d.id = any (${ids}::uuid[]) and d.movement_type = 'issue'`)

export interface IssuedLine extends Claim {
  issue_id: string
  order_id: string | null
  item_name: string
  sale_vat_rate_id: string | null
}

/** What the issues gave out, and what others for the same orders did that nobody invoiced yet. */
export const listIssuedLines = (
  db: Queryable,
  bookId: string,
  { issueIds, orderIds }: { issueIds: string[]; orderIds: string[] },
): Promise<IssuedLine[]> =>
  db.many(sql`
    select s.id, s.document_id as issue_id, d.order_id, s.item_id,
           coalesce(s.item_name, i.name) as item_name,
           trim_scale(coalesce(s.issued_quantity, s.quantity))::text as quantity, s.order_line_id, i.sale_vat_rate_id
      from stock_documents d
      join stock_lines s on s.book_id = d.book_id and s.document_id = d.id
      join items i on i.book_id = s.book_id and i.id = s.item_id
     where d.book_id = ${bookId} and (d.id = any (${issueIds}::uuid[]) or d.order_id = any (${orderIds}::uuid[]))
       and d.movement_type = 'issue' and d.movement_purpose = 'sale' and d.status = 'confirmed'
       and coalesce(s.issued_quantity, s.quantity) > 0
       and not exists (select 1
                         from invoice_lines l
                         join invoices v on v.book_id = l.book_id and v.id = l.invoice_id and v.status <> 'cancelled'
                        where l.book_id = d.book_id and l.source_stock_issue_id = d.id)
     order by d.date, d.number, s.line_order`)

/** The terms a line was ordered on. */
export interface OrderTerms extends OrderedLine {
  order_id: string
  unit_price: string
  payer_vat_rate_pct: string
  discount_pct: string | null
  deposit_id: string | null
  deposit_pieces: string
  deposit_total: string
  vat_exemption: VatExemption | null
  currency: string
}

export const listOrderTerms = (db: Queryable, bookId: string, orderIds: string[]): Promise<OrderTerms[]> =>
  db.many(sql`
    select l.id, l.order_id, l.item_id, l.quantity::text, trim_scale(l.unit_price)::text as unit_price,
           trim_scale(coalesce(l.payer_vat_rate_pct, l.vat_rate_pct))::text as payer_vat_rate_pct,
           trim_scale(l.discount_pct)::text as discount_pct, l.deposit_id, l.deposit_pieces::text, l.deposit_total::text,
           l.vat_exemption, o.currency
      from order_lines l
      join orders o on o.book_id = l.book_id and o.id = l.order_id
     where l.book_id = ${bookId} and l.order_id = any (${orderIds}::uuid[])
     order by l.order_id, l.sort_order`)

/** What invoices that count took of the orders by their issues. */
export const listInvoicedOfOrders = (
  db: Queryable,
  bookId: string,
  orderIds: string[],
): Promise<(Claim & { order_id: string; deposit_pieces: string })[]> =>
  db.many(sql`
    select l.id, d.order_id, l.item_id, l.quantity::text, l.order_line_id, l.deposit_pieces::text
      from stock_documents d
      join invoice_lines l on l.book_id = d.book_id and l.source_stock_issue_id = d.id and l.item_id is not null
      join invoices v on v.book_id = l.book_id and v.id = l.invoice_id
     where d.book_id = ${bookId} and d.order_id = any (${orderIds}::uuid[]) and v.status <> 'cancelled'
       and v.document_type = 'invoice'
     order by v.created_at, v.id, l.sort_order`)
