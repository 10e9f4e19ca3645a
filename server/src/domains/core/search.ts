/** Partners and items as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { items } from './items/record.ts'
import { partners } from './partners/record.ts'

const activity = sql`case when r.is_active then 'active' else 'inactive' end`

export const coreSearches: readonly SearchKind[] = [
  {
    type: 'partner',
    access: partners.access.read,
    from: sql`partners r`,
    shown: { number: sql`r.ico`, title: sql`r.name`, subtitle: sql`r.city`, state: activity },
    by: { text: 'anywhere', isBeginningIndexed: true },
  },
  {
    type: 'item',
    access: items.access.read,
    from: sql`items r`,
    shown: { number: sql`r.code`, title: sql`r.name`, subtitle: sql`r.item_type`, state: activity },
    by: { text: 'anywhere', isBeginningIndexed: true },
  },
]
