/** Levels that a write changed. */
import type { WriteContext } from '../../../kernel/context.ts'
import type { LevelRow } from './store.ts'
import { levelView } from './view.ts'

/** Once for each item and warehouse of the write, as the level is in the end. */
export function emitLevels(ctx: WriteContext, levels: LevelRow[]): void {
  const last = new Map(levels.map(level => [level.id, level]))
  for (const level of last.values()) ctx.emit('stock_level.changed', levelView(level, ctx.account.book.isLive))
}
