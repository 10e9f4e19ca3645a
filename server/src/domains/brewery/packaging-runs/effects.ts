/** What the dry run of a packaging run shows beside its figures. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../contract/effects.ts'
import { Decimal, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { levelEffects } from '../../stock/index.ts'

const RunEffects = Shape(
  {
    ...levelEffects.schema.properties,
    volume_differences: Type.Array(Shape({ output_id: Uuid, item_id: Uuid, filled_l: Decimal, volume_l: Decimal }), {
      description:
        'Outputs of which a piece is filled with other than the volume of its item: excise counts the volume, so the ' +
        'difference shows there as a loss or a gain.',
    }),
  },
  { title: 'PackagingRunEffects', description: 'The stock levels a run would change, and what to look at first.' },
)
export type RunEffects = Static<typeof RunEffects>

export const runEffects: EffectsSpec<RunEffects> = { scopes: ['stock:read'], schema: RunEffects }
