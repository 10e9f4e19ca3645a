/** Batches: list, detail, by own reference, create, change, actions, ledger. */
import { Type } from 'typebox'
import { DateText, ExternalRefText, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import type { ReadContext } from '../../../kernel/context.ts'
import {
  documentChange,
  documentCreate,
  documentList,
  documentReads,
  rowOfPath,
} from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { moneyText } from '../../../lib/decimal.ts'
import { containing } from '../../../lib/search-text.ts'
import { addBatch, changeBatch } from './actions.ts'
import { BatchCreate, BatchPatch } from './bodies.ts'
import { batches } from './document.ts'
import { BatchEntry, batchPhases } from './schema.ts'
import { type Batch, type BatchEntry as BatchEntryRow, batchEntryTable } from './store.ts'
import { batchActions } from './transitions.ts'

const filters = Shape({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or the name.' })),
  phase: Type.Optional(OneOf(batchPhases)),
  is_open: Type.Optional(Type.Boolean({ description: 'Neither completed nor cancelled.' })),
  item_id: Type.Optional(Uuid),
  recipe_id: Type.Optional(Uuid),
  vessel_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'In this vessel now.' })),
  warehouse_id: Type.Optional(Uuid),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
  external_ref: Type.Optional(ExternalRefText),
})

const list = documentList(batches, {
  description: 'Without `phases` and `derived`. The dates are those of `brew_date`.',
  filters,
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    phase: is(sql`r.phase`),
    is_open: isOpen => sql`(r.phase not in ('completed', 'cancelled')) = ${isOpen}`,
    item_id: is(sql`r.item_id`),
    recipe_id: is(sql`r.recipe_id`),
    vessel_id: is(sql`r.vessel_id`),
    warehouse_id: is(sql`r.warehouse_id`),
    ...betweenDays(sql`r.brew_date`),
    external_ref: text => carriesReference(bookId, 'batch', text),
  }),
})

const create = documentCreate(batches, {
  description: 'A planned batch of an item, of a recipe, or of both.',
  body: BatchCreate,
  emits: ['batch.phase_changed'],
  errors: ['invoiced_period', 'system_warehouse'],
  run: addBatch,
})

const change = documentChange(batches, {
  description:
    'Name, notes, warehouse and manual values at any time but when it is cancelled; item, recipe and planned volume ' +
    'while it is planned; the brew date until it ferments. A manual value of null returns to the measured one.',
  body: BatchPatch,
  errors: ['invoiced_period', 'system_warehouse'],
  run: changeBatch,
})

const entryView = (entry: BatchEntryRow, { account }: ReadContext): BatchEntry => ({
  object: 'batch_entry',
  id: entry.id,
  sequence: entry.sequence,
  kind: entry.kind,
  occurred_at: entry.occurred_at,
  volume_l: entry.volume_l,
  volume_after_l: entry.volume_after_l,
  value: moneyText(entry.value),
  value_after: moneyText(entry.value_after),
  document:
    entry.document_id === null
      ? null
      : { object: entry.document_object!, id: entry.document_id, number: entry.document_number! },
  batch: entry.other_batch_id === null ? null : { id: entry.other_batch_id, number: entry.other_batch_number! },
  vessel: entry.vessel_id === null ? null : { id: entry.vessel_id, name: entry.vessel_name! },
  reason: entry.reason,
  note: entry.note,
  is_undone: entry.is_undone,
  livemode: account.book.isLive,
  created_at: entry.created_at,
})

const ledger = defineList<object, BatchEntry, BatchEntryRow, Batch>({
  id: 'batches.ledger',
  path: '/batches/{id}/ledger',
  summary: 'List the ledger of a batch',
  description: 'Every change of its litres in process and of their value, newest first; what was undone stays, marked.',
  access: batches.access.read,
  filters: Shape({}),
  since: 'created',
  record: BatchEntry,
  parent: rowOfPath(batches),
  select: (ctx, { parent, where }, page) =>
    batchEntryTable.page(
      ctx.db,
      { bookId: ctx.account.book.id, where: [sql`r.batch_id = ${parent.id}`, ...where] },
      page,
    ),
  view: entryView,
})

export const batchEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(batches),
  change,
  ...batchActions.endpoints,
  ledger,
]
