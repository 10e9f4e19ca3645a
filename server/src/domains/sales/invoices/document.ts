/** Issued invoices and credit notes as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { decimal } from '../../../lib/decimal.ts'
import { InvoiceListed, Invoice as InvoiceRecord } from './schema.ts'
import { invoiceTable, listInvoiceLines } from './store.ts'
import { remainingOf } from './totals.ts'
import { invoiceView, lineView } from './view.ts'
import { invoiceWorkflow } from './workflow.ts'

export const invoices = defineDocument({
  object: 'invoice',
  id: 'invoices',
  path: '/invoices',
  name: 'an invoice',
  many: 'issued invoices',
  /** They belong to sales; on an account without that module to finance. */
  access: {
    read: { scopes: ['sales:read', 'finance:read'], isFirstSubscribed: true },
    write: { scopes: ['sales:write', 'finance:write'], isFirstSubscribed: true },
  },
  family: 'invoice',
  workflow: invoiceWorkflow,
  table: invoiceTable,
  listed: InvoiceListed,
  detail: InvoiceRecord,
  view: invoiceView,
  detailView: ({ order_id }) => ({ order_id }),
  lines: { list: listInvoiceLines, view: lineView },
  /** What would always fail is not offered. */
  guards(invoice) {
    const isPaidInPart = !decimal(invoice.amount_paid).eq(0)
    const isCreditNote = invoice.document_type === 'credit_note'
    return {
      mark_paid: !remainingOf(invoice).eq(0),
      revert_payment: invoice.status === 'paid' || isPaidInPart,
      cancel: !isPaidInPart,
      credit: !isCreditNote && !invoice.is_credited,
      group_stock_issues: !isCreditNote,
    }
  },
})
