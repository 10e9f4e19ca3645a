/** Shops: list and detail. They are set up in the account's settings. */
import { Type } from 'typebox'
import { InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet } from '../../../kernel/record.ts'
import { findShop, listShops, type ShopRow, shopTypes } from './store.ts'

const Shop = Shape({
  object: Type.Literal('shop'),
  id: Uuid,
  name: Type.String(),
  shop_type: OneOf(shopTypes),
  address: Nullable(
    Shape({
      street: Nullable(Type.String()),
      city: Nullable(Type.String()),
      zip: Nullable(Type.String()),
      country: Nullable(Type.String()),
    }),
  ),
  is_default: Type.Boolean(),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
type Shop = Static<typeof Shop>

const access = { scopes: ['core:read', 'stock:read'] } as const

export const shopsList = defineList({
  id: 'shops.list',
  path: '/shops',
  summary: 'List shops',
  access,
  filters: Shape({
    is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only inactive ones.' })),
  }),
  record: Shop,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, { is_active: is(sql`r.is_active`) })
    return listShops(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...conditions] }, page)
  },
  view: (row, ctx) => shopView(row, ctx.account.book.isLive),
})

export const shopGet = defineGet({
  id: 'shops',
  path: '/shops',
  name: 'a shop',
  object: 'shop',
  read: access,
  schema: Shop,
  find: findShop,
  show: async (shop, { account }) => ({
    body: shopView(shop, account.book.isLive),
    version: shop.version,
  }),
})

const shopView = (shop: ShopRow, livemode: boolean): Shop => ({
  object: 'shop',
  id: shop.id,
  name: shop.name,
  shop_type: shop.shop_type,
  address: addressOf(shop),
  is_default: shop.is_default,
  is_active: shop.is_active,
  livemode,
  created_at: shop.created_at,
  updated_at: shop.updated_at,
})

function addressOf({ street, city, zip, country }: ShopRow): Shop['address'] {
  const isKnown = [street, city, zip, country].some(part => part !== null)
  return isKnown ? { street, city, zip, country } : null
}
