/** Who sells needs the right to stock where stock moves, and not where only services are sold. */
import type { WriteContext } from '../../../kernel/context.ts'
import { refuseWithout } from '../../../kernel/rights.ts'
import type { SaleLineRow } from './store.ts'

/** Draft beer leaves its keg, goods the warehouse, a service nothing. */
export const movesStock = ({ is_stocked, base_item_id }: SaleLineRow): boolean => is_stocked || base_item_id !== null

/** Where no stock is kept nothing leaves it; empties cannot come in. */
export function refuseWithoutStock(ctx: WriteContext, moved: { goods: boolean; empties: boolean }): void {
  const keepsStock = ctx.account.tenant.modules.includes('stock')
  if (ctx.holder && ((keepsStock && moved.goods) || moved.empties)) refuseWithout(ctx.holder, ['stock:write'])
}
