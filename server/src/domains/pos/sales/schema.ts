/** The wire shapes of sales over the counter. */
import { Type } from 'typebox'
import { SettlementFailure } from '../../../contract/problems/catalogue-brewery-pos.ts'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  Money,
  maxLines,
  Nullable,
  OneOf,
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
import { paymentMethods } from '../../finance/index.ts'
import { ItemRef, NamedRef } from '../../stock/index.ts'

export const saleKinds = ['sale', 'refund'] as const
export type SaleKind = (typeof saleKinds)[number]

export const saleStatuses = ['settled', 'settlement_failed', 'cancelled'] as const
export type SaleStatus = (typeof saleStatuses)[number]

export const priceSources = ['manual', 'partner_price', 'price_list', 'discount', 'base'] as const
export type SalePriceSource = (typeof priceSources)[number]

export type Failure = Static<typeof SettlementFailure>

const lineTotals = { excl_vat: Decimal, vat: Decimal, incl_vat: Decimal }

const RecapRow = Shape({ vat_rate_pct: Decimal, ...lineTotals })
export type RecapRow = Static<typeof RecapRow>

const saleFields = {
  id: Uuid,
  number: Type.String(),
  kind: OneOf(saleKinds),
  status: OneOf(saleStatuses),
  cash_desk: NamedRef,
  shop_id: Uuid,
  session_id: Nullable(described<string>(Uuid, 'The session that was open at the desk when it was recorded.')),
  sold_at: InstantText,
  offline: described<boolean>(Type.Boolean(), 'The till sold it by itself and told it afterwards.'),
  partner: Nullable(NamedRef),
  currency: Type.String({ description: 'ISO 4217.' }),
  totals: Shape({
    ...lineTotals,
    deposit: described<string>(Decimal, 'Of the packaging that went out; outside VAT.'),
    returned: described<string>(Decimal, 'Deposits of the empties brought along.'),
    rounding: described<string>(Decimal, 'Of the cash part; outside base and tax.'),
    payable: described<string>(Decimal, 'What changed hands; negative on a refund.'),
  }),
  vat_recap: Type.Array(RecapRow, { description: 'The highest rate first.' }),
  payments: Type.Array(
    Shape({
      method: OneOf(paymentMethods),
      amount: Decimal,
      tendered: Nullable(Decimal),
      change: Nullable(Decimal),
      account_id: Uuid,
      cashflow_id: Nullable(Uuid),
    }),
  ),
  settlement: Shape({
    settled_at: Nullable(InstantText),
    failure: Nullable(SettlementFailure),
  }),
  stock_issue_ids: Type.Array(Uuid),
  stock_issue_id: Nullable(described<string>(Uuid, 'The first of them.')),
  goods_receipt_id: Nullable(described<string>(Uuid, 'Of the empties; of a refund: of the goods put back.')),
  cashflow_id: Nullable(described<string>(Uuid, 'That of the first payment.')),
  refund_of_id: Nullable(described<string>(Uuid, 'The sale it gives back.')),
  refunded_amount: described<string>(Decimal, 'What its standing refunds paid back.'),
  cashier: Nullable(Type.String()),
  category_id: Nullable(Uuid),
  event_id: Nullable(Uuid),
  activity_id: Nullable(Uuid),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
}

const SaleLine = Shape({
  object: Type.Literal('pos_sale_line'),
  id: Uuid,
  item: ItemRef,
  quantity: Decimal,
  unit: UnitRef,
  unit_price: described<string>(Decimal, 'With VAT.'),
  vat_rate_pct: Decimal,
  discount_pct: Nullable(Decimal),
  totals: Shape(lineTotals),
  deposit: Shape({ id: Nullable(Uuid), pieces: Decimal, total: Decimal }),
  price_source: OneOf(priceSources),
  taps: Type.Array(Shape({ keg_tap_id: Uuid, quantity: Decimal, overdrawn_quantity: Decimal }), {
    description: 'The kegs draft beer came from, in the unit of the beer.',
  }),
  refunded_quantity: Decimal,
  notes: Nullable(Type.String()),
  sort_order: Type.Integer(),
  created_at: InstantText,
})
export type SaleLine = Static<typeof SaleLine>

const SaleReturn = Shape({
  deposit: Shape({ id: Uuid, code: Type.String(), name: Type.String() }, { title: 'DepositRef' }),
  item: ItemRef,
  pieces: Decimal,
  deposit_amount: Decimal,
  total: Decimal,
})
export type SaleReturn = Static<typeof SaleReturn>

export const SaleListed = Shape({ object: Type.Literal('pos_sale'), ...saleFields, ...envelope })
export const SaleDetail = Shape({
  object: Type.Literal('pos_sale'),
  ...saleFields,
  lines: Type.Array(SaleLine),
  returns: Type.Array(SaleReturn),
  ...envelope,
})

