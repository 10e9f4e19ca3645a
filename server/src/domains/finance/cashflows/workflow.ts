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
  automatic: [{ from: ['confirmed'], to: 'cancelled', summary: 'The invoice payment it records was taken back.' }],
})
