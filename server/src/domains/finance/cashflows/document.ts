/** Cash-flow documents as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { decimal, money, moneyText } from '../../../lib/decimal.ts'
import { Cashflow, type paymentStatuses } from './schema.ts'
import { type CashflowRow, cashflowTable } from './store.ts'
import { cashflowWorkflow } from './workflow.ts'

const paymentStatusOf = ({ amount, paid_amount }: CashflowRow): (typeof paymentStatuses)[number] => {
  const paid = decimal(paid_amount)
  return paid.eq(0) ? 'unpaid' : paid.eq(amount) ? 'paid' : 'partially_paid'
}

export const cashflows = defineDocument({
  object: 'cashflow',
  id: 'cashflows',
  path: '/cashflows',
  name: 'a cash-flow document',
  many: 'cash-flow documents',
  access: { read: { scopes: ['finance:read'] }, write: { scopes: ['finance:write'] } },
  workflow: cashflowWorkflow,
  table: cashflowTable,
  listed: Cashflow,
  detail: Cashflow,
  view: cashflow => ({
    number: cashflow.number,
    type: cashflow.type,
    status: cashflow.status,
    payment_status: paymentStatusOf(cashflow),
    date: cashflow.date,
    description: cashflow.description,
    amount: moneyText(cashflow.amount),
    paid_amount: moneyText(cashflow.paid_amount),
    amount_remaining: money(decimal(cashflow.amount).minus(cashflow.paid_amount)),
    currency: cashflow.currency,
    payment_method: cashflow.payment_method,
    partner: cashflow.partner_id === null ? null : { id: cashflow.partner_id, name: cashflow.partner_name! },
    category_id: cashflow.category_id,
    event_id: cashflow.event_id,
    activity_id: cashflow.activity_id,
    paid_at: cashflow.paid_at,
    source: cashflow.source_id === null ? null : { object: cashflow.source_object!, id: cashflow.source_id },
  }),
  // The payment of an invoice is recorded and reverted there.
  guards(cashflow) {
    const isOwn = cashflow.payment_id === null
    const payment = paymentStatusOf(cashflow)
    return {
      confirm: isOwn,
      mark_paid: isOwn && payment !== 'paid',
      revert_payment: isOwn && payment !== 'unpaid',
      cancel: isOwn && payment === 'unpaid',
    }
  },
})
