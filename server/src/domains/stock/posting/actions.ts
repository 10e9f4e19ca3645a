/** Posting: the only code that moves stock. What was planned is written in one statement, with the document itself. */
import { refuseBeyond } from '../../../contract/amounts.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import type { LevelRow } from '../levels/store.ts'
import { changedReservations, levelsAfter, type Posting } from './moves.ts'
import { type PostedDocument, savePosting } from './saving-store.ts'

/**
 * The document is written as it is given; without one the posting goes again, and the document is the caller's.
 * Answers with the levels that change.
 */
export function writePosting(
  ctx: WriteContext,
  { movement, changes }: Pick<Posting, 'movement' | 'changes'>,
  document?: PostedDocument,
): LevelRow[] {
  const { id, warehouseId, day } = movement
  const { moved, before, queue, queueBefore, ...rest } = changes
  const levels = levelsAfter(changes, ctx.now)
  for (const { quantity, value } of levels) for (const amount of [quantity, value]) refuseBeyond(decimal(amount))
  savePosting(
    ctx.tx,
    { bookId: ctx.account.book.id, now: ctx.now },
    {
      documentId: id,
      document,
      warehouseId,
      day,
      changedLots: [],
      newLots: [],
      goneLots: [],
      allocations: [],
      isReturned: false,
      ...rest,
      levels: levels.map(({ id, item_id, quantity, reserved_quantity, value }) => ({
        id,
        item_id,
        quantity,
        reserved_quantity,
        value,
        moved_quantity: plain(moved.get(item_id)!.quantity),
        moved_value: plain(moved.get(item_id)!.value),
        is_new: before.get(item_id)!.id === null,
      })),
      reservations: changedReservations(changes),
    },
  )
  return levels
}
