/** Inventory counts: list, detail, create, lines, start, finish, cancel. */

import { Type } from 'typebox'
import { DateText, described, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/index.ts'
import { addCount, addCountLine, changeCountLine, countScopeErrors, startCount } from './actions.ts'
import { counts } from './document.ts'
import { finishCount } from './posting.ts'
import { CountCreate, CountLine, CountLineCreate, CountLinePatch, countStatuses } from './schema.ts'

const lineErrors = ['unit_mismatch', 'unit_not_available', 'quantity_scale', 'conflict'] as const

/** On a line, or named before the lines are made. */
const hasItem = (bookId: string, itemId: string): Sql => sql`(${itemId}::uuid = any (r.item_ids) or exists (
  select from inventory_count_lines l
   where l.book_id = ${bookId} and l.count_id = r.id and l.item_id = ${itemId})) ${unprepared}`

/** Both go through all that a warehouse has. */
const sharing = { start: 'never', finish: 'never' } as const

const countActions = documentActions(
  counts,
  { start: startCount, finish: finishCount, cancel: async () => ({}) },
  { sharing },
)

export const countEndpoints: readonly Endpoint[] = [
  documentList(counts, {
    description: 'Without lines.',
    filters: Shape({
      search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number.' })),
      status: Type.Optional(SomeOf(countStatuses)),
      warehouse_id: Type.Optional(Uuid),
      item_id: Type.Optional(described<string>(Uuid, 'Counts of this item.')),
      date_from: Type.Optional(DateText),
      date_to: Type.Optional(DateText),
    }),
    rules: bookId => ({
      search: words => sql`lower(r.number) like ${containing(words)} ${unprepared}`,
      status: isAnyOf(sql`r.status`),
      warehouse_id: is(sql`r.warehouse_id`),
      item_id: id => hasItem(bookId, id),
      ...betweenDays(sql`r.date`),
    }),
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
  ...countActions.endpoints,
]
