/** What brewing shows of other records follows their names. */
import type { Follower } from '../../kernel/context.ts'
import { copyItemsToBatches, renameWarehousesOfBatches } from './batches/names.ts'
import { copyItemsToRuns, renameWarehousesOfRuns } from './packaging-runs/names.ts'
import { touchRecipes } from './recipes/store.ts'

export const breweryFollower: Follower = {
  async items(ctx, ids) {
    await touchRecipes(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, { column: 'item_id', ids })
    await copyItemsToBatches(ctx, ids)
    await copyItemsToRuns(ctx, ids)
  },
  units: ({ tx, account, now }, ids) => touchRecipes(tx, { bookId: account.book.id, now }, { column: 'unit_id', ids }),
  async warehouses(ctx, renamed) {
    await renameWarehousesOfBatches(ctx, renamed)
    await renameWarehousesOfRuns(ctx, renamed)
  },
}
