/** The labels a document may carry: a category, an event, an activity. */
import { invalidReference, type ProblemRow } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type CategoryKind, findUsableCategory } from './store.ts'

export interface Labels {
  category_id?: string | null | undefined
  event_id?: string | null | undefined
  activity_id?: string | null | undefined
}

const kinds: [keyof Labels, CategoryKind][] = [
  ['category_id', 'category'],
  ['event_id', 'event'],
  ['activity_id', 'activity'],
]

/** Rows for labels that are unknown or out of use; one that stays as it was may be out of use. */
export async function labelFaults(
  ctx: WriteContext,
  after: Labels,
  before: Labels = {},
  prefix = '',
): Promise<ProblemRow[]> {
  const rows: ProblemRow[] = []
  for (const [name, kind] of kinds) {
    const id = after[name]
    if (!id || id === before[name]) continue
    if (!(await findUsableCategory(ctx.tx, ctx.account.book.id, kind, id))) rows.push(invalidReference(prefix + name))
  }
  return rows
}
