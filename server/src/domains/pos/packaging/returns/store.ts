/** SQL of packaging returns and their lines. */
import type { Queryable } from '../../../../db/pool.ts'
import { sql } from '../../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../../db/table.ts'
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
  computed: { is_session_closed: readAs(column.boolean(), "coalesce(s.status = 'closed', false)") },
  joins: sql`left join cash_desk_sessions s on s.book_id = r.book_id and s.id = r.session_id`,
  searched: row => [row.number],
})

export type PackagingReturn = RowOf<typeof returnTable>

export const returnLineTable = defineTable({
  name: 'packaging_return_lines',
  columns: {
    id: column.uuid(),
    return_id: column.uuid(),
    sort_order: column.integer(),
    deposit_id: column.uuid(),
    deposit_code: column.text(),
    deposit_name: column.text(),
    item_id: column.uuid(),
    item_code: orNull(column.text()),
    item_name: column.text(),
    pieces: column.decimal(),
    deposit_amount: column.amount(),
    total: column.amount(),
  },
})

export type ReturnLine = RowOf<typeof returnLineTable>
export type ReturnLineColumns = StoredOf<typeof returnLineTable>

export const listReturnLines = (db: Queryable, bookId: string, returnId: string): Promise<ReturnLine[]> =>
  returnLineTable.all(db, bookId, { condition: sql`r.return_id = ${returnId}`, order: 'sort_order' })

/** Whether a return that stands names the sale. */
export const isNamedByReturn = async (db: Queryable, bookId: string, saleId: string): Promise<boolean> => {
  const row = await db.maybe(sql`
    select 1
      from packaging_returns
     where book_id = ${bookId} and pos_sale_id = ${saleId} and status = 'confirmed'
     limit 1`)
  return row !== undefined
}

export interface SaleOfReturn {
  id: string
  kind: string
  status: string
  partner_id: string | null
  partner_name: string | null
  /** Of each deposit: sold with it, and neither refunded nor returned yet. */
  left: { deposit_id: string; pieces: string }[]
}

/** A sale with the packaging that may still come back from it. */
export const findSaleOfReturn = (db: Queryable, bookId: string, saleId: string): Promise<SaleOfReturn | undefined> =>
  db.maybe(sql`
    select p.id, p.kind, p.status, p.partner_id, p.partner_name,
           coalesce((select json_agg(json_build_object('deposit_id', sold.deposit_id,
                                                       'pieces', trim_scale(sold.pieces - coalesce(back.pieces, 0))::text))
                       from (select deposit_id, sum(deposit_pieces - refunded_pieces) as pieces
                               from pos_sale_lines
                              where book_id = ${bookId} and sale_id = ${saleId} and deposit_id is not null
                              group by deposit_id) sold
                       left join (select l.deposit_id, sum(l.pieces) as pieces
                                    from packaging_returns r
                                    join packaging_return_lines l on l.book_id = r.book_id and l.return_id = r.id
                                   where r.book_id = ${bookId} and r.pos_sale_id = ${saleId}
                                     and r.status = 'confirmed'
                                   group by l.deposit_id) back on back.deposit_id = sold.deposit_id), '[]') as left
      from pos_sales p
     where p.book_id = ${bookId} and p.id = ${saleId}`)
