/** SQL of cash desks. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Table } from '../../../db/upsert.ts'
import type { StockCategory } from '../../core/index.ts'

/** How a desk can be paid. */
export const deskMethods = ['cash', 'card'] as const
export type DeskMethod = (typeof deskMethods)[number]

export const deskTable = defineTable({
  name: 'cash_desks',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    code: column.text(),
    name: column.text(),
    shop_id: column.uuid(),
    warehouse_id: column.uuid(),
    currency: column.text(),
    cash_account_id: column.uuid(),
    card_account_id: orNull(column.uuid()),
    payment_methods: column.texts<DeskMethod>(),
    sells_only_in_stock: column.boolean(),
    requires_session: column.boolean(),
    /** The smallest coin. */
    cash_rounding: column.decimal(),
    /** The stock categories sold here; null sells all. */
    categories: orNull(column.texts<StockCategory>()),
    taps_of_id: orNull(column.uuid()),
    tap_tolerance_pct: column.decimal(),
    anonymous_return_limit: column.decimal(),
    is_active: column.boolean(),
    open_session_id: orNull(column.uuid()),
  },
})

export type Desk = RowOf<typeof deskTable>

export const findDesk = (db: Queryable, bookId: string, id: string): Promise<Desk | undefined> =>
  deskTable.find(db, bookId, id)

export const findDeskByCode = (db: Queryable, bookId: string, code: string): Promise<Desk | undefined> =>
  deskTable.findWhere(db, bookId, sql`r.code = ${code}`)

export const listActiveDesks = (db: Queryable, bookId: string, shopId: string): Promise<Desk[]> =>
  deskTable.all(db, bookId, { condition: sql`r.shop_id = ${shopId} and r.is_active`, order: 'code' })

/** All of a book, for the settings. */
export const listAllDesks = (db: Queryable, bookId: string): Promise<Desk[]> =>
  deskTable.all(db, bookId, { condition: sql`true`, order: 'code' })

/** What people set. */
export type DeskFacts = Omit<Desk, 'version' | 'open_session_id' | 'created_at' | 'updated_at'>

export const deskFactsTable: Table<DeskFacts> = {
  name: 'cash_desks',
  isVersioned: true,
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    shop_id: 'uuid',
    warehouse_id: 'uuid',
    currency: 'text',
    cash_account_id: 'uuid',
    card_account_id: 'uuid',
    payment_methods: 'text[]',
    sells_only_in_stock: 'boolean',
    requires_session: 'boolean',
    cash_rounding: 'numeric',
    categories: 'text[]',
    taps_of_id: 'uuid',
    tap_tolerance_pct: 'numeric',
    anonymous_return_limit: 'numeric',
    is_active: 'boolean',
  },
}
