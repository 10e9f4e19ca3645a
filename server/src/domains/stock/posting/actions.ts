/** Posting: the only code that moves stock. It plans with the pure rules and writes everything in one statement. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Seal } from '../../../kernel/seal.ts'
import type { Day } from '../../../lib/days.ts'
import { type Decimal, decimal, money, plain, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { newId } from '../../../lib/ids.ts'
import type { LevelRow } from '../levels/store.ts'
import { cutDown, fulfil, type Reservation, reservedBy, topUp, unfulfil } from '../reservations/rules.ts'
import { listQueue } from '../reservations/store.ts'
import { heldLines } from './held.ts'
import { type Allocation, type Layer, receivedValues, type Shortage, take, unitPriceOf } from './rules.ts'
import {
  isCutShort,
  type LayerRow,
  type LevelNow,
  listAllocationsToReturn,
  listLayersById,
  listLevelsNow,
  listLotsOfDocument,
  listOpenLayers,
  type PostingRows,
  savePosting,
} from './store.ts'

/** A document as a posting sees it. */
export interface Movement {
  id: string
  warehouseId: string
  day: Day
  orderId: string | null
  /** What the document keeps once its cost and that of its lines are known; absent when it is taken back. */
  sealed?: (totalCost: string, values: Map<string, Decimal>) => Seal
}

export interface MovedLine {
  id: string
  lineOrder: number
  itemId: string
  unit: UnitRef
  /** What is posted: the override when there is one. */
  quantity: string
  lotId: string | null
  lotNumber: string | null
  expiryDate: Day | null
  unitPrice: string | null
  givenValue: string | null
}

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

export interface Posted {
  totalCost: Decimal
  /** By line. */
  values: Map<string, Decimal>
  levels: LevelRow[]
}

const itemsOf = (lines: readonly { itemId: string }[]): string[] => [...new Set(lines.map(({ itemId }) => itemId))]

const layerOf = (row: LayerRow): Layer => ({
  id: row.id,
  itemId: row.item_id,
  receivedOn: row.received_on,
  remainingQuantity: decimal(row.remaining_quantity),
  remainingValue: decimal(row.remaining_value),
})

/** What an issue would take, and what stands in its way. Nothing is written. */
export async function planIssue(ctx: WriteContext, movement: Movement, all: MovedLine[]): Promise<IssuePlan> {
  const lines = all.filter(({ quantity }) => decimal(quantity).gt(0))
  const at = { bookId: ctx.account.book.id, warehouseId: movement.warehouseId, itemIds: itemsOf(lines) }
  const levels = new Map((await listLevelsNow(ctx.tx, at)).map(level => [level.item_id, level]))
  const layers = await layersFor(ctx, movement, lines)
  const demands = lines.map(({ id, itemId, quantity, lotId }) => ({
    lineId: id,
    itemId,
    quantity: decimal(quantity),
    lotId,
  }))
  const { allocations, shortages, layers: changed } = take(demands, layers)
  const isReserved = [...levels.values()].some(level => !decimal(level.reserved_quantity).eq(0))
  const needsQueue = isReserved || movement.orderId !== null
  const queue = needsQueue ? await listQueue(ctx.tx, { ...at, orderId: movement.orderId }) : []
  const held = await heldLines(ctx, { movement, lines, levels, queue })
  return { movement, lines, allocations, shortages, held, layers: changed, levels, queue }
}

const ownReservations = (queue: Reservation[], orderId: string | null): Reservation[] =>
  orderId === null ? [] : queue.filter(row => row.orderId === orderId)

/** The first layers of each item; all of them for an item the first do not suffice for. Named ones beside. */
async function layersFor(ctx: WriteContext, { warehouseId, day }: Movement, lines: MovedLine[]): Promise<Layer[]> {
  const at = { bookId: ctx.account.book.id, warehouseId, day }
  const queued = lines.filter(({ lotId }) => lotId === null)
  const rows = await listOpenLayers(ctx.tx, { ...at, itemIds: itemsOf(queued), isWhole: false })
  const byItem = groupBy(rows, row => row.item_id)
  const wanted = groupBy(queued, line => line.itemId)
  const unserved = [...byItem].filter(([itemId, own]) => {
    const there = sum(own.map(row => decimal(row.remaining_quantity)))
    const asked = sum(wanted.get(itemId)!.map(line => decimal(line.quantity)))
    return isCutShort(own.length) && there.lt(asked)
  })
  if (unserved.length > 0) {
    const itemIds = unserved.map(([itemId]) => itemId)
    rows.splice(0, rows.length, ...rows.filter(row => !itemIds.includes(row.item_id)))
    rows.push(...(await listOpenLayers(ctx.tx, { ...at, itemIds, isWhole: true })))
  }
  const ids = lines.flatMap(({ lotId }) => lotId ?? []).filter(id => !rows.some(row => row.id === id))
  if (ids.length > 0) rows.push(...(await listLayersById(ctx.tx, { ...at, ids })))
  return rows.map(layerOf)
}

