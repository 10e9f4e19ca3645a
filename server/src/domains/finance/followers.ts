/** Open documents of finance follow the names they show. */
import type { Follower } from '../../kernel/context.ts'
import { renameInDrafts } from '../core/partners/store.ts'
import { namingDocuments as cashflows } from './cashflows/store.ts'
import { namingDocuments as receivedInvoices } from './received-invoices/store.ts'

export const financeFollower: Follower = {
  async partner(ctx, partner) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await renameInDrafts(ctx.tx, at, receivedInvoices, partner)
    await renameInDrafts(ctx.tx, at, cashflows, partner)
  },
}
