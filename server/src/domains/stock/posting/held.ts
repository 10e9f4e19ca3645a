/** What an issue asks for although it is held for others. */
import type { WriteContext } from '../../../kernel/context.ts'
import { type Day, laterOf } from '../../../lib/days.ts'
import { type Decimal, decimal, zero } from '../../../lib/decimal.ts'
import { type Reservation, usableBy } from '../reservations/rules.ts'
import { listDatedAfter } from '../reservations/store.ts'
import type { Shortage } from './rules.ts'
import type { LevelNow } from './store.ts'

interface Asked {
  movement: { warehouseId: string; day: Day; orderId: string | null }
  lines: readonly { id: string; itemId: string; quantity: string }[]
  /** By item. */
  levels: ReadonlyMap<string, LevelNow>
  queue: Reservation[]
}

/** Rule: an order may use its own reservation and what is free; everybody else only what is free. */
export async function findHeldLines(ctx: WriteContext, asked: Asked): Promise<Shortage[]> {
  const { movement, lines, levels, queue } = asked
  const later = await findDatedLater(ctx, asked)
  const held: Shortage[] = []
  const left = new Map<string, Decimal>()
  for (const { id, itemId, quantity } of lines) {
    const level = levels.get(itemId)
    if (!level) continue
    const present = decimal(level.quantity).minus(later.get(itemId) ?? zero)
    const holders = queue.filter(row => row.itemId === itemId)
    const free = left.get(itemId) ?? usableBy(movement.orderId, holders, present)
    const requested = decimal(quantity)
    if (requested.gt(free)) held.push({ lineId: id, itemId, requested, available: free.gt(0) ? free : zero })
    left.set(itemId, free.minus(requested))
  }
  return held
}

/** Stock that has not come yet, dated after today and after the document: who holds it holds nothing that is there. */
async function findDatedLater(ctx: WriteContext, { movement, levels }: Asked): Promise<Map<string, Decimal>> {
  const held = [...levels.values()].filter(level => !decimal(level.reserved_quantity).eq(0))
  if (held.length === 0) return new Map()
  const rows = await listDatedAfter(ctx.tx, {
    bookId: ctx.account.book.id,
    warehouseId: movement.warehouseId,
    itemIds: held.map(({ item_id }) => item_id),
    day: laterOf(movement.day, ctx.today),
  })
  return new Map(rows.map(row => [row.item_id, decimal(row.quantity)]))
}