/** Writes what was planned. Reservations give way where a count found less than is reserved. */
export async function postIssue(ctx: WriteContext, plan: IssuePlan): Promise<Posted> {
  const { movement, lines, allocations } = plan
  const values = new Map(lines.map(({ id }) => [id, zero]))
  const moved = new Map<string, { quantity: Decimal; value: Decimal }>()
  const itemOf = new Map(lines.map(({ id, itemId }) => [id, itemId]))
  for (const { lineId, quantity, value } of allocations) {
    values.set(lineId, values.get(lineId)!.plus(value))
    add(moved, itemOf.get(lineId)!, quantity.times(-1), value.times(-1))
  }
  const queue = afterIssue(plan, moved)
  const totalCost = sum([...values.values()])
  const levels = await save(ctx, movement, {
    totalCost: plain(totalCost),
    seal: movement.sealed?.(plain(totalCost), values),
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
    queue: settled(queue, moved, plan.levels),
    queueBefore: plan.queue,
  })
  return { totalCost, values, levels }
}

const layerRow = ({ id, remainingQuantity, remainingValue }: Layer) => ({
  id,
  remaining_quantity: plain(remainingQuantity),
  remaining_value: plain(remainingValue),
})

type Moved = Map<string, { quantity: Decimal; value: Decimal }>

function add(moved: Moved, itemId: string, quantity: Decimal, value: Decimal): void {
  const known = moved.get(itemId)
  moved.set(itemId, {
    quantity: known ? known.quantity.plus(quantity) : quantity,
    value: known ? known.value.plus(value) : value,
  })
}

/** The order's own lines give up what was issued to them, and more before anybody else has to give way. */
const afterIssue = ({ movement, queue, levels }: IssuePlan, moved: Moved): Reservation[] =>
  perItem(queue, (rows, itemId) => {
    const own = ownReservations(rows, movement.orderId)
    if (own.length === 0) return rows
    const issued = moved.get(itemId)?.quantity.times(-1) ?? zero
    const served = fulfil(own, issued)
    const left = decimal(levels.get(itemId)?.quantity ?? '0').minus(issued)
    const excess = reservedBy(replaced(rows, served)).minus(left)
    return replaced(rows, cutDown(served, excess))
  })

const perItem = (queue: Reservation[], change: (rows: Reservation[], itemId: string) => Reservation[]): Reservation[] =>
  [...groupBy(queue, row => row.itemId)].flatMap(([itemId, rows]) => change(rows, itemId))

const replaced = (rows: Reservation[], fresh: Reservation[]): Reservation[] =>
  rows.map(row => fresh.find(({ id }) => id === row.id) ?? row)

/** Holds never exceed what is there: what came is given out, what is gone is given up. */
const settled = (queue: Reservation[], moved: Moved, levels: Map<string, LevelNow>): Reservation[] =>
  perItem(queue, (rows, itemId) => {
    const quantity = decimal(levels.get(itemId)?.quantity ?? '0').plus(moved.get(itemId)?.quantity ?? zero)
    const free = quantity.minus(reservedBy(rows))
    return free.lt(0) ? cutDown(rows, free.times(-1)) : topUp(rows, free)
  })

