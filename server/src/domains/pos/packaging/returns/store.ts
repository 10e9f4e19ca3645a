/** SQL of packaging returns and their lines. */
import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../../db/table.ts'
import type { PaymentMethod } from '../../../finance/index.ts'
import type { ReturnStatus } from './schema.ts'

export const returnTable = defineTable({
  name: 'packaging_returns',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<ReturnStatus>(),
    date: column.date(),
    partner_id: orNull(column.uuid()),
    partner_name: orNull(column.text()),
    cash_desk_id: orNull(column.uuid()),
    cash_desk_name: orNull(column.text()),
    session_id: orNull(column.uuid()),
    warehouse_id: column.uuid(),
    warehouse_name: column.text(),
    currency: column.text(),
    total_pieces: column.decimal(),
    total_deposit: column.amount(),
    total_rounding: column.amount(),
    refund_method: orNull(column.text<PaymentMethod>()),
    refund_amount: orNull(column.amount()),
    account_id: orNull(column.uuid()),
    cashflow_id: orNull(column.uuid()),
    goods_receipt_id: column.uuid(),
    pos_sale_id: orNull(column.uuid()),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
  searched: row => [row.number],
})

export type PackagingReturn = RowOf<typeof returnTable>

/** Whether a return that stands names the sale. */
export const isNamedByReturn = async (db: Queryable, bookId: string, saleId: string): Promise<boolean> => {
  const row = await db.maybe(sql`
    select 1
      from packaging_returns
     where book_id = ${bookId} and pos_sale_id = ${saleId} and status = 'confirmed'
     limit 1`)
  return row !== undefined
}
