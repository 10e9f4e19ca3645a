/** What a dry run shows of the stock that would move. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../contract/effects.ts'
import { Decimal, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { plain } from '../../../lib/decimal.ts'
import { type Allocation, unitPriceOf } from '../posting/rules.ts'
import { lastOfEach } from './actions.ts'
import type { LevelRow } from './store.ts'
import { levelView, StockLevel } from './view.ts'

const levels = Type.Array(StockLevel, { description: 'The levels that change, as they would be.' })

const LevelEffects = Shape({ levels }, { title: 'LevelEffects', description: 'The stock levels a write would change.' })
export type LevelEffects = Static<typeof LevelEffects>

const PostingEffects = Shape(
  {
    allocations: Type.Array(
      Shape({ line_id: Uuid, lot_id: Uuid, quantity: Decimal, unit_price: Decimal, value: Decimal }),
      { description: 'Which layer each line would take its quantity from; empty for what takes nothing.' },
    ),
    levels,
  },
  { title: 'PostingEffects', description: 'The stock a document would move.' },
)
export type PostingEffects = Static<typeof PostingEffects>

export const levelEffects: EffectsSpec<LevelEffects> = { scopes: ['stock:read'], schema: LevelEffects }
export const postingEffects: EffectsSpec<PostingEffects> = { scopes: ['stock:read'], schema: PostingEffects }

export const changedLevels = (ctx: WriteContext, changed: LevelRow[]): LevelEffects => ({
  levels: lastOfEach(changed).map(level => levelView(level, ctx.account.book.isLive)),
})

export const allocationViews = (allocations: readonly Allocation[]): PostingEffects['allocations'] =>
  allocations.map(({ lineId, lotId, quantity, value }) => ({
    line_id: lineId,
    lot_id: lotId,
    quantity: plain(quantity),
    unit_price: plain(unitPriceOf(value, quantity)),
    value: value.toFixed(2),
  }))
