/** Received invoices as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { decimal } from '../../../lib/decimal.ts'
import { ReceivedInvoice, ReceivedInvoiceListed } from './schema.ts'
import { listReceivedLines, receivedTable } from './store.ts'
import { lineView, receivedView } from './view.ts'
import { receivedWorkflow } from './workflow.ts'

export const receivedInvoices = defineDocument({
  object: 'received_invoice',
  id: 'receivedInvoices',
  path: '/received-invoices',
  name: 'a received invoice',
  many: 'received invoices',
  access: { read: { scopes: ['finance:read'] }, write: { scopes: ['finance:write'] } },
  family: 'received_invoice',
  workflow: receivedWorkflow,
  table: receivedTable,
  listed: ReceivedInvoiceListed,
  detail: ReceivedInvoice,
  view: receivedView,
  lines: { list: listReceivedLines, view: lineView },
  guards({ status, total_incl_vat, paid_amount }) {
    const isPaidInPart = !decimal(paid_amount).eq(0)
    return {
      mark_paid: !decimal(total_incl_vat).eq(paid_amount),
      revert_payment: status === 'paid' || isPaidInPart,
      cancel: !isPaidInPart,
    }
  },
  lock: ({ status, exported_at }) =>
    exported_at !== null ? 'EXPORTED' : status === 'cancelled' ? 'CANCELLED' : undefined,
})
