/** The wire shapes and states of invoices received from suppliers. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  mostLines,
  Nullable,
  OneOf,
  Patch,
  Shape,
  type Static,
  Text,
  Uuid,
  VatRate,
} from '../../../contract/schema.ts'
import { allowedActions, defineWorkflow } from '../../../contract/workflow.ts'
import { decimal } from '../../../lib/decimal.ts'
import { PaymentBody } from '../payments/schema.ts'
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
  number: Nullable(described<string>(Type.String(), 'Ours, given when it is confirmed.')),
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
  paid_amount: described<string>(Decimal, 'Below zero where the supplier paid us back.'),
  amount_remaining: Decimal,
  variable_symbol: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  internal_notes: Nullable(Type.String()),
  supplier_account: Nullable(described<string>(Type.String(), 'Where to pay, as an imported document says.')),
  supplier_iban: Nullable(Type.String()),
  attachment_ids: Type.Array(Uuid),
  isdoc_uuid: Nullable(Uuid),
  exported_at: Nullable(described<string>(InstantText, 'From then on it is locked.')),
  external_ref: Nullable(ExternalRef),
  warnings: ImportWarnings,
}

const closing = {
  allowed_actions: Type.Array(Type.String()),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
}

export const ReceivedInvoiceListed = Shape({ ...fields, ...closing })
export type ReceivedInvoiceListed = Static<typeof ReceivedInvoiceListed>
export const ReceivedInvoice = Shape({ ...fields, lines: Type.Array(ReceivedInvoiceLine), ...closing })
export type ReceivedInvoice = Static<typeof ReceivedInvoice>

const lineFields = {
  description: Text(1, 500),
  amount: DecimalWithin({ places: 2 }, 'Without VAT; it may be 0.'),
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
        'CZK for one unit of the currency. It belongs to its currency: another currency without it clears it. For CZK ' +
          'only 1 is taken, and null is kept.',
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
    described<string>(DateText, "By the partner's payment terms by default; never before the issue date."),
  ),
  received_date: Type.Optional(described<string>(DateText, 'Today by default.')),
  ...optionalFields,
  external_ref: Type.Optional(ExternalRef),
  lines: Type.Optional(Type.Array(ReceivedLineCreate, { maxItems: mostLines })),
})
export type ReceivedInvoiceCreate = Static<typeof ReceivedInvoiceCreate>

export const ReceivedInvoicePatch = Patch(
  Shape({
    supplier_invoice_number: Text(1, 100),
    partner_id: Uuid,
    issue_date: DateText,
    due_date: described<string>(DateText, 'Never before the issue date.'),
    ...optionalFields,
  }),
)
export type ReceivedInvoicePatch = Static<typeof ReceivedInvoicePatch>

export const receivedWorkflow = defineWorkflow({
  object: 'received_invoice',
  states: ['draft', 'confirmed', 'paid', 'cancelled'],
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      event: 'confirmed',
      summary: 'Gives the invoice our own number.',
      errors: ['no_lines', 'missing_exchange_rate'],
    },
    mark_paid: {
      from: ['confirmed'],
      to: ['same', 'paid'],
      event: 'paid',
      summary:
        'Records a payment; when nothing remains the invoice is paid. Of an invoice below zero the money comes in; ' +
        'its amount is positive all the same. One of zero needs no payment.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      from: ['confirmed', 'paid'],
      to: 'confirmed',
      event: 'payment_reverted',
      summary: 'Takes the last payment back.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Calls the invoice off, while nothing is paid.',
      errors: [],
    },
    export: {
      from: ['confirmed', 'paid'],
      to: 'same',
      summary: 'Hands the invoice over to accounting: from then on it is locked.',
      errors: [],
    },
  },
})

export type ReceivedAction = keyof typeof receivedWorkflow.actions

interface Facts {
  status: string
  total_incl_vat: string
  paid_amount: string
  exported_at: string | null
}

export const openActions = ({ status, total_incl_vat, paid_amount, exported_at }: Facts): ReceivedAction[] => {
  if (exported_at !== null) return []
  const isPaidInPart = !decimal(paid_amount).eq(0)
  const guards: Partial<Record<ReceivedAction, boolean>> = {
    mark_paid: !decimal(total_incl_vat).eq(paid_amount),
    revert_payment: status === 'paid' || isPaidInPart,
    cancel: !isPaidInPart,
  }
  return allowedActions(receivedWorkflow, status as never, key => guards[key] ?? true)
}

/** Why nothing can be done with it any more. */
export const lockOf = ({
  status,
  exported_at,
}: Pick<Facts, 'status' | 'exported_at'>): 'EXPORTED' | 'CANCELLED' | undefined =>
  exported_at !== null ? 'EXPORTED' : status === 'cancelled' ? 'CANCELLED' : undefined
