/** What an order refers to: found, usable, and of the same book. */

import { invalidReference, type ProblemRow, problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { findContact } from '../../core/index.ts'
import { findDefaultWarehouse, findWarehouse, listAllShops, type WarehouseRow } from '../../stock/index.ts'
import type { Order } from './store.ts'

export type Place = Pick<Order, 'shop_id' | 'warehouse_id'>

export async function contactFaults(
  ctx: WriteContext,
  partnerId: string,
  contactId: string | null | undefined,
): Promise<ProblemRow[]> {
  if (!contactId) return []
  const contact = await findContact(ctx.tx, { bookId: ctx.account.book.id, partnerId, id: contactId })
  return contact ? [] : [invalidReference('contact_id')]
}

export const keepsStock = ({ account }: Pick<WriteContext, 'account'>): boolean =>
  account.tenant.modules.includes('stock')

/** Rows when it cannot be used; the warehouse otherwise. */
export async function warehouseOf(
  ctx: WriteContext,
  id: string,
): Promise<{ warehouse?: WarehouseRow; rows: ProblemRow[] }> {
  const warehouse = await findWarehouse(ctx.tx, ctx.account.book.id, id)
  if (!warehouse?.is_active) return { rows: [invalidReference('warehouse_id')] }
  if (warehouse.type === 'system') throw problem('system_warehouse')
  return { warehouse, rows: [] }
}

/** Where an order may belong to: the shops in use, and the default warehouse for one that names none. */
export interface Places {
  shops: Awaited<ReturnType<typeof listAllShops>>
  byDefault: WarehouseRow | undefined
}

export async function readPlaces(ctx: WriteContext, isNamed: boolean): Promise<Places> {
  const { book } = ctx.account
  const [shops, byDefault] = await Promise.all([
    listAllShops(ctx.tx, book.id),
    !isNamed && keepsStock(ctx) ? findDefaultWarehouse(ctx.tx, book.id) : undefined,
  ])
  return { shops: shops.filter(({ is_active }) => is_active), byDefault }
}

/** The shop of the warehouse; without one the only active shop, and the default warehouse when stock is kept. */
export function placeOf({ shops, byDefault }: Places, warehouse: WarehouseRow | undefined): Place {
  if (warehouse) {
    const shop = warehouse.shop_id ?? shops.find(({ is_default }) => is_default)?.id
    return { shop_id: shop ?? null, warehouse_id: warehouse.id }
  }
  if (shops.length !== 1) throw problem('shop_required')
  return { shop_id: shops[0]!.id, warehouse_id: byDefault?.id ?? null }
}
