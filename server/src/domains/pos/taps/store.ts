/** SQL of kegs on tap. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { KegStatus } from './schema.ts'

export const kegTapTable = defineTable({
  name: 'keg_taps',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    status: column.text<KegStatus>(),
    cash_desk_id: column.uuid(),
    cash_desk_name: column.text(),
    tap_number: column.integer(),
    /** The keg. */
    item_id: column.uuid(),
    item_code: orNull(column.text()),
    item_name: column.text(),
    /** The beer in it. */
    base_item_id: column.uuid(),
    base_item_code: orNull(column.text()),
    base_item_name: column.text(),
    /** Of the beer. */
    unit_id: column.uuid(),
    unit_symbol: column.text(),
    unit_decimals: orNull(column.integer()),
    /** The layer in the warehouse on_tap that is the keg. */
    lot_id: column.uuid(),
    lot_number: orNull(column.text()),
    expiry_date: orNull(column.date()),
    quantity: column.decimal(),
    sold_quantity: column.decimal(),
    overdrawn_quantity: column.decimal(),
    wasted_quantity: column.decimal(),
    remaining_quantity: column.decimal(),
    total_cost: column.amount(),
    remaining_cost: column.amount(),
    tapped_at: column.instant(),
    ended_at: orNull(column.instant()),
    repack_id: column.uuid(),
    stock_issue_id: orNull(column.uuid()),
  },
  computed: {
    unit_code: readAs(column.text(), 'u.code'),
    unit_dimension: readAs(column.text<UnitRef['dimension']>(), 'u.dimension'),
  },
  joins: sql`join units u on u.book_id = r.book_id and u.id = r.unit_id`,
})

export type KegTap = RowOf<typeof kegTapTable>

/** The keg that is tapped there now. */
export const findTapped = (
  db: Queryable,
  bookId: string,
  { deskId, tapNumber }: { deskId: string; tapNumber: number },
): Promise<KegTap | undefined> =>
  kegTapTable.findWhere(
    db,
    bookId,
    sql`r.cash_desk_id = ${deskId} and r.tap_number = ${tapNumber} and r.status = 'tapped'`,
  )
