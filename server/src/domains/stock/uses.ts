/** What stock uses of items and warehouses. */

import { defineUse, type Use } from '../../kernel/uses.ts'
import { stockOfItem, unitOfItem } from '../core/index.ts'
import { ofWholeWarehouse } from './levels/store.ts'

/** What keeps a warehouse from being taken out of use. */
export const busyWarehouse = defineUse('a warehouse in use')

const documents = { by: 'a stock document', table: 'stock_lines', column: 'item_id' }
const counts = 'an inventory count'

export const stockUses: readonly Use[] = [
  { of: unitOfItem, ...documents },
  { of: unitOfItem, by: counts, table: 'inventory_count_lines', column: 'item_id' },
  { of: unitOfItem, by: counts, table: 'inventory_counts', column: 'item_ids', isList: true },
  { of: stockOfItem, ...documents },
  {
    of: busyWarehouse,
    by: 'stock',
    table: 'stock_levels',
    column: 'warehouse_id',
    condition: `u.quantity > 0 and ${ofWholeWarehouse('u')}`,
  },
  {
    of: busyWarehouse,
    by: 'an open document',
    table: 'stock_documents',
    column: 'warehouse_id',
    condition: "u.status = 'draft'",
  },
  {
    of: busyWarehouse,
    by: 'a running count',
    table: 'inventory_counts',
    column: 'warehouse_id',
    condition: "u.status in ('draft', 'running')",
  },
]
