/** The states of a cash-flow document. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { PaymentBody } from '../payments/schema.ts'
import { cashflowStatuses } from './schema.ts'

export const cashflowWorkflow = defineWorkflow({
  object: 'cashflow',
  states: cashflowStatuses,
  initial: 'confirmed',
  alsoCreatedIn: ['draft', 'cancelled'],
  actions: {
    confirm: { from: ['draft'], to: 'confirmed', summary: 'Confirms the draft.', errors: [] },
    mark_paid: {
      title: 'Mark {document} as paid',
      from: ['confirmed'],
      to: 'same',
      event: 'paid',
      summary: 'Records a payment; the event is emitted once nothing remains.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      title: 'Revert the last payment of {document}',
      from: ['confirmed'],
      to: 'same',
      event: 'payment_reverted',
      summary: 'Reverts the last payment.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Cancels the document. Only possible while nothing is paid.',
      errors: [],
    },
  },
  automatic: [{ from: ['confirmed'], to: 'cancelled', summary: 'The invoice payment it records was reverted.' }],
})
