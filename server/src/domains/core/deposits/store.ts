/** SQL of deposits. */
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Table } from '../../../db/upsert.ts'

export interface DepositRow {
  id: string
  code: string
  name: string
  packaging_item_id: string
  amount: string
  currency: string
  is_active: boolean
}

export const depositTable: Table<DepositRow> = {
  name: 'deposits',
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    packaging_item_id: 'uuid',
    amount: 'numeric',
    currency: 'text',
    is_active: 'boolean',
  },
}

export const listDeposits = (db: Queryable, bookId: string): Promise<DepositRow[]> =>
  db.many(sql`
    select id, code, name, packaging_item_id, round(amount, 2)::text as amount, currency, is_active
      from deposits
     where book_id = ${bookId}
     order by code`)

/** A deposit with the packaging type its item is filled in by. */
export interface DepositChoice {
  id: string
  packaging_item_id: string
  packaging_type: string | null
  amount: string
  currency: string
  is_active: boolean
}

/** By code: the first in use that fits counts; one out of use may stay where it is. */
export const findDepositChoices = (db: Queryable, bookId: string): Promise<DepositChoice[]> =>
  db.many(sql`
    select d.id, d.packaging_item_id, i.packaging_type, d.amount::text, d.currency, d.is_active
      from deposits d
      join items i on i.book_id = d.book_id and i.id = d.packaging_item_id
     where d.book_id = ${bookId}
     order by d.code`)
