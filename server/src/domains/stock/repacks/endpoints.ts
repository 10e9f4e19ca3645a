/** Repacks: list, detail, create, confirm, cancel. */
import { Type } from 'typebox'
import { ExternalRefText, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { is, isAnyOf } from '../../../kernel/filters.ts'
import { addRepack, repackActions } from './actions.ts'
import { repacks } from './document.ts'
import { RepackCreate, repackStatuses } from './schema.ts'

export const repackEndpoints: readonly Endpoint[] = [
  documentList(repacks, {
    filters: Shape({
      status: Type.Optional(SomeOf(repackStatuses)),
      warehouse_id: Type.Optional(Uuid),
      external_ref: Type.Optional(ExternalRefText),
    }),
    rules: bookId => ({
      status: isAnyOf(sql`r.status`),
      warehouse_id: is(sql`r.warehouse_id`),
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
