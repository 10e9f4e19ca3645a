/** Items: list, detail, by own reference, create, change. */
import { Type } from 'typebox'
import { ExternalRefText, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import { documentChange, documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { carriesReference } from '../../../kernel/external-refs.ts'
import { is } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { addItem, changeItem } from './actions.ts'
import { items } from './record.ts'
import { baseItemErrors, itemTypes } from './rules.ts'
import { ItemCreate, ItemPatch } from './schema.ts'

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

const list = documentList(items, {
  filters,
  // The text of the search begins with the name, without case and accents.
  sorts: { name: { by: sql`r.search_text collate "C"`, type: 'text' }, code: { by: sql`r.code`, type: 'text' } },
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    item_type: is(sql`r.item_type`),
    code: is(sql`r.code`),
    ean: is(sql`r.ean`),
    barcode: is(sql`r.barcode`),
    base_item_id: is(sql`r.base_item_id`),
    external_ref: text => carriesReference(bookId, 'item', text),
    is_active: is(sql`r.is_active`),
    web_available: is(sql`r.web_available`),
    pos_available: is(sql`r.pos_available`),
  }),
})

const create = documentCreate(items, {
  description: 'Its code comes from the number series for items.',
  body: ItemCreate,
  bodyErrors: baseItemErrors,
  errors: ['unit_not_available', 'recipe_unit_dimension_mismatch', 'quantity_scale'],
  run: addItem,
})

const change = documentChange(items, {
  description:
    'Absent fields are kept, null clears. The unit cannot change once prices, orders, invoices, documents or counts ' +
    'use it, nor can the item type while a product or a deposit relies on it: 409 conflict.',
  body: ItemPatch,
  errors: ['unit_not_available', 'recipe_unit_dimension_mismatch', 'quantity_scale', 'conflict'],
  emits: ['item.updated'],
  run: changeItem,
})

const [get, ...byReference] = documentReads(items)

export const itemEndpoints: readonly Endpoint[] = [list, create, get, change, ...byReference]
