/** The states of an issued invoice. What its payments allow is told by `openActions`. */
import { allowedActions, defineWorkflow } from '../../../contract/workflow.ts'
import { decimal } from '../../../lib/decimal.ts'
import { PaymentBody } from '../../finance/payments/schema.ts'
import { CreditBody, GroupBody } from './schema.ts'

export const invoiceWorkflow = defineWorkflow({
  object: 'invoice',
  states: ['draft', 'issued', 'paid', 'cancelled'],
  initial: 'draft',
  actions: {
    issue: {
      from: ['draft'],
      to: 'issued',
      event: 'issued',
      summary:
        'Gives the invoice its number and its variable symbol. Whether VAT is charged is decided by the tax point date: ' +
        'lines and totals are counted anew, and shown, when the draft had other rates.',
      errors: ['no_lines', 'missing_exchange_rate'],
    },
    mark_paid: {
      from: ['issued'],
      to: ['same', 'paid'],
      event: 'paid',
      summary: 'Records a payment; when nothing remains the invoice is paid.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      from: ['issued', 'paid'],
      to: 'issued',
      event: 'payment_reverted',
      summary: 'Takes the last payment back.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'issued'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Calls the invoice off, while nothing is paid. Its order returns to where it was.',
      errors: ['conflict'],
    },
    group_stock_issues: {
      from: ['draft'],
      to: 'same',
      summary:
        'Adds the lines of confirmed sales of the partner, at the terms of the orders they were issued for; what no ' +
        'order has is priced by the cascade.',
      errors: ['conflict'],
      body: GroupBody,
    },
    credit: {
      from: ['issued', 'paid'],
      to: 'same',
      summary: 'Drafts a credit note: the mirror of the invoice, or of some of its lines.',
      errors: ['conflict'],
      body: CreditBody,
    },
  },
})

export type InvoiceAction = keyof typeof invoiceWorkflow.actions

interface Facts {
  status: string
  document_type: string
  amount_paid: string
}

export const openActions = ({ status, document_type, amount_paid }: Facts): InvoiceAction[] => {
  const isPaidInPart = !decimal(amount_paid).eq(0)
  const isCredit = document_type === 'credit_note'
  const guards: Partial<Record<InvoiceAction, boolean>> = {
    revert_payment: status === 'paid' || isPaidInPart,
    cancel: !isPaidInPart,
    credit: !isCredit,
    group_stock_issues: !isCredit,
  }
  return allowedActions(invoiceWorkflow, status as never, key => guards[key] ?? true)
}
