/** Price lists with their entries, partner prices, discounts and deposits. */
import { upsertRows } from '../../../db/upsert.ts'
import { scaleOf } from '../../../lib/decimal.ts'
import { type DepositRow, depositTable } from '../../core/deposits/store.ts'
import { type PriceListRow, priceListTable } from '../../core/price-lists/store.ts'
import {
  type DiscountRow,
  discountTable,
  type PartnerPriceRow,
  type PriceEntryRow,
  partnerPriceTable,
  priceEntryTable,
} from '../../core/prices/store.ts'
import { decimalsOf } from '../../core/units/actions.ts'
import type {
  SettingsDeposit,
  SettingsDiscount,
  SettingsPartnerPrice,
  SettingsPriceEntry,
  SettingsPriceList,
} from '../schema.ts'
import { defineSection } from '../section.ts'
import type { World } from '../world.ts'
import { bookOf, codeOf, rowByCode, unknownCurrency, wrongValidity } from './parts.ts'

export const priceLists = defineSection<SettingsPriceList, PriceListRow>({
  name: 'price_lists',
  wanted: document => document.price_lists?.map(({ entries: _, ...list }) => list),
  put(document, lists) {
    document.price_lists = lists.map(list => ({ ...list, entries: [] }))
  },
  rows: world => world.price_lists,
  key: codeOf,
  defaults: { currency: 'CZK', is_active: true },
  out: ({ code, name, currency, is_active }) => ({ code, name, currency, is_active }),
  row: (entry, id) => ({ ...entry, id }),
  refuse: (entry, before) =>
    before && before.currency !== entry.currency
      ? 'The currency of a price list cannot change: its prices were written in it.'
      : unknownCurrency(entry.currency),
  save: (ctx, rows) => upsertRows(ctx.tx, priceListTable, bookOf(ctx), rows),
})

const always = { min_quantity: '0', valid_from: null, valid_to: null, is_active: true }

/** `from 10 since 2026-01-01`, as far as it is said. */
const when = ({ min_quantity, valid_from }: { min_quantity: string; valid_from: string | null }): string =>
  `${min_quantity === '0' ? '' : ` from ${min_quantity}`}${valid_from === null ? '' : ` since ${valid_from}`}`

/** The names the export uses, whatever names the document uses. */
const ownNames = <Entry extends { item?: string | null; partner?: string | null }>(
  entry: Entry,
  world: World,
): Entry => ({
  ...entry,
  ...(entry.item && { item: world.items.ownName(entry.item) }),
  ...(entry.partner && { partner: world.partners.ownName(entry.partner) }),
})

export const priceEntries = defineSection<SettingsPriceEntry, PriceEntryRow>({
  name: 'price_list_entries',
  wanted: document =>
    document.price_lists?.flatMap(({ code, entries = [] }) => entries.map(entry => ({ ...entry, list: code }))),
  put(document, entries) {
    const lists = new Map((document.price_lists ?? []).map(list => [list.code, list]))
    for (const { list, ...entry } of entries) lists.get(list)!.entries!.push(entry)
  },
  rows: world => world.price_list_entries,
  canonical: ownNames,
  key: entry => `${entry.list} ${entry.item}${when(entry)}`,
  identity: ({ list, item, min_quantity, valid_from }) => [list, item, min_quantity, valid_from],
  defaults: always,
  out: ({ price_list_id, item_id, min_quantity, unit_price, valid_from, valid_to, is_active }, world) => ({
    list: world.price_lists.get(price_list_id)!.code,
    item: world.items.nameOf(item_id),
    min_quantity,
    unit_price,
    valid_from,
    valid_to,
    is_active,
  }),
  row: ({ list, item, ...entry }, id, world) => ({
    ...entry,
    id,
    price_list_id: rowByCode(world.price_lists, list)!.id,
    item_id: world.items.find(item)!.id,
  }),
  refuse: (entry, _before, world) =>
    refuseList(entry.list, world) ??
    refuseItem(entry.item, world) ??
    refuseQuantity(entry, world) ??
    wrongValidity(entry),
  save: (ctx, rows) => upsertRows(ctx.tx, priceEntryTable, bookOf(ctx), rows),
})

/** A new list that is refused itself is not there for its entries. */
const refuseList = (list: string, world: World): string | undefined =>
  rowByCode(world.price_lists, list) ? undefined : `There is no price list ${list}.`

const refuseItem = (item: string, world: World): string | undefined =>
  world.items.find(item) ? undefined : `There is no item ${item}.`

const refusePartner = (partner: string, world: World): string | undefined =>
  world.partners.find(partner) ? undefined : `There is no partner ${partner}.`

