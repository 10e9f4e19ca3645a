/** Open documents of finance follow the names they show. */

import type { Follower } from '../../kernel/context.ts'
import { renameInDrafts } from '../core/index.ts'
import { cashflowTable } from './cashflows/store.ts'
import { receivedTable } from './received-invoices/store.ts'

export const financeFollower: Follower = {
  async partner(ctx, partner) {
    const at = { bookId: ctx.account.book.id, now: ctx.now }
    await renameInDrafts(ctx.tx, at, receivedTable, partner)
    await renameInDrafts(ctx.tx, at, cashflowTable, partner)
  },
}
