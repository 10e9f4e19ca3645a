/** Nothing moves in a warehouse that is counted, and no beer up to the end of a month whose excise report is filed. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { findLocks, type LockKey, type Locks, type MovedItems } from './store.ts'

interface Moving {
  warehouse_id: string
  target_warehouse_id?: string | null
  date: string
}

export const lockKeyOf = (ctx: WriteContext, moving: Moving, moved: MovedItems): LockKey => ({
  bookId: ctx.account.book.id,
  warehouseId: moving.warehouse_id,
  targetId: moving.target_warehouse_id ?? null,
  day: moving.date,
  moved,
})

/** For who refuses one before the other. */
export const locksOn = (ctx: WriteContext, moving: Moving, moved: MovedItems): Promise<Locks> =>
  findLocks(ctx.tx, lockKeyOf(ctx, moving, moved))

export async function requireUnlocked(ctx: WriteContext, moving: Moving, moved: MovedItems): Promise<void> {
  refuseLocks(await locksOn(ctx, moving, moved))
}

export function refuseLocks({ is_counted, is_filed }: Locks): void {
  if (is_counted) throw problem('inventory_locked')
  if (is_filed) throw problem('excise_reported')
}
