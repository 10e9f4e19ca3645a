/** Batches and recipes as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { batches } from './batches/document.ts'
import { recipes } from './recipes/record.ts'

export const brewerySearches: readonly SearchKind[] = [
  {
    type: 'batch',
    access: batches.access.read,
    from: sql`batches r`,
    shown: {
      number: sql`r.number`,
      title: sql`coalesce(r.name, '')`,
      subtitle: sql`r.brew_date::text`,
      state: sql`r.phase`,
    },
    by: { text: 'anywhere' },
  },
  {
    type: 'recipe',
    access: recipes.access.read,
    from: sql`recipes r`,
    shown: {
      number: sql`r.code`,
      title: sql`r.name`,
      subtitle: sql`null::text`,
      state: sql`case when r.is_active then 'active' else 'inactive' end`,
    },
    by: { text: 'anywhere' },
  },
]
