/** Packaging that somebody brings: which deposit, how many pieces, what that comes to. */
import { invalidReference, type ProblemRow } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain, sum } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { listReturnables, type Returnable } from './deposits-store.ts'

export interface BroughtPieces {
  deposit_id: string
  pieces: string
}

/** Pieces of one deposit, as returns and sales keep them. */
export interface ReturnedPieces {
  deposit_id: string
  deposit_code: string
  deposit_name: string
  item_id: string
  item_code: string | null
  item_name: string
  pieces: string
  deposit_amount: string
  total: string
}

/** Deposits out of use are among them: what was paid once is paid back. */
export async function findReturnables(
  ctx: WriteContext,
  lines: readonly { deposit_id: string }[],
): Promise<Map<string, Returnable>> {
  if (lines.length === 0) return new Map()
  const ids = [...new Set(lines.map(({ deposit_id }) => deposit_id))]
  const found = await listReturnables(ctx.tx, ctx.account.book.id, ids)
  return new Map(found.map(deposit => [deposit.id, deposit]))
}

/** Unknown, or not in the currency. */
export const returnableFaults = (
  lines: readonly { deposit_id: string }[],
  known: ReadonlyMap<string, Returnable>,
  { currency, field }: { currency?: string; field(index: number): string },
): ProblemRow[] =>
  lines.flatMap(({ deposit_id }, index) => {
    const deposit = known.get(deposit_id)
    const fits = deposit && (currency === undefined || deposit.currency === currency)
    return fits ? [] : [invalidReference(field(index))]
  })

/** One row for each deposit, in the order in which they were sent first. */
export const returnedPieces = (
  lines: readonly BroughtPieces[],
  known: ReadonlyMap<string, Returnable>,
): ReturnedPieces[] =>
  [...groupBy(lines, ({ deposit_id }) => deposit_id)].map(([deposit_id, own]) => {
    const deposit = known.get(deposit_id)!
    const pieces = sum(own.map(line => decimal(line.pieces)))
    return {
      deposit_id,
      deposit_code: deposit.code,
      deposit_name: deposit.name,
      item_id: deposit.item_id,
      item_code: deposit.item_code,
      item_name: deposit.item_name,
      pieces: plain(pieces),
      deposit_amount: deposit.amount,
      total: plain(pieces.times(deposit.amount)),
    }
  })

export const totalOf = (lines: readonly ReturnedPieces[]): Decimal => sum(lines.map(({ total }) => decimal(total)))
