/** SQL of packaging adjustments; their lines are their movements. */
import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../../db/table.ts'

/** What its lines were called when it was made, by deposit. */
export type LineNames = Record<
  string,
  Pick<AdjustedPieces, 'deposit_code' | 'deposit_name' | 'item_code' | 'item_name'>
>

export const adjustmentTable = defineTable({
  name: 'packaging_adjustments',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    date: column.date(),
    partner_id: column.uuid(),
    partner_name: column.text(),
    reason: column.text(),
    line_names: orNull(column.json<LineNames>()),
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

/** Without names of its own, as the version before wrote them, a line is called what it is called now. */
export const listAdjustedPieces = (db: Queryable, bookId: string, adjustmentId: string): Promise<AdjustedPieces[]> =>
  db.many(sql`
    select m.id, m.deposit_id, m.item_id, trim_scale(m.pieces)::text as pieces, m.deposit_amount::text,
           coalesce(n.deposit_code, d.code) as deposit_code, coalesce(n.deposit_name, d.name) as deposit_name,
           case when n.item_name is null then i.code else n.item_code end as item_code,
           coalesce(n.item_name, i.name) as item_name
      from packaging_adjustments a
      join packaging_movements m on m.book_id = a.book_id and m.document_id = a.id
      join deposits d on d.book_id = m.book_id and d.id = m.deposit_id
      join items i on i.book_id = m.book_id and i.id = m.item_id
      left join jsonb_to_record(a.line_names -> m.deposit_id::text)
             as n (deposit_code text, deposit_name text, item_code text, item_name text) on true
     where a.book_id = ${bookId} and a.id = ${adjustmentId}
     order by m.sequence`)
