/** Orders as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { OrderListed, Order as OrderRecord } from './schema.ts'
import { listOrderLines, orderTable } from './store.ts'
import { lineView, orderView } from './view.ts'
import { orderWorkflow } from './workflow.ts'

export const orders = defineDocument({
  object: 'order',
  id: 'orders',
  path: '/orders',
  name: 'an order',
  many: 'orders',
  access: { read: { scopes: ['sales:read'] }, write: { scopes: ['sales:write'] } },
  family: 'order',
  workflow: orderWorkflow,
  table: orderTable,
  listed: OrderListed,
  detail: OrderRecord,
  view: orderView,
  lines: { list: listOrderLines, view: lineView },
  /** What was made of the order decides beside its state. */
  guards(order) {
    const hasIssue = order.has_draft_issue || order.has_confirmed_issue
    return {
      deliver: order.status === 'shipped' || order.delivery_type === 'pickup',
      create_stock_issue: !hasIssue,
      create_invoice: order.invoice_id === null,
      cancel: !order.has_confirmed_issue,
      revert_to_draft: !hasIssue && order.invoice_id === null,
    }
  },
})
