/** Posting: the only code that moves stock. What was planned is written in one statement, with the document itself. */
import type { WriteContext } from '../../../kernel/context.ts'
import { plain } from '../../../lib/decimal.ts'
import type { LevelRow } from '../levels/store.ts'
import { changedReservations, levelsAfter, type Posting } from './moves.ts'
import { type PostedDocument, savePosting } from './store.ts'

/** The document is written as it is given; without one the posting goes again, and the document is the caller's. */
export function writePosting(
  ctx: WriteContext,
  { movement, changes }: Pick<Posting, 'movement' | 'changes'>,
  document?: PostedDocument,
): Promise<LevelRow[]> {
  const { id, warehouseId, day } = movement
  const { moved, before, queue, queueBefore, ...rest } = changes
  return savePosting(
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
      moves: [...moved].map(([itemId, { quantity, value }]) => ({
        item_id: itemId,
        quantity: plain(quantity),
        value: plain(value),
      })),
      levels: levelsAfter(changes),
      reservations: changedReservations(changes),
    },
  )
}
