/** Inventory counts as the kernel knows them. */

import { defineDocument } from '../../../kernel/document.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { Count, type CountLine, CountListed } from './schema.ts'
import { type CountLineRow, countTable, listCountLines } from './store.ts'
import { countWorkflow } from './workflow.ts'

const lineView = (line: CountLineRow): CountLine => ({
  object: 'inventory_count_line',
  id: line.id,
  item: { id: line.item_id, code: line.item_code, name: line.item_name },
  lot_id: line.lot_id,
  lot_number: line.lot_number,
  expiry_date: line.expiry_date,
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

export const counts = defineDocument({
  object: 'inventory_count',
  id: 'inventoryCounts',
  path: '/inventory-counts',
  name: 'an inventory count',
  many: 'inventory counts',
  access: { read: { scopes: ['stock:read'] }, write: { scopes: ['stock:write'] } },
  workflow: countWorkflow,
  table: countTable,
  listed: CountListed,
  detail: Count,
  lines: { list: listCountLines, view: lineView },
  view: count => ({
    number: count.number,
    status: count.status,
    date: count.date,
    warehouse: { id: count.warehouse_id, name: count.warehouse_name },
    scope: count.scope,
    item_ids: count.item_ids,
    stock_issue_id: count.issue_id,
    goods_receipt_id: count.receipt_id,
    notes: count.notes,
  }),
})
