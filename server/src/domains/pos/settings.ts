/** Cash desks in the settings. */
import { Type } from 'typebox'
import { DecimalWithin, described, Money, OneOf, Shape, type Static } from '../../contract/schema.ts'
import { defineSection } from '../../kernel/section.ts'
import type { Complete, Section } from '../../kernel/settings.ts'
import { bookOf, Code, Currency, codeOf, Flag, Name, optional, orNull, rowByCode } from '../../kernel/settings-words.ts'
import { defineSource, type Snapshot } from '../../kernel/snapshot.ts'
import { moneyText } from '../../lib/decimal.ts'
import { stockCategories } from '../core/index.ts'
import { financeAccounts } from '../finance/index.ts'
import { shops, warehouses } from '../stock/index.ts'
import { coins, smallestCoin } from './desks/coins.ts'
import { crossedDesks, unfitDesk, unusablePlaces } from './desks/rules.ts'
import { type DeskFacts, deskMethods, listAllDesks } from './desks/store.ts'
import { listDeskUses, saveDesks } from './desks/uses-store.ts'

const CodeText = (description: string) => Type.String({ maxLength: 20, description })

const DeskEntry = Shape({
  code: Code,
  name: Name,
  warehouse: CodeText('The code of the warehouse what is sold leaves and empties come into; no system warehouse.'),
  shop: optional(CodeText("The code of its shop; by default that of the warehouse, else the book's default.")),
  currency: optional(described<string>(Currency, 'That of both accounts. It stays once anything was sold.')),
  cash_account: CodeText('The code of an account of type cash: its drawer, which no other desk in use has.'),
  card_account: orNull(CodeText('The code of an account of type card or bank.')),
  payment_methods: optional(
    Type.Array(OneOf(deskMethods), {
      minItems: 1,
      maxItems: deskMethods.length,
      description: 'By default both; without card_account only cash.',
    }),
  ),
  sells_only_in_stock: optional(Type.Boolean({ description: 'A live sale beyond the stock is refused.' })),
  requires_session: optional(Type.Boolean({ description: 'Nothing is sold without an open session.' })),
  cash_rounding: optional(
    described<string>(Money, `The smallest coin: ${coins.join(', ')}. By default as the currency has it.`),
  ),
  categories: orNull(
    Type.Array(OneOf(stockCategories), { minItems: 1, description: 'The stock categories sold here; null: all.' }),
  ),
  taps_of: orNull(CodeText('The code of another desk whose taps it draws from.')),
  tap_tolerance_pct: optional(
    DecimalWithin({ least: '0', most: '20', places: 4 }, 'By how much a keg may give more than it holds.'),
  ),
  anonymous_return_limit: optional(
    described<string>(Money, 'The most deposit paid back at once to somebody unknown; 0 forbids it.'),
  ),
  is_active: Flag,
})
type DeskEntry = Static<typeof DeskEntry>

declare module '../../kernel/settings.ts' {
  interface Settings {
    cash_desks?: DeskEntry[]
  }
}

const countryOfTenant = defineSource({ load: async ({ account }) => account.tenant.countryCode })

/** What a desk was used for, by its id. */
const deskUses = defineSource({
  load: async ({ db, account }) => new Map((await listDeskUses(db, account.book.id)).map(use => [use.id, use])),
})

/** What a new desk has follows from its other members. */
function completed(sent: DeskEntry, snapshot: Snapshot): DeskEntry {
  const currency = sent.currency ?? 'CZK'
  const allShops = snapshot.rows(shops)
  const owner = rowByCode(snapshot.rows(warehouses), sent.warehouse)?.shop_id
  const shop = owner ? allShops.get(owner) : [...allShops.values()].find(({ is_default }) => is_default)
  return {
    ...(shop && { shop: shop.code }),
    payment_methods: sent.card_account ? [...deskMethods] : ['cash'],
    cash_rounding: smallestCoin(currency, snapshot.get(countryOfTenant)),
    ...sent,
  }
}

