/** SQL of shops. */
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'
import type { Instant } from '../../../lib/instants.ts'

export const shopTypes = ['brewery', 'pub', 'store', 'eshop', 'other'] as const

export interface ShopFacts {
  id: string
  code: string
  name: string
  shop_type: (typeof shopTypes)[number]
  street: string | null
  city: string | null
  zip: string | null
  country: string | null
  is_default: boolean
  is_active: boolean
}

export type ShopRow = ShopFacts & Listed & { version: number }

export const shopTable: Table<ShopFacts> = {
  name: 'shops',
  isVersioned: true,
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    shop_type: 'text',
    street: 'text',
    city: 'text',
    zip: 'text',
    country: 'text',
    is_default: 'boolean',
    is_active: 'boolean',
  },
}

const columns = sql`r.id, r.version, r.code, r.name, r.shop_type, r.street, r.city, r.zip, r.country, r.is_default,
  r.is_active, r.created_at, r.updated_at`

export const findShop = (db: Queryable, bookId: string, id: string): Promise<ShopRow | undefined> =>
  db.maybe(sql`select ${columns} from shops r where r.book_id = ${bookId} and r.id = ${id}`)

/** All of a book, for the settings. */
export const listAllShops = (db: Queryable, bookId: string): Promise<ShopRow[]> =>
  db.many(sql`
    select ${columns}
      from shops r
     where r.book_id = ${bookId}
     order by r.code`)

export const listShops = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<ShopRow>> =>
  selectPage(db, { ...of, columns, from: sql`shops r` }, page)

/** Warehouses show the name of their shop: a new name is a change of theirs. To be told before the shops change. */
export const bumpWarehousesOfShops = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  shops: readonly ShopFacts[],
): Promise<number> =>
  tx.run(sql`
    update warehouses w
       set version = w.version + 1,
           updated_at = ${at.now}
      from json_to_recordset(${JSON.stringify(shops)}::json) as sent (id uuid, name text)
      join shops s on s.book_id = ${at.bookId} and s.id = sent.id and s.name <> sent.name
     where w.book_id = ${at.bookId} and w.shop_id = s.id`)
