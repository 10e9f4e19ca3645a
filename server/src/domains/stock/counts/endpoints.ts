/** Inventory counts: list, detail, create, lines, start, finish, cancel. */

import { Type } from 'typebox'
import { Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { is, isAnyOf } from '../../../kernel/filters.ts'
import { withoutUnit } from '../../core/index.ts'
import { addCount, addCountLine, changeCountLine, countScopeErrors, startCount } from './actions.ts'
import { counts } from './document.ts'
import { finishCount } from './posting.ts'
import { CountCreate, CountLine, CountLineCreate, CountLinePatch, countStatuses } from './schema.ts'

const lineErrors = ['unit_mismatch', 'unit_not_available', 'quantity_scale', 'conflict'] as const

export const countEndpoints: readonly Endpoint[] = [
  documentList(counts, {
    description: 'Without lines.',
    filters: Shape({ status: Type.Optional(SomeOf(countStatuses)), warehouse_id: Type.Optional(Uuid) }),
    rules: () => ({ status: isAnyOf(sql`r.status`), warehouse_id: is(sql`r.warehouse_id`) }),
  }),
  documentCreate(counts, {
    description: 'Creates a draft: nothing is locked until it is started.',
    body: CountCreate,
    bodyErrors: countScopeErrors,
    errors: ['system_warehouse'],
    run: addCount,
  }),
  ...documentReads(counts),
  ...documentLines(counts, {
    shape: CountLine,
    create: {
      summary: 'Record the counted quantity of an item',
      description: 'Fills the line created at the start, or adds one. ETag and Location are those of the count.',
      body: CountLineCreate,
      errors: lineErrors,
      run: addCountLine,
    },
    change: {
      summary: 'Correct a counted quantity',
      description: 'null marks the line as uncounted again.',
      body: CountLinePatch,
      bodyErrors: withoutUnit('counted_quantity'),
      errors: lineErrors,
      run: changeCountLine,
    },
  }),
  ...documentActions(counts, { start: startCount, finish: finishCount, cancel: async () => ({}) }).endpoints,
]
