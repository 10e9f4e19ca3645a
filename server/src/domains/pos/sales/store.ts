/** SQL of sales over the counter: lines, empties brought along, payments. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import type { DeskMethod } from '../desks/store.ts'
import type { Failure, RecapRow, SaleKind, SalePriceSource, SaleStatus } from './schema.ts'

/** As the sale shows it. Amounts are positive, on refunds too. */
export interface ShownPayment {
  method: DeskMethod
  amount: string
  tendered: string | null
  account_id: string
  cashflow_id: string | null
}

const payments = `(
  select coalesce(json_agg(json_build_object('method', m.method, 'amount', m.amount::text, 'tendered', m.tendered::text,
                                             'account_id', m.account_id, 'cashflow_id', m.cashflow_id)
                           order by m.sort_order), '[]')
    from pos_sale_payments m
   where m.book_id = r.book_id and m.sale_id = r.id)`

const hasRefunds = `exists (
  select 1
    from pos_sales f
   where f.book_id = r.book_id and f.refund_of_id = r.id and f.status = 'settled')`

const hasRest = `exists (
  select 1
    from pos_sale_lines l
   where l.book_id = r.book_id and l.sale_id = r.id and l.refunded_quantity < l.quantity)`

export const saleTable = defineTable({
  name: 'pos_sales',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    kind: column.text<SaleKind>(),
    status: column.text<SaleStatus>(),
    cash_desk_id: column.uuid(),
    cash_desk_name: column.text(),
    shop_id: column.uuid(),
    warehouse_id: column.uuid(),
    session_id: orNull(column.uuid()),
    sold_at: column.instant(),
    sold_on: column.date(),
    is_offline: column.boolean(),
    partner_id: orNull(column.uuid()),
    partner_name: orNull(column.text()),
    currency: column.text(),
    /** The step of the coins at that time. */
    cash_rounding: column.decimal(),
    total_excl_vat: column.amount(),
    total_vat: column.amount(),
    total_incl_vat: column.amount(),
    total_deposit: column.amount(),
    total_returned: column.amount(),
    total_rounding: column.amount(),
    total_payable: column.amount(),
    vat_recap: column.json<RecapRow[]>(),
    settled_at: orNull(column.instant()),
    failure_code: orNull(column.text()),
    failure: orNull(column.json<Failure>()),
    stock_issue_ids: column.uuids(),
    goods_receipt_id: orNull(column.uuid()),
    refund_of_id: orNull(column.uuid()),
    refunded_amount: column.amount(),
    cashier: orNull(column.text()),
    category_id: orNull(column.uuid()),
    event_id: orNull(column.uuid()),
    activity_id: orNull(column.uuid()),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
  computed: {
    payments: readAs(column.json<ShownPayment[]>(), payments),
    is_session_closed: readAs(column.boolean(), "coalesce(s.status = 'closed', false)"),
    has_refunds: readAs(column.boolean(), hasRefunds),
    has_rest: readAs(column.boolean(), hasRest),
  },
  joins: sql`left join cash_desk_sessions s on s.book_id = r.book_id and s.id = r.session_id`,
  searched: sale => [sale.number],
})

export type Sale = RowOf<typeof saleTable>

export interface DrawnTap {
  keg_tap_id: string
  quantity: string
  overdrawn_quantity: string
}

const taps = `(
  select coalesce(json_agg(json_build_object('keg_tap_id', t.keg_tap_id, 'quantity', trim_scale(t.quantity)::text,
                                             'overdrawn_quantity', trim_scale(t.overdrawn_quantity)::text)
                           order by t.sort_order), '[]')
    from pos_sale_draws t
   where t.book_id = r.book_id and t.line_id = r.id)`

