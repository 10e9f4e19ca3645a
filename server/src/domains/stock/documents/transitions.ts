/** Confirm, cancel, revert_to_draft: what guards them, what they move, what they say. */
import { problem } from '../../../contract/problems.ts'
import type { Sql } from '../../../db/sql.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { breakSeal, findParties, saveSeal, sealOf } from '../../../kernel/seal.ts'
import { type Decimal, decimal, plain, zero } from '../../../lib/decimal.ts'
import type { LevelRow } from '../levels/store.ts'
import { levelView } from '../levels/view.ts'
import { type DeliveryRows, deliveryColumns, deliveryPartiesOf, findDeliveryParties } from '../parties/store.ts'
import {
  type IssuePlan,
  type MovedLine,
  type Movement,
  type Posted,
  planIssue,
  postIssue,
  postReceipt,
  takeBackIssue,
  takeBackReceipt,
} from '../posting/actions.ts'
import { type Allocation, type Shortage, unitPriceOf } from '../posting/rules.ts'
import { findLocks, type Locks } from '../posting/store.ts'
import { refuseInvoiced } from '../sales/actions.ts'
import { stockContent } from '../seals.ts'
import { costOf, tellOrder, touch } from './actions.ts'
import { copyItems, findNames, type LineRow, listLines, type StockDocument, unitOfLine } from './store.ts'
import { draftReceipt, openReceipt, refuseTransfer } from './transfers.ts'
import { listedView, objectOf, postedQuantity, shortageView } from './view.ts'

/** What a transition did, for the answer and for a dry run. */
export interface Transition {
  document: StockDocument
  lines: LineRow[]
  effects: { allocations: object[]; levels: object[] }
  /** The draft receipt of a transfer. */
  created?: { object: string; id: string }
}

const movementOf = (document: StockDocument): Movement => ({
  id: document.id,
  warehouseId: document.warehouse_id,
  day: document.date,
  orderId: document.order_id,
})

/** A movement that keeps what its document says. */
const sealedMovement = (document: StockDocument, lines: LineRow[], parties: string | null): Movement => ({
  ...movementOf(document),
  sealed: (totalCost, values) =>
    sealOf(stockContent, { ...document, total_cost: totalCost }, withValues(lines, values), parties),
})

export const movedLine = (line: LineRow): MovedLine => ({
  id: line.id,
  lineOrder: line.line_order,
  itemId: line.item_id,
  unit: unitOfLine(line),
  quantity: postedQuantity(line),
  lotId: line.lot_id,
  lotNumber: line.lot_number,
  expiryDate: line.expiry_date,
  unitPrice: line.unit_price,
  givenValue: line.given_value,
})

export async function confirm(ctx: WriteContext, document: StockDocument): Promise<Transition> {
  if (document.repack_id !== null) {
    throw problem('conflict', { detail: 'The document is one half of a repack: confirm the repack.' })
  }
  const lines = await listLines(ctx.tx, ctx.account.book.id, document.id)
  if (lines.length === 0) throw problem('no_lines')
  const locks = await findLocks(ctx.tx, lockedBy(ctx, document), partiesColumns(ctx, document))
  refuseLocks(locks)
  if (document.warehouse_type === 'system' && document.source_issue_id === null) throw problem('system_warehouse')
  return document.movement_type === 'receipt'
    ? confirmReceipt(ctx, document, lines)
    : confirmIssue(ctx, document, lines, partiesText(ctx, locks))
}

/** Only an issue has a paper that names others. */
const partiesColumns = (ctx: WriteContext, document: StockDocument): Sql | undefined =>
  document.movement_type === 'issue' ? deliveryColumns(ctx.account, document, ctx.actor) : undefined

const partiesText = (ctx: WriteContext, rows: object): string =>
  JSON.stringify(deliveryPartiesOf(ctx.account, rows as DeliveryRows))

/** The parties of an issue that is confirmed as a part of something larger. */
const partiesOfIssue = async (ctx: WriteContext, document: StockDocument): Promise<string> =>
  JSON.stringify(await findDeliveryParties(ctx.tx, ctx.account, document, ctx.actor))

/** Nothing moves in a warehouse that is counted, nor in a month whose excise report is filed. */
export async function refuseLocked(
  ctx: WriteContext,
  document: Pick<StockDocument, 'warehouse_id' | 'date'>,
): Promise<void> {
  refuseLocks(await findLocks(ctx.tx, lockedBy(ctx, document)))
}

