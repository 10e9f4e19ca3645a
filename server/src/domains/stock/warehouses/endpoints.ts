/** Warehouses: list and detail. They are set up in the account's settings. */
import { Type } from 'typebox'
import { InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet } from '../../../kernel/record.ts'
import { findWarehouse, listWarehouses, type WarehouseRow, warehouseTypes } from './store.ts'

const Warehouse = Shape({
  object: Type.Literal('warehouse'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  type: Type.Unsafe<(typeof warehouseTypes)[number]>({
    ...OneOf(warehouseTypes),
    description: 'A system warehouse is managed by the service and cannot be used on a manual document.',
  }),
  shop_id: Nullable(Uuid),
  shop_name: Nullable(Type.String()),
  categories: Nullable(
    Type.Array(Type.String(), { description: 'The stock categories it accepts; null accepts all.' }),
  ),
  is_excise_relevant: Type.Boolean({ description: 'Its movements are part of the excise report.' }),
  is_default: Type.Boolean(),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})

const access = { scopes: ['core:read', 'stock:read'] } as const

export const warehousesList = defineList({
  id: 'warehouses.list',
  path: '/warehouses',
  summary: 'List warehouses',
  access,
  filters: Shape({
    type: Type.Optional(OneOf(warehouseTypes)),
    shop_id: Type.Optional(Uuid),
    is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only inactive ones.' })),
  }),
  record: Warehouse,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, {
      type: is(sql`r.type`),
      shop_id: is(sql`r.shop_id`),
      is_active: is(sql`r.is_active`),
    })
    return listWarehouses(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...conditions] }, page)
  },
  view: (row, ctx) => warehouseView(row, ctx.account.book.isLive),
})

export const warehouseGet = defineGet({
  id: 'warehouses',
  path: '/warehouses',
  name: 'a warehouse',
  object: 'warehouse',
  read: access,
  schema: Warehouse,
  find: findWarehouse,
  show: async (warehouse, { account }) => ({
    body: warehouseView(warehouse, account.book.isLive),
    version: warehouse.version,
  }),
})

const warehouseView = (warehouse: WarehouseRow, livemode: boolean): Static<typeof Warehouse> => ({
  object: 'warehouse',
  id: warehouse.id,
  code: warehouse.code,
  name: warehouse.name,
  type: warehouse.type,
  shop_id: warehouse.shop_id,
  shop_name: warehouse.shop_name,
  categories: warehouse.categories,
  is_excise_relevant: warehouse.is_excise_relevant,
  is_default: warehouse.is_default,
  is_active: warehouse.is_active,
  livemode,
  created_at: warehouse.created_at,
  updated_at: warehouse.updated_at,
})
