/** What a dry run shows of a packaging return: the stock and the balances it would change. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../../contract/effects.ts'
import { Shape, type Static } from '../../../../contract/schema.ts'
import { levelEffects } from '../../../stock/index.ts'
import { PackagingBalance } from '../balances/schema.ts'

const ReturnEffects = Shape(
  {
    ...levelEffects.schema.properties,
    balances: Type.Array(PackagingBalance, { description: 'The balances that change, as they would be.' }),
  },
  { title: 'PackagingReturnEffects', description: 'The stock and the packaging a return would move.' },
)

export type ReturnEffects = Static<typeof ReturnEffects>
export const returnEffects = { scopes: ['stock:read'], schema: ReturnEffects } as unknown as EffectsSpec<ReturnEffects>
