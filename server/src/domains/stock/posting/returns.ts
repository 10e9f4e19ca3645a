/** Postings that are taken back. */
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { LevelRow } from '../levels/store.ts'
import { reserveFree, unfulfil } from '../reservations/rules.ts'
import { listQueue } from '../reservations/store.ts'
import { writePosting } from './actions.ts'
import {
  addMove,
  byItem,
  type Changes,
  type Moved,
  type Movement,
  ownReservations,
  perItem,
  replace,
  settle,
} from './moves.ts'
import { listAllocationsToReturn, listLevelsNow, listLotsOfDocument, theseItems } from './store.ts'

async function readReturned(
  ctx: WriteContext,
  { warehouseId, orderId }: Movement,
  rows: readonly { item_id: string }[],
): Promise<Pick<Changes, 'before' | 'queueBefore'>> {
  const items = theseItems([...new Set(rows.map(({ item_id }) => item_id))])
  const at = { bookId: ctx.account.book.id, warehouseId, items }
  const [levels, queueBefore] = await Promise.all([listLevelsNow(ctx.tx, at), listQueue(ctx.tx, { ...at, orderId })])
  return { before: byItem(levels), queueBefore }
}

/** R6: what was taken goes back to the same layers; the order's own hold is restored before others are topped up. */
export async function takeBackIssue(ctx: WriteContext, movement: Movement, lineIds: string[]): Promise<LevelRow[]> {
  const allocations = await listAllocationsToReturn(ctx.tx, ctx.account.book.id, movement.id)
  const { before, queueBefore } = await readReturned(ctx, movement, allocations)
  const moved: Moved = new Map()
  for (const row of allocations) {
    addMove(moved, row.item_id, { quantity: decimal(row.quantity), value: decimal(row.value) })
  }
  const queue = perItem(queueBefore, (rows, itemId) => {
    const own = ownReservations(rows, movement.orderId)
    if (own.length === 0) return rows
    const back = moved.get(itemId)?.quantity ?? zero
    return replace(rows, reserveFree(unfulfil(own, back), back))
  })
  const changes: Changes = {
    changedLots: [...groupBy(allocations, row => row.lot_id)].map(([id, rows]) => ({
      id,
      remaining_quantity: plain(sum([decimal(rows[0]!.remaining_quantity), ...rows.map(row => decimal(row.quantity))])),
      remaining_value: plain(sum([decimal(rows[0]!.remaining_value), ...rows.map(row => decimal(row.value))])),
    })),
    isReturned: true,
    lineValues: lineIds.map(id => ({ id, value: null })),
    moved,
    before,
    queue: settle(queue, moved, before),
    queueBefore,
  }
  return writePosting(ctx, { movement, changes })
}

/** R6: the layers of a receipt go; undefined when something was already issued from them. */
export async function takeBackReceipt(
  ctx: WriteContext,
  movement: Movement,
  lineIds: string[],
): Promise<LevelRow[] | undefined> {
  const lots = await listLotsOfDocument(ctx.tx, ctx.account.book.id, movement.id)
  if (lots.some(lot => !decimal(lot.remaining_quantity).eq(lot.received_quantity))) return undefined
  const { before, queueBefore } = await readReturned(ctx, { ...movement, orderId: null }, lots)
  const moved: Moved = new Map()
  for (const lot of lots) {
    const value = decimal(lot.received_value).times(-1)
    addMove(moved, lot.item_id, { quantity: decimal(lot.received_quantity).times(-1), value })
  }
  const changes: Changes = {
    goneLots: lots.map(({ id }) => id),
    lineValues: lineIds.map(id => ({ id, value: null })),
    moved,
    before,
    queue: settle(queueBefore, moved, before),
    queueBefore,
  }
  return writePosting(ctx, { movement, changes })
}
