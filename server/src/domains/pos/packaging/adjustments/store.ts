/** SQL of packaging adjustments; their lines are their movements. */
import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../../db/table.ts'

export const adjustmentTable = defineTable({
  name: 'packaging_adjustments',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    date: column.date(),
    partner_id: column.uuid(),
    partner_name: column.text(),
    reason: column.text(),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
})

export type Adjustment = RowOf<typeof adjustmentTable>

export interface AdjustedPieces {
  id: string
  deposit_id: string
  deposit_code: string
  deposit_name: string
  item_id: string
  item_code: string | null
  item_name: string
  pieces: string
  deposit_amount: string
}

export const listAdjustedPieces = (db: Queryable, bookId: string, adjustmentId: string): Promise<AdjustedPieces[]> =>
  db.many(sql`
    select m.id, m.deposit_id, d.code as deposit_code, d.name as deposit_name, m.item_id, i.code as item_code,
           i.name as item_name, trim_scale(m.pieces)::text as pieces, m.deposit_amount::text
      from packaging_movements m
      join deposits d on d.book_id = m.book_id and d.id = m.deposit_id
      join items i on i.book_id = m.book_id and i.id = m.item_id
     where m.book_id = ${bookId} and m.document_id = ${adjustmentId}
     order by m.sequence`)
