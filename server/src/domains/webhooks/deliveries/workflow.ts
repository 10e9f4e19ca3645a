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
      summary: 'Sends the event again now; a failure is retried as for a new delivery.',
      errors: ['conflict'],
    },
  },
  automatic: [
    {
      from: ['pending', 'retrying'],
      to: ['succeeded', 'retrying', 'dead'],
      summary: 'Depends on the response of the receiver; dead after the eighth failure.',
    },
    { from: ['pending', 'retrying'], to: 'held', summary: 'The endpoint was disabled.' },
    { from: ['held'], to: 'pending', summary: 'The endpoint was enabled again.' },
    {
      from: ['pending', 'retrying', 'held'],
      to: 'cancelled',
      summary: 'The endpoint was retired or archived, or enabled again without its waiting deliveries.',
    },
  ],
})
