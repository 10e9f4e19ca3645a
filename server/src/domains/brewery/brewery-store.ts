/** SQL of what a book says of its brewery. */
import type { Queryable } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { column, defineTable, orNull, type StoredOf } from '../../db/table.ts'
import { newId } from '../../lib/ids.ts'

/** Excise to pay goes up to whole crowns, or stays as it is. */
export const exciseRoundings = ['up', 'none'] as const

export const breweryTable = defineTable({
  name: 'brewery_settings',
  columns: {
    id: column.uuid(),
    billed_until: orNull(column.date()),
    default_warehouse_id: orNull(column.uuid()),
    excise_rounding: column.text<(typeof exciseRoundings)[number]>(),
  },
})

export type Brewery = StoredOf<typeof breweryTable>

export const newBrewery = (): Brewery => ({
  id: newId(),
  billed_until: null,
  default_warehouse_id: null,
  excise_rounding: 'up',
})

export async function getBrewery(db: Queryable, bookId: string): Promise<Brewery> {
  const row = await breweryTable.findWhere(db, bookId, sql`true`)
  return row ? breweryTable.rowOf(row) : newBrewery()
}
