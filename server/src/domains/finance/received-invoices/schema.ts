/** The wire shapes of invoices received from suppliers. */
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
  Shape,
  type Static,
  Text,
  Uuid,
  VatRate,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { ImportWarnings } from './warnings.ts'

export const receivedStatuses = ['draft', 'confirmed', 'paid', 'cancelled'] as const

export const ReceivedInvoiceLine = Shape({
  object: Type.Literal('received_invoice_line'),
  id: Uuid,
  received_invoice_id: Uuid,
  description: Type.String(),
  amount: described<string>(Decimal, 'Without VAT.'),
  vat_rate_pct: Decimal,
  category_id: Nullable(Uuid),
  sort_order: Type.Integer(),
  created_at: InstantText,
})
export type ReceivedInvoiceLine = Static<typeof ReceivedInvoiceLine>

const fields = {
  object: Type.Literal('received_invoice'),
  id: Uuid,
  number: Nullable(described<string>(Type.String(), 'Our number, assigned when it is confirmed.')),
  supplier_invoice_number: Type.String(),
  status: OneOf(receivedStatuses),
  partner_id: Uuid,
  partner: Shape({ id: Uuid, name: Type.String() }, { title: 'NamedRef' }),
  issue_date: DateText,
  due_date: DateText,
  tax_point_date: DateText,
  received_date: DateText,
  paid_at: Nullable(DateText),
  currency: Type.String(),
  exchange_rate: Nullable(Decimal),
  totals: Shape({ excl_vat: Decimal, vat: Decimal, incl_vat: Decimal }, { title: 'InvoiceTotals' }),
  paid_amount: described<string>(Decimal, 'Below zero if the supplier refunded us.'),
  amount_remaining: Decimal,
  variable_symbol: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  internal_notes: Nullable(Type.String()),
  supplier_account: Nullable(described<string>(Type.String(), 'The payment account stated in an imported document.')),
  supplier_iban: Nullable(Type.String()),
  attachment_ids: Type.Array(Uuid),
  isdoc_uuid: Nullable(Uuid),
  exported_at: Nullable(described<string>(InstantText, 'When it was exported; it is locked from then on.')),
  external_ref: Nullable(ExternalRef),
  warnings: ImportWarnings,
}

export const ReceivedInvoiceListed = Shape({ ...fields, ...envelope })
export type ReceivedInvoiceListed = Static<typeof ReceivedInvoiceListed>
export const ReceivedInvoice = Shape({ ...fields, lines: Type.Array(ReceivedInvoiceLine), ...envelope })
export type ReceivedInvoice = Static<typeof ReceivedInvoice>

const lineFields = {
  description: Text(1, 500),
  amount: DecimalWithin({ places: 2 }, 'Without VAT; may be 0.'),
  vat_rate_pct: VatRate,
  category_id: Type.Optional(Nullable(Uuid)),
}

export const ReceivedLineCreate = Shape(lineFields)
export type ReceivedLineCreate = Static<typeof ReceivedLineCreate>
export const ReceivedLinePatch = Patch(Shape(lineFields))
export type ReceivedLinePatch = Static<typeof ReceivedLinePatch>

const optionalFields = {
  tax_point_date: Type.Optional(described<string>(DateText, 'The issue date by default.')),
  variable_symbol: Type.Optional(Nullable(Type.String({ pattern: '^\\d{0,10}$' }))),
  currency: Type.Optional(described<string>(Text(3, 3), 'ISO 4217; CZK by default.')),
  exchange_rate: Type.Optional(
    Nullable(
      DecimalWithin(
        { above: '0', places: 6 },
        'CZK for one unit of the currency. Another currency without it clears it. For CZK only 1 is accepted, and ' +
          'null is stored.',
      ),
    ),
  ),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  internal_notes: Type.Optional(Nullable(Text(0, 4000))),
}

export const ReceivedInvoiceCreate = Shape({
  supplier_invoice_number: Text(1, 100),
  partner_id: Uuid,
  issue_date: DateText,
  due_date: Type.Optional(
    described<string>(DateText, "By default according to the partner's payment terms; not before the issue date."),
  ),
  received_date: Type.Optional(described<string>(DateText, 'Today by default.')),
  ...optionalFields,
  external_ref: Type.Optional(ExternalRef),
  lines: Type.Optional(Type.Array(ReceivedLineCreate, { maxItems: maxLines })),
})
export type ReceivedInvoiceCreate = Static<typeof ReceivedInvoiceCreate>

export const ReceivedInvoicePatch = Patch(
  Shape({
    supplier_invoice_number: Text(1, 100),
    partner_id: Uuid,
    issue_date: DateText,
    due_date: described<string>(DateText, 'Not before the issue date.'),
    ...optionalFields,
  }),
)
export type ReceivedInvoicePatch = Static<typeof ReceivedInvoicePatch>
