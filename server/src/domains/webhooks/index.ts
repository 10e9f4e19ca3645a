/** Webhooks: endpoints, deliveries, and what sends them. */
import { defineDomain } from '../../kernel/domain.ts'
import { webhookDeliveryEndpoints } from './deliveries/endpoints.ts'
import { deliveryMeasures } from './deliveries/measures-store.ts'
import { deliveryWorkflow } from './deliveries/workflow.ts'
import { webhookEndpointEndpoints } from './endpoints/endpoints.ts'
import { endpointWorkflow } from './endpoints/workflow.ts'
import { webhookInvariants } from './invariants.ts'
import { expireWebhooks } from './workers.ts'

export const webhooks = defineDomain({
  name: 'webhooks',
  after: ['events', 'people'],
  records: [
    { object: 'webhook_endpoint', path: '/webhook-endpoints', table: 'webhook_endpoints' },
    { object: 'webhook_delivery', path: '/webhook-deliveries', table: 'webhook_deliveries' },
  ],
  // Endpoints are what integrations set up once, as they do their keys.
  tables: { webhook_endpoints: 'kept', webhook_deliveries: 'part', webhook_bodies: 'part' },
  endpoints: [...webhookEndpointEndpoints, ...webhookDeliveryEndpoints],
  workflows: [endpointWorkflow, deliveryWorkflow],
  invariants: webhookInvariants,
  workers: [expireWebhooks],
  measures: deliveryMeasures,
})

export { rollKeyOf } from './roll-key.ts'
