/** What a till caches: the items sold at a desk, with their prices and how much there is. */
import { Type } from 'typebox'
import {
  Decimal,
  described,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import { type ItemType, itemTypes, priceSources, stockCategories, stockCategoryOf, unitOf } from '../../core/index.ts'
import { ItemRef } from '../../stock/index.ts'
import { type Desk, deskTable } from '../desks/store.ts'
import { type PricedItem, priceItems } from './facts.ts'
import { listSoldItems } from './store.ts'

const PosItem = Shape({
  object: Type.Literal('pos_item'),
  id: described<string>(Uuid, 'That of the item.'),
  item: ItemRef,
  ean: Nullable(Type.String()),
  barcode: Nullable(Type.String()),
  unit: UnitRef,
  stock_category: Type.Unsafe<(typeof stockCategories)[number]>({
    ...OneOf(stockCategories),
    description: 'What kind of thing it is, as `categories` of a desk name it.',
  }),
  unit_price: Nullable(described<string>(Decimal, 'Of one, with VAT, for nobody in particular; null: there is none.')),
  price_source: OneOf(priceSources),
  vat_rate_pct: Decimal,
  deposit: Nullable(Shape({ id: Uuid, amount: Decimal })),
  is_draft: Type.Boolean({ description: 'Beer by the glass, drawn from a tapped keg.' }),
  available_quantity: Nullable(
    described<string>(Decimal, 'Free in the warehouse of the desk; of draft beer whole glasses in the tapped kegs.'),
  ),
  currency: Type.String({ description: 'ISO 4217.' }),
  livemode: Type.Boolean(),
  updated_at: described<string>(InstantText, 'Of the item; prices and stock change without it.'),
})
type PosItem = Static<typeof PosItem>

const exactly = (what: string) => Type.Optional(Type.String({ maxLength: 80, description: `Exactly this ${what}.` }))

/** Active, offered at cash desks, of a category this one sells. */
function soldAt({ categories }: Desk): Sql[] {
  const types = itemTypes.filter((type: ItemType) => categories?.includes(stockCategoryOf(type)))
  return [
    sql`r.pos_available = true`,
    sql`r.is_active`,
    ...(categories === null ? [] : [sql`r.item_type = any (${types}::text[])`]),
  ]
}

const list = defineList<{ ean?: string; barcode?: string; search?: string }, PosItem, PricedItem, Desk>({
  id: 'cashDesks.items.list',
  path: '/cash-desks/{id}/items',
  summary: 'List what is sold at a cash desk',
  description: 'Active items with `pos_available`, of a category of the desk. `updated_since` asks for changed items.',
  access: { scopes: ['pos:read'] },
  filters: Shape({
    ean: exactly('EAN'),
    barcode: exactly('barcode'),
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name, code, ean or barcode.' }),
    ),
  }),
  record: PosItem,
  parent: ofPath<Desk, unknown>(deskTable),
  async select(ctx, { filters, parent: desk, where }, request) {
    const asked = conditionsOf(filters, {
      ean: is(sql`r.ean`),
      barcode: is(sql`r.barcode`),
      search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    })
    const conditions = [...where, ...soldAt(desk), ...asked]
    const page = await listSoldItems(ctx.db, { bookId: ctx.account.book.id, where: conditions }, request)
    return { ...page, rows: await priceItems(ctx, desk, page.rows) }
  },
  view: (item, ctx) => ({
    object: 'pos_item',
    id: item.id,
    item: { id: item.id, code: item.code, name: item.name },
    ean: item.ean,
    barcode: item.barcode,
    unit: unitOf(item),
    stock_category: stockCategoryOf(item.item_type),
    unit_price: item.unit_price,
    price_source: item.price_source,
    vat_rate_pct: item.vat_rate_pct,
    deposit: item.deposit,
    is_draft: item.is_draft,
    available_quantity: item.available_quantity,
    currency: item.currency,
    livemode: ctx.account.book.isLive,
    updated_at: item.updated_at,
  }),
})

export const posItemEndpoints: readonly Endpoint[] = [list]
