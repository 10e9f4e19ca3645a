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
      summary: 'Gives the invoice our own number.',
      errors: ['no_lines', 'missing_exchange_rate'],
    },
    mark_paid: {
      from: ['confirmed'],
      to: ['same', 'paid'],
      event: 'paid',
      summary:
        'Records a payment; when nothing remains the invoice is paid. Of an invoice below zero the money comes in; ' +
        'its amount is positive all the same. One of zero needs no payment.',
      errors: ['account_required', 'overpay', 'invalid_amount'],
      body: PaymentBody,
    },
    revert_payment: {
      from: ['confirmed', 'paid'],
      to: 'confirmed',
      event: 'payment_reverted',
      summary: 'Takes the last payment back.',
      errors: [],
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Calls the invoice off, while nothing is paid.',
      errors: [],
    },
    export: {
      from: ['confirmed', 'paid'],
      to: 'same',
      summary: 'Hands the invoice over to accounting: from then on it is locked.',
      errors: [],
    },
  },
  automatic: [
    { from: ['confirmed'], to: 'paid', summary: 'Its total came to what is paid already.' },
    { from: ['paid'], to: 'confirmed', summary: 'Its total left what is paid.' },
  ],
})
