/** FIFO, exactly: how layers are made, how an issue takes from them, what a receipt is worth. Pure. */

import type { Day } from '../../../lib/days.ts'
import { type Decimal, decimal, round, sum, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { spread, spreadInOrder } from '../../../lib/spread.ts'

/** R1: a receipt line that was confirmed. */
export interface Layer {
  id: string
  itemId: string
  lotNumber: string | null
  receivedOn: Day
  remainingQuantity: Decimal
  remainingValue: Decimal
}

/** What an issue line asks for; with `lotId` from that layer alone. */
export interface Demand {
  lineId: string
  itemId: string
  quantity: Decimal
  lotId: string | null
}

export interface Allocation {
  lineId: string
  lotId: string
  lotNumber: string | null
  quantity: Decimal
  value: Decimal
}

/** A line that gets less than it asks for. */
export interface Shortage {
  lineId: string
  itemId: string
  requested: Decimal
  available: Decimal
}

export interface Allocated {
  allocations: Allocation[]
  shortages: Shortage[]
  /** The layers that changed, as they are now. */
  layers: Layer[]
}

/**
 * R2, R3: the queue is the order of `layers`, which are open and not younger than the issue (R5). Lines that name their
 * layer come first, so that no other line of the document takes it from them.
 */
export function allocate(demands: readonly Demand[], layers: readonly Layer[]): Allocated {
  const state = new Map(layers.map(layer => [layer.id, { ...layer }]))
  const queues = groupBy([...state.values()], layer => layer.itemId)
  const result: Allocated = { allocations: [], shortages: [], layers: [] }
  const named = demands.filter(({ lotId }) => lotId !== null)
  const others = demands.filter(({ lotId }) => lotId === null)
  for (const demand of [...named, ...others]) {
    const queue = queues.get(demand.itemId) ?? []
    const own = demand.lotId === null ? queue : queue.filter(({ id }) => id === demand.lotId)
    allocateLine(demand, own, result)
  }
  const touched = new Set(result.allocations.map(({ lotId }) => lotId))
  result.layers = [...state.values()].filter(({ id }) => touched.has(id))
  return result
}

function allocateLine(demand: Demand, queue: Layer[], result: Allocated): void {
  let needed = demand.quantity
  for (const layer of queue) {
    if (needed.lte(0)) break
    if (layer.remainingQuantity.lte(0)) continue
    const quantity = needed.lt(layer.remainingQuantity) ? needed : layer.remainingQuantity
    const value = takenValue(layer, quantity)
    layer.remainingQuantity = layer.remainingQuantity.minus(quantity)
    layer.remainingValue = layer.remainingValue.minus(value)
    needed = needed.minus(quantity)
    result.allocations.push({ lineId: demand.lineId, lotId: layer.id, lotNumber: layer.lotNumber, quantity, value })
  }
  if (needed.gt(0)) {
    const { lineId, itemId, quantity: requested } = demand
    result.shortages.push({ lineId, itemId, requested, available: requested.minus(needed) })
  }
}

/** R3: the last of a layer takes all that is left of its value, so that nothing is ever lost to rounding. */
const takenValue = (layer: Pick<Layer, 'remainingQuantity' | 'remainingValue'>, quantity: Decimal): Decimal =>
  quantity.eq(layer.remainingQuantity)
    ? layer.remainingValue
    : round(layer.remainingValue.times(quantity).div(layer.remainingQuantity), 2)

/** A receipt line as it is valued. */
export interface ReceivedLine {
  quantity: Decimal
  unitPrice: Decimal | null
  /** A value carried over exactly, as by a transfer. */
  givenValue: Decimal | null
}

/** Without a price a line is worth nothing. Additional cost enters the lines by their value, or by quantity. */
export function receivedValues(lines: readonly ReceivedLine[], additionalCost: Decimal): Decimal[] {
  const own = lines.map(({ quantity, unitPrice, givenValue }) =>
    quantity.eq(0) ? zero : (givenValue ?? round(quantity.times(unitPrice ?? zero), 2)),
  )
  const weights = sum(own).gt(0) ? own : lines.map(({ quantity }) => quantity)
  const shares = spread(additionalCost, weights, 2)
  return own.map((value, index) => value.plus(shares[index]!))
}

/** Shown with a layer and with a posted issue line; six places, as unit prices have. */
export const unitPriceOf = (value: Decimal, quantity: Decimal): Decimal =>
  quantity.eq(0) ? zero : round(value.div(quantity), 6)

/** A repack's outputs share its cost by their volume; by quantity when one of them has no volume. */
export function repackValues(
  cost: Decimal,
  outputs: readonly { quantity: Decimal; volumeL: string | null }[],
): Decimal[] {
  const hasVolumes = outputs.every(({ volumeL }) => volumeL !== null && decimal(volumeL).gt(0))
  const weights = outputs.map(({ quantity, volumeL }) => (hasVolumes ? quantity.times(volumeL!) : quantity))
  return spreadInOrder(cost, weights, 2)
}
