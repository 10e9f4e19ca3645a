/** Vessels: list, detail, cleaning, and what was in them. They are set up in the account's settings. */
import { Type } from 'typebox'
import { OneOf, Shape, SomeOf } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import { documentList, documentReads, rowOfPath } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { is, isAnyOf } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { containing } from '../../../lib/search-text.ts'
import { vesselActions } from './actions.ts'
import { vessels } from './document.ts'
import { VesselUse, vesselKinds, vesselStatuses } from './schema.ts'
import { listUses, type VesselRow, type VesselUseRow } from './store.ts'

const list = documentList(vessels, {
  filters: Shape({
    status: Type.Optional(SomeOf(vesselStatuses)),
    kind: Type.Optional(OneOf(vesselKinds)),
    is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only inactive ones.' })),
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the code or the name.' })),
  }),
  rules: () => ({
    status: isAnyOf(sql`r.status`),
    kind: is(sql`r.kind`),
    is_active: is(sql`r.is_active`),
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
  }),
})

const history = defineList<object, VesselUse, VesselUseRow, VesselRow>({
  id: 'vessels.history',
  path: '/vessels/{id}/history',
  summary: 'List what was in a vessel',
  description:
    'The stays of batches in it, newest first, each with the cleaning before it. `created_since` is the start of a stay.',
  access: vessels.access.read,
  filters: Shape({}),
  since: 'created',
  record: VesselUse,
  parent: rowOfPath(vessels),
  select(ctx, { parent, where }, page) {
    const conditions = [...where, sql`r.vessel_id = ${parent.id}`]
    return listUses(ctx.db, { bookId: ctx.account.book.id, where: conditions }, page)
  },
  view: useView,
})

function useView(use: VesselUseRow, { account }: ReadContext): VesselUse {
  return {
    object: 'vessel_use',
    batch: { id: use.batch_id, number: use.batch_number, name: use.batch_name },
    phase: use.phase,
    started_at: use.started_at,
    ended_at: use.ended_at,
    last_cleaned_at: use.vessel_cleaned_at,
    livemode: account.book.isLive,
  }
}

export const vesselEndpoints: readonly Endpoint[] = [
  list,
  ...documentReads(vessels),
  history,
  ...vesselActions.endpoints,
]
