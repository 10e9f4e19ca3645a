/** Sales at the cash desk as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { sales } from './sales/document.ts'

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
]
