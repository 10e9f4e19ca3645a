/** Deliveries: those of an endpoint, one with its attempts, and the action that sends it again. */
import { Type } from 'typebox'
import { problem } from '../../../contract/problems.ts'
import { OneOf, Shape } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext, WriteContext } from '../../../kernel/context.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet, ofPath } from '../../../kernel/record.ts'
import { findEndpoint, lockEndpoint } from '../endpoints/store.ts'
import { deliveryStatuses, deliveryWorkflow, openActions, WebhookDelivery } from './schema.ts'
import { type DeliveryRow, findDelivery, listDeliveries, sendAgain } from './store.ts'
import { deliveryView } from './view.ts'

const manage = { scopes: ['webhooks:manage'] } as const

const shown = async (row: DeliveryRow, { account }: RecordContext) => ({
  body: deliveryView(row, account.book.isLive),
  version: row.version,
})

const kind = {
  id: 'webhookDeliveries',
  path: '/webhook-deliveries',
  name: 'a webhook delivery',
  object: 'webhook_delivery',
  read: manage,
  schema: WebhookDelivery,
  find: findDelivery,
  show: shown,
} as const

const list = defineList({
  id: 'webhookEndpoints.deliveries',
  path: '/webhook-endpoints/{id}/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  access: manage,
  filters: Shape({ status: Type.Optional(OneOf(deliveryStatuses)), type: Type.Optional(Type.String()) }),
  record: WebhookDelivery,
  since: 'created',
  parent: ({ id }, { db, account }) => findEndpoint(db, account.book.id, id!),
  select(ctx, { filters, where, parent }, page) {
    const conditions = conditionsOf(filters, { status: is(sql`r.status`), type: is(sql`r.type`) })
    return listDeliveries(
      ctx.db,
      ctx.account.book.id,
      [...where, sql`r.endpoint_id = ${parent.id}`, ...conditions],
      page,
    )
  },
  view: (row, ctx) => deliveryView(row, ctx.account.book.isLive),
})

async function retry(ctx: WriteContext, { id, endpoint_id }: DeliveryRow): Promise<DeliveryRow> {
  const bookId = ctx.account.book.id
  // The dispatcher takes the endpoint before its deliveries, too.
  const endpoint = await lockEndpoint(ctx.tx, bookId, endpoint_id)
  if (endpoint?.status !== 'enabled')
    throw problem('conflict', { detail: 'Enable the endpoint of this delivery first.' })
  const isSent = await sendAgain(ctx.tx, { bookId, now: ctx.now }, id)
  if (!isSent) throw problem('conflict', { detail: 'The body of this delivery is no longer kept.' })
  return (await findDelivery(ctx.tx, bookId, id))!
}

export const webhookDeliveryEndpoints: readonly Endpoint[] = [
  list,
  defineGet(kind),
  ...defineActions({
    id: 'webhookDeliveries',
    path: '/webhook-deliveries/{id}',
    name: 'a webhook delivery',
    access: manage,
    workflow: deliveryWorkflow,
    record: ofPath(kind),
    allowed: openActions,
    returns: WebhookDelivery,
    run: { retry: async (ctx, delivery: DeliveryRow) => shown(await retry(ctx, delivery), ctx) },
  }),
]
