/** Levels that a write changed. */
import type { WriteContext } from '../../../kernel/context.ts'
import type { LevelRow } from './store.ts'
import { levelView } from './view.ts'

/** One for each item and warehouse of the write, as the level is in the end. */
export const lastOfEach = (levels: LevelRow[]): LevelRow[] => [
  ...new Map(levels.map(level => [level.id, level])).values(),
]

export function emitLevels(ctx: WriteContext, levels: LevelRow[]): void {
  for (const level of lastOfEach(levels)) ctx.emit('stock_level.changed', levelView(level, ctx.account.book.isLive))
}
