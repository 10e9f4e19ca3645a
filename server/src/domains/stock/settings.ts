/** Shops and warehouses in the settings. */

import { Type } from 'typebox'
import { OneOf, Shape, type Static, Text } from '../../contract/schema.ts'
import { upsertRows } from '../../db/upsert.ts'
import { theHouse } from '../../kernel/domain.ts'
import { defineSection } from '../../kernel/section.ts'
import type { Section } from '../../kernel/settings.ts'
import { bookOf, Code, codeOf, Flag, Name, optional, orNull, rowByCode } from '../../kernel/settings-words.ts'
import { defineSource, type Snapshot } from '../../kernel/snapshot.ts'
import { listUsed } from '../../kernel/uses.ts'
import { stockCategories } from '../core/index.ts'
import { listWarehousesOfBeer } from './locks/store.ts'
import { bumpWarehousesOfShops, listAllShops, type ShopFacts, shopTable, shopTypes } from './shops/store.ts'
import { busyWarehouse } from './uses.ts'
import {
  findRenamedWarehouses,
  listAllWarehouses,
  systemRoles,
  type WarehouseFacts,
  warehouseTable,
  warehouseTypes,
} from './warehouses/store.ts'

const Shop = Shape({
  code: Code,
  name: Name,
  shop_type: optional(OneOf(shopTypes)),
  street: orNull(Text(0, 200)),
  city: orNull(Text(0, 120)),
  zip: orNull(Text(0, 20)),
  country: orNull(Text(0, 120)),
  is_default: Flag,
  is_active: Flag,
})
type Shop = Static<typeof Shop>

const Warehouse = Shape({
  code: Code,
  name: Name,
  type: optional(OneOf(warehouseTypes)),
  system_role: orNull(OneOf(systemRoles)),
  shop: orNull(Type.String({ maxLength: 20, description: 'The code of its shop.' })),
  categories: orNull(Type.Array(OneOf(stockCategories), { description: 'The stock categories it takes; null: all.' })),
  is_excise_relevant: Flag,
  is_default: Flag,
  is_active: Flag,
})
type Warehouse = Static<typeof Warehouse>

declare module '../../kernel/settings.ts' {
  interface Settings {
    shops?: Shop[]
    warehouses?: Warehouse[]
  }
}

/** Warehouses that hold stock, open documents or a running count. */
const busyWarehouses = defineSource({
  load: ({ db, account }) => listUsed(db, theHouse().usesOf(busyWarehouse), account.book.id),
})

/** Warehouses whose part in excise is settled: they hold beer, or held it in a filed month. */
const warehousesOfBeer = defineSource({
  load: ({ db, account }) => listWarehousesOfBeer(db, account.book.id),
})

export const shops: Section<ShopFacts> = defineSection<Shop, ShopFacts>({
  name: 'shops',
  place: 2,
  entry: Shop,
  load: ({ db, account }) => listAllShops(db, account.book.id),
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
  check: (rows, snapshot) =>
    [...rows.values()]
      .filter(shop => !shop.is_active && warehousesOf(snapshot, shop.id).some(({ is_active }) => is_active))
      .map(({ code }) => ({ key: code, reason: 'It has active warehouses: move them to another shop first.' })),
  async save(ctx, rows) {
    if (rows.length > 0) await bumpWarehousesOfShops(ctx.tx, bookOf(ctx), rows)
    await upsertRows(ctx.tx, bookOf(ctx), { table: shopTable, rows })
  },
})

const warehousesOf = (snapshot: Snapshot, shopId: string) =>
  [...snapshot.rows(warehouses).values()].filter(({ shop_id }) => shop_id === shopId)

export const warehouses: Section<WarehouseFacts> = defineSection<Warehouse, WarehouseFacts>({
  name: 'warehouses',
  place: 3,
  entry: Warehouse,
  needs: [busyWarehouses, warehousesOfBeer],
  load: ({ db, account }) => listAllWarehouses(db, account.book.id),
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
  out: (
    { code, name, type, system_role, shop_id, categories, is_excise_relevant, is_default, is_active },
    snapshot,
  ) => ({
    code,
    name,
    type,
    system_role,
    shop: shop_id === null ? null : snapshot.rows(shops).get(shop_id)!.code,
    categories,
    is_excise_relevant,
    is_default,
    is_active,
  }),
  row: ({ shop, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    shop_id: shop === null ? null : rowByCode(snapshot.rows(shops), shop)!.id,
  }),
  hasDefault: true,
  refuse(entry, { before, row, rows, snapshot }) {
    if (entry.shop !== null && !rowByCode(snapshot.rows(shops), entry.shop)) return `There is no shop ${entry.shop}.`
    if (entry.system_role !== null && entry.type !== 'system') return 'Only a system warehouse has a system_role.'
    if (before && (before.type !== entry.type || before.system_role !== entry.system_role)) {
      return 'The type of a warehouse cannot change: its documents were written for it.'
    }
    if (entry.type === 'system' && entry.system_role !== null) {
      const rival = [...rows.values()].find(
        ({ system_role, code }) => system_role === entry.system_role && code !== entry.code,
      )
      if (rival) return `${rival.code} has this system_role: there is one for each.`
      if (!entry.is_active) return 'The service needs it: it cannot be out of use.'
    }
    if (entry.is_default && entry.type === 'system') return 'A system warehouse cannot be the default.'
    if (entry.is_default && !entry.is_active) return 'The default cannot be out of use.'
    if (row && !entry.is_active && snapshot.get(busyWarehouses).has(row.id)) {
      return 'It holds stock, open documents, open batches or a running count.'
    }
    if (row && row.is_excise_relevant !== entry.is_excise_relevant && snapshot.get(warehousesOfBeer).has(row.id)) {
      return 'is_excise_relevant stays as it is while there is beer in it, and once a filed month has counted it.'
    }
    return undefined
  },
  async save(ctx, rows) {
    const renamed = await findRenamedWarehouses(ctx.tx, bookOf(ctx).bookId, rows)
    await upsertRows(ctx.tx, bookOf(ctx), { table: warehouseTable, rows })
    if (renamed.length === 0) return
    for (const follower of theHouse().followers) await follower.warehouses?.(ctx, renamed)
  },
})
