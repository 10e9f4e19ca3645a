/** What a receipt brings: a layer for each line. */
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, money, plain, sum, zero } from '../../../lib/decimal.ts'
import { listQueue } from '../reservations/store.ts'
import type { StockNow } from './issues.ts'
import {
  addMove,
  byItem,
  type Changes,
  type Moved,
  type MovedLine,
  type Movement,
  type Posting,
  settle,
} from './moves.ts'
import { receivedValues, unitPriceOf } from './rules.ts'
import { itemsMovedBy, listLevelsNow } from './store.ts'

/** What lies in the warehouse, and who waits for more. */
export type Waiting = Pick<StockNow, 'levels' | 'queue'>

/** Asked for at once, as `readStock` does. */
export async function readWaiting(ctx: WriteContext, { id, warehouseId }: Movement): Promise<Waiting> {
  const at = { bookId: ctx.account.book.id, warehouseId, items: itemsMovedBy(ctx.account.book.id, id) }
  const [rows, queue] = await Promise.all([listLevelsNow(ctx.tx, at), listQueue(ctx.tx, at)])
  return { levels: byItem(rows), queue }
}

interface Received {
  lines: MovedLine[]
  additionalCost: Decimal
  stock: Waiting
}

/** R1: each line becomes a layer. Shortages of orders are topped up from what came. */
export function planReceipt(movement: Movement, { lines: all, additionalCost, stock }: Received): Posting {
  const values = receivedValues(
    all.map(({ quantity, unitPrice, givenValue }) => ({
      quantity: decimal(quantity),
      unitPrice: unitPrice === null ? null : decimal(unitPrice),
      givenValue: givenValue === null ? null : decimal(givenValue),
    })),
    additionalCost,
  )
  const byLine = new Map(all.map(({ id }, index) => [id, values[index]!]))
  const lines = all.filter(({ quantity }) => decimal(quantity).gt(0))
  const { levels: before, queue } = stock
  const moved: Moved = new Map()
  for (const { id, itemId, quantity } of lines) {
    addMove(moved, itemId, { quantity: decimal(quantity), value: byLine.get(id)! })
  }
  const changes: Changes = {
    newLots: lines.map(line => newLot(line, byLine.get(line.id)!)),
    lineValues: [...byLine].map(([id, value]) => ({ id, value: plain(value) })),
    moved,
    before,
    queue: settle(queue, moved, before),
    queueBefore: queue,
  }
  return { movement, totalCost: sum(values), values: byLine, changes }
}

/** A layer shows the price it was bought for, unless additional cost changed it. */
function newLot(line: MovedLine, value: Decimal) {
  const quantity = decimal(line.quantity)
  const own = line.unitPrice === null ? zero : decimal(line.unitPrice)
  const isOwn = line.givenValue === null && money(quantity.times(own)) === money(value)
  return {
    id: line.id,
    item_id: line.itemId,
    line_order: line.lineOrder,
    quantity: plain(quantity),
    value: plain(value),
    unit_price: plain(isOwn ? own : unitPriceOf(value, quantity)),
    lot_number: line.lotNumber,
    expiry_date: line.expiryDate,
  }
}
