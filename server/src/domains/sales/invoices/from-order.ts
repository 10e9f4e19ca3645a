/** The invoice of an order, and the way back when it is cancelled. */
import { problem } from '../../../contract/problems.ts'
import type { ExternalRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { findPartner } from '../../core/partners/store.ts'
import { findLastCashflowOf } from '../../finance/cashflows/store.ts'
import { touch as touchOrder } from '../orders/actions.ts'
import { findOrder, listOrderLines, type Order } from '../orders/store.ts'
import { listedView as orderView } from '../orders/view.ts'
import { insertInvoice, newInvoice } from './actions.ts'
import { findGroupedIssue, type Invoice } from './store.ts'

export async function invoiceOfOrder(
  ctx: WriteContext,
  order: Order,
  externalRef?: ExternalRef,
): Promise<{ order: Order; invoice: Invoice }> {
  const { book, tenant } = ctx.account
  if (order.warehouse_id === null && tenant.modules.includes('stock')) throw problem('warehouse_required')
  const grouped = await findGroupedIssue(ctx.tx, book.id, order.id)
  if (grouped) {
    const blockers = [{ object: 'invoice', id: grouped.id, status: grouped.status }]
    throw problem('conflict', { detail: 'A stock issue of the order is invoiced already.', blockers })
  }
  const partner = await findPartner(ctx.tx, book.id, order.partner_id)
  const draft = newInvoice(ctx, partner!, {
    order_id: order.id,
    warehouse_id: order.warehouse_id,
    category_id: order.category_id,
    event_id: order.event_id,
    activity_id: order.activity_id,
    currency: order.currency,
    payment_method: order.payment_method,
    customer_order_ref: order.external_id,
    notes: order.notes,
    ...(externalRef && { external_ref: externalRef }),
  })
  const lines = await listOrderLines(ctx.tx, book.id, order.id)
  const invoice = await insertInvoice(
    ctx,
    draft,
    lines.map(line => ({
      id: newId(),
      invoice_id: draft.id,
      sort_order: line.sort_order,
      item_id: line.item_id,
      description: line.item_name,
      quantity: line.quantity,
      unit_price: line.unit_price,
      vat_rate_pct: line.vat_rate_pct,
      discount_pct: line.discount_pct,
      category_id: null,
      event_id: null,
      activity_id: null,
      source_stock_issue_id: null,
      deposit_id: line.deposit_id,
      deposit_pieces: line.deposit_pieces,
      deposit_total: line.deposit_total,
      vat_exemption: line.vat_exemption,
      order_line_id: line.id,
      payer_vat_rate_pct: line.payer_vat_rate_pct,
    })),
  )
  const invoiced = await touchOrder(ctx, {
    ...order,
    status: 'invoiced',
    status_before_invoice: order.status,
    invoice_id: invoice.id,
  })
  const created = { object: 'invoice', id: invoice.id }
  ctx.emit('order.invoiced', orderView(invoiced, book.isLive), { created })
  return { order: invoiced, invoice }
}

/** The order returns to where it was. */
export async function returnOrder(ctx: WriteContext, { order_id, id }: Invoice): Promise<void> {
  const order = order_id === null ? undefined : await findOrder(ctx.tx, ctx.account.book.id, order_id)
  if (order?.invoice_id !== id) return
  await touchOrder(ctx, {
    ...order,
    status: order.status_before_invoice!,
    status_before_invoice: null,
    invoice_id: null,
  })
}

/** The order shows the cash-flow document of the last payment. */
export async function showPaymentOnOrder(ctx: WriteContext, { order_id, id }: Invoice): Promise<void> {
  const bookId = ctx.account.book.id
  const order = order_id === null ? undefined : await findOrder(ctx.tx, bookId, order_id)
  if (order?.invoice_id !== id) return
  const cashflow = await findLastCashflowOf(ctx.tx, bookId, id)
  await touchOrder(ctx, { ...order, cashflow_id: cashflow?.id ?? null })
}
