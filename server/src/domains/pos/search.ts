/** Sales and sessions of the cash desk and returns of packaging as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { returns } from './packaging/returns/document.ts'
import { sales } from './sales/document.ts'
import { sessions } from './sessions/document.ts'

export const posSearches: readonly SearchKind[] = [
  {
    type: 'pos_sale',
    access: sales.access.read,
    from: sql`pos_sales r`,
    shown: {
      number: sql`r.number`,
      title: sql`coalesce(r.partner_name, r.kind)`,
      subtitle: sql`r.sold_on::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
  {
    type: 'cash_desk_session',
    access: sessions.access.read,
    from: sql`cash_desk_sessions r`,
    shown: {
      number: sql`r.number`,
      title: sql`r.cash_desk_name`,
      subtitle: sql`r.opened_on::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
  {
    type: 'packaging_return',
    access: returns.access.read,
    from: sql`packaging_returns r`,
    shown: {
      number: sql`r.number`,
      title: sql`coalesce(r.partner_name, r.cash_desk_name, r.warehouse_name)`,
      subtitle: sql`r.date::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
]
