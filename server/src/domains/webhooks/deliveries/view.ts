/** Deliveries as the wire shows them. */
import { openActions, type WebhookDelivery } from './schema.ts'
import type { DeliveryRow } from './store.ts'

export const deliveryView = (row: DeliveryRow, livemode: boolean): WebhookDelivery => ({
  object: 'webhook_delivery',
  id: row.id,
  endpoint_id: row.endpoint_id,
  event_id: row.event_id,
  sequence: row.sequence,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at,
  allowed_actions: openActions(row),
  livemode,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
