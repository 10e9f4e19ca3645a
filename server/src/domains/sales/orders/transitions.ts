/** The actions of an order. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { isStocked } from '../../core/items/rules.ts'
import { insertDocument, newDocument, newLine } from '../../stock/documents/actions.ts'
import { findDocument } from '../../stock/documents/store.ts'
import { cancelDraft, emitLevels } from '../../stock/documents/transitions.ts'
import { findWarehouse } from '../../stock/warehouses/store.ts'
import { touch } from './actions.ts'
import { holdOrder, releaseOrder } from './holding.ts'
import type { OrderStatus } from './schema.ts'
import { sealOrder, unsealOrder } from './sealing.ts'
import { findOrder, listDraftIssues, listOrderLines, type Order } from './store.ts'
import { listedView } from './view.ts'

async function moveTo(
  ctx: WriteContext,
  order: Order,
  status: OrderStatus,
  event?: 'confirmed' | 'shipped' | 'delivered' | 'cancelled',
  dates: Partial<Pick<Order, 'shipped_date' | 'delivered_date'>> = {},
): Promise<Order> {
  const after = await touch(ctx, { ...order, ...dates, status })
  if (event) ctx.emit(`order.${event}`, listedView(after, ctx.account.book.isLive))
  return after
}

export async function confirmOrder(ctx: WriteContext, order: Order): Promise<Order> {
  const lines = await listOrderLines(ctx.tx, ctx.account.book.id, order.id)
  if (lines.length === 0) throw problem('no_lines')
  const after = await moveTo(ctx, order, 'confirmed', 'confirmed')
  await sealOrder(ctx, after, lines)
  emitLevels(ctx, await holdOrder(ctx, after, lines))
  return after
}

export const startPreparation = (ctx: WriteContext, order: Order): Promise<Order> =>
  moveTo(ctx, order, 'in_preparation')

export async function shipOrder(ctx: WriteContext, order: Order): Promise<Order> {
  if (order.has_draft_issue) {
    const drafts = await listDraftIssues(ctx.tx, ctx.account.book.id, order.id)
    throw problem('conflict', {
      detail: 'The stock issue of the order is not confirmed yet.',
      blockers: drafts.map(({ id }) => ({ object: 'stock_issue', id, status: 'draft' })),
    })
  }
  return moveTo(ctx, order, 'shipped', 'shipped', { shipped_date: ctx.today })
}

export const deliverOrder = (ctx: WriteContext, order: Order): Promise<Order> =>
  moveTo(ctx, order, 'delivered', 'delivered', { delivered_date: ctx.today })

/** Draft issues of the order go with it. */
export async function cancelOrder(ctx: WriteContext, order: Order): Promise<Order> {
  const drafts = await listDraftIssues(ctx.tx, ctx.account.book.id, order.id)
  for (const { id } of drafts) {
    const issue = await findDocument(ctx.tx, ctx.account.book.id, 'issue', id)
    await cancelDraft(ctx, issue!)
  }
  const isOpen = drafts.length > 0
  const known = isOpen ? { ...order, stock_issue_status: 'cancelled' as const, has_draft_issue: false } : order
  const after = await moveTo(ctx, known, 'cancelled', 'cancelled')
  emitLevels(ctx, await releaseOrder(ctx, after))
  return after
}

export async function revertOrder(ctx: WriteContext, order: Order): Promise<Order> {
  const after = await moveTo(ctx, await unsealOrder(ctx, order), 'draft')
  emitLevels(ctx, await releaseOrder(ctx, after))
  return after
}

/** Everything of the order that lies in stock, from its warehouse. */
export async function createStockIssue(ctx: WriteContext, order: Order): Promise<{ order: Order; issueId: string }> {
  const bookId = ctx.account.book.id
  if (order.warehouse_id === null) throw problem('warehouse_required')
  const lines = (await listOrderLines(ctx.tx, bookId, order.id)).filter(line => isStocked(line.item_type))
  if (lines.length === 0) throw problem('no_lines', { detail: 'No line of the order lies in stock.' })
  const warehouse = await findWarehouse(ctx.tx, bookId, order.warehouse_id)
  const body = { warehouse_id: warehouse!.id, partner_id: order.partner_id, order_id: order.id }
  const issue = await newDocument(ctx, 'issue', { body, warehouse: warehouse!, partnerName: order.partner_name })
  await insertDocument(
    ctx,
    issue,
    lines.map((line, place) => ({
      ...newLine(issue.id, place + 1, {
        item_id: line.item_id,
        quantity: line.quantity,
        unit: { unit_id: line.unit_id },
      }),
      order_line_id: line.id,
    })),
  )
  return { order: (await findOrder(ctx.tx, bookId, order.id))!, issueId: issue.id }
}
