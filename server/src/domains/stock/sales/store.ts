/** What stock asks of sales: the lines an order has, what its stock issues cover, and who invoiced an issue. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Claim, OrderedLine } from './rules.ts'

export const listOrderedLines = (db: Queryable, bookId: string, orderId: string): Promise<OrderedLine[]> =>
  db.many(sql`
    select id, item_id, quantity::text
      from order_lines
     where book_id = ${bookId} and order_id = ${orderId}
     order by sort_order`)

/** Lines of the order's sales that are issued or will be, in the order they were written. */
export const listIssuedForOrder = (db: Queryable, bookId: string, orderId: string): Promise<Claim[]> =>
  db.many(sql`
    select l.id, l.item_id, coalesce(l.issued_quantity, l.quantity)::text as quantity, l.order_line_id
      from stock_documents d
      join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
     where d.book_id = ${bookId} and d.order_id = ${orderId} and d.status <> 'cancelled'
       and d.movement_type = 'issue' and d.movement_purpose = 'sale'
     order by d.created_at, d.id, l.line_order`)

/** The invoice that counts and has lines of the issue. */
export const findInvoiceOfIssue = (
  db: Queryable,
  bookId: string,
  issueId: string,
): Promise<{ id: string; number: string | null; status: string } | undefined> =>
  db.maybe(sql`
    select i.id, i.number, i.status
      from invoice_lines l
      join invoices i on i.book_id = l.book_id and i.id = l.invoice_id
     where l.book_id = ${bookId} and l.source_stock_issue_id = ${issueId} and i.status <> 'cancelled'
       and i.document_type = 'invoice'
     limit 1`)
