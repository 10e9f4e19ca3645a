/** Items: list, detail, by own reference, create, change. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { ExternalRef, ExternalRefText, OnConflict, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, type Sql, sql } from '../../../db/sql.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { carriesReference, findByReference, takenReference } from '../../../kernel/external-refs.ts'
import { defineList } from '../../../kernel/list.ts'
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

type Filters = typeof filters extends { '~static'?: infer F } ? NonNullable<F> : never

export const itemsList = defineList({
  id: 'items.list',
  path: '/items',
  summary: 'List items',
  access: { scopes: ['core:read'] },
  filters,
  record: Item,
  select: (ctx, { filters: asked, where }, page) =>
    listItems(ctx.db, ctx.account.book.id, [...where, ...conditionsOf(asked, ctx.account.book.id)], page),
  view: (row, ctx) => itemView(itemOf(row), ctx.account.book.isLive),
})

function conditionsOf(asked: Filters, bookId: string): Sql[] {
  const conditions: Sql[] = []
  if (asked.search !== undefined) conditions.push(sql`r.search_text like ${containing(asked.search)} ${plannedAnew}`)
  if (asked.item_type !== undefined) conditions.push(sql`r.item_type = ${asked.item_type}`)
  if (asked.code !== undefined) conditions.push(sql`r.code = ${asked.code}`)
  if (asked.ean !== undefined) conditions.push(sql`r.ean = ${asked.ean}`)
  if (asked.barcode !== undefined) conditions.push(sql`r.barcode = ${asked.barcode}`)
  if (asked.base_item_id !== undefined) conditions.push(sql`r.base_item_id = ${asked.base_item_id}`)
  if (asked.external_ref !== undefined) conditions.push(carriesReference(bookId, 'item', asked.external_ref))
  if (asked.is_active !== undefined) conditions.push(sql`r.is_active = ${asked.is_active}`)
  if (asked.web_available !== undefined) conditions.push(sql`r.web_available = ${asked.web_available}`)
  if (asked.pos_available !== undefined) conditions.push(sql`r.pos_available = ${asked.pos_available}`)
  return conditions
}

export const itemOfPath = ({ id }: Record<string, string>, { db, account }: RecordContext) =>
  findItem(db, account.book.id, id!)

export const itemGet = defineEndpoint({
  id: 'items.get',
  method: 'GET',
  path: '/items/{id}',
  summary: 'An item',
  access: { scopes: ['core:read'] },
  returns: { status: 200, schema: Item, etag: true },
  errors: [],
  record: itemOfPath,
  handle: async ({ record }, ctx) => shown(record, ctx.account.book.isLive),
})

export const itemByReference = defineEndpoint({
  id: 'items.getByExternalRef',
  method: 'GET',
  path: '/items/by-external-ref/{system}/{id}',
  summary: 'The item that carries an own identifier',
  access: { scopes: ['core:read'] },
  params: ExternalRef,
  returns: { status: 200, schema: Item, etag: true },
  errors: [],
  async record(params, { db, account }) {
    const taken = await findByReference(db, account.book.id, 'item', params as ExternalRef)
    return taken && findItem(db, account.book.id, taken.object_id)
  },
  handle: async ({ record }, ctx) => shown(record, ctx.account.book.isLive),
})

export const itemCreate = defineEndpoint({
  id: 'items.create',
  method: 'POST',
  path: '/items',
  summary: 'Create an item',
  description: 'Its code comes from the number series of items.',
  access: { scopes: ['core:write'] },
  query: Shape({ on_conflict: OnConflict }),
  body: ItemCreate,
  faults: baseItemFaults,
  returns: { status: 201, schema: Item, etag: true },
  errors: ['external_ref_conflict', 'unit_not_available', 'recipe_unit_dimension_mismatch', 'quantity_scale'],
  async handle({ body, query }, ctx) {
    const { book } = ctx.account
    const wanted = { family: 'item', object: 'item', ref: body.external_ref, onConflict: query.on_conflict } as const
    const takenBy = await takenReference(ctx, wanted)
    const existing = takenBy === undefined ? undefined : await findItem(ctx.tx, book.id, takenBy)
    const item = existing ?? (await addItem(ctx, body))
    return {
      ...shown(item, book.isLive),
      ...(existing && { status: 200 }),
      location: locationOf('item', item.id),
    }
  },
})

export const itemPatch = defineEndpoint({
  id: 'items.update',
  method: 'PATCH',
  path: '/items/{id}',
  summary: 'Change an item',
  description:
    'Absent fields stay, null clears. The unit cannot change once prices, documents or stock are kept in it, nor the ' +
    'item type while a product or a deposit relies on it: 409 conflict.',
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
