/** Packaging of stock issues that are invoiced: the share of what their order agreed on. Pure. */
import { type Decimal, decimal, plain, zero } from '../../../lib/decimal.ts'
import type { LineDeposit } from './deposits.ts'

interface Terms {
  id: string
  quantity: string
  deposit_id: string | null
  deposit_pieces: string
  deposit_total: string
}

interface Taken {
  quantity: Decimal
  pieces: Decimal
}

const none: LineDeposit = { deposit_id: null, deposit_pieces: '0', deposit_total: '0' }

/**
 * Pieces grow with the quantity that left, rounded down; the last part takes the rest, so that parts always add up to
 * the order. What left beyond the order carries no more of it.
 */
export function shareDeposits<Part extends { terms: Terms | undefined; quantity: string }>(
  parts: readonly Part[],
  invoiced: readonly { order_line_id: string | null; quantity: string; deposit_pieces: string }[],
): (Part & { deposit: LineDeposit })[] {
  const taken = new Map<string, Taken>()
  const add = (id: string, quantity: Decimal, pieces: Decimal) => {
    const known = taken.get(id) ?? { quantity: zero, pieces: zero }
    taken.set(id, { quantity: known.quantity.plus(quantity), pieces: known.pieces.plus(pieces) })
  }
  for (const line of invoiced) {
    if (line.order_line_id !== null) add(line.order_line_id, decimal(line.quantity), decimal(line.deposit_pieces))
  }
  const share = ({ terms, quantity }: Part): LineDeposit => {
    if (!terms || terms.deposit_id === null || decimal(terms.deposit_pieces).eq(0)) return none
    const before = taken.get(terms.id) ?? { quantity: zero, pieces: zero }
    const due = piecesUpTo(terms, before.quantity.plus(quantity)).minus(before.pieces)
    const pieces = due.gt(0) ? due : zero
    add(terms.id, decimal(quantity), pieces)
    const amount = decimal(terms.deposit_total).div(terms.deposit_pieces)
    return {
      deposit_id: terms.deposit_id,
      deposit_pieces: plain(pieces),
      deposit_total: plain(pieces.times(amount).round(2, 'half_up')),
    }
  }
  return parts.map(part => ({ ...part, deposit: share(part) }))
}

const piecesUpTo = ({ quantity, deposit_pieces }: Terms, reached: Decimal): Decimal =>
  reached.gte(quantity) ? decimal(deposit_pieces) : decimal(deposit_pieces).times(reached).div(quantity).round(0, 'cut')
