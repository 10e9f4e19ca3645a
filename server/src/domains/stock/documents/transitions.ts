/** Confirm, cancel, revert_to_draft: what guards them and what follows. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import { sql } from '../../../db/sql.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { emitLevels } from '../levels/actions.ts'
import { allocationViews, changedLevels, type PostingEffects } from '../levels/effects.ts'
import type { LevelRow } from '../levels/store.ts'
import { lockKeyOf, refuseLocks } from '../locks/actions.ts'
import { findLocks, type Locks } from '../locks/store.ts'
import { type DeliveryRows, deliveryColumns, deliveryPartiesOf } from '../parties/store.ts'
import { planIssue, postingOfIssue, readStock } from '../posting/issues.ts'
import { readWaiting } from '../posting/receipts.ts'
import type { Allocation } from '../posting/rules.ts'
import { planProduction } from '../production.ts'
import {
  type DispatchedPackaging,
  hasPackagingColumn,
  type MovedPackaging,
  noteDispatch,
  noteReturn,
  packagingColumn,
  takeBackPackaging,
} from '../returnables.ts'
import { refuseInvoiced } from '../sales/actions.ts'
import { touchOrderOf } from './actions.ts'
import { cancelDraft, goodsReceipts, stockIssues } from './document.ts'
import {
  type MovingTransition,
  movedLineOf,
  movementOf,
  post,
  postReceipt,
  refuseShortages,
  type StockTransition,
  unpost,
} from './posting.ts'
import { listStockLines, type StockDocument, type StockLineRow } from './store.ts'
import { draftReceipt, refuseTransfer, requireUnreceived } from './transfers.ts'

async function confirm(ctx: WriteContext, document: StockDocument): Promise<StockTransition> {
  if (document.repack_id !== null) {
    throw problem('conflict', because('part_of_repack'))
  }
  return document.movement_type === 'receipt' ? confirmReceipt(ctx, document) : confirmIssue(ctx, document)
}

const linesOf = ({ id }: StockDocument) => ({ documentIds: [id] })

/** What a confirmation reads is asked for at once, and judged in its order. */
async function confirmReceipt(ctx: WriteContext, receipt: StockDocument): Promise<StockTransition> {
  const [lines, locks, stock] = await Promise.all([
    listStockLines(ctx.tx, ctx.account.book.id, receipt.id),
    findLocks(ctx.tx, lockKeyOf(ctx, receipt, linesOf(receipt))),
    ctx.inOrder(() => readWaiting(ctx, movementOf(receipt))),
  ])
  refuseConfirmation(receipt, lines, locks)
  return finish(ctx, await postReceipt(ctx, receipt, { lines, stock }), {
    afterwards: after => noteReturn(ctx, after, lines),
  })
}

function refuseConfirmation(document: StockDocument, lines: StockLineRow[], locks: Locks): void {
  if (lines.length === 0) throw problem('no_lines')
  refuseLocks(locks)
  requireOwnWarehouse(document)
}

/** What comes to a warehouse of the service comes by a transfer alone. */
function requireOwnWarehouse({ warehouse_type, source_issue_id }: StockDocument): void {
  if (warehouse_type === 'system' && source_issue_id === null) throw problem('system_warehouse')
}

async function confirmIssue(ctx: WriteContext, issue: StockDocument): Promise<StockTransition> {
  const movement = movementOf(issue)
  const [lines, locks, stock] = await Promise.all([
    listStockLines(ctx.tx, ctx.account.book.id, issue.id),
    // Only an issue has a paper that names others.
    findLocks<DeliveryRows & DispatchedPackaging>(
      ctx.tx,
      lockKeyOf(ctx, issue, linesOf(issue)),
      sql`${deliveryColumns(ctx.account, issue, ctx.actor)}, ${packagingColumn(issue, ctx.account.book.id)}`,
    ),
    ctx.inOrder(() => readStock(ctx, movement)),
  ])
  refuseConfirmation(issue, lines, locks)
  const parties = deliveryPartiesOf(ctx.account, locks)
  const made = await planProduction(ctx, issue, lines)
  const plan = await planIssue(ctx, movement, { lines: lines.map(movedLineOf), stock })
  const target = await refuseTransfer(ctx, issue, { plan, lines })
  refuseShortages(plan, lines)
  const { allocations } = plan
  const posted = post(ctx, postingOfIssue(plan), { lines, parties: JSON.stringify(parties), made })
  return finish(ctx, posted, {
    allocations,
    async afterwards(after) {
      if (target && allocations.length > 0) await draftReceipt(ctx, after, { target, plan, lines })
      await noteDispatch(ctx, after, locks.packaging)
    },
  })
}

interface Following {
  allocations?: Allocation[]
  afterwards?: (after: StockDocument) => Promise<unknown>
}

/** The order of the issue, what else follows, and the levels last. */
const finish = (
  ctx: WriteContext,
  { levels, ...transition }: MovingTransition,
  { allocations = [], afterwards }: Following = {},
): StockTransition => ({
  ...transition,
  effects: () => effectsOf(ctx, allocations, levels),
  async afterwards(after) {
    touchOrderOf(ctx, after)
    await afterwards?.(after)
    emitLevels(ctx, levels)
  },
})

const effectsOf = (ctx: WriteContext, allocations: Allocation[], levels: LevelRow[]): PostingEffects => ({
  allocations: allocationViews(allocations),
  ...changedLevels(ctx, levels),
})

const takeBackTo =
  (to: 'cancelled' | 'draft') =>
  async (ctx: WriteContext, document: StockDocument): Promise<StockTransition> => {
    if (document.repack_id !== null) throw problem('repack_pair_cancel_required')
    const locks = await findLocks<MovedPackaging>(
      ctx.tx,
      lockKeyOf(ctx, document, linesOf(document)),
      hasPackagingColumn(document, ctx.account.book.id),
    )
    refuseLocks(locks)
    await refuseInvoiced(ctx, document)
    const receipt = document.target_warehouse_id ? await requireUnreceived(ctx, document) : undefined
    return finish(ctx, await unpost(ctx, document, to), {
      async afterwards(after) {
        if (locks.has_packaging) await takeBackPackaging(ctx, after)
        if (receipt) await cancelDraft(ctx, receipt)
      },
    })
  }

const code = { confirm, cancel: takeBackTo('cancelled'), revert_to_draft: takeBackTo('draft') }

/** Its lines, the parties and the locks are what no confirmation of another document changes. */
const sharing = { confirm: 'in_order' } as const

export const receiptActions = documentActions(goodsReceipts, code, { sharing })
export const issueActions = documentActions(stockIssues, code, { sharing })
