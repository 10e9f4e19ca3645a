/** Orders and invoices as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { invoices } from './invoices/document.ts'
import { orders } from './orders/document.ts'

export const salesSearches: readonly SearchKind[] = [
  {
    type: 'order',
    access: orders.access.read,
    from: sql`orders r`,
    shown: {
      number: sql`r.number`,
      title: sql`coalesce(r.partner_name, '')`,
      subtitle: sql`r.order_date::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
  {
    type: 'invoice',
    access: invoices.access.read,
    from: sql`invoices r`,
    shown: {
      number: sql`r.number`,
      title: sql`coalesce(r.partner_name, '')`,
      subtitle: sql`r.issue_date::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
]
