/** The wire shapes and states of deliveries. */
import { Type } from 'typebox'
import { described, InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { allowedActions, defineWorkflow } from '../../../contract/workflow.ts'

export const deliveryStatuses = ['pending', 'retrying', 'succeeded', 'dead', 'skipped', 'held', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const DeliveryAttempt = Shape(
  {
    at: InstantText,
    http_status: Nullable(Type.Integer()),
    duration_ms: Type.Integer(),
    error: Nullable(Type.String()),
    response_snippet: Nullable(Type.String({ description: 'The first kilobyte of the answer.' })),
  },
  { title: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const WebhookDelivery = Shape({
  object: Type.Literal('webhook_delivery'),
  id: Uuid,
  endpoint_id: Uuid,
  event_id: Uuid,
  sequence: Type.Integer(),
  type: Type.String(),
  status: described<DeliveryStatus>(
    OneOf(deliveryStatuses),
    'pending before the first attempt, retrying after a failure, dead after the eighth; held while the endpoint is ' +
      'disabled; skipped as an own event; cancelled with a retired endpoint.',
  ),
  attempts: Type.Array(DeliveryAttempt),
  next_attempt_at: Nullable(InstantText),
  allowed_actions: Type.Array(Type.String()),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

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

export const openActions = ({ status }: { status: string }): 'retry'[] =>
  allowedActions(deliveryWorkflow, status as never)
