/** Use cases of webhook deliveries: send one again. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { lockEndpoint } from '../endpoints/store.ts'
import { webhookDeliveries } from './document.ts'
import type { DeliveryStatus } from './schema.ts'
import { type DeliveryRow, deliveryTable, sendAgain } from './store.ts'

async function retry(ctx: WriteContext, delivery: DeliveryRow): Promise<Transition<DeliveryRow, DeliveryStatus>> {
  const bookId = ctx.account.book.id
  // The dispatcher takes the endpoint before its deliveries, too.
  const endpoint = await lockEndpoint(ctx.tx, bookId, delivery.endpoint_id)
  if (endpoint?.status !== 'enabled') {
    throw problem('conflict', { detail: 'Enable the endpoint of this delivery first.' })
  }
  return {
    changes: { next_attempt_at: ctx.serviceTime },
    async save(after) {
      const isSent = await sendAgain(ctx.tx, bookId, after)
      if (!isSent) throw problem('conflict', { detail: 'The body of this delivery is no longer kept.' })
      return (await deliveryTable.find(ctx.tx, bookId, after.id))!
    },
  }
}

export const deliveryActions = documentActions(webhookDeliveries, { retry })
