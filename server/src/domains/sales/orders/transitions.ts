/** The actions of an order. */

import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { isStocked } from '../../core/index.ts'
import {
  cancelDraft,
  changedLevels,
  emitLevels,
  findWarehouse,
  insertDocument,
  type LevelEffects,
  type LevelRow,
  listDraftsOfOrder,
  newDocument,
  newLine,
  releaseRest,
} from '../../stock/index.ts'
import { createInvoice } from '../invoices/from-order.ts'
import { orders } from './document.ts'
import { holdOrder, releaseOrder } from './holding.ts'
import { keepsStock } from './references.ts'
import type { OrderStatus } from './schema.ts'
import { sealOrder, unsealOrder } from './sealing.ts'
import { type HoldingEffects, maySeeShortages, type Shortage, shortagesOf } from './shortages.ts'
import { listOrderLines, type Order, type OrderLineRow, orderTable } from './store.ts'

type OrderTransition = Transition<Order, OrderStatus, OrderLineRow>

type HoldingTransition = Transition<Order, OrderStatus, OrderLineRow, LevelEffects>

type ConfirmTransition = Transition<Order, OrderStatus, OrderLineRow, HoldingEffects>

/** What the order holds of the stock changes once it is saved. */
function holding(ctx: WriteContext, change: (after: Order) => Promise<LevelRow[]>): HoldingTransition {
  let levels: LevelRow[] = []
  return {
    async afterwards(after) {
      levels = await change(after)
      emitLevels(ctx, levels)
    },
    effects: () => changedLevels(ctx, levels),
  }
}

async function confirmOrder(ctx: WriteContext, order: Order): Promise<ConfirmTransition> {
  const lines = await listOrderLines(ctx.tx, ctx.account.book.id, order.id)
  if (lines.length === 0) throw problem('no_lines')
  let shortages: Shortage[] = []
  const held = holding(ctx, async after => {
    await sealOrder(ctx, after, lines)
    const settled = await holdOrder(ctx, after, { lines })
    shortages = shortagesOf(lines, settled)
    return settled.levels
  })
  return {
    ...held,
    lines,
    effects: () => ({ ...held.effects!(), shortages }),
    members: () => (maySeeShortages(ctx) ? { shortages } : {}),
  }
}

async function shipOrder(ctx: WriteContext, order: Order): Promise<OrderTransition> {
  if (order.has_draft_issue) {
    const drafts = await listDraftsOfOrder(ctx.tx, ctx.account.book.id, order.id)
    throw problem('conflict', {
      ...because('issue_not_confirmed'),
      blockers: drafts.map(({ id }) => ({ object: 'stock_issue', id, status: 'draft' })),
    })
  }
  return { changes: { shipped_date: ctx.today } }
}

/**
 * Once goods were issued, what is delivered is all there is: the rest is no longer held. Goods that still have to be issued
 * stay held.
 */
function deliverOrder(ctx: WriteContext, order: Order): HoldingTransition {
  const isIssued = order.has_confirmed_issue && !order.has_draft_issue
  return {
    changes: { delivered_date: ctx.today },
    ...holding(ctx, async () => (isIssued ? releaseRest(ctx, order.id) : [])),
  }
}

/** Draft issues of the order go with it. */
async function cancelOrder(ctx: WriteContext, order: Order): Promise<HoldingTransition> {
  const drafts = await listDraftsOfOrder(ctx.tx, ctx.account.book.id, order.id)
  for (const draft of drafts) await cancelDraft(ctx, draft)
  return {
    ...(drafts.length > 0 && { changes: { stock_issue_status: 'cancelled', has_draft_issue: false } }),
    ...holding(ctx, after => releaseOrder(ctx, after)),
  }
}

const revertOrder = async (ctx: WriteContext, order: Order): Promise<HoldingTransition> => ({
  changes: await unsealOrder(ctx, order),
  ...holding(ctx, after => releaseOrder(ctx, after)),
})

/** Everything of the order that lies in stock, from its warehouse. The issue makes the next version of the order. */
async function createStockIssue(ctx: WriteContext, order: Order): Promise<OrderTransition> {
  const bookId = ctx.account.book.id
  if (!keepsStock(ctx)) throw problem('module_not_enabled')
  if (order.warehouse_id === null) throw problem('warehouse_required')
  const [lines, warehouse] = await Promise.all([
    listOrderLines(ctx.tx, bookId, order.id),
    findWarehouse(ctx.tx, bookId, order.warehouse_id),
  ])
  const stocked = lines.filter(line => isStocked(line.item_type))
  if (stocked.length === 0) throw problem('no_lines', { detail: 'No line of the order is a stock item.' })
  const body = { warehouse_id: warehouse!.id, partner_id: order.partner_id, order_id: order.id }
  const issue = await newDocument(ctx, 'issue', { body, warehouse: warehouse!, partnerName: order.partner_name })
  await insertDocument(
    ctx,
    issue,
    stocked.map((line, index) => ({
      ...newLine(issue.id, index + 1, { item_id: line.item_id, quantity: line.quantity }),
      order_line_id: line.id,
    })),
  )
  const save = () => orderTable.get(ctx.tx, bookId, order.id)
  return { save, lines, created: { object: 'stock_issue', id: issue.id } }
}

export const orderActions = documentActions(orders, {
  confirm: confirmOrder,
  start_preparation: async () => ({}),
  ship: shipOrder,
  deliver: async (ctx, order) => deliverOrder(ctx, order),
  create_stock_issue: createStockIssue,
  create_invoice: createInvoice,
  cancel: cancelOrder,
  revert_to_draft: revertOrder,
})
