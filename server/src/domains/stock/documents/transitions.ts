/** Confirm, cancel, revert_to_draft: what guards them, what they move, what they say. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain, zero } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { stockCategoryOf } from '../../core/items/rules.ts'
import type { LevelRow } from '../levels/store.ts'
import { levelView } from '../levels/view.ts'
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
import { findLocks } from '../posting/store.ts'
import { refuseInvoiced } from '../sales/actions.ts'
import { findWarehouse, type WarehouseRow } from '../warehouses/store.ts'
import { costOf, insertDocument, newDocument, tellOrder, touch } from './actions.ts'
import {
  findLabels,
  findReceiptOfTransfer,
  type LineColumns,
  type LineRow,
  listLines,
  type StockDocument,
  unitOfLine,
} from './store.ts'
import { listedView, objectOf, postedQuantity } from './view.ts'

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
  await refuseLocked(ctx, document)
  if (document.warehouse_type === 'system' && document.source_issue_id === null) throw problem('system_warehouse')
  return document.movement_type === 'receipt'
    ? confirmReceipt(ctx, document, lines)
    : confirmIssue(ctx, document, lines)
}

/** Nothing moves in a warehouse that is counted, nor in a month whose excise report is filed. */
export async function refuseLocked(
  ctx: WriteContext,
  document: Pick<StockDocument, 'warehouse_id' | 'date'>,
): Promise<void> {
  const at = { bookId: ctx.account.book.id, warehouseId: document.warehouse_id, day: document.date }
  const { is_counted, is_filed } = await findLocks(ctx.tx, at)
  if (is_counted) throw problem('inventory_locked')
  if (is_filed) throw problem('excise_reported')
}

export async function confirmReceipt(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
): Promise<Transition> {
  const posted = await postReceipt(ctx, movementOf(document), lines.map(movedLine), decimal(document.additional_cost))
  const after = await closed(ctx, document, posted.totalCost)
  emitLevels(ctx, posted.levels)
  return transition(ctx, after, withValues(lines, posted), [], posted.levels)
}

async function confirmIssue(ctx: WriteContext, document: StockDocument, lines: LineRow[]): Promise<Transition> {
  const plan = await planIssue(ctx, movementOf(document), lines.map(movedLine))
  const target = await refuseTransfer(ctx, document, lines, plan)
  refuseShortages(plan, lines)
  const posted = await postIssue(ctx, plan)
  const after = await closed(ctx, document, posted.totalCost)
  const isMoved = plan.allocations.length > 0
  const receipt = target && isMoved ? await draftReceipt(ctx, after, target, { plan, lines }) : undefined
  emitLevels(ctx, posted.levels)
  const done = transition(ctx, after, withValues(lines, posted), plan.allocations, posted.levels)
  return receipt ? { ...done, created: { object: 'goods_receipt', id: receipt.id } } : done
}

/** For a count: what it found missing is gone, whoever had reserved it. */
export async function confirmShortage(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  refuse: (shortages: Shortage[]) => void,
): Promise<LevelRow[]> {
  const plan = await planIssue(ctx, movementOf(document), lines.map(movedLine))
  refuse(plan.shortages)
  const posted = await postIssue(ctx, plan)
  await closed(ctx, document, posted.totalCost)
  return posted.levels
}

