/** What brewing shows of other records follows their names. */
import type { Follower } from '../../kernel/context.ts'
import { touchRecipes } from './recipes/store.ts'

export const breweryFollower: Follower = {
  items: ({ tx, account, now }, ids) => touchRecipes(tx, { bookId: account.book.id, now }, { column: 'item_id', ids }),
  units: ({ tx, account, now }, ids) => touchRecipes(tx, { bookId: account.book.id, now }, { column: 'unit_id', ids }),
}
