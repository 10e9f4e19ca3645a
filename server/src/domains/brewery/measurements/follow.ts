/** A phase may be said to have begun earlier, or be undone: measurements are then of another phase or vessel. */
import type { WriteContext } from '../../../kernel/context.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { Batch } from '../batches/store.ts'
import { lifeOf } from './life.ts'
import { findKept, followStretches, gravities } from './store.ts'

/** Called once the stays are as they are to be, from an instant on; gives what the batch then keeps. */
export async function followStays(
  ctx: WriteContext,
  batch: Pick<Batch, 'id' | 'phase'>,
  since: Instant,
): Promise<Partial<Pick<Batch, 'measured'>>> {
  const of = { bookId: ctx.account.book.id, batchId: batch.id }
  const stretches = await lifeOf(ctx.tx, of.bookId, batch)
  const changed = stretches
    .map(({ from, ...stretch }, index) => ({
      ...stretch,
      from: from === null || from < since ? since : from,
      to: stretches[index + 1]?.from ?? null,
    }))
    .filter(({ from, to }) => to === null || to > from)
  const count = await followStretches(ctx.tx, { ...of, now: ctx.now }, changed)
  return count === 0 ? {} : { measured: (await findKept(ctx.tx, of, gravities)).measured }
}
