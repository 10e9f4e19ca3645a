/** What a refund gives back of the lines of a sale, and what that is worth. Pure. */
import { type Decimal, decimal, round, zero } from '../../../lib/decimal.ts'
import { refundedGross } from './rules.ts'
import type { SaleLineRow } from './store.ts'

/** What is wanted of a line; pieces undefined: as many as belong to the quantity, or all that are left. */
export interface WantedBack {
  line: SaleLineRow
  quantity: Decimal
  pieces: Decimal | undefined
  /** All that is left of the sale is wanted: pieces beyond the quantity, too. */
  isWhole: boolean
  isRestocked: boolean
  /** Its place in the body. */
  index: number
}

export interface GivenBack extends WantedBack {
  gross: Decimal
  pieces: Decimal
  deposit: Decimal
}

export const quantityLeft = ({ quantity, refunded_quantity }: SaleLineRow): Decimal =>
  decimal(quantity).minus(refunded_quantity)

export const piecesLeft = ({ deposit_pieces, refunded_pieces }: SaleLineRow): Decimal =>
  decimal(deposit_pieces).minus(refunded_pieces)

const least = (...values: Decimal[]): Decimal => values.reduce((one, other) => (other.lt(one) ? other : one))

/** `atHand`: pieces of each deposit of the sale that did not come back yet; lines share them. */
export function giveBack(wanted: readonly WantedBack[], atHand: ReadonlyMap<string, Decimal>): GivenBack[] {
  const left = new Map(atHand)
  return wanted.map(each => {
    const { line, quantity } = each
    const depositId = line.deposit_id ?? ''
    const there = left.get(depositId) ?? zero
    const most = least(piecesLeft(line), there.gt(0) ? there : zero)
    const pieces = each.pieces ?? (each.isWhole ? most : least(quantity.round(0, 'up'), most))
    left.set(depositId, there.minus(pieces))
    const before = { quantity: decimal(line.refunded_quantity), gross: decimal(line.refunded_amount) }
    const sold = { quantity: decimal(line.quantity), gross: decimal(line.incl_vat) }
    return { ...each, pieces, deposit: depositOf(line, pieces), gross: refundedGross(sold, before, quantity) }
  })
}

/** A deposit costs the same for each piece. */
function depositOf({ deposit_pieces, deposit_total }: SaleLineRow, pieces: Decimal): Decimal {
  if (pieces.eq(0)) return zero
  return round(decimal(deposit_total).times(pieces).div(deposit_pieces), 2)
}

/** R3: its share of the cost that is left, or all of it, so that what comes back is never worth more than what went. */
export const costOf = (left: { quantity: string; value: string }, quantity: Decimal): Decimal =>
  quantity.eq(left.quantity) ? decimal(left.value) : round(decimal(left.value).times(quantity).div(left.quantity), 2)
