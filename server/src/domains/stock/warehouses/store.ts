/** SQL of warehouses. */

import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import { assert } from '../../../lib/assert.ts'
import type { StockCategory } from '../../core/index.ts'

export const warehouseTypes = ['standard', 'retail', 'system'] as const
export type WarehouseType = (typeof warehouseTypes)[number]

/** What the service keeps a system warehouse for. */
export const systemRoles = ['on_tap', 'in_transit'] as const
export type SystemRole = (typeof systemRoles)[number]

export interface WarehouseFacts {
  id: string
  code: string
  name: string
  type: WarehouseType
  system_role: SystemRole | null
  shop_id: string | null
  /** The stock categories it takes; null takes all. */
  categories: StockCategory[] | null
  is_excise_relevant: boolean
  is_default: boolean
  is_active: boolean
}

export type WarehouseRow = WarehouseFacts & Listed & { version: number; shop_name: string | null }

export const warehouseTable: Table<WarehouseFacts> = {
  name: 'warehouses',
  isVersioned: true,
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    type: 'text',
    system_role: 'text',
    shop_id: 'uuid',
    categories: 'text[]',
    is_excise_relevant: 'boolean',
    is_default: 'boolean',
    is_active: 'boolean',
  },
}

const columns = sql`r.id, r.version, r.code, r.name, r.type, r.system_role, r.shop_id, s.name as shop_name,
  r.categories, r.is_excise_relevant, r.is_default, r.is_active, r.created_at, r.updated_at`

const withShop = sql`warehouses r left join shops s on s.book_id = r.book_id and s.id = r.shop_id`

export const findWarehouse = (db: Queryable, bookId: string, id: string): Promise<WarehouseRow | undefined> =>
  db.maybe(sql`select ${columns} from ${withShop} where r.book_id = ${bookId} and r.id = ${id}`)

export const findDefaultWarehouse = (db: Queryable, bookId: string): Promise<WarehouseRow | undefined> =>
  db.maybe(sql`select ${columns} from ${withShop} where r.book_id = ${bookId} and r.is_default`)

/** Every book has one for each role. */
export async function getSystemWarehouse(db: Queryable, bookId: string, role: SystemRole): Promise<WarehouseRow> {
  const row = await db.maybe<WarehouseRow>(sql`
    select ${columns}
      from ${withShop}
     where r.book_id = ${bookId} and r.system_role = ${role}`)
  assert(row, `the book has a warehouse ${role}`)
  return row
}

/** All of a book, for the settings. */
export const listAllWarehouses = (db: Queryable, bookId: string): Promise<WarehouseRow[]> =>
  db.many(sql`
    select ${columns}
      from ${withShop}
     where r.book_id = ${bookId}
     order by r.code`)

export const listWarehouses = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<WarehouseRow>> =>
  selectPage(db, { ...of, columns, from: withShop }, page)

/** Of the warehouses to be saved, those that are called otherwise now. */
export async function findRenamedWarehouses(
  db: Queryable,
  bookId: string,
  rows: readonly Pick<WarehouseFacts, 'id' | 'name'>[],
): Promise<{ id: string; name: string }[]> {
  if (rows.length === 0) return []
  return db.many(sql`
    select sent.id, sent.name
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent (id uuid, name text)
      join warehouses w on w.book_id = ${bookId} and w.id = sent.id
     where w.name <> sent.name`)
}
