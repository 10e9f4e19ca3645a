/** Events as the search finds them: by their id alone. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'

export const eventSearches: readonly SearchKind[] = [
  {
    type: 'event',
    access: { scopes: ['events:read'] },
    from: sql`events r`,
    shown: { number: sql`r.sequence::text`, title: sql`r.type`, subtitle: sql`r.object`, state: sql`null::text` },
    by: { text: 'none' },
  },
]
