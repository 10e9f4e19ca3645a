/** Cash-flow documents that record a payment: paid from the beginning, undone through what was paid. */
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import type { PaymentMethod } from '../accounts/store.ts'
import type { PaidObject, Payment } from '../payments/store.ts'
import { sealCashflow } from './actions.ts'
import { cashflows } from './document.ts'
import type { CashflowRow } from './store.ts'

export interface Labels {
  category_id: string | null
  event_id: string | null
  activity_id: string | null
}

interface Recorded {
  number: string
  payment: Payment
  /** What was paid for. */
  source: Exclude<PaidObject, 'cashflow'>
  method: PaymentMethod
  /** What it says it is for. */
  description: string
  partner: { id: string; name: string } | null
  labels?: Labels
}

const unlabelled: Labels = { category_id: null, event_id: null, activity_id: null }

export async function insertCashflow(ctx: WriteContext, recorded: Recorded): Promise<CashflowRow> {
  const { payment, partner, labels = unlabelled } = recorded
  const amount = plain(decimal(payment.amount).abs())
  const cashflow: CashflowRow = {
    id: newId(),
    version: 1,
    number: recorded.number,
    type: decimal(payment.amount).lt(0) ? 'expense' : 'income',
    status: 'confirmed',
    date: payment.paid_on,
    description: recorded.description,
    amount,
    currency: payment.currency,
    payment_method: recorded.method,
    partner_id: partner?.id ?? null,
    partner_name: partner?.name ?? null,
    category_id: labels.category_id,
    event_id: labels.event_id,
    activity_id: labels.activity_id,
    paid_at: payment.paid_on,
    source_object: recorded.source,
    source_id: payment.document_id,
    payment_id: payment.id,
    paid_amount: amount,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  sealCashflow(ctx, cashflow)
  const row = await cashflows.insert(ctx, cashflow)
  cashflows.emit(ctx, row, { name: 'paid' })
  return row
}
