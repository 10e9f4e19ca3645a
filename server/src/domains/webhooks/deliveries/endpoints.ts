/** Deliveries: those of an endpoint, one with its attempts, and the action that sends it again. */
import { Type } from 'typebox'
import { Shape, SomeOf } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is, isAnyOf } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { endpointOfPath, webhookEndpoints } from '../endpoints/document.ts'
import { deliveryActions } from './actions.ts'
import { webhookDeliveries } from './document.ts'
import { deliveryPayload } from './payload.ts'
import { deliveryStatuses, WebhookDelivery } from './schema.ts'
import { deliveryTable } from './store.ts'

const listOfEndpoint = defineList({
  id: 'webhookEndpoints.deliveries',
  path: `${webhookEndpoints.path}/{id}/deliveries`,
  summary: 'List the deliveries of a webhook endpoint',
  access: webhookDeliveries.access.read,
  filters: Shape({ status: Type.Optional(SomeOf(deliveryStatuses)), type: Type.Optional(Type.String()) }),
  record: WebhookDelivery,
  since: 'created',
  parent: endpointOfPath,
  select({ db, account }, { filters, where, parent }, page) {
    const asked = conditionsOf(filters, { status: isAnyOf(sql`r.status`), type: is(sql`r.type`) })
    const conditions = [...where, sql`r.endpoint_id = ${parent.id}`, ...asked]
    return deliveryTable.page(db, { bookId: account.book.id, where: conditions }, page)
  },
  view: (delivery, ctx) => webhookDeliveries.show(delivery, ctx.account.book.isLive),
})

export const webhookDeliveryEndpoints: readonly Endpoint[] = [
  listOfEndpoint,
  ...documentReads(webhookDeliveries),
  deliveryPayload,
  ...deliveryActions.endpoints,
]
