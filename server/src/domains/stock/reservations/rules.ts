/** Reservations of orders: who gets what is free, who gives way, what an issue of the order uses up. Pure. */
import { type Decimal, sum, zero } from '../../../lib/decimal.ts'

/** One order line's hold on an item in a warehouse. */
export interface Reservation {
  id: string
  orderId: string
  itemId: string
  wanted: Decimal
  issued: Decimal
  reserved: Decimal
}

const least = (one: Decimal, other: Decimal): Decimal => (one.lt(other) ? one : other)
const most = (one: Decimal, other: Decimal): Decimal => (one.gt(other) ? one : other)

/** What the line still needs and does not hold. */
const missingOf = ({ wanted, issued, reserved }: Reservation): Decimal =>
  most(wanted.minus(issued).minus(reserved), zero)

export const reservedBy = (rows: readonly Reservation[]): Decimal => sum(rows.map(({ reserved }) => reserved))

/**
 * What an order may take of stock that is there on a day; without an order, what is free. A reservation is a quantity,
 * not a layer: what is there is kept for those first in the queue, and who comes later waits for stock dated later.
 */
export function usableBy(orderId: string | null, queue: readonly Reservation[], present: Decimal): Decimal {
  let left = present
  let own = zero
  for (const { orderId: holder, reserved } of queue) {
    const kept = least(reserved, most(left, zero))
    left = left.minus(kept)
    if (holder === orderId) own = own.plus(kept)
  }
  return left.plus(own)
}

/** R8: free stock goes to the reservations in their order, each up to what it misses. */
export function reserveFree(queue: readonly Reservation[], free: Decimal): Reservation[] {
  let left = free
  return queue.map(row => {
    const given = least(missingOf(row), most(left, zero))
    left = left.minus(given)
    return { ...row, reserved: row.reserved.plus(given) }
  })
}

/** Stock that is gone: the last in the queue give way first. */
export function releaseExcess(queue: readonly Reservation[], excess: Decimal): Reservation[] {
  let left = excess
  return queue
    .toReversed()
    .map(row => {
      const taken = least(row.reserved, most(left, zero))
      left = left.minus(taken)
      return { ...row, reserved: row.reserved.minus(taken) }
    })
    .toReversed()
}

/** An issue of the order: its lines are served in turn, and each gives up as much of its hold as was issued. */
export function fulfil(rows: readonly Reservation[], quantity: Decimal): Reservation[] {
  let left = quantity
  return rows.map((row, index) => {
    const open = most(row.wanted.minus(row.issued), zero)
    const issued = index === rows.length - 1 ? left : least(open, left)
    left = left.minus(issued)
    return { ...row, issued: row.issued.plus(issued), reserved: row.reserved.minus(least(row.reserved, issued)) }
  })
}

/** The issue is taken back: the lines need their quantity again. */
export function unfulfil(rows: readonly Reservation[], quantity: Decimal): Reservation[] {
  let left = quantity
  return rows
    .toReversed()
    .map(row => {
      const returned = least(row.issued, left)
      left = left.minus(returned)
      return { ...row, issued: row.issued.minus(returned) }
    })
    .toReversed()
}
