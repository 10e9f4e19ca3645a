/** Which lines of an order the lines of its stock issues fulfil. Pure. */
import { type Decimal, decimal } from '../../../lib/decimal.ts'

/** A line of an order; they come as the order has them. */
export interface OrderedLine {
  id: string
  item_id: string
  quantity: string
}

/** A quantity that was issued, or invoiced, for the order. */
export interface Claim {
  id: string
  item_id: string
  quantity: string
  /** The line it belongs to; null when nobody said so. */
  order_line_id: string | null
}

export interface Share {
  orderLineId: string
  quantity: Decimal
}

/**
 * Each claim in turn takes from its own order line, then from the other lines of its item in their order, as far as
 * claims before it left something. What is more than was ordered goes to the last line of the item.
 */
export function shareOut(ordered: readonly OrderedLine[], claims: readonly Claim[]): Map<string, Share[]> {
  const left = new Map(ordered.map(({ id, quantity }) => [id, decimal(quantity)]))
  return new Map(claims.map(claim => [claim.id, sharesOf(claim, ordered, left)]))
}

function sharesOf(claim: Claim, ordered: readonly OrderedLine[], left: Map<string, Decimal>): Share[] {
  const lines = ordered.filter(({ item_id }) => item_id === claim.item_id)
  const own = lines.filter(({ id }) => id === claim.order_line_id)
  const shares: Share[] = []
  let needed = decimal(claim.quantity)
  for (const { id } of new Set([...own, ...lines])) {
    const there = left.get(id)!
    const quantity = needed.lt(there) ? needed : there
    if (quantity.lte(0)) continue
    shares.push({ orderLineId: id, quantity })
    left.set(id, there.minus(quantity))
    needed = needed.minus(quantity)
  }
  const last = lines.at(-1)
  if (last && needed.gt(0)) add(shares, last.id, needed)
  return shares
}

function add(shares: Share[], orderLineId: string, quantity: Decimal): void {
  const known = shares.find(share => share.orderLineId === orderLineId)
  if (known) known.quantity = known.quantity.plus(quantity)
  else shares.push({ orderLineId, quantity })
}
