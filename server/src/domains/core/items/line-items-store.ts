/** SQL of items as the lines of documents need them. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemType } from './rules.ts'
import { type ItemRow, unitOf } from './store.ts'

/** An item as the lines of documents need it. */
export interface LineItem {
  id: string
  code: string | null
  name: string
  itemType: ItemType
  unit: UnitRef
  volumeL: string | null
  packagingType: string | null
  saleVatRateId: string | null
  isActive: boolean
}

export async function findLineItems(db: Queryable, bookId: string, ids: string[]): Promise<LineItem[]> {
  const rows = await db.many<Omit<ItemRow, 'recipe_unit_id'>>(sql`
    select r.id, r.code, r.name, r.item_type, trim_scale(r.volume_l)::text as volume_l, r.packaging_type,
           r.sale_vat_rate_id, r.is_active, r.unit_id, u.code as unit_code, u.symbol as unit_symbol,
           u.dimension as unit_dimension, u.decimals as unit_decimals
      from items r
      join units u on u.book_id = r.book_id and u.id = r.unit_id
     where r.book_id = ${bookId} and r.id = any (${ids}::uuid[])`)
  return rows.map(row => ({
    id: row.id,
    code: row.code,
    name: row.name,
    itemType: row.item_type,
    unit: unitOf(row),
    volumeL: row.volume_l,
    packagingType: row.packaging_type,
    saleVatRateId: row.sale_vat_rate_id,
    isActive: row.is_active,
  }))
}
