/** Packaging runs: list, detail, by own reference, create, change, confirm, cancel. */
import { Type } from 'typebox'
import { DateText, described, ExternalRefText, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/index.ts'
import { addRun } from './actions.ts'
import { changeRun } from './changes.ts'
import { runs } from './document.ts'
import { RunCreate, RunPatch, runStatuses } from './schema.ts'
import { runActions } from './transitions.ts'

const filters = Shape({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or the notes.' })),
  status: Type.Optional(SomeOf(runStatuses)),
  batch_id: Type.Optional(Uuid),
  item_id: Type.Optional(described<string>(Uuid, 'Of the beer, or of an output.')),
  warehouse_id: Type.Optional(Uuid),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
  external_ref: Type.Optional(ExternalRefText),
})

const fills = (bookId: string, itemId: string): Sql => sql`(r.item_id = ${itemId} or r.id = any (array(
  select run_id
    from packaging_run_outputs
   where book_id = ${bookId} and item_id = ${itemId}))) ${unprepared}`

const list = documentList(runs, {
  description: 'Without outputs.',
  filters,
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    status: isAnyOf(sql`r.status`),
    batch_id: is(sql`r.batch_id`),
    item_id: id => fills(bookId, id),
    warehouse_id: is(sql`r.warehouse_id`),
    ...betweenDays(sql`r.date`),
    external_ref: text => carriesReference(bookId, 'packaging_run', text),
  }),
})

const unitErrors = ['unit_mismatch', 'unit_not_available', 'quantity_scale'] as const

const create = documentCreate(runs, {
  description: 'A draft: it has no stock documents and moves nothing until it is confirmed.',
  body: RunCreate,
  bodyErrors: withoutUnit('released_quantity'),
  errors: ['system_warehouse', ...unitErrors],
  run: addRun,
})

const change = documentChange(runs, {
  description: 'Drafts only. Outputs are sent as a whole list. Absent fields are kept, null clears.',
  body: RunPatch,
  bodyErrors: withoutUnit('released_quantity'),
  errors: ['system_warehouse', ...unitErrors],
  run: changeRun,
})

export const runEndpoints: readonly Endpoint[] = [list, create, ...documentReads(runs), change, ...runActions.endpoints]
