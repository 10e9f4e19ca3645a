/** SQL of the packaging that stock documents move. */
import { type Sql, sql } from '../../../db/sql.ts'
import type { DepositChoice, ItemType } from '../../core/index.ts'

/** A line of an issue whose goods may go out in packaging. */
export interface PackedLine {
  line_id: string
  item_id: string
  item_type: ItemType
  packaging_type: string | null
  /** Posted. */
  quantity: string
  /** What the order agreed on; absent without one. */
  ordered: { deposit_id: string | null; pieces: string; quantity: string } | null
}

/** Everything a dispatch is told by. */
export interface IssuedPackaging {
  lines: PackedLine[]
  deposits: (DepositChoice & { id: string })[]
}

/** Null where the book has no deposits, or no line is of an order with one or of an item that could have one. */
export const issuedPackaging = (bookId: string, issueId: string): Sql => sql`(
  select case when count(*) > 0 then json_build_object(
           'lines', json_agg(json_build_object(
             'line_id', l.id, 'item_id', i.id, 'item_type', i.item_type, 'packaging_type', i.packaging_type,
             'quantity', coalesce(l.issued_quantity, l.quantity)::text,
             'ordered', case when o.id is not null then json_build_object(
               'deposit_id', o.deposit_id, 'pieces', o.deposit_pieces::text, 'quantity', o.quantity::text) end)
             order by l.line_order),
           'deposits', ${deposits(bookId)}) end
    from stock_lines l
    join items i on i.book_id = l.book_id and i.id = l.item_id
    left join order_lines o on o.book_id = l.book_id and o.id = l.order_line_id
   where l.book_id = ${bookId} and l.document_id = ${issueId}
     and exists (select 1 from deposits where book_id = ${bookId})
     and case when o.id is null then i.item_type = 'packaging' or i.packaging_type is not null
              else o.deposit_id is not null end)`

const deposits = (bookId: string): Sql => sql`(
  select json_agg(json_build_object(
           'id', d.id, 'packaging_item_id', d.packaging_item_id, 'packaging_type', p.packaging_type,
           'amount', d.amount::text, 'currency', d.currency, 'is_active', d.is_active) order by d.code)
    from deposits d
    join items p on p.book_id = d.book_id and p.id = d.packaging_item_id
   where d.book_id = ${bookId})`

export const movedPackaging = (bookId: string, documentId: string): Sql => sql`exists (
  select 1
    from packaging_movements
   where book_id = ${bookId} and document_id = ${documentId})`
