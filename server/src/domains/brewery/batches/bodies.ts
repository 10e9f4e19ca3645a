/** What callers send to make, change and act on a batch. */
import { Type } from 'typebox'
import {
  DateText,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  Money,
  Nullable,
  OneOf,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  Uuid,
} from '../../../contract/schema.ts'
import { batchPhases, stayPhases } from './schema.ts'

/** Litres: greater than nothing, to the millilitre. */
export const Litres = DecimalWithin({ above: '0', places: 3 })
const OriginalGravity = DecimalWithin({ least: '0', most: '40', places: 2 })
/** As a measurement of gravity: what is lighter than water reads below nothing. */
const FinalGravity = DecimalWithin({ least: '-5', most: '40', places: 2 })
const Abv = DecimalWithin({ least: '0', most: '100', places: 2 })

const planned = {
  item_id: Type.Optional(
    described<string>(Uuid, 'A production item in a unit of volume; by default that of the recipe.'),
  ),
  recipe_version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The newest by default.' }),
  ),
  planned_volume_l: Type.Optional(described<string>(Litres, "The recipe's `batch_volume_l` by default.")),
  brew_date: Type.Optional(DateText),
  name: Type.Optional(Nullable(Text(0, 200))),
  warehouse_id: Type.Optional(Uuid),
  notes: Type.Optional(Nullable(Text(0, 4000))),
}

export const BatchCreate = Shape({
  ...planned,
  recipe_id: Type.Optional(Nullable(Uuid)),
  external_ref: Type.Optional(ExternalRef),
})
export type BatchCreate = Static<typeof BatchCreate>

export const BatchPatch = Shape({
  ...planned,
  recipe_id: Type.Optional(Nullable(Uuid)),
  og_plato: Type.Optional(Nullable(OriginalGravity)),
  fg_plato: Type.Optional(Nullable(FinalGravity)),
  abv: Type.Optional(Nullable(Abv)),
})
export type BatchPatch = Static<typeof BatchPatch>

const occurred_at = Type.Optional(described<string>(InstantText, 'Now by default.'))
const note = Type.Optional(Nullable(Text(0, 2000)))
const write_off = Type.Optional(
  Type.Boolean({ description: 'Writes off the value that is left; without it such a batch does not end.' }),
)

const reachable = batchPhases.filter(phase => phase !== 'cancelled')

export const AdvanceBody = Shape({
  phase: OneOf(reachable),
  vessel_id: Type.Optional(described<string>(Uuid, 'Required for fermentation and lagering; its own one is fine.')),
  volume_l: Type.Optional(described<string>(Litres, 'Restates the litres: less is a normal loss, more a gain.')),
  occurred_at,
  note,
  write_off,
})
export type AdvanceBody = Static<typeof AdvanceBody>

export const MoveBody = Shape({ vessel_id: Uuid, volume_l: Type.Optional(Litres), occurred_at, note })
export type MoveBody = Static<typeof MoveBody>

export const MaterialIssueBody = Shape({
  phase: Type.Optional(OneOf(stayPhases)),
  warehouse_id: Type.Optional(Uuid),
  date: Type.Optional(DateText),
})
export type MaterialIssueBody = Static<typeof MaterialIssueBody>

export const ReceiveBody = Shape({
  quantity: PositiveQuantity,
  unit: UnitInput,
  warehouse_id: Type.Optional(Uuid),
  date: Type.Optional(DateText),
  lot_number: Type.Optional(Nullable(Text(0, 120))),
  expiry_date: Type.Optional(Nullable(DateText)),
  additional_cost: Type.Optional(described<string>(Money, 'Energy, wages, contract filling; on top of the value.')),
  is_final: Type.Optional(Type.Boolean({ description: 'All that is left of the value; the litres left are lost.' })),
  note,
})
export type ReceiveBody = Static<typeof ReceiveBody>

const lossReasons = ['trub', 'yeast', 'filter', 'spill', 'sample', 'dump', 'other'] as const
export type LossReason = (typeof lossReasons)[number]

export const LossBody = Shape({
  volume_l: Litres,
  reason: Type.Optional(OneOf(lossReasons)),
  is_abnormal: Type.Optional(Type.Boolean({ default: false, description: 'Takes its share of the value with it.' })),
  occurred_at,
  note,
})
export type LossBody = Static<typeof LossBody>

export const SplitBody = Shape({
  volume_l: Litres,
  vessel_id: Type.Optional(described<string>(Uuid, 'Required in fermentation and lagering.')),
  name: Type.Optional(Nullable(Text(0, 200))),
  external_ref: Type.Optional(ExternalRef),
  occurred_at,
})
export type SplitBody = Static<typeof SplitBody>

export const BlendBody = Shape({
  from: Type.Array(Shape({ batch_id: Uuid, volume_l: Litres }), { minItems: 1, maxItems: 20 }),
  occurred_at,
  note,
})
export type BlendBody = Static<typeof BlendBody>

export const UndoBody = Shape({ note })
export type UndoBody = Static<typeof UndoBody>

export const CancelBody = Shape({ reason: Type.Optional(Nullable(Text(0, 2000))), write_off })
export type CancelBody = Static<typeof CancelBody>
