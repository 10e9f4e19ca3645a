/** Nothing moves in a warehouse that is counted, nor in a month whose excise report is filed. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { findLocks, type Locks } from './store.ts'

interface Moving {
  warehouse_id: string
  date: string
}

export const lockKeyOf = (ctx: WriteContext, { warehouse_id, date }: Moving) => ({
  bookId: ctx.account.book.id,
  warehouseId: warehouse_id,
  day: date,
})

export async function requireUnlocked(ctx: WriteContext, moving: Moving): Promise<void> {
  refuseLocks(await findLocks(ctx.tx, lockKeyOf(ctx, moving)))
}

export function refuseLocks({ is_counted, is_filed }: Locks): void {
  if (is_counted) throw problem('inventory_locked')
  if (is_filed) throw problem('excise_reported')
}
