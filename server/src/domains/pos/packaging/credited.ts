/** One way each: the deposit of a piece is credited on an invoice or paid back, never both. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal } from '../../../lib/decimal.ts'
import type { DepositCredits } from '../../sales/index.ts'
import {
  type DepositMoney,
  listCreditsOfDeposits,
  listDepositMoney,
  listRefundsOfDeposits,
  type StandingDocument,
} from './credited-store.ts'

/** By deposit. */
type Wanted = ReadonlyMap<string, Decimal>

/**
 * Of the pieces that were charged or handed out, whichever are more, each gives its money back once. What was handed out
 * is mostly what was charged; nothing ties one piece to one line.
 */
const isTooMuch = ({ invoiced, sold, given, credited, refunded }: DepositMoney, more: Decimal): boolean => {
  const charged = decimal(invoiced).plus(sold)
  const most = charged.gt(given) ? charged : decimal(given)
  return decimal(credited).plus(refunded).plus(more).gt(most)
}

async function exceeding(ctx: WriteContext, partnerId: string, wanted: Wanted): Promise<string[]> {
  const money = await listDepositMoney(ctx.tx, ctx.account.book.id, { partnerId, depositIds: [...wanted.keys()] })
  return money.flatMap(row => (isTooMuch(row, wanted.get(row.deposit_id)!) ? [row.deposit_id] : []))
}

const blockerOf = ({ number, ...record }: StandingDocument) => ({ ...record, ...(number !== null && { number }) })

/** Asked before money is paid for pieces, or they are taken off a bill. */
export async function refuseCredited(
  ctx: WriteContext,
  partnerId: string,
  lines: readonly { deposit_id: string; pieces: string }[],
): Promise<void> {
  const wanted = new Map(lines.map(({ deposit_id, pieces }) => [deposit_id, decimal(pieces)]))
  const depositIds = await exceeding(ctx, partnerId, wanted)
  if (depositIds.length === 0) return
  const credits = await listCreditsOfDeposits(ctx.tx, ctx.account.book.id, { partnerId, depositIds })
  throw problem('conflict', {
    detail: 'The deposit of these pieces was credited on an invoice: return them without a refund.',
    blockers: credits.map(blockerOf),
  })
}

/** Asked before pieces are credited. */
async function refuseRefunded(ctx: WriteContext, partnerId: string, wanted: Wanted): Promise<void> {
  const depositIds = await exceeding(ctx, partnerId, wanted)
  if (depositIds.length === 0) return
  const refunds = await listRefundsOfDeposits(ctx.tx, ctx.account.book.id, { partnerId, depositIds })
  throw problem('conflict', {
    detail: 'The deposit of these pieces was paid back already: credit fewer pieces, or none.',
    blockers: refunds.map(blockerOf),
  })
}

export const creditsOfDeposits: DepositCredits = { refuse: refuseRefunded }
