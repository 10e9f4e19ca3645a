/** What a dry run shows of the stock that would move. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../contract/effects.ts'
import { Decimal, described, Nullable, Shape, type Static, UnitRef, Uuid } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal as Amount, money, plain, sum } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { ItemRef } from '../documents/schema.ts'
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
      Shape({
        line_id: Uuid,
        lot_id: Uuid,
        lot_number: Type.Optional(Nullable(Type.String())),
        quantity: Decimal,
        unit_price: Decimal,
        value: Decimal,
      }),
      { description: 'Which layer each line would take its quantity from; empty for what takes nothing.' },
    ),
    levels,
  },
  { title: 'PostingEffects', description: 'The stock a document would move.' },
)
export type PostingEffects = Static<typeof PostingEffects>

const MoveEffects = Shape(
  {
    levels,
    moves: Type.Array(Shape({ line_id: Uuid, item: ItemRef, quantity: Decimal, unit: UnitRef, value: Decimal }), {
      description: 'What each line would move and what that is worth; less than 0 goes out.',
    }),
    value: described<string>(Decimal, 'Of all moves: what the stock gains or, below 0, loses.'),
  },
  { title: 'MoveEffects', description: 'The stock the lines of a write would move.' },
)
export type MoveEffects = Static<typeof MoveEffects>

export const levelEffects: EffectsSpec<LevelEffects> = { scopes: ['stock:read'], schema: LevelEffects }
export const postingEffects: EffectsSpec<PostingEffects> = { scopes: ['stock:read'], schema: PostingEffects }

export const moveEffects: EffectsSpec<MoveEffects> = { scopes: ['stock:read'], schema: MoveEffects }

export const changedLevels = (ctx: WriteContext, changed: LevelRow[]): LevelEffects => ({
  levels: lastOfEach(changed).map(level => levelView(level, ctx.account.book.isLive)),
})

export const allocationViews = (allocations: readonly Allocation[]): PostingEffects['allocations'] =>
  allocations.map(({ lineId, lotId, lotNumber, quantity, value }) => ({
    line_id: lineId,
    lot_id: lotId,
    lot_number: lotNumber,
    quantity: plain(quantity),
    unit_price: plain(unitPriceOf(value, quantity)),
    value: value.toFixed(2),
  }))

/** What a line would move: less than 0 goes out. */
export interface Move {
  line: Parameters<typeof unitOf>[0] & { id: string; item_id: string; item_code: string | null; item_name: string }
  quantity: Amount
  value: Amount
}

export const movedLines = (ctx: WriteContext, changed: LevelRow[], moves: readonly Move[]): MoveEffects => ({
  ...changedLevels(ctx, changed),
  moves: moves.map(({ line, quantity, value }) => ({
    line_id: line.id,
    item: { id: line.item_id, code: line.item_code, name: line.item_name },
    quantity: plain(quantity),
    unit: unitOf(line),
    value: money(value),
  })),
  value: money(sum(moves.map(({ value }) => value))),
})

/** What was taken for a line. */
export const takenValue = (allocations: readonly Allocation[], lineId: string): Amount =>
  sum(allocations.filter(allocation => allocation.lineId === lineId).map(({ value }) => value))
