/** SQL of rates and of the category of the brewery. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type StoredOf } from '../../../db/table.ts'

export const rateTable = defineTable({
  name: 'excise_rates',
  columns: {
    id: column.uuid(),
    category: column.text(),
    valid_from: column.date(),
    name: column.text(),
    rate: column.decimal(),
    max_annual_hl: orNull(column.decimal()),
    is_active: column.boolean(),
  },
})
export type ExciseRate = StoredOf<typeof rateTable>

export const categoryTable = defineTable({
  name: 'excise_categories',
  columns: { id: column.uuid(), valid_from: column.date(), category: column.text() },
})
export type ExciseCategory = StoredOf<typeof categoryTable>

/** In the order they were made. */
export const listRates = (db: Queryable, bookId: string): Promise<ExciseRate[]> =>
  rateTable.all(db, bookId, { condition: sql`true`, order: 'id' })

export const listCategories = (db: Queryable, bookId: string): Promise<ExciseCategory[]> =>
  categoryTable.all(db, bookId, { condition: sql`true`, order: 'id' })