const lockedBy = (ctx: WriteContext, document: Pick<StockDocument, 'warehouse_id' | 'date'>) => ({
  bookId: ctx.account.book.id,
  warehouseId: document.warehouse_id,
  day: document.date,
})

function refuseLocks({ is_counted, is_filed }: Locks): void {
  if (is_counted) throw problem('inventory_locked')
  if (is_filed) throw problem('excise_reported')
}

export async function confirmReceipt(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
): Promise<Transition> {
  const movement = sealedMovement(document, lines, null)
  const posted = await postReceipt(ctx, movement, lines.map(movedLine), decimal(document.additional_cost))
  const after = await closed(ctx, document, posted.totalCost)
  emitLevels(ctx, posted.levels)
  return transition(ctx, after, withValues(lines, posted.values), [], posted.levels)
}

async function confirmIssue(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  parties: string,
): Promise<Transition> {
  const plan = await planIssue(ctx, sealedMovement(document, lines, parties), lines.map(movedLine))
  const target = await refuseTransfer(ctx, document, lines, plan)
  refuseShortages(plan, lines)
  const posted = await postIssue(ctx, plan)
  const after = await closed(ctx, document, posted.totalCost)
  const isMoved = plan.allocations.length > 0
  const receipt = target && isMoved ? await draftReceipt(ctx, after, target, { plan, lines }) : undefined
  emitLevels(ctx, posted.levels)
  const done = transition(ctx, after, withValues(lines, posted.values), plan.allocations, posted.levels)
  return receipt ? { ...done, created: { object: 'goods_receipt', id: receipt.id } } : done
}

/** For a count: what it found missing is gone, whoever had reserved it. */
export async function confirmShortage(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  refuse: (shortages: Shortage[]) => void,
): Promise<LevelRow[]> {
  const movement = sealedMovement(document, lines, await partiesOfIssue(ctx, document))
  const plan = await planIssue(ctx, movement, lines.map(movedLine))
  refuse(plan.shortages)
  const posted = await postIssue(ctx, plan)
  await closed(ctx, document, posted.totalCost)
  return posted.levels
}

/** For a repack: the issue first; its cost goes to the outputs. */
export async function confirmQuietly(ctx: WriteContext, document: StockDocument, lines: LineRow[]): Promise<Posted> {
  if (document.movement_type === 'receipt') {
    const posted = await postReceipt(ctx, sealedMovement(document, lines, null), lines.map(movedLine), zero)
    await closed(ctx, document, posted.totalCost)
    return posted
  }
  const movement = sealedMovement(document, lines, await partiesOfIssue(ctx, document))
  const plan = await planIssue(ctx, movement, lines.map(movedLine))
  refuseShortages(plan, lines)
  const posted = await postIssue(ctx, plan)
  await closed(ctx, document, posted.totalCost)
  return posted
}

/** The document as its posting left it. */
async function closed(ctx: WriteContext, document: StockDocument, totalCost: Decimal): Promise<StockDocument> {
  const after: StockDocument = {
    ...document,
    status: 'confirmed',
    posted_at: ctx.now,
    total_cost: plain(totalCost),
    version: document.version + 1,
    updated_at: ctx.now,
  }
  await tellOrder(ctx, after)
  ctx.emit(`${objectOf(after)}.confirmed`, listedView(after, ctx.account.book.isLive))
  return after
}

const withValues = (lines: LineRow[], values: Posted['values']): LineRow[] =>
  lines.map(line => {
    const value = values.get(line.id)
    return { ...line, value: value ? plain(value) : null }
  })

/** Once for each item and warehouse of the write, as the level is in the end. */
export function emitLevels(ctx: WriteContext, levels: LevelRow[]): void {
  const last = new Map(levels.map(level => [level.id, level]))
  for (const level of last.values()) ctx.emit('stock_level.changed', levelView(level, ctx.account.book.isLive))
}

function transition(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  allocations: Allocation[],
  levels: LevelRow[],
): Transition {
  return {
    document,
    lines,
    effects: {
      allocations: allocations.map(({ lineId, lotId, quantity, value }) => ({
        line_id: lineId,
        lot_id: lotId,
        quantity: plain(quantity),
        unit_price: plain(unitPriceOf(value, quantity)),
        value: value.toFixed(2),
      })),
      levels: levels.map(level => levelView(level, ctx.account.book.isLive)),
    },
  }
}

