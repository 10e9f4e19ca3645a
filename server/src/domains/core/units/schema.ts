/** The wire shape of units of measure. */
import { Type } from 'typebox'
import { Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'

export const Unit = Shape({
  object: Type.Literal('unit'),
  id: Uuid,
  code: Type.String(),
  symbol: Type.String(),
  name_cs: Type.String(),
  name_en: Type.String(),
  dimension: OneOf(['weight', 'volume', 'count']),
  base_unit_code: Nullable(Type.String({ description: 'Null for a base unit and for a unit that does not convert.' })),
  to_base_factor: Type.String({ description: 'One unit is this many base units.' }),
  decimals: Nullable(Type.Integer({ description: 'Maximum decimal places of a quantity; null means 3.' })),
  is_system: Type.Boolean(),
  is_active: Type.Boolean(),
  systems: Type.Array(OneOf(['metric', 'uk', 'us'])),
  offered_for_materials: Type.Array(Type.String()),
  livemode: Type.Boolean(),
})
export type Unit = Static<typeof Unit>
