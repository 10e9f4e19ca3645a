/** One way each: the deposit of a piece is credited on an invoice or paid back, never both. */
import { Problem, problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, zero } from '../../../lib/decimal.ts'
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
const isTooMuch = (
  { invoiced, sold, given, credited, refunded }: DepositMoney,
  { more = zero, uncharged = zero }: { more?: Decimal; uncharged?: Decimal },
): boolean => {
  const charged = decimal(invoiced).plus(sold).minus(uncharged)
  const most = charged.gt(given) ? charged : decimal(given)
  return decimal(credited).plus(refunded).plus(more).gt(most)
}

/** The deposits of which more would go back than was charged, were so many pieces `more` paid back, or `uncharged`. */
async function exceeding(
  ctx: WriteContext,
  { partnerId, pieces, as }: { partnerId: string; pieces: Wanted; as: 'more' | 'uncharged' },
): Promise<string[]> {
  const money = await listDepositMoney(ctx.tx, ctx.account.book.id, { partnerId, depositIds: [...pieces.keys()] })
  return money.flatMap(row => (isTooMuch(row, { [as]: pieces.get(row.deposit_id)! }) ? [row.deposit_id] : []))
}

const blockerOf = ({ number, ...record }: StandingDocument) => ({ ...record, ...(number !== null && { number }) })

/** A conflict of its own kind: a sale is refused for it, and not for too little stock, which has the same code. */
export class CreditedAlready extends Problem {}

/** Asked before money is paid for pieces, or they are taken off a bill. */
export async function refuseCredited(
  ctx: WriteContext,
  partnerId: string,
  lines: readonly { deposit_id: string; pieces: string }[],
): Promise<void> {
  const wanted = new Map(lines.map(({ deposit_id, pieces }) => [deposit_id, decimal(pieces)]))
  const depositIds = await exceeding(ctx, { partnerId, pieces: wanted, as: 'more' })
  if (depositIds.length === 0) return
  const credits = await listCreditsOfDeposits(ctx.tx, ctx.account.book.id, { partnerId, depositIds })
  throw new CreditedAlready('conflict', {
    detail: 'The deposit of these pieces was credited on an invoice: return them without a refund.',
    members: { blockers: credits.map(blockerOf) },
  })
}

/** Asked before pieces are credited. */
async function refuseRefunded(ctx: WriteContext, partnerId: string, pieces: Wanted): Promise<void> {
  const depositIds = await exceeding(ctx, { partnerId, pieces, as: 'more' })
  if (depositIds.length === 0) return
  const refunds = await listRefundsOfDeposits(ctx.tx, ctx.account.book.id, { partnerId, depositIds })
  throw problem('conflict', {
    ...because('deposit_paid_back'),
    blockers: refunds.map(blockerOf),
  })
}

/** Asked before an invoice that charged pieces is cancelled: what went back must still have been paid. */
async function refuseUncharged(ctx: WriteContext, partnerId: string, pieces: Wanted): Promise<void> {
  const depositIds = await exceeding(ctx, { partnerId, pieces, as: 'uncharged' })
  if (depositIds.length === 0) return
  const of = { partnerId, depositIds }
  const [refunds, credits] = await Promise.all([
    listRefundsOfDeposits(ctx.tx, ctx.account.book.id, of),
    listCreditsOfDeposits(ctx.tx, ctx.account.book.id, of),
  ])
  throw problem('conflict', {
    ...because('deposit_settled'),
    blockers: [...refunds, ...credits].map(blockerOf),
  })
}

export const creditsOfDeposits: DepositCredits = { refuse: refuseRefunded, refuseUncharged }
