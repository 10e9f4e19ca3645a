/** Price lists in the settings; their entries are a section of their own. */
import { Shape, type Static } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { defineSection } from '../../../kernel/section.ts'
import {
  bookOf,
  Code,
  Currency,
  codeOf,
  Flag,
  Name,
  optional,
  unknownCurrency,
} from '../../../kernel/settings-words.ts'
import { listPriceLists, type PriceListRow, priceListTable } from './store.ts'

const PriceList = Shape({ code: Code, name: Name, currency: optional(Currency), is_active: Flag })
export type PriceList = Static<typeof PriceList>

export const priceLists = defineSection<PriceList, PriceListRow>({
  name: 'price_lists',
  place: 10,
  entry: PriceList,
  load: ({ db, account }) => listPriceLists(db, account.book.id),
  key: codeOf,
  defaults: { currency: 'CZK', is_active: true },
  out: ({ code, name, currency, is_active }) => ({ code, name, currency, is_active }),
  row: (entry, id) => ({ ...entry, id }),
  refuse: (entry, { before }) =>
    before && before.currency !== entry.currency
      ? 'The currency of a price list cannot change: its prices were written in it.'
      : unknownCurrency(entry.currency),
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: priceListTable, rows }),
})
