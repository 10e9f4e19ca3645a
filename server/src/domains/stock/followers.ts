/** Open documents of stock follow the names they show; levels and reservations show the names of now. */

import type { Follower } from '../../kernel/context.ts'
import { copyItemsToDrafts } from '../core/index.ts'
import { copyingCounts } from './counts/store.ts'
import { copyingStockDocuments, renamePartnerOfDrafts } from './documents/store.ts'
import { touchNamed } from './levels/store.ts'
import { type NamingDocuments, renameWarehouses } from './warehouses/store.ts'

const namingWarehouses: NamingDocuments[] = [
  {
    name: 'stock_documents',
    open: "r.status = 'draft'",
    names: { warehouse_id: 'warehouse_name', target_warehouse_id: 'target_name' },
  },
  { name: 'repacks', open: "r.status = 'draft'", names: { warehouse_id: 'warehouse_name' } },
  { name: 'inventory_counts', open: "r.status in ('draft', 'running')", names: { warehouse_id: 'warehouse_name' } },
]

export const stockFollower: Follower = {
  partner: (ctx, partner) => renamePartnerOfDrafts(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, partner),
  async items(ctx, ids) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await copyItemsToDrafts(ctx.tx, at, copyingStockDocuments, ids)
    await copyItemsToDrafts(ctx.tx, at, copyingCounts, ids)
    await touchNamed(ctx.tx, at, 'item_id', ids)
  },
  async warehouses(ctx, ids) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await renameWarehouses(ctx.tx, { ...at, ids }, namingWarehouses)
    await touchNamed(ctx.tx, at, 'warehouse_id', ids)
  },
}
