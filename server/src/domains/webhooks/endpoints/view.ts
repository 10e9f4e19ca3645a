/** Webhook endpoints as the wire shows them. */
import { apiVersion } from '../../../contract/schema.ts'
import { openActions, type WebhookEndpoint } from './schema.ts'
import type { EndpointRow } from './store.ts'

export const endpointView = (row: EndpointRow, livemode: boolean): WebhookEndpoint => ({
  object: 'webhook_endpoint',
  id: row.id,
  url: row.url,
  description: row.description,
  types: row.types,
  status: row.status,
  disabled_reason: row.disabled_reason,
  exclude_own_events: row.exclude_own_events,
  key_id: row.key_id,
  api_version: apiVersion,
  consecutive_failures: row.consecutive_failures,
  acked_sequence: row.acked_sequence,
  previous_secret_expires_at: row.previous_secret_expires_at,
  allowed_actions: [...openActions(row), 'test'],
  livemode,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
