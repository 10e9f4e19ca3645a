/** The wire shapes of orders. */

import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  ExactDecimal,
  ExternalRef,
  InstantText,
  maxLines,
  Nullable,
  OneOf,
  Patch,
  Percentage,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  UnitPrice,
  UnitRef,
  Uuid,
  VatRate,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { VatExemptionInput, VatExemptionShown } from '../../core/index.ts'
import { paymentMethods } from '../../finance/index.ts'
import { ItemRef } from '../../stock/index.ts'

export const orderStatuses = [
  'draft',
  'confirmed',
  'in_preparation',
  'shipped',
  'delivered',
  'invoiced',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const deliveryTypes = ['pickup', 'own_transport', 'courier'] as const
export const origins = ['manual', 'template', 'b2b_portal', 'pos', 'api'] as const
export const lineSources = ['partner_price', 'price_list', 'discount', 'base', 'manual'] as const

export const LineTotals = Shape({ excl_vat: Decimal, vat: Decimal, incl_vat: Decimal }, { title: 'LineTotals' })

export const OrderLine = Shape({
  object: Type.Literal('order_line'),
  id: Uuid,
  order_id: Uuid,
  item: ItemRef,
  quantity: Decimal,
  unit: UnitRef,
  unit_price: described<string>(Decimal, 'Without VAT.'),
  vat_rate_pct: Decimal,
  discount_pct: Nullable(Decimal),
  totals: Nullable(LineTotals),
  deposit: Shape(
    { id: Nullable(Uuid), pieces: Decimal, total: Decimal },
    { description: 'Returnable packaging, outside VAT: pieces times the deposit.' },
  ),
  volume_l: Nullable(described<string>(ExactDecimal, 'quantity times volume_l of the item, exact.')),
  notes: Nullable(Type.String()),
  sort_order: Type.Integer(),
  price_source: OneOf(lineSources),
  created_at: InstantText,
  vat_exemption: VatExemptionShown,
})
export type OrderLine = Static<typeof OrderLine>

const orderFields = {
  object: Type.Literal('order'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(orderStatuses),
  partner: Shape({ id: Uuid, name: Nullable(Type.String()) }),
  contact_id: Nullable(Uuid),
  order_date: DateText,
  delivery_date: Nullable(DateText),
  shipped_date: Nullable(DateText),
  delivered_date: Nullable(DateText),
  shop_id: Nullable(Uuid),
  warehouse_id: Nullable(Uuid),
  category_id: Nullable(Uuid),
  event_id: Nullable(Uuid),
  activity_id: Nullable(Uuid),
  currency: described<string>(Type.String(), "ISO 4217; by default that of the partner's price list, else CZK."),
  totals: Shape({
    excl_vat: Decimal,
    vat: Decimal,
    incl_vat: Decimal,
    deposit: described<string>(Decimal, 'Outside VAT and outside incl_vat.'),
  }),
  invoice_id: Nullable(Uuid),
  stock_issue_id: Nullable(described<string>(Uuid, 'The last stock issue of the order.')),
  stock_issue_status: Nullable(OneOf(['draft', 'confirmed', 'cancelled'])),
  cashflow_id: Nullable(Uuid),
  origin: OneOf(origins),
  external_ref: Nullable(ExternalRef),
  delivery: Shape({
    type: Nullable(OneOf(deliveryTypes)),
    street: Nullable(Type.String()),
    city: Nullable(Type.String()),
    zip: Nullable(Type.String()),
    country: Nullable(Type.String()),
  }),
  payment_method: Nullable(OneOf(paymentMethods)),
  notes: Nullable(Type.String()),
  internal_notes: Nullable(Type.String()),
}

export const OrderListed = Shape({ ...orderFields, ...envelope })
export type OrderListed = Static<typeof OrderListed>
export const Order = Shape({ ...orderFields, lines: Type.Array(OrderLine), ...envelope })
export type Order = Static<typeof Order>

const Delivery = Shape({
  type: Type.Optional(Nullable(OneOf(deliveryTypes))),
  street: Type.Optional(Nullable(Text(0, 200))),
  city: Type.Optional(Nullable(Text(0, 120))),
  zip: Type.Optional(Nullable(Text(0, 20))),
  country: Type.Optional(Nullable(Text(0, 120))),
})

const priced = {
  unit_price: Type.Optional(Nullable(described<string>(UnitPrice, 'If absent or null, the price cascade applies.'))),
  vat_rate_pct: Type.Optional(described<string>(VatRate, 'By default the rate of the item; 0 if not a VAT payer.')),
  discount_pct: Type.Optional(Nullable(described<string>(Percentage, 'Off the unit price, whatever its source.'))),
  deposit_id: Type.Optional(Nullable(described<string>(Uuid, "By default the deposit of the item's packaging."))),
  deposit_quantity: Type.Optional(
    Nullable(DecimalWithin({ least: '0', places: 0 }, 'By default the quantity, rounded up.')),
  ),
  notes: Type.Optional(Nullable(Text(0, 2000))),
  vat_exemption: Type.Optional(VatExemptionInput),
}

export const OrderLineCreate = Shape({ item_id: Uuid, quantity: PositiveQuantity, unit: UnitInput, ...priced })
export type OrderLineCreate = Static<typeof OrderLineCreate>

export const OrderLinePatch = Patch(Shape({ quantity: PositiveQuantity, unit: UnitInput, ...priced }))
export type OrderLinePatch = Static<typeof OrderLinePatch>

const headFields = {
  contact_id: Type.Optional(Nullable(described<string>(Uuid, 'A contact of the partner.'))),
  delivery_date: Type.Optional(Nullable(DateText)),
  warehouse_id: Type.Optional(
    Nullable(described<string>(Uuid, 'Determines the shop; required if the account has several active shops.')),
  ),
  category_id: Type.Optional(Nullable(Uuid)),
  event_id: Type.Optional(Nullable(Uuid)),
  activity_id: Type.Optional(Nullable(Uuid)),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  internal_notes: Type.Optional(Nullable(Text(0, 4000))),
  delivery: Type.Optional(Delivery),
  payment_method: Type.Optional(Nullable(OneOf(paymentMethods))),
}

export const OrderCreate = Shape({
  partner_id: Uuid,
  order_date: Type.Optional(described<string>(DateText, 'Today by default; at most 366 days ahead.')),
  ...headFields,
  external_ref: Type.Optional(ExternalRef),
  lines: Type.Optional(Type.Array(OrderLineCreate, { maxItems: maxLines })),
})
export type OrderCreate = Static<typeof OrderCreate>

export const OrderPatch = Patch(Shape({ partner_id: Uuid, ...headFields }))
export type OrderPatch = Static<typeof OrderPatch>