function refuseQuantity({ item, min_quantity }: { item: string; min_quantity: string }, world: World) {
  const unit = world.unitOf(world.items.find(item)!.unit_id)
  if (scaleOf(min_quantity) <= decimalsOf(unit)) return undefined
  return `min_quantity: ${unit.symbol} takes at most ${decimalsOf(unit)} decimal places.`
}

export const partnerPrices = defineSection<SettingsPartnerPrice, PartnerPriceRow>({
  name: 'partner_prices',
  wanted: document => document.partner_prices,
  put(document, entries) {
    document.partner_prices = entries
  },
  rows: world => world.partner_prices,
  canonical: ownNames,
  key: entry => `${entry.partner} ${entry.item} ${entry.currency}${when(entry)}`,
  identity: ({ partner, item, currency, min_quantity, valid_from }) => [
    partner,
    item,
    currency,
    min_quantity,
    valid_from,
  ],
  defaults: { ...always, currency: 'CZK' },
  out: ({ partner_id, item_id, currency, min_quantity, unit_price, valid_from, valid_to, is_active }, world) => ({
    partner: world.partners.nameOf(partner_id),
    item: world.items.nameOf(item_id),
    currency,
    min_quantity,
    unit_price,
    valid_from,
    valid_to,
    is_active,
  }),
  row: ({ partner, item, ...entry }, id, world) => ({
    ...entry,
    id,
    partner_id: world.partners.find(partner)!.id,
    item_id: world.items.find(item)!.id,
  }),
  refuse: (entry, _before, world) =>
    refusePartner(entry.partner, world) ??
    refuseItem(entry.item, world) ??
    refuseQuantity(entry, world) ??
    wrongValidity(entry) ??
    unknownCurrency(entry.currency),
  save: (ctx, rows) => upsertRows(ctx.tx, partnerPriceTable, bookOf(ctx), rows),
})

export const discounts = defineSection<SettingsDiscount, DiscountRow>({
  name: 'discounts',
  wanted: document => document.discounts,
  put(document, entries) {
    document.discounts = entries
  },
  rows: world => world.discounts,
  canonical: ownNames,
  key: codeOf,
  defaults: { ...always, partner: null, item: null },
  out({ code, name, partner_id, item_id, min_quantity, discount_pct, valid_from, valid_to, is_active }, world) {
    const partner = partner_id === null ? null : world.partners.nameOf(partner_id)
    const item = item_id === null ? null : world.items.nameOf(item_id)
    return { code, name, partner, item, min_quantity, discount_pct, valid_from, valid_to, is_active }
  },
  row: ({ partner, item, ...entry }, id, world) => ({
    ...entry,
    id,
    partner_id: partner === null ? null : world.partners.find(partner)!.id,
    item_id: item === null ? null : world.items.find(item)!.id,
  }),
  refuse(entry, _before, world) {
    const { item, partner } = entry
    if (entry.discount_pct === '0') return 'discount_pct must be greater than 0.'
    if (partner === null && item === null && entry.min_quantity === '0') {
      return 'Name a partner, an item or a min_quantity: this would be a discount for everybody on everything.'
    }
    const unknown = (partner !== null && refusePartner(partner, world)) || (item !== null && refuseItem(item, world))
    if (unknown) return unknown
    return (item === null ? undefined : refuseQuantity({ ...entry, item }, world)) ?? wrongValidity(entry)
  },
  save: (ctx, rows) => upsertRows(ctx.tx, discountTable, bookOf(ctx), rows),
})

export const deposits = defineSection<SettingsDeposit, DepositRow>({
  name: 'deposits',
  wanted: document => document.deposits,
  put(document, entries) {
    document.deposits = entries
  },
  rows: world => world.deposits,
  canonical: (entry, world) => ({ ...entry, packaging_item: world.items.ownName(entry.packaging_item) }),
  key: codeOf,
  defaults: { currency: 'CZK', is_active: true },
  out: ({ code, name, packaging_item_id, amount, currency, is_active }, world) => ({
    code,
    name,
    packaging_item: world.items.nameOf(packaging_item_id),
    amount,
    currency,
    is_active,
  }),
  row: ({ packaging_item, ...entry }, id, world) => ({
    ...entry,
    id,
    packaging_item_id: world.items.find(packaging_item)!.id,
  }),
  refuse(entry, before, world) {
    const item = world.items.find(entry.packaging_item)
    if (!item) return `There is no item ${entry.packaging_item}.`
    if (item.item_type !== 'packaging') return `${entry.packaging_item} is no packaging item.`
    if (before && before.packaging_item !== entry.packaging_item) {
      return 'The packaging item cannot change: pieces out at customers are counted by it.'
    }
    if (before && before.currency !== entry.currency) return 'The currency cannot change: deposits were paid in it.'
    return unknownCurrency(entry.currency)
  },
  save: (ctx, rows) => upsertRows(ctx.tx, depositTable, bookOf(ctx), rows),
})
