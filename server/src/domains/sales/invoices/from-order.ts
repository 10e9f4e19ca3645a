/** The invoice of an order, and the way back when it is cancelled. */

import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { ExternalRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { moveAutomatically, requireOpen, runAction, type Transition } from '../../../kernel/transitions.ts'
import { newId } from '../../../lib/ids.ts'
import { findPartner, noLabels } from '../../core/index.ts'
import { findLastCashflowOf } from '../../finance/index.ts'
import { orders } from '../orders/document.ts'
import { keepsStock } from '../orders/references.ts'
import { listOrderLines, type Order, type OrderLineRow, orderTable } from '../orders/store.ts'
import { insertInvoice, newInvoice } from './actions.ts'
import { findGroupedIssue, type Invoice } from './store.ts'
import type { Uncounted } from './totals.ts'

/** The code of the order's action `create_invoice`. */
export async function createInvoice(
  ctx: WriteContext,
  order: Order,
): Promise<Transition<Order, Order['status'], OrderLineRow>> {
  const { invoice, lines } = await draftInvoiceOf(ctx, order)
  return { ...invoicedBy(order, invoice), lines }
}

const invoicedBy = (order: Order, { id }: Invoice) => ({
  changes: { status_before_invoice: order.status, invoice_id: id },
  created: { object: 'invoice' as const, id },
})

/** The same action by way of the invoice: the order it names is invoiced by it. */
export async function addInvoiceOfOrder(ctx: WriteContext, orderId: string, ref?: ExternalRef): Promise<Invoice> {
  const order = await orderTable.find(ctx.tx, ctx.account.book.id, orderId)
  if (!order) throw validationFailed([invalidReference('order_id')])
  requireOpen(orders, order, 'create_invoice')
  const { invoice } = await draftInvoiceOf(ctx, order, ref)
  const code = { create_invoice: async () => invoicedBy(order, invoice) }
  await runAction(ctx, { document: orders, key: 'create_invoice', row: order, body: undefined, code, isAsked: true })
  return invoice
}

interface Drafted {
  invoice: Invoice
  /** Of the order. */
  lines: readonly OrderLineRow[]
}

async function draftInvoiceOf(ctx: WriteContext, order: Order, ref?: ExternalRef): Promise<Drafted> {
  const { book } = ctx.account
  if (order.warehouse_id === null && keepsStock(ctx)) throw problem('warehouse_required')
  const [grouped, partner, lines] = await Promise.all([
    findGroupedIssue(ctx.tx, book.id, order.id),
    findPartner(ctx.tx, book.id, order.partner_id),
    listOrderLines(ctx.tx, book.id, order.id),
  ])
  if (grouped) {
    const blockers = [{ object: 'invoice', id: grouped.id, status: grouped.status }]
    const detail = 'A stock issue of the order is already invoiced.'
    throw problem('conflict', { ...because('issue_already_invoiced'), detail, blockers })
  }
  const draft = newInvoice(ctx, partner!, {
    order_id: order.id,
    warehouse_id: keepsStock(ctx) ? order.warehouse_id : null,
    category_id: order.category_id,
    event_id: order.event_id,
    activity_id: order.activity_id,
    currency: order.currency,
    payment_method: order.payment_method,
    customer_order_ref: order.external_id,
    notes: order.notes,
    ...(ref && { external_ref: ref }),
  })
  const invoice = await insertInvoice(ctx, draft, { ref, lines: lines.map(line => lineOf(draft.id, line)) })
  return { invoice, lines }
}

const lineOf = (invoiceId: string, line: OrderLineRow): Uncounted => ({
  id: newId(),
  invoice_id: invoiceId,
  sort_order: line.sort_order,
  item_id: line.item_id,
  description: line.item_name,
  quantity: line.quantity,
  unit_price: line.unit_price,
  vat_rate_pct: line.vat_rate_pct,
  discount_pct: line.discount_pct,
  ...noLabels,
  source_stock_issue_id: null,
  deposit_id: line.deposit_id,
  deposit_pieces: line.deposit_pieces,
  deposit_total: line.deposit_total,
  vat_exemption: line.vat_exemption,
  order_line_id: line.id,
  payer_vat_rate_pct: line.payer_vat_rate_pct,
})

/** The order returns to where it was. */
export async function returnOrder(ctx: WriteContext, { order_id, id }: Invoice): Promise<void> {
  const order = order_id === null ? undefined : await orderTable.find(ctx.tx, ctx.account.book.id, order_id)
  if (order?.invoice_id !== id) return
  const changes = { status_before_invoice: null, invoice_id: null }
  await moveAutomatically(ctx, orders, { row: order, to: order.status_before_invoice!, changes })
}

/** The order shows the cash-flow document of the last payment. */
export async function showPaymentOnOrder(ctx: WriteContext, { order_id, id }: Invoice): Promise<void> {
  if (order_id === null) return
  const bookId = ctx.account.book.id
  const [order, cashflow] = await Promise.all([
    orderTable.find(ctx.tx, bookId, order_id),
    findLastCashflowOf(ctx.tx, bookId, id),
  ])
  if (order?.invoice_id !== id) return
  await orders.touch(ctx, order, { cashflow_id: cashflow?.id ?? null })
}
