/** The states of a webhook delivery. What moves by itself, the dispatcher moves, many at a time. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { deliveryStatuses } from './schema.ts'

export const deliveryWorkflow = defineWorkflow({
  object: 'webhook_delivery',
  states: deliveryStatuses,
  initial: 'pending',
  alsoCreatedIn: ['skipped'],
  actions: {
    retry: {
      from: ['retrying', 'succeeded', 'dead', 'cancelled'],
      to: 'pending',
      summary: 'Sends the event once more, now, with all its attempts before it.',
      errors: ['conflict'],
    },
  },
  automatic: [
    {
      from: ['pending', 'retrying'],
      to: ['succeeded', 'retrying', 'dead'],
      summary: 'By what the receiver answered; dead after the eighth failure.',
    },
    { from: ['pending', 'retrying'], to: 'held', summary: 'The endpoint was disabled.' },
    { from: ['held'], to: 'pending', summary: 'The endpoint was enabled again.' },
    {
      from: ['pending', 'retrying', 'held'],
      to: 'cancelled',
      summary: 'The endpoint was retired, or enabled again without what waited.',
    },
  ],
})
