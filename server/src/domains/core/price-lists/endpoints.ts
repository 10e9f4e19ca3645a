/** GET /price-lists: the ids a partner refers to. */
import { Type } from 'typebox'
import { DataOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { listPriceLists, type PriceListRow } from './store.ts'

const PriceList = Shape({
  object: Type.Literal('price_list'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  currency: Type.String({ description: 'ISO 4217.' }),
  is_active: Type.Boolean({ description: 'An inactive one stays where it is used, and cannot be given to a partner.' }),
  livemode: Type.Boolean(),
})

export const getPriceLists = defineEndpoint({
  id: 'priceLists.list',
  method: 'GET',
  path: '/price-lists',
  summary: 'The price lists of the account',
  access: { scopes: ['core:read'] },
  returns: { status: 200, schema: DataOf(PriceList) },
  errors: [],
  async handle(_input, { db, account }) {
    const lists = await listPriceLists(db, account.book.id)
    return { body: { data: lists.map(list => priceListView(list, account.book.isLive)) } }
  },
})

const priceListView = (list: PriceListRow, livemode: boolean): Static<typeof PriceList> => ({
  object: 'price_list',
  id: list.id,
  code: list.code,
  name: list.name,
  currency: list.currency,
  is_active: list.is_active,
  livemode,
})
