/** Balances show others by name, and follow a new one. */
import type { Follower } from '../../../kernel/context.ts'
import { touchBalances } from './balances/store.ts'

export const packagingFollower: Follower = {
  async partner(ctx, { id }) {
    touchBalances(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, { by: 'partner_id', ids: [id] })
  },
  async items(ctx, ids) {
    touchBalances(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, { by: 'item_id', ids })
  },
  async deposits(ctx, ids) {
    touchBalances(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, { by: 'deposit_id', ids })
  },
}
