/** Items: list, detail, by own reference, create, change. */
import { Type } from 'typebox'
import { ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, sql } from '../../../db/sql.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { createdOnce, defineByReference, defineGet, ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import { addItem, changeItem } from './actions.ts'
import { baseItemFaults, itemTypes } from './rules.ts'
import { Item, ItemCreate, ItemPatch } from './schema.ts'
import { findItem, type Item as ItemData, itemOf, listItems } from './store.ts'
import { itemView } from './view.ts'

const exactly = (what: string) => Type.Optional(Type.String({ maxLength: 80, description: `Exactly this ${what}.` }))
const only = (what: string) => Type.Optional(Type.Boolean({ description: `Only ${what}, or only the others.` }))

const filters = Shape({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name, code, ean or barcode; accents and case do not matter.',
    }),
  ),
  item_type: Type.Optional(OneOf(itemTypes)),
  code: exactly('code'),
  ean: exactly('EAN'),
  barcode: exactly('barcode'),
  base_item_id: Type.Optional(Uuid),
  external_ref: Type.Optional(ExternalRefText),
  is_active: only('active ones'),
  web_available: only('those sold on the web'),
  pos_available: only('those sold at a cash desk'),
})

export const itemsList = defineList({
  id: 'items.list',
  path: '/items',
  summary: 'List items',
  access: { scopes: ['core:read'] },
  filters,
  record: Item,
  select(ctx, { filters: asked, where }, page) {
    const bookId = ctx.account.book.id
    const conditions = conditionsOf(asked, {
      search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
      item_type: is(sql`r.item_type`),
      code: is(sql`r.code`),
      ean: is(sql`r.ean`),
      barcode: is(sql`r.barcode`),
      base_item_id: is(sql`r.base_item_id`),
      external_ref: text => carriesReference(bookId, 'item', text),
      is_active: is(sql`r.is_active`),
      web_available: is(sql`r.web_available`),
      pos_available: is(sql`r.pos_available`),
    })
    return listItems(ctx.db, bookId, [...where, ...conditions], page)
  },
  view: (row, ctx) => itemView(itemOf(row), ctx.account.book.isLive),
})

const items = {
  id: 'items',
  path: '/items',
  name: 'an item',
  object: 'item',
  family: 'item',
  read: { scopes: ['core:read'] },
  schema: Item,
  find: findItem,
  show: async (item: ItemData, { account }: RecordContext) => shown(item, account.book.isLive),
} as const

export const itemOfPath = ofPath(items)
export const itemGet = defineGet(items)
export const itemByReference = defineByReference(items)

export const itemCreate = defineEndpoint({
  id: 'items.create',
  method: 'POST',
  path: '/items',
  summary: 'Create an item',
  description: 'Its code comes from the number series for items.',
  access: { scopes: ['core:write'] },
  query: Shape({ on_conflict: OnConflict }),
  body: ItemCreate,
  faults: baseItemFaults,
  returns: { status: 201, schema: Item, etag: true },
  errors: ['external_ref_conflict', 'unit_not_available', 'recipe_unit_dimension_mismatch', 'quantity_scale'],
  handle: ({ body, query }, ctx) =>
    createdOnce(ctx, items, { ref: body.external_ref, onConflict: query.on_conflict }, () => addItem(ctx, body)),
})

export const itemPatch = defineEndpoint({
  id: 'items.update',
  method: 'PATCH',
  path: '/items/{id}',
  summary: 'Update an item',
  description:
    'Absent fields are kept, null clears. The unit cannot change once prices, orders, invoices, documents or counts ' +
    'use it, nor can the item type while a product or a deposit relies on it: 409 conflict.',
  access: { scopes: ['core:write'] },
  body: ItemPatch,
  returns: { status: 200, schema: Item, etag: true },
  errors: ['stale_version', 'unit_not_available', 'recipe_unit_dimension_mismatch', 'quantity_scale', 'conflict'],
  record: itemOfPath,
  async handle({ body, record }, ctx) {
    return shown(await changeItem(ctx, record, body), ctx.account.book.isLive)
  },
})

const shown = (item: ItemData, livemode: boolean) => ({ body: itemView(item, livemode), version: item.version })
