/** Cancel: the empties go out again, the pieces are owed again, the money comes back. */
import type { WriteContext } from '../../../../kernel/context.ts'
import { documentActions } from '../../../../kernel/document-actions.ts'
import type { Transition } from '../../../../kernel/transitions.ts'
import { takeBackPaidAtOnce } from '../../../finance/index.ts'
import { cancelPart, changedLevels, emitLevels, goodsReceipts, requireUnlocked } from '../../../stock/index.ts'
import { reverseMovements } from '../movements/actions.ts'
import { requireRights } from './actions.ts'
import { balancesOf, returns } from './document.ts'
import type { ReturnEffects } from './effects.ts'
import type { ReturnStatus } from './schema.ts'
import type { PackagingReturn } from './store.ts'

async function cancel(
  ctx: WriteContext,
  row: PackagingReturn,
): Promise<Transition<PackagingReturn, ReturnStatus, never, ReturnEffects>> {
  const isPaid = row.refund_method !== null
  requireRights(ctx, { isPaid, isAtDesk: row.cash_desk_id !== null })
  await requireUnlocked(ctx, row, { documentIds: [row.goods_receipt_id] })
  const receipt = await goodsReceipts.table.find(ctx.tx, ctx.account.book.id, row.goods_receipt_id)
  const { levels } = await cancelPart(ctx, receipt!)
  await reverseMovements(ctx, row.id, { date: ctx.today })
  emitLevels(ctx, levels)
  if (isPaid) await takeBackPaidAtOnce(ctx, row.id)
  const balances = await balancesOf(ctx, row)
  return { effects: () => ({ ...changedLevels(ctx, levels), balances }) }
}

export const returnActions = documentActions(returns, { cancel })
