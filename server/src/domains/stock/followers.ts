/** Open documents of stock follow the names they show; levels and reservations show the names of now. */
import type { Follower } from '../../kernel/context.ts'
import { copyItemsToDrafts } from '../core/items/store.ts'
import { copyingCounts, renameWarehousesOfCounts } from './counts/store.ts'
import { copyingStockDocuments, renamePartnerOfDrafts, renameWarehousesOfDrafts } from './documents/store.ts'
import { touchNamed } from './levels/store.ts'
import { renameWarehousesOfRepacks } from './repacks/store.ts'

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
    await renameWarehousesOfDrafts(ctx.tx, at, ids)
    await renameWarehousesOfRepacks(ctx.tx, at, ids)
    await renameWarehousesOfCounts(ctx.tx, at, ids)
    await touchNamed(ctx.tx, at, 'warehouse_id', ids)
  },
}
