/** Repacks: list, detail, create, confirm, cancel. */
import { Type } from 'typebox'
import { DateText, described, ExternalRefText, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { addRepack, repackActions } from './actions.ts'
import { repacks } from './document.ts'
import { RepackCreate, repackStatuses } from './schema.ts'

/** Among what goes in, or what comes out. */
const hasItem = (bookId: string, itemId: string): Sql => sql`exists (
  select from stock_lines l
   where l.book_id = ${bookId} and l.document_id in (r.issue_id, r.receipt_id) and l.item_id = ${itemId}) ${unprepared}`

export const repackEndpoints: readonly Endpoint[] = [
  documentList(repacks, {
    filters: Shape({
      search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number.' })),
      status: Type.Optional(SomeOf(repackStatuses)),
      warehouse_id: Type.Optional(Uuid),
      item_id: Type.Optional(described<string>(Uuid, 'Of an input or an output.')),
      date_from: Type.Optional(DateText),
      date_to: Type.Optional(DateText),
      external_ref: Type.Optional(ExternalRefText),
    }),
    rules: bookId => ({
      search: words => sql`lower(r.number) like ${containing(words)} ${unprepared}`,
      status: isAnyOf(sql`r.status`),
      warehouse_id: is(sql`r.warehouse_id`),
      item_id: id => hasItem(bookId, id),
      ...betweenDays(sql`r.date`),
      external_ref: text => carriesReference(bookId, 'repack', text),
    }),
  }),
  documentCreate(repacks, {
    description: 'Creates a draft issue of the inputs and a draft receipt of the outputs; they are confirmed together.',
    body: RepackCreate,
    errors: ['system_warehouse', 'unit_mismatch', 'unit_not_available', 'quantity_scale'],
    emits: ['stock_issue.created', 'goods_receipt.created'],
    run: addRepack,
  }),
  ...documentReads(repacks),
  ...repackActions.endpoints,
]
