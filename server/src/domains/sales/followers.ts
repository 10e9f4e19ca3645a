/** Open documents of sales follow the names they show. */
import type { Follower } from '../../kernel/context.ts'
import { copyItemsToDrafts } from '../core/items/store.ts'
import { renameInDrafts } from '../core/partners/store.ts'
import { copyingInvoices, namingDocuments as invoices } from './invoices/store.ts'
import { copyingOrders, namingDocuments as orders } from './orders/store.ts'

export const salesFollower: Follower = {
  async partner(ctx, partner) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await renameInDrafts(ctx.tx, at, orders, partner)
    await renameInDrafts(ctx.tx, at, invoices, partner)
  },
  async items(ctx, ids) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await copyItemsToDrafts(ctx.tx, at, copyingOrders, ids)
    await copyItemsToDrafts(ctx.tx, at, copyingInvoices, ids)
  },
}
