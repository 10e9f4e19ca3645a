/** Orders: list, detail, by own reference, create, change, lines, actions. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { DateText, ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, type Sql, sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type Reply } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, lineOfPath, ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import { withoutUnit } from '../../core/units/actions.ts'
import { invoiceOfOrder } from '../invoices/from-order.ts'
import { addOrder, changeOrder } from './actions.ts'
import { addLine, changeLine, removeLine } from './lines.ts'
import {
  Order,
  OrderActionResult,
  OrderCreate,
  OrderLine,
  OrderLineCreate,
  OrderLinePatch,
  OrderListed,
  OrderPatch,
  orderStatuses,
} from './schema.ts'
import { findOrder, listOrderLines, listOrders, type Order as OrderRow } from './store.ts'
import {
  cancelOrder,
  confirmOrder,
  createStockIssue,
  deliverOrder,
  revertOrder,
  shipOrder,
  startPreparation,
} from './transitions.ts'
import { detailView, lineView, listedView } from './view.ts'
import { openActions, orderWorkflow } from './workflow.ts'

const read = { scopes: ['sales:read'] } as const
const write = { scopes: ['sales:write'] } as const

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

const orders = {
  id: 'orders',
  path: '/orders',
  name: 'an order',
  object: 'order',
  family: 'order',
  read,
  schema: Order,
  find: findOrder,
  show: shown,
} as const

const orderOfPath = ofPath(orders)

const lineOfOrder = lineOfPath(orders, listOrderLines)

async function shown(order: OrderRow, { db, account }: RecordContext): Promise<Reply<Order>> {
  const lines = await listOrderLines(db, account.book.id, order.id)
  return { body: detailView(order, lines, account.book.isLive), version: order.version }
}

const list = defineList({
  id: 'orders.list',
  path: '/orders',
  summary: 'List orders',
  description: 'Without their lines.',
  access: read,
  filters,
  record: OrderListed,
  select(ctx, { filters: asked, where }, page) {
    const bookId = ctx.account.book.id
    const conditions = conditionsOf(asked, {
      search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
      status: is(sql`r.status`),
      partner_id: is(sql`r.partner_id`),
      warehouse_id: is(sql`r.warehouse_id`),
      item_id: id => hasItem(bookId, id),
      date_from: day => sql`r.order_date >= ${day}::date ${plannedAnew}`,
      date_to: day => sql`r.order_date <= ${day}::date ${plannedAnew}`,
      external_ref: text => carriesReference(bookId, 'order', text),
    })
    return listOrders(ctx.db, bookId, [...where, ...conditions], page)
  },
  view: (row, ctx) => listedView(row, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'orders.create',
  method: 'POST',
  path: '/orders',
  summary: 'Create an order',
  description: 'A draft. Lines without a unit_price are priced by the cascade.',
  access: write,
  query: Shape({ on_conflict: OnConflict }),
  body: OrderCreate,
  returns: { status: 201, schema: Order, etag: true },
  errors: [
    'external_ref_conflict',
    'shop_required',
    'system_warehouse',
    'unit_mismatch',
    'unit_not_available',
    'quantity_scale',
  ],
  handle: ({ body, query }, ctx) =>
    createdOnce(ctx, orders, { ref: body.external_ref, onConflict: query.on_conflict }, () => addOrder(ctx, body)),
})

const patch = defineEndpoint({
  id: 'orders.update',
  method: 'PATCH',
  path: '/orders/{id}',
  summary: 'Change an order',
  description:
    'In a draft, and when confirmed until a stock issue or an invoice was made; notes and labels until it is cancelled. ' +
    'Absent fields stay, null clears; the delivery merges key by key. Another partner_id: prices of the cascade are ' +
    'found anew for that partner, prices that were given stay.',
  access: write,
  body: OrderPatch,
  returns: { status: 200, schema: Order, etag: true },
  errors: ['stale_version', 'invalid_transition', 'conflict', 'shop_required', 'system_warehouse'],
  record: orderOfPath,
  handle: async ({ body, record }, ctx) => shown(await changeOrder(ctx, record, body), ctx),
})

const lineErrors = [
  'stale_version',
  'invalid_transition',
  'conflict',
  'unit_mismatch',
  'unit_not_available',
  'quantity_scale',
] as const

const lineCreate = defineEndpoint({
  id: 'orders.lines.create',
  method: 'POST',
  path: '/orders/{id}/lines',
  summary: 'Add a line to an order',
  description: 'The ETag and the Location are those of the order.',
  access: write,
  body: OrderLineCreate,
  returns: { status: 201, schema: OrderLine, etag: true },
  errors: lineErrors,
  record: orderOfPath,
  async handle({ body, record }, ctx) {
    const { order, line } = await addLine(ctx, record, body)
    return { body: lineView(line), version: order.version, location: locationOf('order', order.id) }
  },
})

const linePatch = defineEndpoint({
  id: 'orders.lines.update',
  method: 'PATCH',
  path: '/orders/{id}/lines/{line_id}',
  summary: 'Change a line of an order',
  description: 'A price of the cascade follows the quantity; a price that was given stays.',
  access: write,
  body: OrderLinePatch,
  faults: withoutUnit('quantity'),
  returns: { status: 200, schema: OrderLine, etag: true },
  errors: lineErrors,
  record: lineOfOrder,
  async handle({ body, record }, ctx) {
    const { order, line } = await changeLine(ctx, record.owner, record.line, body)
    return { body: lineView(line), version: order.version }
  },
})

const lineDelete = defineEndpoint({
  id: 'orders.lines.delete',
  method: 'DELETE',
  path: '/orders/{id}/lines/{line_id}',
  summary: 'Delete a line of an order',
  description: 'The ETag is that of the order.',
  access: write,
  // There is nothing to say with it.
  faults: body =>
    Object.keys(body).map(field => ({ field, code: 'unknown_field', message: 'This field is not known here.' })),
  returns: { status: 204, schema: Type.Null(), etag: true },
  errors: ['stale_version', 'invalid_transition', 'conflict'],
  record: lineOfOrder,
  async handle({ record }, ctx) {
    const order = await removeLine(ctx, record.owner, record.line)
    return { body: null, version: order.version }
  },
})

const acted = async (
  order: OrderRow,
  ctx: RecordContext,
  created?: { object: 'stock_issue' | 'invoice'; id: string },
): Promise<Reply<OrderActionResult>> => {
  const { body, version } = await shown(order, ctx)
  return { body: { ...body, ...(created && { created }) }, version: version! }
}

export const orderEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(orders),
  defineByReference(orders),
  patch,
  lineCreate,
  linePatch,
  lineDelete,
  ...defineActions({
    id: 'orders',
    path: '/orders/{id}',
    name: 'an order',
    access: write,
    workflow: orderWorkflow,
    record: orderOfPath,
    allowed: openActions,
    returns: OrderActionResult,
    run: {
      confirm: async (ctx, order) => acted(await confirmOrder(ctx, order), ctx),
      start_preparation: async (ctx, order) => acted(await startPreparation(ctx, order), ctx),
      ship: async (ctx, order) => acted(await shipOrder(ctx, order), ctx),
      deliver: async (ctx, order) => acted(await deliverOrder(ctx, order), ctx),
      async create_stock_issue(ctx, order) {
        const made = await createStockIssue(ctx, order)
        return acted(made.order, ctx, { object: 'stock_issue', id: made.issueId })
      },
      async create_invoice(ctx, order) {
        const made = await invoiceOfOrder(ctx, order)
        return acted(made.order, ctx, { object: 'invoice', id: made.invoice.id })
      },
      cancel: async (ctx, order) => acted(await cancelOrder(ctx, order), ctx),
      revert_to_draft: async (ctx, order) => acted(await revertOrder(ctx, order), ctx),
    },
  }),
]
