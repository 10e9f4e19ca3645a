/** SQL of repacks. */
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs } from '../../../db/table.ts'
import type { repackStatuses } from './schema.ts'

export const repackTable = defineTable({
  name: 'repacks',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<(typeof repackStatuses)[number]>(),
    date: column.date(),
    warehouse_id: column.uuid(),
    warehouse_name: readAs(column.text(), 'coalesce(r.warehouse_name, w.name)'),
    issue_id: column.uuid(),
    receipt_id: column.uuid(),
    /** The keg it was tapped as. */
    keg_tap_id: orNull(column.uuid()),
    /** Where the outputs go, when not to the same warehouse. */
    target_warehouse_id: orNull(column.uuid()),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
  joins: sql`join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id`,
})

export type Repack = RowOf<typeof repackTable>
