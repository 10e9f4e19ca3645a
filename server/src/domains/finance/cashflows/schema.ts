/** The wire shapes of cash-flow documents. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { paymentMethods } from '../accounts/store.ts'
import { paidAtOnce } from '../payments/store.ts'

export const cashflowTypes = ['income', 'expense'] as const
export const cashflowStatuses = ['draft', 'confirmed', 'cancelled'] as const
export const paymentStatuses = ['unpaid', 'partially_paid', 'paid'] as const

/** What has payments that are recorded by cash-flow documents. */
const sourceObjects = ['invoice', 'received_invoice', ...paidAtOnce] as const

export const Cashflow = Shape({
  object: Type.Literal('cashflow'),
  id: Uuid,
  number: Type.String(),
  type: OneOf(cashflowTypes),
  status: described<(typeof cashflowStatuses)[number]>(
    OneOf(cashflowStatuses),
    'The state of the document, regardless of payments.',
  ),
  payment_status: OneOf(paymentStatuses),
  date: DateText,
  description: Type.String(),
  amount: Decimal,
  paid_amount: Decimal,
  amount_remaining: Decimal,
  currency: Type.String(),
  payment_method: OneOf(paymentMethods),
  partner: Nullable(Shape({ id: Uuid, name: Type.String() }, { title: 'NamedRef' })),
  category_id: Nullable(Uuid),
  event_id: Nullable(Uuid),
  activity_id: Nullable(Uuid),
  paid_at: Nullable(DateText),
  source: described<{ object: (typeof sourceObjects)[number]; id: string } | null>(
    Nullable(Shape({ object: OneOf(sourceObjects), id: Uuid }, { title: 'CashflowSource' })),
    'What was paid for, where this records a payment; its own actions record and revert payments.',
  ),
  ...envelope,
})
export type Cashflow = Static<typeof Cashflow>

export const CashflowCreate = Shape({
  cashflow_type: OneOf(cashflowTypes),
  amount: described<string>(Decimal, 'Greater than 0, two decimal places.'),
  date: Type.Optional(described<string>(DateText, 'Today by default.')),
  description: Text(1, 500),
  payment_method: OneOf(paymentMethods),
  status: Type.Optional(
    Type.Unsafe<(typeof cashflowStatuses)[number]>({ ...OneOf(cashflowStatuses), default: 'confirmed' }),
  ),
  currency: Type.Optional(described<string>(Text(3, 3), 'A currency of an active finance account; CZK by default.')),
  partner_id: Type.Optional(Nullable(Uuid)),
  category_id: Type.Optional(Nullable(Uuid)),
  event_id: Type.Optional(Nullable(Uuid)),
  activity_id: Type.Optional(Nullable(Uuid)),
})
export type CashflowCreate = Static<typeof CashflowCreate>
