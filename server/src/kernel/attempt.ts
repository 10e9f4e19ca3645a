/** A part of a write that may be refused while the rest is kept. */
import { Problem } from '../contract/problems.ts'
import type { WriteContext } from './context.ts'
import type { CollectedEvent } from './outbox.ts'

/** What a write keeps in memory goes back with the rows of a part that was refused. */
export async function attempt<T>(
  ctx: WriteContext,
  events: CollectedEvent[],
  part: () => Promise<T>,
): Promise<T | Problem> {
  const { watched } = ctx
  const counts = { ...ctx.counts }
  const emitted = events.length
  const told = ctx.audited.length
  const result = await ctx.tx.attempt(part, error => error instanceof Problem)
  if (result instanceof Problem) {
    events.length = emitted
    ctx.audited.length = told
    Object.assign(ctx.counts, counts)
    ctx.watched = watched
  }
  return result
}
