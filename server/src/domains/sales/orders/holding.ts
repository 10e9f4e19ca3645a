/** What an order holds of the stock, from its confirmation on. */

import type { WriteContext } from '../../../kernel/context.ts'
import type { Instant } from '../../../lib/instants.ts'
import { isStocked } from '../../core/index.ts'
import {
  changeWanted,
  findPlace,
  type LevelRow,
  type NewReservation,
  release,
  releaseLine,
  reserve,
  type Settled,
  updateDelivery,
} from '../../stock/index.ts'
import { listOrderLines, type Order, type OrderLineRow } from './store.ts'

const reservationOf = (order: Order, line: OrderLineRow): NewReservation => ({
  id: line.id,
  orderId: order.id,
  itemId: line.item_id,
  warehouseId: order.warehouse_id!,
  wanted: line.quantity,
  deliveryDate: order.delivery_date,
})

/** Services hold nothing, nor does an order without a warehouse. */
const holds = (order: Order, line: OrderLineRow): boolean => order.warehouse_id !== null && isStocked(line.item_type)

/** With the place it had in the queue, or a new one. */
export const holdOrder = (
  ctx: WriteContext,
  order: Order,
  { lines, queuedAt }: { lines: OrderLineRow[]; queuedAt?: Instant | undefined },
): Promise<Settled> =>
  reserve(
    ctx,
    lines.filter(line => holds(order, line)).map(line => ({ ...reservationOf(order, line), queuedAt })),
  )

export const releaseOrder = (ctx: WriteContext, order: Order): Promise<LevelRow[]> => release(ctx, order.id)

/** A line that comes later queues as those the order was confirmed with. */
export async function holdLine(ctx: WriteContext, order: Order, line: OrderLineRow): Promise<LevelRow[]> {
  if (!holds(order, line)) return []
  const queuedAt = await findPlace(ctx.tx, ctx.account.book.id, order.id)
  return (await holdOrder(ctx, order, { lines: [line], queuedAt })).levels
}

export const moveLine = async (ctx: WriteContext, order: Order, line: OrderLineRow): Promise<LevelRow[]> =>
  holds(order, line)
    ? changeWanted(ctx, {
        id: line.id,
        warehouseId: order.warehouse_id!,
        itemId: line.item_id,
        wanted: line.quantity,
      })
    : []

export const releaseOrderLine = (ctx: WriteContext, order: Order, line: OrderLineRow): Promise<LevelRow[]> =>
  releaseLine(ctx, order.id, line.id)

/** Another warehouse: held there instead, in the place it had. Another day: another place in the queue. */
export async function moveReservations(ctx: WriteContext, before: Order, after: Order): Promise<LevelRow[]> {
  if (before.warehouse_id !== after.warehouse_id) {
    const queuedAt = await findPlace(ctx.tx, ctx.account.book.id, before.id)
    const left = await release(ctx, before.id)
    const lines = await listOrderLines(ctx.tx, ctx.account.book.id, after.id)
    return [...left, ...(await holdOrder(ctx, after, { lines, queuedAt })).levels]
  }
  if (before.delivery_date !== after.delivery_date) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await updateDelivery(ctx.tx, at, { orderId: after.id, day: after.delivery_date })
  }
  return []
}
