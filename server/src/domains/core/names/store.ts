/** SQL of the names settings call items and partners by. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { ItemType } from '../items/rules.ts'

interface Referenced {
  id: string
  external_system: string | null
  external_id: string | null
  is_active: boolean
}

export interface ItemName extends Referenced {
  code: string | null
  item_type: ItemType
  unit_id: string
  sale_vat_rate_id: string | null
}

export const listItemNames = (db: Queryable, bookId: string): Promise<ItemName[]> =>
  db.many(sql`
    select id, code, external_system, external_id, item_type, unit_id, sale_vat_rate_id, is_active
      from items
     where book_id = ${bookId}`)

export interface PartnerName extends Referenced {
  ico: string | null
}

export const listPartnerNames = (db: Queryable, bookId: string): Promise<PartnerName[]> =>
  db.many(sql`
    select id, ico, external_system, external_id, is_active
      from partners
     where book_id = ${bookId}`)
