/** SQL of what only papers show: which lots a stock issue gave out. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'

export interface DeliveredLot {
  line_id: string
  lot_number: string | null
  expiry_date: Day | null
  quantity: string
}

/** Layers of the same lot are one to the customer. */
export const listDeliveredLots = (db: Queryable, bookId: string, documentId: string): Promise<DeliveredLot[]> =>
  db.many(sql`
    select a.line_id, o.lot_number, o.expiry_date, trim_scale(sum(a.quantity))::text as quantity
      from stock_allocations a
      join stock_lots o on o.book_id = a.book_id and o.id = a.lot_id
     where a.book_id = ${bookId} and a.document_id = ${documentId}
     group by a.line_id, o.lot_number, o.expiry_date
     order by a.line_id, o.expiry_date nulls last, o.lot_number`)
