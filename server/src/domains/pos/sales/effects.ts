/** What a dry run shows beside a sale: the stock and the packaging that would move. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../contract/effects.ts'
import { type AnyShape, Shape, type Typed } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import {
  type Allocation,
  allocationViews,
  changedLevels,
  type LevelRow,
  type PostingEffects,
  postingEffects,
} from '../../stock/index.ts'
import { PackagingBalance } from '../packaging/balances/schema.ts'
import { listBalances } from '../packaging/balances/store.ts'
import { balanceView } from '../packaging/balances/view.ts'

export type SaleEffects = PostingEffects & { balances: PackagingBalance[] }

const SaleEffects = Shape(
  {
    ...postingEffects.schema.properties,
    balances: Type.Array(PackagingBalance, { description: 'The packaging balances that change, as they would be.' }),
  },
  { title: 'SaleEffects', description: 'The stock and the packaging a sale would move.' },
)

export const saleEffects: EffectsSpec<SaleEffects> = {
  scopes: ['stock:read'],
  schema: SaleEffects as AnyShape as AnyShape & Typed<SaleEffects>,
}

export interface Moved {
  levels: LevelRow[]
  allocations: Allocation[]
  /** Whose packaging moved, and of which deposits. */
  partnerId: string | null
  depositIds: string[]
}

export const nothingMoved: Moved = { levels: [], allocations: [], partnerId: null, depositIds: [] }

export async function effectsOf(ctx: WriteContext, moved: Moved): Promise<SaleEffects> {
  const { book } = ctx.account
  const { partnerId, depositIds } = moved
  const balances = depositIds.length === 0 ? [] : await listBalances(ctx.tx, book.id, { partnerId, depositIds })
  return {
    allocations: allocationViews(moved.allocations),
    ...changedLevels(ctx, moved.levels),
    balances: balances.map(row => balanceView(row, book.isLive)),
  }
}
