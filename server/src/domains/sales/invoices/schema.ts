/** The wire shapes of issued invoices and credit notes. */

import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
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
import { ItemRef, NamedRef } from '../../stock/index.ts'
import { LineTotals, OrderLine } from '../orders/schema.ts'

export const invoiceStatuses = ['draft', 'issued', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export const documentTypes = ['invoice', 'credit_note'] as const

export const InvoiceLine = Shape({
  object: Type.Literal('invoice_line'),
  id: Uuid,
  invoice_id: Uuid,
  item: Nullable(ItemRef),
  description: Type.String(),
  quantity: Decimal,
  unit: Nullable(UnitRef),
  unit_price: described<string>(Decimal, 'Without VAT, in the currency of the invoice.'),
  vat_rate_pct: Decimal,
  discount_pct: Nullable(Decimal),
  totals: LineTotals,
  deposit: OrderLine.properties.deposit,
  category_id: Nullable(Uuid),
  event_id: Nullable(Uuid),
  activity_id: Nullable(Uuid),
  source_stock_issue_id: Nullable(described<string>(Uuid, 'The stock issue the line came from.')),
  sort_order: Type.Integer(),
  created_at: InstantText,
  vat_exemption: VatExemptionShown,
})
export type InvoiceLine = Static<typeof InvoiceLine>

const fields = {
  object: Type.Literal('invoice'),
  id: Uuid,
  document_type: described<(typeof documentTypes)[number]>(
    OneOf(documentTypes),
    'A credit note corrects another invoice; its amounts are negative.',
  ),
  original_invoice_id: Nullable(described<string>(Uuid, 'The invoice a credit note corrects.')),
  number: Nullable(described<string>(Type.String(), 'Assigned when it is issued.')),
  status: OneOf(invoiceStatuses),
  partner: NamedRef,
  order_id: Nullable(described<string>(Uuid, 'Null in lists.')),
  warehouse_id: Nullable(Uuid),
  category_id: Nullable(Uuid),
  event_id: Nullable(Uuid),
  activity_id: Nullable(Uuid),
  issue_date: DateText,
  due_date: Nullable(described<string>(DateText, 'Null on a credit note, which is set off or refunded.')),
  tax_point_date: DateText,
  paid_at: Nullable(DateText),
  currency: Type.String(),
  exchange_rate: Nullable(described<string>(Decimal, 'CZK for one unit of the currency; null in CZK.')),
  totals: Shape(
    {
      excl_vat: Decimal,
      vat: Decimal,
      incl_vat: Decimal,
      deposit: described<string>(Decimal, 'Returnable packaging: outside VAT and outside incl_vat.'),
    },
    { title: 'IssuedInvoiceTotals' },
  ),
  payable: described<string>(
    Decimal,
    'totals.incl_vat + totals.deposit; rounded to whole crowns when the payment method is cash and the currency CZK.',
  ),
  rounding: described<string>(Decimal, 'payable - (totals.incl_vat + totals.deposit).'),
  amount_paid: described<string>(Decimal, 'Paid so far; negative on a credit note that was refunded.'),
  amount_credited: described<string>(
    Decimal,
    'What issued credit notes were set off for; on a credit note, negative, the amount it was set off for.',
  ),
  amount_remaining: described<string>(
    Decimal,
    'totals.incl_vat + totals.deposit - amount_paid - amount_credited, never rounded.',
  ),
  variable_symbol: Nullable(Type.String()),
  customer_order_ref: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  internal_notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
  reason: Nullable(described<string>(Type.String(), 'Why the invoice was credited; null on an invoice.')),
}

export const InvoiceListed = Shape({ ...fields, ...envelope })
export type InvoiceListed = Static<typeof InvoiceListed>
export const Invoice = Shape({ ...fields, lines: Type.Array(InvoiceLine), ...envelope })
export type Invoice = Static<typeof Invoice>

const labels = {
  category_id: Type.Optional(Nullable(Uuid)),
  event_id: Type.Optional(Nullable(Uuid)),
  activity_id: Type.Optional(Nullable(Uuid)),
}

const lineFields = {
  description: Text(1, 500),
  quantity: PositiveQuantity,
  unit_price: described<string>(UnitPrice, 'Without VAT, in the currency of the invoice.'),
  item_id: Type.Optional(Nullable(described<string>(Uuid, 'Absent for a service line.'))),
  unit: Type.Optional(described<UnitInput>(UnitInput, "The item's unit; goes with item_id and never without it.")),
  vat_rate_pct: Type.Optional(described<string>(VatRate, '21 by default; 0 if not a VAT payer on the tax point date.')),
  discount_pct: Type.Optional(Nullable(Percentage)),
  deposit_id: Type.Optional(
    Nullable(described<string>(Uuid, 'A deposit from GET /deposits in the currency of the invoice; none by default.')),
  ),
  deposit_quantity: Type.Optional(
    Nullable(DecimalWithin({ least: '0', places: 0 }, 'Pieces of packaging; by default the quantity, rounded up.')),
  ),
  ...labels,
  vat_exemption: Type.Optional(VatExemptionInput),
}

export const InvoiceLineCreate = Shape(lineFields)
export type InvoiceLineCreate = Static<typeof InvoiceLineCreate>
export const InvoiceLinePatch = Patch(Shape(lineFields))
export type InvoiceLinePatch = Static<typeof InvoiceLinePatch>

const ExchangeRate = DecimalWithin(
  { above: '0', places: 6 },
  'CZK for one unit of the currency. Another currency clears it. An invoice in CZK has none: "1" is accepted but not ' +
    'stored.',
)

const headFields = {
  warehouse_id: Type.Optional(Nullable(described<string>(Uuid, 'Required when the account keeps stock.'))),
  ...labels,
  issue_date: Type.Optional(described<string>(DateText, 'Today by default; at most 366 days ahead.')),
  due_date: Type.Optional(
    described<string>(
      DateText,
      "By default the issue date plus the partner's payment terms. A default follows a new issue date or partner; " +
        'a date you sent is kept.',
    ),
  ),
  tax_point_date: Type.Optional(
    described<string>(
      DateText,
      'The issue date by default. A default follows a new issue date; a date you sent is kept.',
    ),
  ),
  customer_order_ref: Type.Optional(Nullable(Text(0, 200))),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  internal_notes: Type.Optional(Nullable(Text(0, 4000))),
  currency: Type.Optional(described<string>(Text(3, 3), 'ISO 4217; CZK by default.')),
  exchange_rate: Type.Optional(Nullable(ExchangeRate)),
}

/** Both shapes in one, told apart by `order_id`; `shapeFaults` says what does not belong to which. */
export const InvoiceCreate = Shape({
  order_id: Type.Optional(
    described<string>(Uuid, 'Creates the invoice of this order; only external_ref may be sent with it.'),
  ),
  partner_id: Type.Optional(described<string>(Uuid, 'Required without order_id.')),
  ...headFields,
  external_ref: Type.Optional(ExternalRef),
  lines: Type.Optional(Type.Array(InvoiceLineCreate, { maxItems: maxLines })),
})
export type InvoiceCreate = Static<typeof InvoiceCreate>

export const InvoicePatch = Patch(Shape({ partner_id: Uuid, ...headFields }))
export type InvoicePatch = Static<typeof InvoicePatch>

export const GroupBody = Shape({ stock_issue_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }) })
export type GroupBody = Static<typeof GroupBody>

const CreditedLine = Shape({
  line_id: Uuid,
  quantity: Type.Optional(
    described<string>(PositiveQuantity, 'At most what is left of the line; without it, only packaging is credited.'),
  ),
  deposit_quantity: Type.Optional(
    DecimalWithin(
      { least: '0', places: 0 },
      'Pieces of packaging. By default in proportion to the quantity credited so far, in whole pieces; 0 for none.',
    ),
  ),
})

export const CreditBody = Shape({
  reason: described<string>(Text(1, 500), 'Why it is credited; shown on the credit note.'),
  issue_date: Type.Optional(described<string>(DateText, 'Today by default; not before the invoice.')),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  lines: Type.Optional(
    Type.Array(CreditedLine, {
      minItems: 1,
      maxItems: maxLines,
      description:
        'What to credit of which line: quantity, deposit_quantity or both. If absent, everything that is left.',
    }),
  ),
})
export type CreditBody = Static<typeof CreditBody>
