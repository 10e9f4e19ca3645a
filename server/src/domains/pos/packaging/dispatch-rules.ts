/** How many pieces of which deposit a stock document moves. Pure. */
import { homeCurrency } from '../../../lib/currencies.ts'
import { type Decimal, decimal, plain, zero } from '../../../lib/decimal.ts'
import { depositOfItem } from '../../core/index.ts'
import type { IssuedPackaging, PackedLine } from './dispatches-store.ts'

export interface DispatchedPieces {
  line_id: string
  deposit_id: string
  item_id: string
  pieces: string
  deposit_amount: string
}

/** Lines of an order carry what it agreed on; others the deposit their item has now, in the currency of the books. */
export function dispatchesOf({ lines, deposits }: IssuedPackaging): DispatchedPieces[] {
  const domestic = deposits.filter(({ currency }) => currency === homeCurrency)
  return lines.flatMap(line => {
    const { ordered } = line
    const deposit = ordered
      ? deposits.find(({ id }) => id === ordered.deposit_id)
      : depositOfItem({ id: line.item_id, ...line }, domestic)
    const pieces = piecesOf(line)
    if (!deposit || pieces.eq(0)) return []
    return [
      {
        line_id: line.line_id,
        deposit_id: deposit.id,
        item_id: deposit.packaging_item_id,
        pieces: plain(pieces),
        deposit_amount: deposit.amount,
      },
    ]
  })
}

/** The pieces agreed on, or their share of what left, rounded up. */
function piecesOf({ ordered, quantity }: PackedLine): Decimal {
  const posted = decimal(quantity)
  if (!ordered) return posted.round(0, 'up')
  if (posted.eq(ordered.quantity)) return decimal(ordered.pieces)
  return decimal(ordered.pieces).times(posted).div(ordered.quantity).round(0, 'up')
}

export interface HeldDeposit {
  deposit_id: string
  deposit_amount: string
  pieces: string
}

/** Takes pieces from one deposit after another. */
export function takeFrom(held: readonly HeldDeposit[], wanted: Decimal): { taken: HeldDeposit[]; isShort: boolean } {
  let left = wanted
  const taken = held.flatMap(deposit => {
    const there = decimal(deposit.pieces)
    const pieces = left.lt(there) ? left : there
    if (pieces.lte(0)) return []
    left = left.minus(pieces)
    return [{ ...deposit, pieces: plain(pieces.times(-1)) }]
  })
  return { taken, isShort: left.gt(zero) }
}