export const cashDesks: Section<DeskFacts> = defineSection<DeskEntry, DeskFacts>({
  name: 'cash_desks',
  place: 23,
  entry: DeskEntry,
  needs: [countryOfTenant, deskUses],
  load: ({ db, account }) => listAllDesks(db, account.book.id),
  // A desk stands before those that draw from its taps.
  arrange: sent => sent.toSorted((one, other) => Number(!!one.taps_of) - Number(!!other.taps_of)),
  canonical(sent, snapshot) {
    const { payment_methods: methods } = sent
    const ordered = methods && { payment_methods: deskMethods.filter(method => methods.includes(method)) }
    const isKnown = rowByCode(snapshot.rows(cashDesks), sent.code) !== undefined
    return { ...(isKnown ? sent : completed(sent, snapshot)), ...ordered }
  },
  key: codeOf,
  defaults: {
    currency: 'CZK',
    card_account: null,
    sells_only_in_stock: true,
    requires_session: false,
    categories: null,
    taps_of: null,
    tap_tolerance_pct: '5',
    anonymous_return_limit: '500.00',
    is_active: true,
  },
  out(row, snapshot) {
    const accounts = snapshot.rows(financeAccounts)
    return {
      code: row.code,
      name: row.name,
      warehouse: snapshot.rows(warehouses).get(row.warehouse_id)!.code,
      shop: snapshot.rows(shops).get(row.shop_id)!.code,
      currency: row.currency,
      cash_account: accounts.get(row.cash_account_id)!.code,
      card_account: row.card_account_id === null ? null : accounts.get(row.card_account_id)!.code,
      payment_methods: row.payment_methods,
      sells_only_in_stock: row.sells_only_in_stock,
      requires_session: row.requires_session,
      cash_rounding: moneyText(row.cash_rounding),
      categories: row.categories,
      taps_of: row.taps_of_id === null ? null : snapshot.rows(cashDesks).get(row.taps_of_id)!.code,
      tap_tolerance_pct: row.tap_tolerance_pct,
      anonymous_return_limit: moneyText(row.anonymous_return_limit),
      is_active: row.is_active,
    }
  },
  row({ warehouse, shop, cash_account, card_account, taps_of, ...entry }, id, snapshot) {
    const accounts = snapshot.rows(financeAccounts)
    return {
      ...entry,
      id,
      warehouse_id: rowByCode(snapshot.rows(warehouses), warehouse)!.id,
      shop_id: rowByCode(snapshot.rows(shops), shop)!.id,
      cash_account_id: rowByCode(accounts, cash_account)!.id,
      card_account_id: card_account === null ? null : rowByCode(accounts, card_account)!.id,
      taps_of_id: taps_of === null ? null : rowByCode(snapshot.rows(cashDesks), taps_of)!.id,
    }
  },
  refuse(entry, { before, row, snapshot }) {
    const use = row && snapshot.get(deskUses).get(row.id)
    if (use?.is_used && before!.currency !== entry.currency) {
      return 'The currency cannot change: there are sales or sessions in it.'
    }
    if (use?.is_open && before!.cash_account !== entry.cash_account) {
      return 'The cash account cannot change while a session is open: close it first.'
    }
    if (use?.is_open && !entry.is_active) return 'A session is open: close it first.'
    if (use?.is_tapping && !entry.is_active) return 'A keg is tapped there: take it off first.'
    return unfitDesk(entry, placesOf(entry, snapshot))
  },
  // Asked of what shops, warehouses and accounts have become, whichever section changes them.
  check: (rows, snapshot) =>
    [...rows.values()].flatMap(row =>
      [...unusableNow(row, snapshot), ...crossedDesks(row, rows)].map(reason => ({ key: row.code, reason })),
    ),
  save: (ctx, rows) => saveDesks(ctx.tx, bookOf(ctx), rows),
})

const placesOf = (
  { warehouse, shop, cash_account, card_account, taps_of }: Complete<DeskEntry>,
  snapshot: Snapshot,
) => ({
  warehouse: rowByCode(snapshot.rows(warehouses), warehouse),
  shop: rowByCode(snapshot.rows(shops), shop),
  cash: rowByCode(snapshot.rows(financeAccounts), cash_account),
  card: card_account === null ? undefined : rowByCode(snapshot.rows(financeAccounts), card_account),
  tapsOf: taps_of === null ? undefined : rowByCode(snapshot.rows(cashDesks), taps_of),
})

function unusableNow(row: DeskFacts, snapshot: Snapshot): string[] {
  if (!row.is_active) return []
  const accountIds = [row.cash_account_id, ...(row.card_account_id === null ? [] : [row.card_account_id])]
  return unusablePlaces(row, {
    shop: snapshot.rows(shops).get(row.shop_id)!,
    warehouse: snapshot.rows(warehouses).get(row.warehouse_id)!,
    accounts: accountIds.map(id => snapshot.rows(financeAccounts).get(id)!),
  })
}
