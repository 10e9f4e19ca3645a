/** Orders: list, detail, by own reference, create, change, lines, actions. */

import { Type } from 'typebox'
import { DateText, ExternalRefText, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, type Sql, sql } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { documentLines } from '../../../kernel/document-lines.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { is } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/index.ts'
import { addOrder, changeOrder } from './actions.ts'
import { orders } from './document.ts'
import { addLine, changeLine, removeLine } from './lines.ts'
import { OrderCreate, OrderLine, OrderLineCreate, OrderLinePatch, OrderPatch, orderStatuses } from './schema.ts'
import { orderActions } from './transitions.ts'

const filters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the number, the partner, the own identifier or the notes.',
    }),
  ),
  status: Type.Optional(OneOf(orderStatuses)),
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
   where book_id = ${bookId} and item_id = ${itemId})) ${plannedAnew}`

const list = documentList(orders, {
  description: 'Without their lines.',
  filters,
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
    status: is(sql`r.status`),
    partner_id: is(sql`r.partner_id`),
    warehouse_id: is(sql`r.warehouse_id`),
    item_id: id => hasItem(bookId, id),
    date_from: day => sql`r.order_date >= ${day}::date ${plannedAnew}`,
    date_to: day => sql`r.order_date <= ${day}::date ${plannedAnew}`,
    external_ref: text => carriesReference(bookId, 'order', text),
  }),
})

const create = documentCreate(orders, {
  description: 'A draft. Lines without a unit_price are priced by the cascade.',
  body: OrderCreate,
  errors: ['shop_required', 'system_warehouse', 'unit_mismatch', 'unit_not_available', 'quantity_scale'],
  run: addOrder,
})

const change = documentChange(orders, {
  description:
    'In a draft, and when confirmed until a stock issue or an invoice was made; notes and labels until it is cancelled. ' +
    'Absent fields stay, null clears; the delivery merges key by key. Another partner_id: prices of the cascade are ' +
    'found anew for that partner, prices that were given stay.',
  body: OrderPatch,
  errors: ['conflict', 'shop_required', 'system_warehouse'],
  run: changeOrder,
})

const lineErrors = ['conflict', 'unit_mismatch', 'unit_not_available', 'quantity_scale'] as const

const lines = documentLines(orders, {
  shape: OrderLine,
  create: {
    summary: 'Add a line to an order',
    description: 'The ETag and the Location are those of the order.',
    body: OrderLineCreate,
    errors: lineErrors,
    run: addLine,
  },
  change: {
    summary: 'Change a line of an order',
    description: 'A price of the cascade follows the quantity; a price that was given stays.',
    body: OrderLinePatch,
    faults: withoutUnit('quantity'),
    errors: lineErrors,
    run: changeLine,
  },
  remove: {
    summary: 'Delete a line of an order',
    description: 'The ETag is that of the order.',
    errors: ['conflict'],
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
