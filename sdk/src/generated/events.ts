// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type {
  BatchListItem,
  Cashflow,
  GoodsReceiptListItem,
  InboxSubmission,
  InvoiceListItem,
  Item,
  OrderListItem,
  Partner,
  ReceivedInvoiceListItem,
  StockIssueListItem,
  StockLevel,
  WorkflowStep,
} from './types.ts'

/** Every event type, with the record that `data.object` of its events is, as lists show it. */
export interface EventRecords {
  /** A partner was created, also when an ISDOC import created the supplier. */
  'partner.created': Partner
  /** A partner changed, or one of its contacts was created or changed. */
  'partner.updated': Partner
  /** An item was created. */
  'item.created': Item
  /** An item changed. */
  'item.updated': Item
  /** An order was created through the API or in the application; its origin says which. */
  'order.created': OrderListItem
  /** An order was confirmed. */
  'order.confirmed': OrderListItem
  /** An order was shipped. */
  'order.shipped': OrderListItem
  /** An order was delivered. */
  'order.delivered': OrderListItem
  /** An order was invoiced, by its action create_invoice or by an invoice created with its order_id. */
  'order.invoiced': OrderListItem
  /** An order was cancelled. */
  'order.cancelled': OrderListItem
  /** A stock issue was created directly, from an order or a recipe, or by a repack, a sale, a count or a tap. */
  'stock_issue.created': StockIssueListItem
  /** A stock issue was posted, by its action confirm, the settlement of a sale, a count, a repack or a tap. */
  'stock_issue.confirmed': StockIssueListItem
  /** The posting of a stock issue was reversed for good, by cancelling the issue, its sale or its repack. */
  'stock_issue.cancelled': StockIssueListItem
  /** A stock issue was reverted to draft and its posting reversed. */
  'stock_issue.reverted_to_draft': StockIssueListItem
  /** A goods receipt was created directly, or by a transfer, repack, batch, packaging return, count or tap. */
  'goods_receipt.created': GoodsReceiptListItem
  /** A goods receipt was posted, by its action confirm, a batch, packaging return, count, repack or tap. */
  'goods_receipt.confirmed': GoodsReceiptListItem
  /** A goods receipt was cancelled, by its action, with its repack, or because its transfer was reversed. */
  'goods_receipt.cancelled': GoodsReceiptListItem
  /** A goods receipt was reverted to draft and its posting reversed. */
  'goods_receipt.reverted_to_draft': GoodsReceiptListItem
  /** The quantity or the reservation of an item in a warehouse changed; once per write. */
  'stock_level.changed': StockLevel
  /** An invoice was created, directly or by the order action create_invoice. */
  'invoice.created': InvoiceListItem
  /** An invoice was issued and got its number. */
  'invoice.issued': InvoiceListItem
  /**
   * An invoice was paid in full, by mark_paid or by a credit note set off against the rest; a partial payment
   * emits nothing.
   */
  'invoice.paid': InvoiceListItem
  /** The last payment of an invoice was reverted, or a cancelled credit note reopened a paid one. */
  'invoice.payment_reverted': InvoiceListItem
  /** An invoice was cancelled. */
  'invoice.cancelled': InvoiceListItem
  /** A received invoice was created, directly, by the ISDOC import or by the inbox. */
  'received_invoice.created': ReceivedInvoiceListItem
  /** A received invoice was confirmed and got its number. */
  'received_invoice.confirmed': ReceivedInvoiceListItem
  /** A received invoice was paid in full; a partial payment emits nothing. */
  'received_invoice.paid': ReceivedInvoiceListItem
  /** The last payment of a received invoice was reverted. */
  'received_invoice.payment_reverted': ReceivedInvoiceListItem
  /** A received invoice was cancelled. */
  'received_invoice.cancelled': ReceivedInvoiceListItem
  /** A cash-flow document was created, directly or by a cash-desk sale, a refund or an invoice payment. */
  'cashflow.created': Cashflow
  /** A cash-flow document was paid in full; a partial payment emits nothing. */
  'cashflow.paid': Cashflow
  /** The last payment of a cash-flow document was reverted. */
  'cashflow.payment_reverted': Cashflow
  /** A cash-flow document was cancelled. */
  'cashflow.cancelled': Cashflow
  /** A file was submitted to the inbox, whatever the outcome. */
  'inbox.submission_received': InboxSubmission
  /** A workflow step was called, by its action call or by the service; the event is the call. */
  'workflow.step_called': WorkflowStep
  /** A workflow step started waiting for an external system. */
  'workflow.step_waiting_external': WorkflowStep
  /** An external system completed a workflow step. */
  'workflow.step_completed_external': WorkflowStep
  /** A batch was created or split off, or its phase or vessel changed, by an action or its undoing. */
  'batch.phase_changed': BatchListItem
  /** A measurement was added to a batch. */
  'batch.measurement_added': BatchListItem
}