/** Orders as the wire shows them. */

import { referenceOf } from '../../../contract/schema.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import type { OrderLine } from './schema.ts'
import type { Order, OrderLineRow } from './store.ts'

export const orderView = (order: Order) => ({
  number: order.number,
  status: order.status,
  partner: { id: order.partner_id, name: order.partner_name },
  contact_id: order.contact_id,
  order_date: order.order_date,
  delivery_date: order.delivery_date,
  shipped_date: order.shipped_date,
  delivered_date: order.delivered_date,
  shop_id: order.shop_id,
  warehouse_id: order.warehouse_id,
  category_id: order.category_id,
  event_id: order.event_id,
  activity_id: order.activity_id,
  currency: order.currency,
  totals: {
    excl_vat: moneyText(order.total_excl_vat),
    vat: moneyText(order.total_vat),
    incl_vat: moneyText(order.total_incl_vat),
    deposit: moneyText(order.total_deposit),
  },
  invoice_id: order.invoice_id,
  stock_issue_id: order.stock_issue_id,
  stock_issue_status: order.stock_issue_status,
  cashflow_id: order.cashflow_id,
  origin: order.origin,
  external_ref: referenceOf(order),
  delivery: {
    type: order.delivery_type,
    street: order.delivery_street,
    city: order.delivery_city,
    zip: order.delivery_zip,
    country: order.delivery_country,
  },
  payment_method: order.payment_method,
  notes: order.notes,
  internal_notes: order.internal_notes,
})

const volumeOf = ({ quantity, item_volume_l }: OrderLineRow): string => plain(decimal(quantity).times(item_volume_l!))

export const lineView = (line: OrderLineRow): OrderLine => ({
  object: 'order_line',
  id: line.id,
  order_id: line.order_id,
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
  volume_l: line.item_volume_l === null ? null : volumeOf(line),
  notes: line.notes,
  sort_order: line.sort_order,
  price_source: line.price_source,
  created_at: line.created_at,
  vat_exemption: line.vat_exemption,
})