/** For a repack: the issue first; its cost goes to the outputs. */
export async function confirmQuietly(ctx: WriteContext, document: StockDocument, lines: LineRow[]): Promise<Posted> {
  const movement = movementOf(document)
  if (document.movement_type === 'receipt') {
    const posted = await postReceipt(ctx, movement, lines.map(movedLine), zero)
    await closed(ctx, document, posted.totalCost)
    return posted
  }
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

const withValues = (lines: LineRow[], { values }: Posted): LineRow[] =>
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

const shortageView = ({ lineId, itemId, requested, available }: Shortage, lines: LineRow[]) => ({
  line_id: lineId,
  item_id: itemId,
  requested: plain(requested),
  available: plain(available),
  unit: unitOfLine(lines.find(({ id }) => id === lineId)!),
})

/** Every reason a transfer cannot be, at once. Undefined when the issue is no transfer. */
async function refuseTransfer(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  { shortages, held }: IssuePlan,
): Promise<WarehouseRow | undefined> {
  if (document.target_warehouse_id === null) return undefined
  const target = (await findWarehouse(ctx.tx, ctx.account.book.id, document.target_warehouse_id))!
  const locks = await findLocks(ctx.tx, {
    bookId: ctx.account.book.id,
    warehouseId: target.id,
    day: document.date,
  })
  const short = new Map([...held, ...shortages].map(shortage => [shortage.lineId, shortage]))
  const blockers = [
    ...(target.id === document.warehouse_id ? [{ code: 'same_warehouse' as const }] : []),
    ...(target.is_active ? [] : [{ code: 'target_inactive' as const }]),
    ...(target.type === 'system' ? [{ code: 'target_system' as const }] : []),
    ...(locks.is_counted ? [{ code: 'target_inventory_running' as const }] : []),
    ...lines
      .filter(line => decimal(postedQuantity(line)).gt(0))
      .filter(line => target.categories !== null && !target.categories.includes(stockCategoryOf(line.item_type)))
      .map(line => ({ code: 'category_not_allowed' as const, line_id: line.id, item_id: line.item_id })),
    ...[...short.values()].map(shortage => ({
      code: 'insufficient_stock' as const,
      ...shortageView(shortage, lines),
    })),
  ]
  if (blockers.length > 0) throw problem('transfer_blocked', { blockers })
  return target
}

/** R7: one line for each layer that was taken from, with its exact value, label and expiry. */
async function draftReceipt(
  ctx: WriteContext,
  issue: StockDocument,
  target: WarehouseRow,
  { plan, lines }: { plan: IssuePlan; lines: LineRow[] },
): Promise<StockDocument> {
  const receipt = await newDocument(
    ctx,
    'receipt',
    {
      body: {
        warehouse_id: target.id,
        movement_purpose: 'transfer',
        date: issue.date,
        partner_id: issue.partner_id,
        notes: issue.notes,
      },
      warehouse: target,
      partnerName: issue.partner_name,
    },
    { source_issue_id: issue.id },
  )
  const labels = new Map(
    (
      await findLabels(
        ctx.tx,
        ctx.account.book.id,
        plan.layers.map(({ id }) => id),
      )
    ).map(lot => [lot.id, lot]),
  )
  const order = new Map(lines.map(({ id, line_order }) => [id, line_order]))
  const received = plan.allocations
    .toSorted((one, other) => order.get(one.lineId)! - order.get(other.lineId)!)
    .map((allocation, place): LineColumns => {
      const line = lines.find(({ id }) => id === allocation.lineId)!
      const label = labels.get(allocation.lotId)!
      return {
        id: newId(),
        document_id: receipt.id,
        line_order: place + 1,
        item_id: line.item_id,
        quantity: plain(allocation.quantity),
        issued_quantity: null,
        unit_price: plain(unitPriceOf(allocation.value, allocation.quantity)),
        given_value: plain(allocation.value),
        value: null,
        lot_id: null,
        lot_number: label.lot_number,
        expiry_date: label.expiry_date,
        source_lot_id: allocation.lotId,
        order_line_id: null,
        notes: null,
      }
    })
  await insertDocument(ctx, receipt, received)
  return receipt
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
  const unposted = lines.map(line => ({ ...line, value: null }))
  return transition(ctx, after, unposted, [], levels)
}

/** The posting goes; the document is the caller's. */
export async function unpost(ctx: WriteContext, document: StockDocument, lines: LineRow[]): Promise<LevelRow[]> {
  const ids = lines.map(({ id }) => id)
  if (document.movement_type === 'issue') return takeBackIssue(ctx, movementOf(document), ids)
  const levels = await takeBackReceipt(ctx, movementOf(document), ids)
  if (!levels) throw problem('receipt_has_allocations')
  return levels
}

/** A draft shows again what it would be worth. */
export async function reopen(
  ctx: WriteContext,
  document: StockDocument,
  lines: LineRow[],
  to: 'cancelled' | 'draft',
): Promise<StockDocument> {
  const after = await touch(ctx, { ...document, status: to, posted_at: null, total_cost: costOf(document, lines) })
  await tellOrder(ctx, after)
  const name = to === 'draft' ? 'reverted_to_draft' : 'cancelled'
  ctx.emit(`${objectOf(after)}.${name}`, listedView(after, ctx.account.book.isLive))
  return after
}

/** Goods that arrived must be sent back first. */
async function openReceipt(ctx: WriteContext, issue: StockDocument): Promise<StockDocument | undefined> {
  const receipt = await findReceiptOfTransfer(ctx.tx, ctx.account.book.id, issue.id)
  if (receipt?.status !== 'confirmed') return receipt
  const { id, status, number } = receipt
  throw problem('conflict', {
    detail: 'The goods have arrived: take the receipt of the transfer back first.',
    blockers: [{ object: 'goods_receipt', id, status, number }],
  })
}

/** The ban on cancelling drafts binds callers, not the service. */
export async function cancelDraft(ctx: WriteContext, document: StockDocument): Promise<void> {
  const after = await touch(ctx, { ...document, status: 'cancelled' })
  ctx.emit(`${objectOf(after)}.cancelled`, listedView(after, ctx.account.book.isLive))
}
