/** What stock gives a new book: a shop and its warehouses. */
import type { Tx } from '../../db/pool.ts'
import { upsertRows } from '../../db/upsert.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { newId } from '../../lib/ids.ts'
import { type ShopFacts, shopTable } from './shops/store.ts'
import { type SystemRole, type WarehouseFacts, warehouseTable } from './warehouses/store.ts'

export async function startStock(tx: Tx, book: NewBook): Promise<void> {
  const shopId = newId()
  const shop: ShopFacts = {
    id: shopId,
    code: 'MAIN',
    name: 'Hlavní provozovna',
    shop_type: 'brewery',
    street: null,
    city: null,
    zip: null,
    country: null,
    is_default: true,
    is_active: true,
  }
  await upsertRows(tx, book, { table: shopTable, rows: [shop] })
  await upsertRows(tx, book, { table: warehouseTable, rows: warehousesOf(book, shopId) })
}

/** A sandbox has a second one, so that transfers can be tried at once. */
function warehousesOf({ isLive, tenant }: NewBook, shopId: string): WarehouseFacts[] {
  const standard = (code: string, name: string, isDefault: boolean): WarehouseFacts => ({
    id: newId(),
    code,
    name,
    type: 'standard',
    system_role: null,
    shop_id: shopId,
    categories: null,
    is_excise_relevant: tenant.modules.includes('excise'),
    is_default: isDefault,
    is_active: true,
  })
  const system = (role: SystemRole, name: string): WarehouseFacts => ({
    ...standard(role.toUpperCase(), name, false),
    type: 'system',
    system_role: role,
    shop_id: null,
    is_excise_relevant: false,
  })
  return [
    standard('MAIN', 'Hlavní sklad', true),
    ...(isLive ? [] : [standard('SECOND', 'Druhý sklad', false)]),
    system('on_tap', 'Na čepu'),
    system('in_transit', 'Na cestě'),
  ]
}