const wholePieces = (least: { least: string } | { above: string }, description: string) =>
  DecimalWithin({ ...least, places: 0 }, description)

const PaymentInput = Shape({
  method: OneOf(paymentMethods),
  amount: described<string>(Decimal, 'What changes hands.'),
  tendered: Type.Optional(described<string>(Money, 'In cash only: what was handed over; the rest is change.')),
})
export type PaymentInput = Static<typeof PaymentInput>

/** In a rehearsal the whole of it, or what other payments leave, whatever that comes to. */
const OnePayment = Shape({
  ...PaymentInput.properties,
  amount: Type.Optional(
    described<string>(Decimal, 'What changes hands. Required; only a dry run may leave it out, and shows what it is.'),
  ),
})
export type OnePayment = Static<typeof OnePayment>

const paymentFields = {
  payment: Type.Optional(OnePayment),
  payments: Type.Optional(
    Type.Array(OnePayment, {
      minItems: 1,
      maxItems: 10,
      description: 'Instead of payment, for a sale that is paid in several ways; at most one in cash.',
    }),
  ),
}

const SaleLineCreate = Shape({
  item_id: Uuid,
  quantity: PositiveQuantity,
  unit: UnitInput,
  unit_price: Type.Optional(described<string>(UnitPrice, 'With VAT. Without it the price cascade decides.')),
  vat_rate_pct: Type.Optional(VatRate),
  discount_pct: Type.Optional(Nullable(Percentage)),
  deposit_id: Type.Optional(Nullable(described<string>(Uuid, 'null for none; without it that of the packaging.'))),
  deposit_quantity: Type.Optional(wholePieces({ least: '0' }, 'Whole pieces; the quantity rounded up by default.')),
  keg_tap_id: Type.Optional(Nullable(described<string>(Uuid, 'Draft beer only: draws from this keg alone.'))),
  notes: Type.Optional(Nullable(Text(0, 2000))),
})
export type SaleLineCreate = Static<typeof SaleLineCreate>

export const SaleCreate = Shape({
  cash_desk_id: Type.Optional(described<string>(Uuid, 'Needed where the shop has several.')),
  shop_id: Type.Optional(described<string>(Uuid, 'Needed where there are several and no desk is named.')),
  sold_at: Type.Optional(described<string>(InstantText, 'Now by default; at most 5 minutes ahead.')),
  offline: Type.Optional(
    described<boolean>(
      Type.Boolean(),
      'The sale has happened already: it is recorded whatever stands in the way. Needs sold_at, external_ref and the ' +
        'price of every line.',
    ),
  ),
  partner_id: Type.Optional(Nullable(Uuid)),
  currency: Type.Optional(described<string>(Text(3, 3), 'Only that of the desk.')),
  cashier: Type.Optional(Nullable(Text(0, 120))),
  category_id: Type.Optional(Nullable(Uuid)),
  event_id: Type.Optional(Nullable(Uuid)),
  activity_id: Type.Optional(Nullable(Uuid)),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  external_ref: Type.Optional(ExternalRef),
  lines: Type.Optional(Type.Array(SaleLineCreate, { maxItems: maxLines })),
  returns: Type.Optional(
    Type.Array(Shape({ deposit_id: Uuid, pieces: wholePieces({ above: '0' }, 'Whole pieces.') }), {
      maxItems: 50,
      description: 'Empties brought along, taken off the bill.',
    }),
  ),
  ...paymentFields,
})
export type SaleCreate = Static<typeof SaleCreate>

export const RetryBody = Shape({
  stock_date: Type.Optional(
    described<string>(DateText, 'Dates the stock documents; from the sold day, the default, to today.'),
  ),
})
export type RetryBody = Static<typeof RetryBody>

const RefundLine = Shape({
  line_id: Uuid,
  quantity: PositiveQuantity,
  unit: UnitInput,
  deposit_quantity: Type.Optional(
    wholePieces({ least: '0' }, 'By default the quantity rounded up, as far as pieces are left.'),
  ),
  restock: Type.Optional(
    described<boolean>(Type.Boolean(), 'Whether the goods go back to stock; true by default, never for draft beer.'),
  ),
})
export type RefundLine = Static<typeof RefundLine>

export const RefundBody = Shape({
  lines: Type.Optional(
    Type.Array(RefundLine, { minItems: 1, maxItems: maxLines, description: 'All that is left by default.' }),
  ),
  ...paymentFields,
  reason: Type.Optional(Nullable(described<string>(Text(0, 500), 'Becomes the notes of the refund.'))),
  external_ref: Type.Optional(ExternalRef),
})
export type RefundBody = Static<typeof RefundBody>
