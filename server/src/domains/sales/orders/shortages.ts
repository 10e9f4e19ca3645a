/** What a confirmed order wants of the stock and could not reserve. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../contract/effects.ts'
import { Decimal, described, Shape, type Static, UnitRef, Uuid } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { holdsOneOf } from '../../../kernel/rights.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { ItemRef, type LevelEffects, levelEffects, type Settled } from '../../stock/index.ts'
import type { OrderLineRow } from './store.ts'

const Shortage = Shape(
  {
    line_id: Uuid,
    item: ItemRef,
    unit: UnitRef,
    wanted: Decimal,
    reserved: described<string>(Decimal, 'Held for the line.'),
    missing: described<string>(
      Decimal,
      'wanted less reserved: it is held as stock arrives, in the order of the queue.',
    ),
  },
  { title: 'Shortage' },
)
export type Shortage = Static<typeof Shortage>

export const Shortages = Type.Array(Shortage, {
  description: 'What could not be reserved, line by line; told to a key with stock:read.',
})

const HoldingEffects = Shape(
  { ...levelEffects.schema.properties, shortages: Shortages },
  { title: 'HoldingEffects', description: 'The stock levels a write would change, and what it could not reserve.' },
)

export interface HoldingEffects extends LevelEffects {
  shortages: Shortage[]
}

export const holdingEffects: EffectsSpec<HoldingEffects> = {
  scopes: levelEffects.scopes,
  schema: HoldingEffects as never,
}

/** In the order of the lines. */
export function shortagesOf(
  lines: readonly OrderLineRow[],
  { reservations }: Pick<Settled, 'reservations'>,
): Shortage[] {
  const held = new Map(reservations.map(({ id, reserved }) => [id, reserved]))
  return lines.flatMap(line => {
    const reserved = held.get(line.id)
    const missing = reserved && decimal(line.quantity).minus(reserved)
    if (!missing?.gt(0)) return []
    return [
      {
        line_id: line.id,
        item: { id: line.item_id, code: line.item_code, name: line.item_name },
        unit: unitOf(line),
        wanted: line.quantity,
        reserved: plain(reserved!),
        missing: plain(missing),
      },
    ]
  })
}

/** How much is reserved tells how much there was: that is for those who may read the stock. */
export const maySeeShortages = ({ holder }: WriteContext): boolean =>
  holder === undefined || holdsOneOf(holder, levelEffects.scopes)
