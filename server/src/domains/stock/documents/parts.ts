/** Stock documents confirmed and cancelled as parts of repacks, counts, batches: these guard them, and emit the levels. */
import { allowedActions } from '../../../contract/workflow.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { runAction } from '../../../kernel/transitions.ts'
import type { LevelRow } from '../levels/store.ts'
import { findDeliveryParties } from '../parties/store.ts'
import { type IssuePlan, planIssue, postingOfIssue, readStock } from '../posting/issues.ts'
import { readWaiting } from '../posting/receipts.ts'
import type { Allocation } from '../posting/rules.ts'
import { planProduction } from '../production.ts'
import { documentOf } from './document.ts'
import {
  type MovingTransition,
  movedLineOf,
  movementOf,
  post,
  postReceipt,
  type ReceivedLines,
  refuseShortages,
  unpost,
} from './posting.ts'
import type { StockDocument, StockLineRow } from './store.ts'

export interface MovedPart {
  row: StockDocument
  levels: LevelRow[]
  /** What an issue took from which layer. */
  allocations?: Allocation[]
}

const runPart = async (
  ctx: WriteContext,
  { key, row }: { key: 'confirm' | 'cancel'; row: StockDocument },
  { levels, ...transition }: MovingTransition,
): Promise<MovedPart> => {
  const code = { confirm: async () => transition, cancel: async () => transition }
  const document = documentOf(row)
  // What belongs to others is closed to callers, not to them.
  const openActions = ({ status }: StockDocument) => allowedActions(document.workflow, status)
  const acted = await runAction(ctx, { document: { ...document, openActions }, code, key, row, body: {} })
  return { row: acted.row, levels }
}

export async function confirmReceiptPart(
  ctx: WriteContext,
  row: StockDocument,
  received: ReceivedLines,
): Promise<MovedPart> {
  const stock = await readWaiting(ctx, movementOf(row))
  return runPart(ctx, { key: 'confirm', row }, await postReceipt(ctx, row, { ...received, stock }))
}

export async function confirmIssuePart(
  ctx: WriteContext,
  row: StockDocument,
  { lines, refuse = refuseShortages }: { lines: StockLineRow[]; refuse?(plan: IssuePlan, lines: StockLineRow[]): void },
): Promise<MovedPart> {
  const movement = movementOf(row)
  const [parties, stock] = await Promise.all([
    findDeliveryParties(ctx.tx, ctx.account, { document: row, actor: ctx.actor }),
    readStock(ctx, movement),
  ])
  const made = await planProduction(ctx, row, lines)
  const plan = await planIssue(ctx, movement, { lines: lines.map(movedLineOf), stock })
  refuse(plan, lines)
  const posted = post(ctx, postingOfIssue(plan), { lines, parties: JSON.stringify(parties), made })
  return { ...(await runPart(ctx, { key: 'confirm', row }, posted)), allocations: plan.allocations }
}

export const cancelPart = async (ctx: WriteContext, row: StockDocument): Promise<MovedPart> =>
  runPart(ctx, { key: 'cancel', row }, await unpost(ctx, row, 'cancelled'))
