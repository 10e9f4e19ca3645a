/** Webhook endpoints as the kernel knows them. */
import { apiVersion } from '../../../contract/schema.ts'
import { defineDocument } from '../../../kernel/document.ts'
import { rowOfPath } from '../../../kernel/document-endpoints.ts'
import { WebhookEndpoint } from './schema.ts'
import { endpointTable } from './store.ts'
import { endpointWorkflow } from './workflow.ts'

const manage = { scopes: ['webhooks:manage'] } as const

export const testAction = {
  key: 'test',
  summary: 'Sends a signed event of type `webhook.ping` at once, in any state; it does not count as a delivery.',
}

export const webhookEndpoints = defineDocument({
  object: 'webhook_endpoint',
  id: 'webhookEndpoints',
  path: '/webhook-endpoints',
  name: 'a webhook endpoint',
  many: 'webhook endpoints',
  access: { read: manage, write: manage },
  workflow: endpointWorkflow,
  table: endpointTable,
  listed: WebhookEndpoint,
  detail: WebhookEndpoint,
  view: endpoint => ({
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    status: endpoint.status,
    disabled_reason: endpoint.disabled_reason,
    exclude_own_events: endpoint.exclude_own_events,
    key_id: endpoint.key_id,
    owner_id: endpoint.owner_id,
    api_version: apiVersion,
    consecutive_failures: endpoint.consecutive_failures,
    acked_sequence: endpoint.acked_sequence,
    previous_secret_expires_at: endpoint.previous_secret_expires_at,
  }),
  beside: [testAction],
  // Failures and what was received are counted without a version.
  mayDiffer: () => true,
})

export const endpointOfPath = rowOfPath(webhookEndpoints)
