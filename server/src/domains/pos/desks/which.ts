/** Which desk a sale or a session is meant for. */
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { listAllShops } from '../../stock/index.ts'
import { type Desk, findDesk, listActiveDesks } from './store.ts'

export interface WantedDesk {
  cash_desk_id?: string | undefined
  shop_id?: string | undefined
}

/** The one that is named; else the only active one of the shop that is named, or of the only active shop. */
export async function chooseDesk(ctx: WriteContext, { cash_desk_id, shop_id }: WantedDesk): Promise<Desk> {
  if (cash_desk_id !== undefined) return findNamed(ctx, { cash_desk_id, shop_id })
  const [desk, ...others] = await listActiveDesks(ctx.tx, ctx.account.book.id, await chooseShop(ctx, shop_id))
  if (!desk || others.length > 0) throw problem('cash_desk_required')
  return desk
}

async function findNamed(ctx: WriteContext, { cash_desk_id, shop_id }: WantedDesk): Promise<Desk> {
  const desk = await findDesk(ctx.tx, ctx.account.book.id, cash_desk_id!)
  if (!desk?.is_active) throw validationFailed([invalidReference('cash_desk_id')])
  if (shop_id !== undefined && shop_id !== desk.shop_id) {
    const message = 'The cash desk stands in another shop.'
    throw validationFailed([{ field: 'shop_id', code: 'not_allowed', message }])
  }
  return desk
}

async function chooseShop(ctx: WriteContext, wanted: string | undefined): Promise<string> {
  const shops = (await listAllShops(ctx.tx, ctx.account.book.id)).filter(({ is_active }) => is_active)
  if (wanted === undefined) {
    if (shops.length > 1) throw problem('shop_required')
    // One is always the default, and that one is active.
    return shops[0]!.id
  }
  if (!shops.some(({ id }) => id === wanted)) throw validationFailed([invalidReference('shop_id')])
  return wanted
}
