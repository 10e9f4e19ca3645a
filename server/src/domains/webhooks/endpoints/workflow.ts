/** The states of a webhook endpoint. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { EnableBody, endpointStatuses, ReplayBody, RotateBody } from './schema.ts'

export const endpointWorkflow = defineWorkflow({
  object: 'webhook_endpoint',
  states: endpointStatuses,
  initial: 'enabled',
  actions: {
    enable: {
      from: ['disabled', 'retired'],
      to: 'enabled',
      summary: 'Sends again. What was held back is sent, or let go, as resume says.',
      errors: ['events_expired', 'endpoint_limit'],
      body: EnableBody,
    },
    disable: {
      from: ['enabled'],
      to: 'disabled',
      summary: 'Sends nothing more. What waits is held until the endpoint is enabled.',
      errors: [],
    },
    rotate_secret: {
      from: ['enabled', 'disabled'],
      to: 'same',
      summary: 'Makes a new signing secret, shown in this answer only; the old one signs too for a while.',
      errors: ['webhooks_not_configured'],
      body: RotateBody,
    },
    revoke_previous_secret: {
      from: ['enabled', 'disabled'],
      to: 'same',
      summary: 'The old secret signs no more, from now on.',
      errors: [],
    },
    replay: {
      from: ['enabled'],
      to: 'same',
      summary: 'Sends every matching event after a sequence once more.',
      errors: ['events_expired'],
      body: ReplayBody,
    },
  },
  automatic: [
    { from: ['enabled'], to: 'disabled', summary: 'Deliveries failed for too long.' },
    { from: ['enabled'], to: 'retired', summary: 'The receiver answered 410 Gone.' },
  ],
})
