/** The wire shapes and states of cash-flow documents. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { allowedActions, defineWorkflow } from '../../../contract/workflow.ts'
import { decimal } from '../../../lib/decimal.ts'
import { paymentMethods } from '../accounts/store.ts'
import { PaymentBody } from '../payments/schema.ts'

export const cashflowTypes = ['income', 'expense'] as const
export const cashflowStatuses = ['draft', 'confirmed', 'cancelled'] as const
export const paymentStatuses = ['unpaid', 'partially_paid', 'paid'] as const

export const Cashflow = Shape({
  object: Type.Literal('cashflow'),
  id: Uuid,
  number: Type.String(),
  type: OneOf(cashflowTypes),
  status: described<(typeof cashflowStatuses)[number]>(OneOf(cashflowStatuses), 'The life of the document only.'),
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
  source: described<{ object: 'invoice' | 'received_invoice'; id: string } | null>(
    Nullable(Shape({ object: OneOf(['invoice', 'received_invoice']), id: Uuid }, { title: 'CashflowSource' })),
    'The invoice whose payment this is; its own actions record and revert payments.',
  ),
  allowed_actions: Type.Array(Type.String()),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
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
  currency: Type.Optional(described<string>(Text(3, 3), 'Of an active finance account; CZK by default.')),
  partner_id: Type.Optional(Nullable(Uuid)),
  category_id: Type.Optional(Nullable(Uuid)),
  event_id: Type.Optional(Nullable(Uuid)),
  activity_id: Type.Optional(Nullable(Uuid)),
})
export type CashflowCreate = Static<typeof CashflowCreate>

export const cashflowWorkflow = defineWorkflow({
  object: 'cashflow',
  states: ['draft', 'confirmed', 'cancelled'],
  initial: 'confirmed',
  alsoCreatedIn: ['draft', 'cancelled'],
  actions: {
    confirm: { from: ['draft'], to: 'confirmed', summary: 'Makes the draft count.', errors: [] },
    mark_paid: {
      from: ['confirmed'],
      to: 'same',
      event: 'paid',
      summary: 'Records a payment; the event comes when nothing remains.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      from: ['confirmed'],
      to: 'same',
      event: 'payment_reverted',
      summary: 'Takes the last payment back.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Calls the document off, while nothing is paid.',
      errors: [],
    },
  },
})

export type CashflowAction = keyof typeof cashflowWorkflow.actions

interface Facts {
  status: string
  amount: string
  paid_amount: string
  payment_id: string | null
}

export const paymentStatusOf = ({
  amount,
  paid_amount,
}: Pick<Facts, 'amount' | 'paid_amount'>): (typeof paymentStatuses)[number] => {
  const paid = decimal(paid_amount).abs()
  return paid.eq(0) ? 'unpaid' : paid.eq(amount) ? 'paid' : 'partially_paid'
}

/** What the payments allow beside the state. */
export const openActions = (cashflow: Facts): CashflowAction[] => {
  if (cashflow.payment_id !== null) return []
  const payment = paymentStatusOf(cashflow)
  const guards: Partial<Record<CashflowAction, boolean>> = {
    mark_paid: payment !== 'paid',
    revert_payment: payment !== 'unpaid',
    cancel: payment === 'unpaid',
  }
  return allowedActions(cashflowWorkflow, cashflow.status as never, key => guards[key] ?? true)
}