/** R1: each line becomes a layer. Shortages of orders are topped up from what came. */
export async function postReceipt(
  ctx: WriteContext,
  movement: Movement,
  all: MovedLine[],
  additionalCost: Decimal,
): Promise<Posted> {
  const values = receivedValues(
    all.map(({ quantity, unitPrice, givenValue }) => ({
      quantity: decimal(quantity),
      unitPrice: unitPrice === null ? null : decimal(unitPrice),
      givenValue: givenValue === null ? null : decimal(givenValue),
    })),
    additionalCost,
  )
  const byLine = new Map(all.map(({ id }, place) => [id, values[place]!]))
  const lines = all.filter(({ quantity }) => decimal(quantity).gt(0))
  const at = { bookId: ctx.account.book.id, warehouseId: movement.warehouseId, itemIds: itemsOf(lines) }
  const before = new Map((await listLevelsNow(ctx.tx, at)).map(level => [level.item_id, level]))
  const queue = await listQueue(ctx.tx, at)
  const moved: Moved = new Map()
  for (const { id, itemId, quantity } of lines) add(moved, itemId, decimal(quantity), byLine.get(id)!)
  const totalCost = sum(values)
  const levels = await save(ctx, movement, {
    totalCost: plain(totalCost),
    seal: movement.sealed?.(plain(totalCost), byLine),
    newLots: lines.map(line => newLot(line, byLine.get(line.id)!)),
    lineValues: [...byLine].map(([id, value]) => ({ id, value: plain(value) })),
    moved,
    before,
    queue: settled(queue, moved, before),
    queueBefore: queue,
  })
  return { totalCost, values: byLine, levels }
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

/** R6: what was taken goes back to the same layers; the order's own hold is restored before others are topped up. */
export async function takeBackIssue(ctx: WriteContext, movement: Movement, lineIds: string[]): Promise<LevelRow[]> {
  const allocations = await listAllocationsToReturn(ctx.tx, ctx.account.book.id, movement.id)
  const itemIds = [...new Set(allocations.map(({ item_id }) => item_id))]
  const at = { bookId: ctx.account.book.id, warehouseId: movement.warehouseId, itemIds }
  const before = new Map((await listLevelsNow(ctx.tx, at)).map(level => [level.item_id, level]))
  const queueBefore = await listQueue(ctx.tx, { ...at, orderId: movement.orderId })
  const moved: Moved = new Map()
  for (const row of allocations) add(moved, row.item_id, decimal(row.quantity), decimal(row.value))
  const queue = perItem(queueBefore, (rows, itemId) => {
    const own = ownReservations(rows, movement.orderId)
    if (own.length === 0) return rows
    const back = moved.get(itemId)?.quantity ?? zero
    return replaced(rows, topUp(unfulfil(own, back), back))
  })
  return save(ctx, movement, {
    changedLots: [...groupBy(allocations, row => row.lot_id)].map(([id, rows]) => ({
      id,
      remaining_quantity: plain(sum([decimal(rows[0]!.remaining_quantity), ...rows.map(row => decimal(row.quantity))])),
      remaining_value: plain(sum([decimal(rows[0]!.remaining_value), ...rows.map(row => decimal(row.value))])),
    })),
    isReturned: true,
    lineValues: lineIds.map(id => ({ id, value: null })),
    moved,
    before,
    queue: settled(queue, moved, before),
    queueBefore,
  })
}

/** R6: the layers of a receipt go; undefined when something was already issued from them. */
export async function takeBackReceipt(
  ctx: WriteContext,
  movement: Movement,
  lineIds: string[],
): Promise<LevelRow[] | undefined> {
  const lots = await listLotsOfDocument(ctx.tx, ctx.account.book.id, movement.id)
  if (lots.some(lot => !decimal(lot.remaining_quantity).eq(lot.received_quantity))) return undefined
  const itemIds = [...new Set(lots.map(({ item_id }) => item_id))]
  const at = { bookId: ctx.account.book.id, warehouseId: movement.warehouseId, itemIds }
  const before = new Map((await listLevelsNow(ctx.tx, at)).map(level => [level.item_id, level]))
  const queueBefore = await listQueue(ctx.tx, at)
  const moved: Moved = new Map()
  for (const lot of lots) {
    add(moved, lot.item_id, decimal(lot.received_quantity).times(-1), decimal(lot.received_value).times(-1))
  }
  return save(ctx, movement, {
    goneLots: lots.map(({ id }) => id),
    lineValues: lineIds.map(id => ({ id, value: null })),
    moved,
    before,
    queue: settled(queueBefore, moved, before),
    queueBefore,
  })
}

interface Saved extends Partial<Omit<PostingRows, 'moves' | 'levels' | 'reservations'>> {
  lineValues: PostingRows['lineValues']
  moved: Moved
  before: Map<string, LevelNow>
  queue: Reservation[]
  queueBefore: Reservation[]
}

function save(ctx: WriteContext, { id, warehouseId, day }: Movement, saved: Saved): Promise<LevelRow[]> {
  const { moved, before, queue, queueBefore, ...rest } = saved
  return savePosting(
    ctx.tx,
    { bookId: ctx.account.book.id, now: ctx.now },
    {
      documentId: id,
      totalCost: null,
      seal: undefined,
      warehouseId,
      day,
      changedLots: [],
      newLots: [],
      goneLots: [],
      allocations: [],
      isReturned: false,
      ...rest,
      moves: [...moved].map(([itemId, { quantity, value }]) => ({
        item_id: itemId,
        quantity: plain(quantity),
        value: plain(value),
      })),
      levels: [...moved].map(([itemId, change]) => levelAfter(itemId, change, before.get(itemId), queue, queueBefore)),
      reservations: changedRows(queue, queueBefore),
    },
  )
}

function levelAfter(
  itemId: string,
  change: { quantity: Decimal; value: Decimal },
  before: LevelNow | undefined,
  queue: Reservation[],
  queueBefore: Reservation[],
): LevelNow {
  const of = (rows: Reservation[]) => reservedBy(rows.filter(row => row.itemId === itemId))
  const reserved = decimal(before?.reserved_quantity ?? '0')
    .minus(of(queueBefore))
    .plus(of(queue))
  return {
    id: before?.id ?? newId(),
    item_id: itemId,
    quantity: plain(decimal(before?.quantity ?? '0').plus(change.quantity)),
    reserved_quantity: plain(reserved),
    value: plain(decimal(before?.value ?? '0').plus(change.value)),
  }
}

function changedRows(queue: Reservation[], before: Reservation[]): PostingRows['reservations'] {
  const known = new Map(before.map(row => [row.id, row]))
  return queue
    .filter(row => {
      const old = known.get(row.id)!
      return !old.reserved.eq(row.reserved) || !old.issued.eq(row.issued)
    })
    .map(({ id, issued, reserved }) => ({
      id,
      issued_quantity: plain(issued),
      reserved_quantity: plain(reserved),
    }))
}
