/** Batches, recipes and packaging runs as the search finds them. */
import { sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'
import { batches } from './batches/document.ts'
import { runs } from './packaging-runs/document.ts'
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
  {
    type: 'packaging_run',
    access: runs.access.read,
    from: sql`packaging_runs r`,
    shown: {
      number: sql`r.number`,
      title: sql`(select i.name from items i where i.book_id = r.book_id and i.id = r.item_id)`,
      subtitle: sql`r.date::text`,
      state: sql`r.status`,
    },
    by: { text: 'anywhere' },
  },
]
