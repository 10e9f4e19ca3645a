/** Orders: list, detail, by own reference, create, change, lines, actions. */

import { Type } from 'typebox'
import { DateText, ExternalRefText, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/index.ts'
import { changeOrder } from './actions.ts'
import { addOrder } from './creating.ts'
import { orders } from './document.ts'
import { addLine, changeLine, removeLine } from './lines.ts'
import { OrderCreate, OrderLine, OrderLineCreate, OrderLinePatch, OrderPatch, orderStatuses } from './schema.ts'
import { orderActions } from './transitions.ts'

const filters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the number, partner, external reference or notes.',
    }),
  ),
  status: Type.Optional(SomeOf(orderStatuses)),
  partner_id: Type.Optional(Uuid),
  warehouse_id: Type.Optional(Uuid),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Orders with a line of this item.' })),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
  external_ref: Type.Optional(ExternalRefText),
})
const hasItem = (bookId: string, itemId: string): Sql => sql`r.id = any (array(
  select order_id
    from order_lines
   where book_id = ${bookId} and item_id = ${itemId})) ${unprepared}`

const list = documentList(orders, {
  description: 'Without lines.',
  filters,
  // Orders without a date come after all others.
  sorts: { delivery_date: { by: sql`coalesce(r.delivery_date, 'infinity')`, type: 'date' } },
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    status: isAnyOf(sql`r.status`),
    partner_id: is(sql`r.partner_id`),
    warehouse_id: is(sql`r.warehouse_id`),
    item_id: id => hasItem(bookId, id),
    ...betweenDays(sql`r.order_date`),
    external_ref: text => carriesReference(bookId, 'order', text),
  }),
})

const create = documentCreate(orders, {
  description: 'Creates a draft. Lines without a unit_price are priced by the cascade.',
  body: OrderCreate,
  errors: ['shop_required', 'system_warehouse', 'unit_mismatch', 'unit_not_available', 'quantity_scale'],
  sharing: 'side_by_side',
  run: addOrder,
})

const change = documentChange(orders, {
  description:
    'Possible in a draft, and after confirmation until there is a stock issue or an invoice; notes and labels until ' +
    'it is cancelled. ' +
    'Absent fields are kept, null clears; the delivery is merged key by key. With another partner_id, cascade prices ' +
    'are looked up again for that partner; prices you sent are kept.',
  body: OrderPatch,
  errors: ['conflict', 'shop_required', 'system_warehouse'],
  emits: ['stock_level.changed'],
  run: changeOrder,
})

const lineErrors = ['conflict', 'unit_mismatch', 'unit_not_available', 'quantity_scale'] as const

const lines = documentLines(orders, {
  shape: OrderLine,
  create: {
    summary: 'Add a line to an order',
    description: 'ETag and Location are those of the order.',
    body: OrderLineCreate,
    errors: lineErrors,
    emits: ['stock_level.changed'],
    run: addLine,
  },
  change: {
    summary: 'Update a line of an order',
    description: 'A cascade price follows the quantity; a price you sent is kept.',
    body: OrderLinePatch,
    bodyErrors: withoutUnit('quantity'),
    errors: lineErrors,
    emits: ['stock_level.changed'],
    run: changeLine,
  },
  remove: {
    summary: 'Delete a line of an order',
    description: 'The ETag is that of the order.',
    errors: ['conflict'],
    emits: ['stock_level.changed'],
    run: removeLine,
  },
})

export const orderEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(orders),
  change,
  ...lines,
  ...orderActions.endpoints,
]
