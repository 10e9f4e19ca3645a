/** SQL of packaging bills: what one piece of a product, or of a packaging type, is packed with. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, type StoredOf } from '../../../db/table.ts'

export const packagingBillTable = defineTable({
  name: 'packaging_bills',
  columns: {
    id: column.uuid(),
    product_id: orNull(column.uuid()),
    packaging_type: orNull(column.text()),
    material_id: column.uuid(),
    quantity: column.decimal(),
    is_active: column.boolean(),
  },
})

export type PackagingBill = StoredOf<typeof packagingBillTable>

export const listPackagingBills = (db: Queryable, bookId: string): Promise<RowOf<typeof packagingBillTable>[]> =>
  packagingBillTable.all(db, bookId, { condition: sql`true`, order: 'id' })
