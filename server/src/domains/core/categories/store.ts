/** SQL of categories, events and activities. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'

export const categoryKinds = ['category', 'event', 'activity'] as const
export type CategoryKind = (typeof categoryKinds)[number]

export interface CategoryRow {
  id: string
  kind: CategoryKind
  code: string
  name: string
  is_active: boolean
}

export const categoryTable: Table<CategoryRow> = {
  name: 'categories',
  columns: { id: 'uuid', kind: 'text', code: 'text', name: 'text', is_active: 'boolean' },
}

export const listCategories = (db: Queryable, bookId: string, kind?: CategoryKind): Promise<CategoryRow[]> =>
  db.many(sql`
    select id, kind, code, name, is_active
      from categories
     where book_id = ${bookId} and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
     order by array_position(array['category', 'event', 'activity'], kind), code`)

export const listUsableCategories = (db: Queryable, bookId: string, ids: string[]): Promise<CategoryRow[]> =>
  db.many(sql`
    select id, kind, code, name, is_active
      from categories
     where book_id = ${bookId} and id = any (${ids}::uuid[]) and is_active`)
