/** The states of an issued invoice. What its payments allow is told by the guards of the document. */

import { type ActionKeyOf, defineWorkflow } from '../../../contract/workflow.ts'
import { PaymentBody } from '../../finance/index.ts'
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
      summary:
        'Gives the invoice its number and its variable symbol. Whether VAT is charged is decided by the tax point date: ' +
        'lines and totals are recalculated when the draft had other rates. A credit note is set off against ' +
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
  automatic: [
    { from: ['issued'], to: 'paid', summary: 'What its payments left is set off by a credit note.' },
    { from: ['paid'], to: 'issued', summary: 'The credit note that settled the rest of it was cancelled.' },
  ],
})

export type InvoiceAction = ActionKeyOf<typeof invoiceWorkflow>
