/** SQL of warehouses. */

import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { join, raw, type Sql, sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { Instant } from '../../../lib/instants.ts'
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

/** All of a book, for the settings. */
export const listAllWarehouses = (db: Queryable, bookId: string): Promise<WarehouseRow[]> =>
  db.many(sql`
    select ${columns}
      from ${withShop}
     where r.book_id = ${bookId}
     order by r.code`)

export const listWarehouses = (
  db: Queryable,
  bookId: string,
  where: Sql[],
  page: PageRequest,
): Promise<Page<WarehouseRow>> => selectPage(db, { bookId, columns, from: withShop, where }, page)

/** Of the warehouses to be saved, those that are called otherwise now. */
export async function findRenamedWarehouses(
  db: Queryable,
  bookId: string,
  rows: readonly Pick<WarehouseFacts, 'id' | 'name'>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const found = await db.many<{ id: string }>(sql`
    select w.id
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent (id uuid, name text)
      join warehouses w on w.book_id = ${bookId} and w.id = sent.id
     where w.name <> sent.name`)
  return found.map(({ id }) => id)
}

/** Documents that keep the names of warehouses. */
export interface NamingDocuments {
  name: string
  /** Which of them, as rows `r`, still show a warehouse as it is called now. */
  open: string
  /** The columns that keep a name, by those that refer to the warehouse. */
  names: Record<string, string>
}

/** Open documents show a warehouse as it is called now; what is posted keeps its name. */
export async function renameWarehouses(
  tx: Tx,
  at: { bookId: string; now: Instant; ids: string[] },
  documents: readonly NamingDocuments[],
): Promise<void> {
  for (const { name, open, names } of documents) {
    const renamed = Object.entries(names).map(
      ([by, kept]) => sql`${raw(kept)} = (select name from warehouses where book_id = r.book_id and id = r.${raw(by)})`,
    )
    const refers = Object.keys(names).map(by => sql`r.${raw(by)} = any (${at.ids}::uuid[])`)
    await tx.run(sql`
      update ${raw(name)} r
         set ${join(renamed)},
             version = version + 1,
             updated_at = ${at.now}
       where r.book_id = ${at.bookId} and ${raw(open)} and (${join(refers, ' or ')})`)
  }
}
