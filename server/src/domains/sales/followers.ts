/** Open documents of sales follow the names they show. */

import type { Follower } from '../../kernel/context.ts'
import { copyItemsToDrafts, renameInDrafts } from '../core/index.ts'
import { copyingInvoices, invoiceTable } from './invoices/store.ts'
import { copyingOrders, orderTable } from './orders/store.ts'

export const salesFollower: Follower = {
  async partner(ctx, partner) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await renameInDrafts(ctx.tx, at, orderTable, partner)
    await renameInDrafts(ctx.tx, at, invoiceTable, partner)
  },
  async items(ctx, ids) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await copyItemsToDrafts(ctx.tx, at, copyingOrders, ids)
    await copyItemsToDrafts(ctx.tx, at, copyingInvoices, ids)
  },
}
