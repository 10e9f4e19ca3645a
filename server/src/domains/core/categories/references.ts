/** The labels a document and its lines may carry: a category, an event, an activity. */
import { invalidReference, type ProblemRow } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { keep } from '../../../lib/merge.ts'
import { type CategoryKind, listUsableCategories } from './store.ts'

export interface Labels {
  category_id?: string | null | undefined
  event_id?: string | null | undefined
  activity_id?: string | null | undefined
}

interface KeptLabels {
  category_id: string | null
  event_id: string | null
  activity_id: string | null
}

export const noLabels: KeptLabels = { category_id: null, event_id: null, activity_id: null }

/** Those that were not sent stay. */
export const keepLabels = (sent: Labels, before: KeptLabels = noLabels): KeptLabels => ({
  category_id: keep(sent.category_id, before.category_id),
  event_id: keep(sent.event_id, before.event_id),
  activity_id: keep(sent.activity_id, before.activity_id),
})

const kinds: [keyof Labels, CategoryKind][] = [
  ['category_id', 'category'],
  ['event_id', 'event'],
  ['activity_id', 'activity'],
]

interface Labelled {
  after: Labels
  /** One that stays as it was may be out of use. */
  before?: Labels
  prefix: string
}

/** Rows for labels that are unknown or out of use; one query, whatever the number of lines. */
async function faultsOf(ctx: WriteContext, labelled: readonly Labelled[]): Promise<ProblemRow[]> {
  const fresh = labelled.flatMap(({ after, before = {}, prefix }) =>
    kinds.flatMap(([name, kind]) => {
      const id = after[name]
      return id && id !== before[name] ? [{ id, kind, field: prefix + name }] : []
    }),
  )
  if (fresh.length === 0) return []
  const ids = [...new Set(fresh.map(({ id }) => id))]
  const usable = await listUsableCategories(ctx.tx, ctx.account.book.id, ids)
  const known = new Set(usable.map(({ id, kind }) => `${kind} ${id}`))
  return fresh.filter(({ id, kind }) => !known.has(`${kind} ${id}`)).map(({ field }) => invalidReference(field))
}

export const labelErrors = (ctx: WriteContext, after: Labels, before: Labels = {}): Promise<ProblemRow[]> =>
  faultsOf(ctx, [{ after, before, prefix: '' }])

export const lineLabelErrors = (
  ctx: WriteContext,
  lines: readonly Labels[],
  prefix: (index: number) => string,
): Promise<ProblemRow[]> =>
  faultsOf(
    ctx,
    lines.map((after, index) => ({ after, prefix: prefix(index) })),
  )
