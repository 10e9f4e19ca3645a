/** Received invoices and cash-flow documents as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { cashflows } from './cashflows/document.ts'
import { receivedInvoices } from './received-invoices/document.ts'

export const financeSearches: readonly SearchKind[] = [
  {
    type: 'received_invoice',
    access: receivedInvoices.access.read,
    from: sql`received_invoices r`,
    shown: {
      number: sql`coalesce(r.number, r.supplier_invoice_number)`,
      title: sql`coalesce(r.partner_name, '')`,
      subtitle: sql`r.issue_date::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
  {
    type: 'cashflow',
    access: cashflows.access.read,
    from: sql`cashflows r`,
    shown: { number: sql`r.number`, title: sql`r.description`, subtitle: sql`r.date::text`, state: sql`r.status` },
    by: { text: 'anywhere' },
  },
]
