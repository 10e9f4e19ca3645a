/** Webhook deliveries as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { WebhookDelivery } from './schema.ts'
import { deliveryTable } from './store.ts'
import { deliveryWorkflow } from './workflow.ts'

const manage = { scopes: ['webhooks:manage'] } as const

export const webhookDeliveries = defineDocument({
  object: 'webhook_delivery',
  id: 'webhookDeliveries',
  path: '/webhook-deliveries',
  name: 'a webhook delivery',
  many: 'webhook deliveries',
  access: { read: manage, write: manage },
  workflow: deliveryWorkflow,
  table: deliveryTable,
  listed: WebhookDelivery,
  detail: WebhookDelivery,
  view: delivery => ({
    endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    sequence: delivery.sequence,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.next_attempt_at,
  }),
})
