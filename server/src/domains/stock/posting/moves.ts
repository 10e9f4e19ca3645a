/** What a posting changes of levels and reservations. Pure. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Day } from '../../../lib/days.ts'
import { type Decimal, decimal, plain, zero } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { LevelRow } from '../levels/store.ts'
import { type Reservation, releaseExcess, reservedBy, reserveFree } from '../reservations/rules.ts'
import type { PostingRows } from './saving-store.ts'
import type { LevelNow } from './store.ts'

/** A document as a posting sees it. */
export interface Movement {
  id: string
  warehouseId: string
  day: Day
  orderId: string | null
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

/** What goes in or out, by item. */
export type Moved = Map<string, { quantity: Decimal; value: Decimal }>

/** A posting worked out, ready to be written. */
export interface Posting {
  movement: Movement
  totalCost: Decimal
  /** By line. */
  values: Map<string, Decimal>
  changes: Changes
}

/** What is written beside the document itself. */
export interface Changes
  extends Partial<Pick<PostingRows, 'changedLots' | 'newLots' | 'goneLots' | 'allocations' | 'isReturned'>> {
  lineValues: PostingRows['lineValues']
  moved: Moved
  /** Of every item that moves, in the order in which levels are told. */
  before: Map<string, LevelNow>
  queue: Reservation[]
  queueBefore: Reservation[]
}

export const byItem = (levels: readonly LevelNow[]): Map<string, LevelNow> =>
  new Map(levels.map(level => [level.item_id, level]))

export function addMove(
  moved: Moved,
  itemId: string,
  { quantity, value }: { quantity: Decimal; value: Decimal },
): void {
  const known = moved.get(itemId)
  moved.set(itemId, {
    quantity: known ? known.quantity.plus(quantity) : quantity,
    value: known ? known.value.plus(value) : value,
  })
}

export const ownReservations = (queue: Reservation[], orderId: string | null): Reservation[] =>
  orderId === null ? [] : queue.filter(row => row.orderId === orderId)

export const perItem = (
  queue: Reservation[],
  change: (rows: Reservation[], itemId: string) => Reservation[],
): Reservation[] => [...groupBy(queue, row => row.itemId)].flatMap(([itemId, rows]) => change(rows, itemId))

export const replace = (rows: Reservation[], fresh: Reservation[]): Reservation[] =>
  rows.map(row => fresh.find(({ id }) => id === row.id) ?? row)

/** Holds never exceed what is there: what came is given out, what is gone is given up. */
export const settle = (queue: Reservation[], moved: Moved, levels: Map<string, LevelNow>): Reservation[] =>
  perItem(queue, (rows, itemId) => {
    const quantity = decimal(levels.get(itemId)?.quantity ?? '0').plus(moved.get(itemId)?.quantity ?? zero)
    const free = quantity.minus(reservedBy(rows))
    return free.lt(0) ? releaseExcess(rows, free.times(-1)) : reserveFree(rows, free)
  })

/** The levels of the items that moved, as they become. */
export const levelsAfter = ({ moved, before, queue, queueBefore }: Changes, now: Instant): LevelRow[] =>
  [...before.values()].flatMap(level => {
    const change = moved.get(level.item_id)
    if (!change) return []
    const of = (rows: Reservation[]) => reservedBy(rows.filter(row => row.itemId === level.item_id))
    return {
      ...level,
      id: level.id ?? newId(),
      quantity: plain(decimal(level.quantity).plus(change.quantity)),
      reserved_quantity: plain(decimal(level.reserved_quantity).minus(of(queueBefore)).plus(of(queue))),
      value: plain(decimal(level.value).plus(change.value)),
      created_at: level.created_at ?? now,
      updated_at: now,
    }
  })

/** Those that hold or were issued something else than before. */
export function changedReservations({ queue, queueBefore }: Changes): PostingRows['reservations'] {
  const known = new Map(queueBefore.map(row => [row.id, row]))
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
