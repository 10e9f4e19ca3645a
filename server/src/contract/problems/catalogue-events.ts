/** Problems of the event log and of webhook endpoints. */
import { Type } from 'typebox'
import { Shape } from '../schema.ts'
import { defineProblem } from './define.ts'

export const eventProblems = {
  events_expired: defineProblem({
    status: 410,
    title: 'Events no longer kept',
    explanation: 'Events after this sequence are older than the plan keeps, so the response would have a gap.',
    cure:
      'Read all records again through the lists, then continue from the sequence in the X-Service-Latest-Sequence ' +
      'header of the first list.',
    members: Shape({
      oldest_sequence: Type.Integer({ description: 'Sequence of the oldest event still kept' }),
      latest_sequence: Type.Integer({ description: 'Sequence of the newest event' }),
    }),
  }),
  endpoint_limit: defineProblem({
    status: 422,
    title: 'Webhook endpoint limit reached',
    explanation:
      'The account has as many webhook endpoints as its plan allows. Retired and archived ones do not count.',
    cure: 'Archive an endpoint that is no longer needed, change an existing one instead, or upgrade the plan.',
  }),
  invalid_url: defineProblem({
    status: 422,
    title: 'Not a public https address',
    explanation:
      'A webhook address must be https, without a user name, password or fragment, and must point to the public ' +
      'internet, so that the service cannot be made to call internal systems.',
    cure:
      'Register a public https address of the receiver. The operator of a deployment may allow receivers in a private ' +
      'network with WEBHOOK_ALLOW_CIDRS.',
  }),
  webhooks_not_configured: defineProblem({
    status: 503,
    title: 'Webhooks not configured',
    explanation: 'This deployment has no webhook signing key, so it can neither create nor use signing secrets.',
    cure: 'Have the operator set WEBHOOK_SIGNING_KEY. Until then, read events with GET /events.',
  }),
}
