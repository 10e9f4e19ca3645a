/** Inventory counts: list, detail, create, lines, start, finish, cancel. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { allowedActions } from '../../../contract/workflow.ts'
import { sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type Reply } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet, lineOfPath, ofPath } from '../../../kernel/record.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/items/store.ts'
import { withoutUnit } from '../../core/units/actions.ts'
import { addCount, addCountLine, cancelCount, changeCountLine, scopeFaults, startCount } from './actions.ts'
import { finishCount } from './posting.ts'
import {
  Count,
  CountCreate,
  CountLine,
  CountLineCreate,
  CountLinePatch,
  CountListed,
  countStatuses,
  countWorkflow,
} from './schema.ts'
import { type CountLineRow, findCount, type InventoryCount, listCountLines, listCounts } from './store.ts'

const read = { scopes: ['stock:read'] } as const
const write = { scopes: ['stock:write'] } as const

const listedView = (count: InventoryCount, livemode: boolean): CountListed => ({
  object: 'inventory_count',
  id: count.id,
  number: count.number,
  status: count.status,
  date: count.date,
  warehouse: { id: count.warehouse_id, name: count.warehouse_name },
  scope: count.scope,
  item_ids: count.item_ids,
  stock_issue_id: count.issue_id,
  goods_receipt_id: count.receipt_id,
  notes: count.notes,
  allowed_actions: allowedActions(countWorkflow, count.status),
  livemode,
  created_at: count.created_at,
  updated_at: count.updated_at,
})

const lineView = (line: CountLineRow): CountLine => ({
  object: 'inventory_count_line',
  id: line.id,
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  lot_id: line.lot_id,
  expected_quantity: line.expected_quantity,
  counted_quantity: line.counted_quantity,
  difference:
    line.counted_quantity === null || line.expected_quantity === null
      ? null
      : plain(decimal(line.counted_quantity).minus(line.expected_quantity)),
  unit: unitOf(line),
  cost_missing: line.cost_missing,
  created_at: line.created_at,
})

async function shown(count: InventoryCount, { db, account }: RecordContext): Promise<Reply<Count>> {
  const lines = await listCountLines(db, account.book.id, count.id)
  return {
    body: { ...listedView(count, account.book.isLive), lines: lines.map(lineView) },
    version: count.version,
  }
}

const counts = {
  id: 'inventoryCounts',
  path: '/inventory-counts',
  name: 'an inventory count',
  object: 'inventory_count',
  read,
  schema: Count,
  find: findCount,
  show: shown,
} as const

const countOfPath = ofPath(counts)
const lineOfCount = lineOfPath(counts, listCountLines)

const list = defineList({
  id: 'inventoryCounts.list',
  path: '/inventory-counts',
  summary: 'List inventory counts',
  description: 'Without their lines.',
  access: read,
  filters: Shape({ status: Type.Optional(OneOf(countStatuses)), warehouse_id: Type.Optional(Uuid) }),
  record: CountListed,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, { status: is(sql`r.status`), warehouse_id: is(sql`r.warehouse_id`) })
    return listCounts(ctx.db, ctx.account.book.id, [...where, ...conditions], page)
  },
  view: (row, ctx) => listedView(row, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'inventoryCounts.create',
  method: 'POST',
  path: '/inventory-counts',
  summary: 'Create an inventory count',
  description: 'A draft: nothing is locked until it is started.',
  access: write,
  body: CountCreate,
  faults: scopeFaults,
  returns: { status: 201, schema: Count, etag: true },
  errors: ['system_warehouse'],
  async handle({ body }, ctx) {
    const count = await addCount(ctx, body)
    return { ...(await shown(count, ctx)), location: locationOf('inventory_count', count.id) }
  },
})

const lineErrors = [
  'stale_version',
  'invalid_transition',
  'unit_mismatch',
  'unit_not_available',
  'quantity_scale',
  'conflict',
] as const

const lineCreate = defineEndpoint({
  id: 'inventoryCounts.lines.create',
  method: 'POST',
  path: '/inventory-counts/{id}/lines',
  summary: 'Note what was counted of an item',
  description: 'Fills the line the start made, or adds one. The ETag and the Location are those of the count.',
  access: write,
  body: CountLineCreate,
  returns: { status: 201, schema: CountLine, etag: true },
  errors: lineErrors,
  record: countOfPath,
  async handle({ body, record }, ctx) {
    const { count, line } = await addCountLine(ctx, record, body)
    return { body: lineView(line), version: count.version, location: locationOf('inventory_count', count.id) }
  },
})

const linePatch = defineEndpoint({
  id: 'inventoryCounts.lines.update',
  method: 'PATCH',
  path: '/inventory-counts/{id}/lines/{line_id}',
  summary: 'Correct what was counted',
  description: 'null makes the line uncounted again.',
  access: write,
  body: CountLinePatch,
  faults: withoutUnit('counted_quantity'),
  returns: { status: 200, schema: CountLine, etag: true },
  errors: lineErrors,
  record: lineOfCount,
  async handle({ body, record }, ctx) {
    const { count, line } = await changeCountLine(ctx, record.owner, record.line, body)
    return { body: lineView(line), version: count.version }
  },
})

export const countEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(counts),
  lineCreate,
  linePatch,
  ...defineActions({
    id: 'inventoryCounts',
    path: '/inventory-counts/{id}',
    name: 'an inventory count',
    access: write,
    workflow: countWorkflow,
    record: countOfPath,
    returns: Count,
    run: {
      start: async (ctx, count) => shown(await startCount(ctx, count), ctx),
      finish: async (ctx, count) => shown(await finishCount(ctx, count), ctx),
      cancel: async (ctx, count) => shown(await cancelCount(ctx, count), ctx),
    },
  }),
]
