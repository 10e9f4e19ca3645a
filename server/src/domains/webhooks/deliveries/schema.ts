/** The wire shapes of deliveries. */
import { Type } from 'typebox'
import { described, InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'

export const deliveryStatuses = ['pending', 'retrying', 'succeeded', 'dead', 'skipped', 'held', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const DeliveryAttempt = Shape(
  {
    at: InstantText,
    http_status: Nullable(Type.Integer()),
    duration_ms: Type.Integer(),
    error: Nullable(Type.String()),
    response_snippet: Nullable(Type.String({ description: 'The first kilobyte of the response.' })),
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
      'disabled; skipped if caused by the key of the endpoint itself; cancelled with a retired endpoint.',
  ),
  attempts: Type.Array(DeliveryAttempt),
  next_attempt_at: Nullable(InstantText),
  ...envelope,
})
export type WebhookDelivery = Static<typeof WebhookDelivery>
