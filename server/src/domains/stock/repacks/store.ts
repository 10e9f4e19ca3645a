/** SQL of repacks. */
import { type Listed, type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { only, type Table, upsertRows } from '../../../db/upsert.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'

interface RepackColumns {
  id: string
  version: number
  number: string
  status: 'draft' | 'confirmed' | 'cancelled'
  date: Day
  warehouse_id: string
  warehouse_name: string
  issue_id: string
  receipt_id: string
  notes: string | null
  external_system: string | null
  external_id: string | null
}

export interface Repack extends RepackColumns, Listed {}

const columns = sql`r.id, r.version, r.number, r.status, r.date, r.warehouse_id,
  coalesce(r.warehouse_name, w.name) as warehouse_name, r.issue_id, r.receipt_id, r.notes, r.external_system, r.external_id, r.created_at, r.updated_at`

const withWarehouse = sql`repacks r join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id`

export const findRepack = (db: Queryable, bookId: string, id: string): Promise<Repack | undefined> =>
  db.maybe(sql`select ${columns} from ${withWarehouse} where r.book_id = ${bookId} and r.id = ${id}`)

export const listRepacks = (db: Queryable, bookId: string, where: Sql[], page: PageRequest): Promise<Page<Repack>> =>
  selectPage(db, { bookId, columns, from: withWarehouse, where }, page)

const repackTable: Table<RepackColumns> = {
  name: 'repacks',
  columns: {
    id: 'uuid',
    version: 'integer',
    number: 'text',
    status: 'text',
    date: 'date',
    warehouse_id: 'uuid',
    warehouse_name: 'text',
    issue_id: 'uuid',
    receipt_id: 'uuid',
    notes: 'text',
    external_system: 'text',
    external_id: 'text',
  },
}

export const saveRepack = (tx: Tx, bookId: string, repack: Repack): Promise<void> =>
  upsertRows(tx, repackTable, { bookId, now: repack.updated_at }, [only(repackTable, repack)])

export const renameWarehousesOfRepacks = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  ids: string[],
): Promise<number> =>
  tx.run(sql`
    update repacks r
       set warehouse_name = (select name from warehouses where book_id = r.book_id and id = r.warehouse_id),
           version = version + 1,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and status = 'draft' and warehouse_id = any (${ids}::uuid[])`)
