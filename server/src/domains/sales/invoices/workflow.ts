/** The states of an issued invoice. What its payments allow is told by `openActions`. */
import { allowedActions, defineWorkflow } from '../../../contract/workflow.ts'
import { decimal } from '../../../lib/decimal.ts'
import { PaymentBody } from '../../finance/payments/schema.ts'
import { CreditBody, GroupBody } from './schema.ts'
import type { Invoice } from './store.ts'
import { remainingOf } from './totals.ts'

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
        'lines and totals are counted anew, and shown, when the draft had other rates. A credit note is set off against ' +
        'what remains of its invoice.',
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
      to: ['issued', 'paid'],
      event: 'payment_reverted',
      summary: 'Takes the last payment back. Open credit notes of the invoice are set off against what then remains.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'issued'],
      to: 'cancelled',
      event: 'cancelled',
      summary:
        'Calls the invoice off, while nothing is paid. Its order returns to where it was. A cancelled credit note takes its set-off back.',
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
      summary: 'Drafts a credit note: the mirror of all that is left of the invoice, or of some of its lines.',
      errors: ['conflict', 'quantity_scale'],
      body: CreditBody,
    },
  },
})

export type InvoiceAction = keyof typeof invoiceWorkflow.actions

type Facts = Pick<
  Invoice,
  'status' | 'document_type' | 'total_incl_vat' | 'total_deposit' | 'amount_paid' | 'amount_credited' | 'is_credited'
>

/** What would always fail is not offered. */
export const openActions = (invoice: Facts): InvoiceAction[] => {
  const { status, document_type, amount_paid, is_credited } = invoice
  const isPaidInPart = !decimal(amount_paid).eq(0)
  const isCredit = document_type === 'credit_note'
  const guards: Partial<Record<InvoiceAction, boolean>> = {
    mark_paid: !remainingOf(invoice).eq(0),
    revert_payment: status === 'paid' || isPaidInPart,
    cancel: !isPaidInPart,
    credit: !isCredit && !is_credited,
    group_stock_issues: !isCredit,
  }
  return allowedActions(invoiceWorkflow, status, key => guards[key] ?? true)
}
