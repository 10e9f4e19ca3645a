/** The wire shapes of movements and days of a report. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  Nullable,
  OneOf,
  Shape,
  type Static,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { ItemRef, NamedRef } from '../../stock/index.ts'
import { figures, Hectolitres, Plato } from '../reports/schema.ts'

export const movementColumns = ['produced', 'received', 'released', 'losses', 'internal'] as const

/** A shape that may be null. */
const OrNull = <S extends typeof ItemRef | typeof NamedRef | typeof UnitRef>(shape: S) => Nullable(shape)

export const ExciseMovement = Shape({
  object: Type.Literal('excise_movement'),
  document: Shape({
    object: OneOf(['goods_receipt', 'stock_issue', 'packaging_run', 'repack']),
    id: Uuid,
    number: Type.String(),
    date: DateText,
    movement_purpose: Nullable(Type.String()),
  }),
  line_id: Nullable(described<string>(Uuid, 'Null for the difference of a packaging run or a repack.')),
  item: OrNull(ItemRef),
  warehouse: NamedRef,
  partner: OrNull(NamedRef),
  batch_id: Nullable(Uuid),
  lot_number: Nullable(Type.String()),
  plato: Plato,
  quantity: Nullable(Decimal),
  unit: OrNull(UnitRef),
  hl: described<string>(Hectolitres, 'Signed: what comes is positive.'),
  column: OneOf(movementColumns),
  livemode: Type.Boolean(),
})
export type ExciseMovement = Static<typeof ExciseMovement>

export const ExciseDay = Shape({
  object: Type.Literal('excise_day'),
  date: DateText,
  plato: Plato,
  ...figures,
  livemode: Type.Boolean(),
})
export type ExciseDay = Static<typeof ExciseDay>
