/** Sales as the wire shows them. */
import { referenceOf } from '../../../contract/schema.ts'
import { decimal, money, moneyText } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import type { SaleLine, SaleReturn } from './schema.ts'
import type { Sale, SaleLineRow, SaleReturnRow, ShownPayment } from './store.ts'

export const saleView = (sale: Sale) => ({
  number: sale.number,
  kind: sale.kind,
  status: sale.status,
  cash_desk: { id: sale.cash_desk_id, name: sale.cash_desk_name },
  shop_id: sale.shop_id,
  session_id: sale.session_id,
  sold_at: sale.sold_at,
  offline: sale.is_offline,
  partner: sale.partner_id === null ? null : { id: sale.partner_id, name: sale.partner_name! },
  currency: sale.currency,
  totals: {
    excl_vat: moneyText(sale.total_excl_vat),
    vat: moneyText(sale.total_vat),
    incl_vat: moneyText(sale.total_incl_vat),
    deposit: moneyText(sale.total_deposit),
    returned: moneyText(sale.total_returned),
    rounding: moneyText(sale.total_rounding),
    payable: moneyText(sale.total_payable),
  },
  vat_recap: sale.vat_recap,
  payments: sale.payments.map(payment => paymentView(payment, sale)),
  settlement: { settled_at: sale.settled_at, failure: sale.failure },
  stock_issue_ids: sale.stock_issue_ids,
  stock_issue_id: sale.stock_issue_ids[0] ?? null,
  goods_receipt_id: sale.goods_receipt_id,
  cashflow_id: sale.payments[0]?.cashflow_id ?? null,
  refund_of_id: sale.refund_of_id,
  refunded_amount: moneyText(sale.refunded_amount),
  cashier: sale.cashier,
  category_id: sale.category_id,
  event_id: sale.event_id,
  activity_id: sale.activity_id,
  notes: sale.notes,
  external_ref: referenceOf(sale),
})

/** Money that goes back is negative. */
const paymentView = ({ method, amount, tendered, account_id, cashflow_id }: ShownPayment, { kind }: Sale) => ({
  method,
  amount: money(decimal(amount).times(kind === 'refund' ? -1 : 1)),
  tendered: tendered === null ? null : moneyText(tendered),
  change: tendered === null ? null : money(decimal(tendered).minus(amount)),
  account_id,
  cashflow_id,
})

export const saleLineView = (line: SaleLineRow): SaleLine => ({
  object: 'pos_sale_line',
  id: line.id,
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  quantity: line.quantity,
  unit: unitOf(line),
  unit_price: line.unit_price,
  vat_rate_pct: line.vat_rate_pct,
  discount_pct: line.discount_pct,
  totals: {
    excl_vat: moneyText(line.excl_vat),
    vat: moneyText(line.vat),
    incl_vat: moneyText(line.incl_vat),
  },
  deposit: { id: line.deposit_id, pieces: line.deposit_pieces, total: moneyText(line.deposit_total) },
  price_source: line.price_source,
  taps: line.taps,
  refunded_quantity: line.refunded_quantity,
  notes: line.notes,
  sort_order: line.sort_order,
  created_at: line.created_at,
})

export const saleReturnView = (row: SaleReturnRow): SaleReturn => ({
  deposit: { id: row.deposit_id, code: row.deposit_code, name: row.deposit_name },
  item: { id: row.item_id, code: row.item_code, name: row.item_name },
  pieces: row.pieces,
  deposit_amount: moneyText(row.deposit_amount),
  total: moneyText(row.total),
})
