/** GET /price-lists: the ids a partner refers to. */
import { Type } from 'typebox'
import { Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { listPriceLists } from './store.ts'

const PriceList = Shape({
  object: Type.Literal('price_list'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  currency: Type.String({ description: 'ISO 4217.' }),
  is_active: Type.Boolean({ description: 'An inactive list prices nothing and cannot be assigned to a partner.' }),
  livemode: Type.Boolean(),
})

export const getPriceLists = defineLookup({
  id: 'priceLists.list',
  path: '/price-lists',
  summary: 'List price lists',
  record: PriceList,
  list: ({ db, account }) => listPriceLists(db, account.book.id),
  view: (list, livemode): Static<typeof PriceList> => ({ object: 'price_list', ...list, livemode }),
})
