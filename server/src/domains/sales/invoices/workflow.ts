/** The states of an issued invoice. What its payments allow is told by the guards of the document. */

import { type ActionKeyOf, defineWorkflow } from '../../../contract/workflow.ts'
import { PaymentBody } from '../../finance/index.ts'
import { issueEffects } from './effects.ts'
import { CreditBody, GroupBody, invoiceStatuses } from './schema.ts'

export const invoiceWorkflow = defineWorkflow({
  object: 'invoice',
  states: invoiceStatuses,
  initial: 'draft',
  actions: {
    issue: {
      from: ['draft'],
      to: 'issued',
      event: 'issued',
      emits: ['invoice.paid', 'invoice.payment_reverted'],
      summary:
        'Assigns the number and the variable symbol. The tax point date decides whether VAT is charged: ' +
        'lines and totals are recalculated when the draft had other rates. A credit note is set off against ' +
        'what remains of its invoice.',
      errors: ['no_lines', 'missing_exchange_rate'],
      effects: issueEffects,
    },
    mark_paid: {
      title: 'Mark {document} as paid',
      from: ['issued'],
      to: ['same', 'paid'],
      event: 'paid',
      emits: ['cashflow.created', 'cashflow.paid'],
      summary: 'Records a payment; once nothing remains, the invoice is paid.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      title: 'Revert the last payment of {document}',
      from: ['issued', 'paid'],
      to: ['issued', 'paid'],
      event: 'payment_reverted',
      emits: ['cashflow.cancelled', 'invoice.paid'],
      summary: 'Reverts the last payment. Open credit notes of the invoice are set off against what then remains.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'issued'],
      to: 'cancelled',
      event: 'cancelled',
      emits: ['invoice.paid', 'invoice.payment_reverted'],
      summary:
        'Cancels the invoice. Only possible while nothing is paid. Its order returns to its previous state; a ' +
        'cancelled credit note undoes its set-off.',
      errors: ['conflict'],
    },
    group_stock_issues: {
      title: 'Add the lines of stock issues to {document}',
      from: ['draft'],
      to: 'same',
      summary:
        'Adds the lines of confirmed sales issues of the partner, on the terms of the orders they were issued for; ' +
        'lines without an order are priced by the cascade.',
      errors: ['conflict'],
      body: GroupBody,
    },
    credit: {
      from: ['issued', 'paid'],
      to: 'same',
      emits: ['invoice.created'],
      summary: 'Creates a draft credit note for everything not yet credited, or for some of the lines.',
      errors: ['conflict', 'quantity_scale'],
      body: CreditBody,
    },
  },
  automatic: [
    { from: ['issued'], to: 'paid', summary: 'A credit note was set off against the rest of it.' },
    { from: ['paid'], to: 'issued', summary: 'The credit note that settled the rest of it was cancelled.' },
  ],
})

export type InvoiceAction = ActionKeyOf<typeof invoiceWorkflow>
