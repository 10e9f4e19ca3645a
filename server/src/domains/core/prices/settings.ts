/** Entries of price lists, partner prices and discounts in the settings. */
import { DateText, DecimalWithin, Percentage, Shape, type Static, UnitPrice } from '../../../contract/schema.ts'
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
  orNull,
  rowByCode,
  unknownCurrency,
  wrongValidity,
} from '../../../kernel/settings-words.ts'
import type { Snapshot } from '../../../kernel/snapshot.ts'
import { scaleOf } from '../../../lib/decimal.ts'
import { itemNames, partnerNames } from '../names/sources.ts'
import { ItemText, ownNames, PartnerText, refuseItem, refusePartner } from '../names/words.ts'
import { type PriceList, priceLists } from '../price-lists/settings.ts'
import { decimalsOf } from '../units/actions.ts'
import { allUnits, unitById } from '../units/sources.ts'
import {
  type DiscountRow,
  discountTable,
  listDiscounts,
  listPartnerPrices,
  listPriceEntries,
  type PartnerPriceRow,
  type PriceEntryRow,
  partnerPriceTable,
  priceEntryTable,
} from './store.ts'

const min_quantity = optional(DecimalWithin({ least: '0' }, "From this quantity on, in the item's unit; 0 by default."))
const validity = { valid_from: orNull(DateText), valid_to: orNull(DateText), is_active: Flag }

const PriceEntry = Shape({ item: ItemText, min_quantity, unit_price: UnitPrice, ...validity })
type PriceEntry = Static<typeof PriceEntry>

const PartnerPrice = Shape({
  partner: PartnerText,
  item: ItemText,
  currency: optional(Currency),
  min_quantity,
  unit_price: UnitPrice,
  ...validity,
})
type PartnerPrice = Static<typeof PartnerPrice>

const Discount = Shape({
  code: Code,
  name: Name,
  partner: orNull(PartnerText),
  item: orNull(ItemText),
  min_quantity,
  discount_pct: Percentage,
  ...validity,
})
type Discount = Static<typeof Discount>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    price_lists?: (PriceList & { entries?: PriceEntry[] })[]
    partner_prices?: PartnerPrice[]
    discounts?: Discount[]
  }
}

const always = { min_quantity: '0', valid_from: null, valid_to: null, is_active: true }

/** `from 10 since 2026-01-01`, as far as it is said. */
const when = ({ min_quantity: from, valid_from }: { min_quantity: string; valid_from: string | null }): string =>
  `${from === '0' ? '' : ` from ${from}`}${valid_from === null ? '' : ` since ${valid_from}`}`

export const priceEntries = defineSection<PriceEntry & { list: string }, PriceEntryRow>({
  name: 'price_list_entries',
  place: 11,
  entry: PriceEntry,
  inside: { section: priceLists, member: 'entries', owner: 'list' },
  needs: [itemNames, allUnits],
  load: ({ db, account }) => listPriceEntries(db, account.book.id),
  canonical: ownNames,
  key: entry => `${entry.list} ${entry.item}${when(entry)}`,
  identity: entry => [entry.list, entry.item, entry.min_quantity, entry.valid_from],
  defaults: always,
  out: ({ id: _, price_list_id, item_id, ...entry }, snapshot) => ({
    list: snapshot.rows(priceLists).get(price_list_id)!.code,
    item: snapshot.get(itemNames).nameOf(item_id),
    ...entry,
  }),
  row: ({ list, item, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    price_list_id: rowByCode(snapshot.rows(priceLists), list)!.id,
    item_id: snapshot.get(itemNames).find(item)!.id,
  }),
  refuse: (entry, { snapshot }) =>
    refuseList(entry.list, snapshot) ??
    refuseItem(entry.item, snapshot) ??
    refuseQuantity(entry, snapshot) ??
    wrongValidity(entry),
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: priceEntryTable, rows }),
})

/** A new list that is refused itself is not there for its entries. */
const refuseList = (list: string, snapshot: Snapshot): string | undefined =>
  rowByCode(snapshot.rows(priceLists), list) ? undefined : `There is no price list ${list}.`

function refuseQuantity(entry: { item: string; min_quantity: string }, snapshot: Snapshot): string | undefined {
  const unit = unitById(snapshot.get(allUnits), snapshot.get(itemNames).find(entry.item)!.unit_id)
  if (scaleOf(entry.min_quantity) <= decimalsOf(unit)) return undefined
  return `min_quantity: ${unit.symbol} takes at most ${decimalsOf(unit)} decimal places.`
}

export const partnerPrices = defineSection<PartnerPrice, PartnerPriceRow>({
  name: 'partner_prices',
  place: 12,
  entry: PartnerPrice,
  needs: [itemNames, partnerNames, allUnits],
  load: ({ db, account }) => listPartnerPrices(db, account.book.id),
  canonical: ownNames,
  key: entry => `${entry.partner} ${entry.item} ${entry.currency}${when(entry)}`,
  identity: entry => [entry.partner, entry.item, entry.currency, entry.min_quantity, entry.valid_from],
  defaults: { ...always, currency: 'CZK' },
  out: ({ id: _, partner_id, item_id, ...entry }, snapshot) => ({
    partner: snapshot.get(partnerNames).nameOf(partner_id),
    item: snapshot.get(itemNames).nameOf(item_id),
    ...entry,
  }),
  row: ({ partner, item, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    partner_id: snapshot.get(partnerNames).find(partner)!.id,
    item_id: snapshot.get(itemNames).find(item)!.id,
  }),
  refuse: (entry, { snapshot }) =>
    refusePartner(entry.partner, snapshot) ??
    refuseItem(entry.item, snapshot) ??
    refuseQuantity(entry, snapshot) ??
    wrongValidity(entry) ??
    unknownCurrency(entry.currency),
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: partnerPriceTable, rows }),
})

export const discounts = defineSection<Discount, DiscountRow>({
  name: 'discounts',
  place: 13,
  entry: Discount,
  needs: [itemNames, partnerNames, allUnits],
  load: ({ db, account }) => listDiscounts(db, account.book.id),
  canonical: ownNames,
  key: codeOf,
  defaults: { ...always, partner: null, item: null },
  out: ({ code, name, partner_id, item_id, discount_pct, ...entry }, snapshot) => ({
    code,
    name,
    partner: partner_id === null ? null : snapshot.get(partnerNames).nameOf(partner_id),
    item: item_id === null ? null : snapshot.get(itemNames).nameOf(item_id),
    min_quantity: entry.min_quantity,
    discount_pct,
    valid_from: entry.valid_from,
    valid_to: entry.valid_to,
    is_active: entry.is_active,
  }),
  row: ({ partner, item, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    partner_id: partner === null ? null : snapshot.get(partnerNames).find(partner)!.id,
    item_id: item === null ? null : snapshot.get(itemNames).find(item)!.id,
  }),
  refuse(entry, { snapshot }) {
    const { item, partner } = entry
    if (entry.discount_pct === '0') return 'discount_pct must be greater than 0.'
    if (partner === null && item === null && entry.min_quantity === '0') {
      return 'Name a partner, an item or a min_quantity: this would be a discount for everybody on everything.'
    }
    const unknown =
      (partner !== null && refusePartner(partner, snapshot)) || (item !== null && refuseItem(item, snapshot))
    if (unknown) return unknown
    return (item === null ? undefined : refuseQuantity({ ...entry, item }, snapshot)) ?? wrongValidity(entry)
  },
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: discountTable, rows }),
})