/** Too little there on that day: `conflict`. Enough there, but held for other orders: `reserved_by_other`. */
function refuseShortages({ shortages, held }: Pick<IssuePlan, 'shortages' | 'held'>, lines: LineRow[]): void {
  if (shortages.length > 0) {
    throw problem('conflict', {
      detail: 'The warehouse has too little stock on the date of the document.',
      blockers: shortages.map(shortage => shortageView(shortage, lines)),
    })
  }
  if (held.length > 0) {
    const short = held.map(({ lineId, available }) => `line ${lineId}: ${plain(available)} free`)
    throw problem('reserved_by_other', { detail: `Held for other orders; ${short.join(', ')}.` })
  }
}

export const cancel = (ctx: WriteContext, document: StockDocument): Promise<Transition> =>
  takeBack(ctx, document, 'cancelled')

export const revertToDraft = (ctx: WriteContext, document: StockDocument): Promise<Transition> =>
  takeBack(ctx, document, 'draft')

async function takeBack(ctx: WriteContext, document: StockDocument, to: 'cancelled' | 'draft'): Promise<Transition> {
  if (document.repack_id !== null) throw problem('repack_pair_cancel_required')
  await refuseLocked(ctx, document)
  await refuseInvoiced(ctx, document)
  const receipt = document.target_warehouse_id ? await openReceipt(ctx, document) : undefined
  const lines = await listLines(ctx.tx, ctx.account.book.id, document.id)
  const levels = await unpost(ctx, document, lines)
  const after = await reopen(ctx, document, lines, to)
  if (receipt) await cancelDraft(ctx, receipt)
  emitLevels(ctx, levels)
  return transition(ctx, after.document, after.lines, [], levels)
}

/** The posting goes; the document is the caller's. */
export async function unpost(ctx: WriteContext, document: StockDocument, lines: LineRow[]): Promise<LevelRow[]> {
  const ids = lines.map(({ id }) => id)
  if (document.movement_type === 'issue') return takeBackIssue(ctx, movementOf(document), ids)
  const levels = await takeBackReceipt(ctx, movementOf(document), ids)
  if (!levels) throw problem('receipt_has_allocations')
  return levels
}

/** A draft shows again what it would be worth, and others as they are now; what is cancelled keeps what it said. */
export async function reopen(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  to: 'cancelled' | 'draft',
): Promise<{ document: StockDocument; lines: LineRow[] }> {
  const names = to === 'draft' ? await findNames(ctx.tx, ctx.account.book.id, document.id) : {}
  const total_cost = costOf(document, lines)
  const after = await touch(ctx, { ...document, ...names, status: to, posted_at: null, total_cost })
  const shown = to === 'draft' ? await unsealed(ctx, after) : await sealedAgain(ctx, after, lines)
  await tellOrder(ctx, after)
  const name = to === 'draft' ? 'reverted_to_draft' : 'cancelled'
  ctx.emit(`${objectOf(after)}.${name}`, listedView(after, ctx.account.book.isLive))
  return { document: after, lines: shown }
}

async function unsealed(ctx: WriteContext, { id }: StockDocument): Promise<LineRow[]> {
  const bookId = ctx.account.book.id
  await breakSeal(ctx.tx, bookId, id)
  await copyItems(ctx.tx, { bookId, now: ctx.now }, id)
  return listLines(ctx.tx, bookId, id)
}

async function sealedAgain(ctx: WriteContext, document: StockDocument, lines: LineRow[]): Promise<LineRow[]> {
  const bookId = ctx.account.book.id
  const unposted = lines.map(line => ({ ...line, value: null }))
  const parties = await findParties(ctx.tx, bookId, document.id)
  await saveSeal(ctx.tx, { bookId, now: ctx.now }, sealOf(stockContent, document, unposted, parties))
  return unposted
}

/** The ban on cancelling drafts binds callers, not the service. */
export async function cancelDraft(ctx: WriteContext, document: StockDocument): Promise<void> {
  const after = await touch(ctx, { ...document, status: 'cancelled' })
  ctx.emit(`${objectOf(after)}.cancelled`, listedView(after, ctx.account.book.isLive))
}
