/** What an issue takes: its layers by FIFO, and what stands in its way. */
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { fulfil, type Reservation, releaseExcess, reservedBy } from '../reservations/rules.ts'
import { listQueue } from '../reservations/store.ts'
import { findHeldLines } from './held.ts'
import {
  addMove,
  byItem,
  type Changes,
  type Moved,
  type MovedLine,
  type Movement,
  ownReservations,
  type Posting,
  perItem,
  replace,
  settle,
} from './moves.ts'
import { type Allocation, allocate, type Layer, type Shortage } from './rules.ts'
import {
  isCutShort,
  itemsMovedBy,
  type LayerRow,
  type LevelNow,
  listLayersById,
  listLevelsNow,
  listOpenLayers,
  theseItems,
} from './store.ts'

export interface IssuePlan {
  movement: Movement
  lines: MovedLine[]
  allocations: Allocation[]
  /** Lines the warehouse cannot serve on that day. */
  shortages: Shortage[]
  /** Lines it could serve, were the stock not held for other orders. */
  held: Shortage[]
  layers: Layer[]
  levels: Map<string, LevelNow>
  queue: Reservation[]
}

const layerOf = (row: LayerRow): Layer => ({
  id: row.id,
  itemId: row.item_id,
  lotNumber: row.lot_number,
  receivedOn: row.received_on,
  remainingQuantity: decimal(row.remaining_quantity),
  remainingValue: decimal(row.remaining_value),
})

/** What lies in the warehouse of what a document moves. */
export interface StockNow {
  levels: Map<string, LevelNow>
  /** The first ones of each item. */
  layers: LayerRow[]
  queue: Reservation[]
}

/** Asked for all at once, also while the lines of the document are still on their way. */
export async function readStock(ctx: WriteContext, movement: Movement): Promise<StockNow> {
  const { id, warehouseId, day, orderId } = movement
  const at = { bookId: ctx.account.book.id, warehouseId, day, items: itemsMovedBy(ctx.account.book.id, id) }
  const [rows, layers, ofOrder] = await Promise.all([
    listLevelsNow(ctx.tx, at),
    listOpenLayers(ctx.tx, at),
    orderId === null ? undefined : listQueue(ctx.tx, { ...at, orderId }),
  ])
  const isReserved = rows.some(level => !decimal(level.reserved_quantity).eq(0))
  const queue = ofOrder ?? (isReserved ? await listQueue(ctx.tx, at) : [])
  return { levels: byItem(rows), layers, queue }
}

/** What an issue would take, and what stands in its way. Nothing is written. */
export async function planIssue(
  ctx: WriteContext,
  movement: Movement,
  { lines: all, stock }: { lines: MovedLine[]; stock: StockNow },
): Promise<IssuePlan> {
  const { levels, queue } = stock
  const lines = all.filter(({ quantity }) => decimal(quantity).gt(0))
  const layers = await findLayers(ctx, movement, { lines, first: stock.layers })
  const demands = lines.map(({ id, itemId, quantity, lotId }) => ({
    lineId: id,
    itemId,
    quantity: decimal(quantity),
    lotId,
  }))
  const { allocations, shortages, layers: changed } = allocate(demands, layers)
  const held = await findHeldLines(ctx, { movement, lines, levels, queue })
  return { movement, lines, allocations, shortages, held, layers: changed, levels, queue }
}

/** The first layers of each item; all of them for an item the first do not suffice for. Named ones beside. */
async function findLayers(
  ctx: WriteContext,
  { warehouseId, day }: Movement,
  { lines, first }: { lines: MovedLine[]; first: LayerRow[] },
): Promise<Layer[]> {
  const at = { bookId: ctx.account.book.id, warehouseId, day }
  const wanted = groupBy(
    lines.filter(({ lotId }) => lotId === null),
    line => line.itemId,
  )
  const unserved = [...groupBy(first, row => row.item_id)].flatMap(([itemId, own]) => {
    const there = sum(own.map(row => decimal(row.remaining_quantity)))
    const asked = sum((wanted.get(itemId) ?? []).map(line => decimal(line.quantity)))
    return isCutShort(own.length) && there.lt(asked) ? [itemId] : []
  })
  const rows = first.filter(row => !unserved.includes(row.item_id))
  if (unserved.length > 0) {
    rows.push(...(await listOpenLayers(ctx.tx, { ...at, items: theseItems(unserved), isWhole: true })))
  }
  const ids = lines.flatMap(({ lotId }) => lotId ?? []).filter(id => !rows.some(row => row.id === id))
  if (ids.length > 0) rows.push(...(await listLayersById(ctx.tx, { ...at, ids })))
  return rows.map(layerOf)
}

/** What a plan comes to. Reservations give way where a count found less than is reserved. */
export function postingOfIssue(plan: IssuePlan): Posting {
  const { movement, lines, allocations } = plan
  const values = new Map(lines.map(({ id }) => [id, zero]))
  const moved: Moved = new Map()
  const itemOf = new Map(lines.map(({ id, itemId }) => [id, itemId]))
  for (const { lineId, quantity, value } of allocations) {
    values.set(lineId, values.get(lineId)!.plus(value))
    addMove(moved, itemOf.get(lineId)!, { quantity: quantity.times(-1), value: value.times(-1) })
  }
  const queue = serveOwnOrder(plan, moved)
  const changes: Changes = {
    changedLots: plan.layers.map(layerRow),
    allocations: allocations.map(({ lineId, lotId, quantity, value }) => ({
      line_id: lineId,
      lot_id: lotId,
      quantity: plain(quantity),
      value: plain(value),
    })),
    lineValues: [...values].map(([id, value]) => ({ id, value: plain(value) })),
    moved,
    before: plan.levels,
    queue: settle(queue, moved, plan.levels),
    queueBefore: plan.queue,
  }
  return { movement, totalCost: sum([...values.values()]), values, changes }
}

const layerRow = ({ id, remainingQuantity, remainingValue }: Layer) => ({
  id,
  remaining_quantity: plain(remainingQuantity),
  remaining_value: plain(remainingValue),
})

/** The order's own lines give up what was issued to them, and more before anybody else has to give way. */
const serveOwnOrder = ({ movement, queue, levels }: IssuePlan, moved: Moved): Reservation[] =>
  perItem(queue, (rows, itemId) => {
    const own = ownReservations(rows, movement.orderId)
    if (own.length === 0) return rows
    const issued = moved.get(itemId)?.quantity.times(-1) ?? zero
    const served = fulfil(own, issued)
    const left = decimal(levels.get(itemId)?.quantity ?? '0').minus(issued)
    const excess = reservedBy(replace(rows, served)).minus(left)
    return replace(rows, releaseExcess(served, excess))
  })
