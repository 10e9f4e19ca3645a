/** What confirming a stock document and taking it back comes to, as actions of their own and as parts of others. */

import { refuseBeyond } from '../../../contract/amounts.ts'
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { breakSeal, findParties, saveSeal, sealOf } from '../../../kernel/seal.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import type { PostingEffects } from '../levels/effects.ts'
import type { LevelRow } from '../levels/store.ts'
import { writePosting } from '../posting/actions.ts'
import type { IssuePlan } from '../posting/issues.ts'
import type { MovedLine, Movement, Posting } from '../posting/moves.ts'
import { planReceipt, type Waiting } from '../posting/receipts.ts'
import { takeBackIssue, takeBackReceipt } from '../posting/returns.ts'
import { noteMovedStock, type ProductionPlan, planProduction, takeBackProduction } from '../production.ts'
import { stockContent } from '../seals.ts'
import { costOf } from './actions.ts'
import type { StockStatus } from './schema.ts'
import { copyItems, findNames, listStockLines, type StockDocument, type StockLineRow } from './store.ts'
import { postedQuantity, shortageView } from './view.ts'

export type StockTransition = Transition<StockDocument, StockStatus, StockLineRow, PostingEffects>

/** A transition with the levels it changes; they are there once it is saved. */
export interface MovingTransition extends StockTransition {
  levels: LevelRow[]
}

export const movementOf = (document: StockDocument): Movement => ({
  id: document.id,
  warehouseId: document.warehouse_id,
  day: document.date,
  orderId: document.order_id,
})

export const movedLineOf = (line: StockLineRow): MovedLine => ({
  id: line.id,
  lineOrder: line.line_order,
  itemId: line.item_id,
  unit: unitOf(line),
  quantity: postedQuantity(line),
  lotId: line.lot_id,
  lotNumber: line.lot_number,
  expiryDate: line.expiry_date,
  unitPrice: line.unit_price,
  givenValue: line.given_value,
})

/** The document and its seal are written in the statement that moves the stock; then what it means for a batch. */
export function post(
  ctx: WriteContext,
  posting: Posting,
  { lines, parties, made }: { lines: StockLineRow[]; parties: string | null; made: ProductionPlan | undefined },
): MovingTransition {
  const valued = lines.map(line => {
    const value = posting.values.get(line.id)
    return { ...line, value: value ? plain(value) : null }
  })
  const levels: LevelRow[] = []
  return {
    changes: { posted_at: ctx.now, total_cost: plain(posting.totalCost) },
    lines: valued,
    levels,
    async save(row) {
      const seal = sealOf(stockContent, row, { lines: valued, parties })
      levels.push(...writePosting(ctx, posting, { row, seal }))
      if (!made) return row
      await made.posted(row)
      await noteMovedStock(ctx, lines)
      return row
    },
  }
}

export async function postReceipt(
  ctx: WriteContext,
  receipt: StockDocument,
  { lines, values, stock }: ReceivedLines & { stock: Waiting },
): Promise<MovingTransition> {
  const made = values ? undefined : await planProduction(ctx, receipt, lines)
  const posting = planReceipt(movementOf(receipt), {
    lines: lines.map(line => withValue(movedLineOf(line), (values ?? made!.values).get(line.id))),
    additionalCost: decimal(receipt.additional_cost),
    stock,
  })
  // A draft was refused by what it knew; a batch may give more.
  refuseBeyond(posting.totalCost)
  return post(ctx, posting, { lines, parties: null, made })
}

export interface ReceivedLines {
  lines: StockLineRow[]
  /** By line: what a batch is charged with by the caller, and the lines are worth. Without it the batch is asked. */
  values?: ReadonlyMap<string, Decimal>
}

const withValue = (line: MovedLine, value: Decimal | undefined): MovedLine =>
  value ? { ...line, givenValue: plain(value) } : line

/** Too little there on that day: `conflict`. Enough there, but held for other orders: `reserved_by_other`. */
export function refuseShortages({ shortages, held }: IssuePlan, lines: StockLineRow[]): void {
  if (shortages.length > 0) {
    throw problem('conflict', {
      ...because('short_on_date'),
      blockers: shortages.map(shortage => shortageView(shortage, lines)),
    })
  }
  if (held.length > 0) {
    const short = held.map(({ lineId, available }) => `line ${lineId}: ${plain(available)} free`)
    throw problem('reserved_by_other', { detail: `Held for other orders; ${short.join(', ')}.` })
  }
}

/** The posting goes. A draft shows what it would be worth and others as they are now; a cancelled document keeps them. */
export async function unpost(
  ctx: WriteContext,
  document: StockDocument,
  to: 'cancelled' | 'draft',
): Promise<MovingTransition> {
  const bookId = ctx.account.book.id
  const lines = await listStockLines(ctx.tx, bookId, document.id)
  const levels = await takeBack(ctx, document, lines)
  await takeBackProduction(ctx, document)
  await noteMovedStock(ctx, lines)
  const names = to === 'draft' ? await findNames(ctx.tx, bookId, document.id) : {}
  const changes = { ...names, posted_at: null, total_cost: costOf(document, lines) }
  const reopened = { ...document, ...changes }
  return {
    changes,
    lines: to === 'draft' ? await unseal(ctx, reopened) : await sealAgain(ctx, reopened, lines),
    levels,
  }
}

async function takeBack(ctx: WriteContext, document: StockDocument, lines: StockLineRow[]): Promise<LevelRow[]> {
  const ids = lines.map(({ id }) => id)
  if (document.movement_type === 'issue') return takeBackIssue(ctx, movementOf(document), ids)
  const levels = await takeBackReceipt(ctx, movementOf(document), ids)
  if (!levels) throw problem('receipt_has_allocations')
  return levels
}

async function unseal(ctx: WriteContext, { id }: StockDocument): Promise<StockLineRow[]> {
  const bookId = ctx.account.book.id
  breakSeal(ctx.tx, bookId, id)
  await copyItems(ctx.tx, { bookId, now: ctx.now }, id)
  return listStockLines(ctx.tx, bookId, id)
}

async function sealAgain(ctx: WriteContext, document: StockDocument, lines: StockLineRow[]): Promise<StockLineRow[]> {
  const bookId = ctx.account.book.id
  const unposted = lines.map(line => ({ ...line, value: null }))
  const parties = await findParties(ctx.tx, bookId, document.id)
  saveSeal(ctx.tx, { bookId, now: ctx.now }, sealOf(stockContent, document, { lines: unposted, parties }))
  return unposted
}
