/** What movements make of balances. Pure. */
import { type Decimal, decimal, plain, sum, zero } from '../../../../lib/decimal.ts'
import { groupBy } from '../../../../lib/group-by.ts'

export interface MovedPieces {
  deposit_id: string
  /** Signed. */
  pieces: string
}

/** Each with the balance it leaves, in the order of posting; and what is held in the end. */
export function addUp<Row extends MovedPieces>(
  rows: readonly Row[],
  held: ReadonlyMap<string, string>,
): { rows: (Row & { balance_after: string })[]; balances: Map<string, Decimal> } {
  const balances = new Map<string, Decimal>()
  const summed = rows.map(row => {
    const before = balances.get(row.deposit_id) ?? decimal(held.get(row.deposit_id) ?? '0')
    const after = before.plus(row.pieces)
    balances.set(row.deposit_id, after)
    return { ...row, balance_after: plain(after) }
  })
  return { rows: summed, balances }
}

export interface Excess {
  deposit_id: string
  pieces: string
  requested: string
}

/** Deposits of which more comes back than is held at that moment. */
export function excessOf(
  rows: readonly (MovedPieces & { balance_after: string })[],
  held: ReadonlyMap<string, string>,
): Excess[] {
  const gone = (row: MovedPieces): Decimal => (decimal(row.pieces).lt(0) ? decimal(row.pieces).times(-1) : zero)
  return [...groupBy(rows, ({ deposit_id }) => deposit_id)].flatMap(([deposit_id, own]) => {
    if (!own.some(row => gone(row).gt(0) && decimal(row.balance_after).lt(0))) return []
    return [{ deposit_id, pieces: held.get(deposit_id) ?? '0', requested: plain(sum(own.map(gone))) }]
  })
}
