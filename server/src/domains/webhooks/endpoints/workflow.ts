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
      summary: 'Resumes sending. `resume` decides whether held deliveries are sent or dropped.',
      errors: ['events_expired', 'endpoint_limit'],
      body: EnableBody,
    },
    disable: {
      from: ['enabled'],
      to: 'disabled',
      summary: 'Stops sending. Waiting deliveries are held until the endpoint is enabled.',
      errors: [],
    },
    archive: {
      from: ['enabled', 'disabled', 'retired'],
      to: 'archived',
      summary:
        'Puts the endpoint away: nothing is sent to it, its waiting deliveries are cancelled, it does not count to the ' +
        'limit, and lists leave it out unless asked for it.',
      errors: [],
    },
    unarchive: {
      from: ['archived'],
      to: 'disabled',
      summary: 'Takes the endpoint out again, disabled: `enable` says where it goes on.',
      errors: ['endpoint_limit'],
    },
    rotate_secret: {
      title: 'Rotate the secret of {document}',
      from: ['enabled', 'disabled'],
      to: 'same',
      summary: 'Creates a new signing secret, shown only in this response; the old one keeps signing for a while.',
      errors: ['webhooks_not_configured'],
      body: RotateBody,
    },
    revoke_previous_secret: {
      title: 'Revoke the previous secret of {document}',
      from: ['enabled', 'disabled'],
      to: 'same',
      summary: 'Stops signing with the old secret at once.',
      errors: [],
    },
    replay: {
      title: 'Replay events to {document}',
      from: ['enabled'],
      to: 'same',
      summary: 'Sends every matching event after a sequence again.',
      errors: ['events_expired'],
      body: ReplayBody,
    },
  },
  automatic: [
    { from: ['enabled'], to: 'disabled', summary: 'Deliveries failed for too long.' },
    { from: ['enabled'], to: 'retired', summary: 'The receiver answered 410 Gone.' },
  ],
})
