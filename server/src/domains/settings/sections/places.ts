/** Shops and warehouses. */
import { upsertRows } from '../../../db/upsert.ts'
import { bumpWarehousesOfShops, type ShopFacts, shopTable } from '../../stock/shops/store.ts'
import { findRenamedWarehouses, type WarehouseFacts, warehouseTable } from '../../stock/warehouses/store.ts'
import { followWarehouses } from '../following.ts'
import type { SettingsShop, SettingsWarehouse } from '../schema.ts'
import { defineSection } from '../section.ts'
import type { World } from '../world.ts'
import { bookOf, codeOf, rowByCode } from './parts.ts'

export const shops = defineSection<SettingsShop, ShopFacts>({
  name: 'shops',
  wanted: document => document.shops,
  put(document, entries) {
    document.shops = entries
  },
  rows: world => world.shops,
  key: codeOf,
  defaults: {
    shop_type: 'other',
    street: null,
    city: null,
    zip: null,
    country: null,
    is_default: false,
    is_active: true,
  },
  out: ({ code, name, shop_type, street, city, zip, country, is_default, is_active }) => ({
    code,
    name,
    shop_type,
    street,
    city,
    zip,
    country,
    is_default,
    is_active,
  }),
  row: (entry, id) => ({ ...entry, id }),
  hasDefault: true,
  refuse: entry => (entry.is_default && !entry.is_active ? 'The default cannot be out of use.' : undefined),
  // Asked of what the warehouses have become: they may leave, or come, in the same document.
  check: world =>
    [...world.shops.values()]
      .filter(shop => !shop.is_active && warehousesOf(world, shop.id).some(({ is_active }) => is_active))
      .map(({ code }) => ({ key: code, reason: 'It has active warehouses: move them to another shop first.' })),
  async save(ctx, rows) {
    if (rows.length > 0) await bumpWarehousesOfShops(ctx.tx, bookOf(ctx), rows)
    await upsertRows(ctx.tx, shopTable, bookOf(ctx), rows)
  },
})

const warehousesOf = (world: World, shopId: string) =>
  [...world.warehouses.values()].filter(({ shop_id }) => shop_id === shopId)

export const warehouses = defineSection<SettingsWarehouse, WarehouseFacts>({
  name: 'warehouses',
  wanted: document => document.warehouses,
  put(document, entries) {
    document.warehouses = entries
  },
  rows: world => world.warehouses,
  key: codeOf,
  defaults: {
    type: 'standard',
    system_role: null,
    shop: null,
    categories: null,
    is_excise_relevant: false,
    is_default: false,
    is_active: true,
  },
  out: ({ code, name, type, system_role, shop_id, categories, is_excise_relevant, is_default, is_active }, world) => ({
    code,
    name,
    type,
    system_role,
    shop: shop_id === null ? null : world.shops.get(shop_id)!.code,
    categories: categories as SettingsWarehouse['categories'] & string[],
    is_excise_relevant,
    is_default,
    is_active,
  }),
  row: ({ shop, ...entry }, id, world) => ({
    ...entry,
    id,
    shop_id: shop === null ? null : rowByCode(world.shops, shop)!.id,
  }),
  hasDefault: true,
  refuse(entry, before, world, known) {
    if (entry.shop !== null && !rowByCode(world.shops, entry.shop)) return `There is no shop ${entry.shop}.`
    if (entry.system_role !== null && entry.type !== 'system') return 'Only a system warehouse has a system_role.'
    if (before && (before.type !== entry.type || before.system_role !== entry.system_role)) {
      return 'The type of a warehouse cannot change: its documents were written for it.'
    }
    if (entry.type === 'system' && entry.system_role !== null) {
      const rival = [...world.warehouses.values()].find(
        ({ system_role, code }) => system_role === entry.system_role && code !== entry.code,
      )
      if (rival) return `${rival.code} has this system_role: there is one for each.`
      if (!entry.is_active) return 'The service needs it: it cannot be out of use.'
    }
    if (entry.is_default && entry.type === 'system') return 'A system warehouse cannot be the default.'
    if (entry.is_default && !entry.is_active) return 'The default cannot be out of use.'
    if (known && !entry.is_active && world.busyWarehouses.has(known.id)) {
      return 'It holds stock, open documents or a running count.'
    }
    return undefined
  },
  async save(ctx, rows) {
    const renamed = await findRenamedWarehouses(ctx.tx, bookOf(ctx).bookId, rows)
    await upsertRows(ctx.tx, warehouseTable, bookOf(ctx), rows)
    await followWarehouses(ctx, renamed)
  },
})
