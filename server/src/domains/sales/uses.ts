/** What sales use of items. */

import type { Use } from '../../kernel/uses.ts'
import { unitOfItem } from '../core/index.ts'

export const salesUses: readonly Use[] = [
  { of: unitOfItem, by: 'an order', table: 'order_lines', column: 'item_id' },
  { of: unitOfItem, by: 'an invoice', table: 'invoice_lines', column: 'item_id' },
]
