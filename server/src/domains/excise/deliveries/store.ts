/** SQL of the beer on a stock document. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { beersOf } from '../../core/index.ts'

/** By whole °Plato, the weakest first. */
export const listBeerOfDocument = (
  db: Queryable,
  bookId: string,
  documentId: string,
): Promise<{ plato: number; hl: string }[]> =>
  db.many(sql`
    select e.plato, trim_scale(sum(coalesce(l.issued_quantity, l.quantity) * e.litres * 0.01))::text as hl
      from stock_lines l
      join ${beersOf(bookId)} e on e.item_id = l.item_id
     where l.book_id = ${bookId} and l.document_id = ${documentId} and coalesce(l.issued_quantity, l.quantity) > 0
     group by e.plato
     order by e.plato`)