export const saleLineTable = defineTable({
  name: 'pos_sale_lines',
  columns: {
    id: column.uuid(),
    sale_id: column.uuid(),
    sort_order: column.integer(),
    item_id: column.uuid(),
    item_code: orNull(column.text()),
    item_name: column.text(),
    unit_id: column.uuid(),
    unit_symbol: column.text(),
    unit_decimals: orNull(column.integer()),
    /** Negative on a refund, as the amounts are. */
    quantity: column.decimal(),
    unit_price: column.decimal(),
    price_source: column.text<SalePriceSource>(),
    vat_rate_pct: column.decimal(),
    discount_pct: orNull(column.decimal()),
    excl_vat: column.amount(),
    vat: column.amount(),
    incl_vat: column.amount(),
    deposit_id: orNull(column.uuid()),
    deposit_pieces: column.decimal(),
    deposit_total: column.amount(),
    /** Of draft beer: what one glass holds, as it was. */
    base_item_id: orNull(column.uuid()),
    base_quantity: orNull(column.decimal()),
    keg_tap_id: orNull(column.uuid()),
    /** Whether it leaves the warehouse of the desk; draft beer leaves its keg. */
    is_stocked: column.boolean(),
    refund_of_line_id: orNull(column.uuid()),
    is_restocked: column.boolean(),
    refunded_quantity: column.decimal(),
    refunded_amount: column.amount(),
    refunded_pieces: column.decimal(),
    notes: orNull(column.text()),
  },
  computed: {
    unit_code: readAs(column.text(), 'u.code'),
    unit_dimension: readAs(column.text<UnitRef['dimension']>(), 'u.dimension'),
    taps: readAs(column.json<DrawnTap[]>(), taps),
  },
  joins: sql`join units u on u.book_id = r.book_id and u.id = r.unit_id`,
})

export type SaleLineRow = RowOf<typeof saleLineTable>

export const listSaleLines = (db: Queryable, bookId: string, saleId: string): Promise<SaleLineRow[]> =>
  saleLineTable.all(db, bookId, { condition: sql`r.sale_id = ${saleId}`, order: 'sort_order' })

export const saleReturnTable = defineTable({
  name: 'pos_sale_returns',
  columns: {
    id: column.uuid(),
    sale_id: column.uuid(),
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

export type SaleReturnRow = StoredOf<typeof saleReturnTable>

export const listSaleReturns = (db: Queryable, bookId: string, saleId: string): Promise<SaleReturnRow[]> =>
  saleReturnTable.all(db, bookId, { condition: sql`r.sale_id = ${saleId}`, order: 'sort_order' })

export const salePaymentTable = defineTable({
  name: 'pos_sale_payments',
  columns: {
    id: column.uuid(),
    sale_id: column.uuid(),
    sort_order: column.integer(),
    method: column.text<DeskMethod>(),
    /** Positive, on a refund too. */
    amount: column.amount(),
    /** What of the rounding of the sale it carries, signed as there. */
    rounding: column.amount(),
    tendered: orNull(column.amount()),
    account_id: column.uuid(),
    cashflow_id: orNull(column.uuid()),
  },
})

export type SalePaymentRow = StoredOf<typeof salePaymentTable>

export const listSalePayments = (db: Queryable, bookId: string, saleId: string): Promise<SalePaymentRow[]> =>
  salePaymentTable.all(db, bookId, { condition: sql`r.sale_id = ${saleId}`, order: 'sort_order' })

/** Pieces of a sale that packaging returns naming it brought back, by deposit. */
export const listReturnedOfSale = (
  db: Queryable,
  bookId: string,
  saleId: string,
): Promise<{ deposit_id: string; pieces: string }[]> =>
  db.many(sql`
    select l.deposit_id, sum(l.pieces)::text as pieces
      from packaging_returns p
      join packaging_return_lines l on l.book_id = p.book_id and l.return_id = p.id
     where p.book_id = ${bookId} and p.pos_sale_id = ${saleId} and p.status = 'confirmed'
     group by l.deposit_id`)

/** Of what their issue took, for these lines of a sale, what standing refunds have not brought back. */
export const listCostsLeft = (
  db: Queryable,
  bookId: string,
  lineIds: string[],
): Promise<{ id: string; value: string; quantity: string }[]> =>
  db.many(sql`
    select i.id, (i.value - coalesce(b.value, 0))::text as value,
           (coalesce(i.issued_quantity, i.quantity) - coalesce(b.quantity, 0))::text as quantity
      from stock_lines i
      left join lateral (
        select sum(s.value) as value, sum(s.quantity) as quantity
          from pos_sale_lines l
          join pos_sales r on r.book_id = l.book_id and r.id = l.sale_id and r.status = 'settled'
          join stock_lines s on s.book_id = l.book_id and s.id = l.id
         where l.book_id = i.book_id and l.refund_of_line_id = i.id) b on true
     where i.book_id = ${bookId} and i.id = any (${lineIds}::uuid[]) and i.value is not null`)
