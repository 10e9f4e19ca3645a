/** The states of a received invoice. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { PaymentBody } from '../payments/schema.ts'
import { receivedStatuses } from './schema.ts'

export const receivedWorkflow = defineWorkflow({
  object: 'received_invoice',
  states: receivedStatuses,
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      event: 'confirmed',
      summary: 'Confirms the invoice and assigns our own number.',
      errors: ['no_lines', 'missing_exchange_rate'],
    },
    mark_paid: {
      title: 'Mark {document} as paid',
      from: ['confirmed'],
      to: ['same', 'paid'],
      event: 'paid',
      emits: ['cashflow.created', 'cashflow.paid'],
      summary:
        'Records a payment; once nothing remains, the invoice is paid. For an invoice below zero the money comes ' +
        'in and the amount is still positive. An invoice of zero needs no payment.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      title: 'Revert the last payment of {document}',
      from: ['confirmed', 'paid'],
      to: 'confirmed',
      event: 'payment_reverted',
      emits: ['cashflow.cancelled'],
      summary: 'Reverts the last payment.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Cancels the invoice. Only possible while nothing is paid.',
      errors: [],
    },
    export: {
      from: ['confirmed', 'paid'],
      to: 'same',
      summary: 'Hands the invoice over to accounting, which locks it.',
      errors: [],
    },
  },
  automatic: [
    { from: ['confirmed'], to: 'paid', summary: 'Its total changed to what is already paid.' },
    { from: ['paid'], to: 'confirmed', summary: 'Its total changed and no longer equals what is paid.' },
  ],
})
