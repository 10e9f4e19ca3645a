/** A book as the settings see it: every row people set, and the names items and partners are called by. */
import type { Queryable } from '../../db/pool.ts'
import type { Account } from '../../kernel/account.ts'
import { type Day, yearOf } from '../../lib/days.ts'
import { isUuid } from '../../lib/ids.ts'
import { listUsers, type UserRow } from '../accounts/store.ts'
import { type CategoryRow, listCategories } from '../core/categories/store.ts'
import { type CompanyWithLogo, getCompanyWithLogo } from '../core/company/store.ts'
import { listCountries } from '../core/countries/store.ts'
import { type DepositRow, listDeposits } from '../core/deposits/store.ts'
import { listNumberSeries, type NumberSeriesRow } from '../core/number-series/store.ts'
import { listPriceLists, type PriceListRow } from '../core/price-lists/store.ts'
import {
  type DiscountRow,
  listDiscounts,
  listPartnerPrices,
  listPriceEntries,
  type PartnerPriceRow,
  type PriceEntryRow,
} from '../core/prices/store.ts'
import { listAllUnits, type UnitRow } from '../core/units/store.ts'
import { listVatRates, type VatRateRow } from '../core/vat-rates/store.ts'
import { type InboxBlockRow, listInboxBlocks } from '../files/inbox/store.ts'
import {
  type FinanceAccountRow,
  type FinanceDefaultRow,
  listFinanceAccounts,
  listFinanceDefaults,
} from '../finance/accounts/store.ts'
import { type ExcisePeriodRow, listExcisePeriods } from '../stock/posting/store.ts'
import { listAllShops, type ShopFacts } from '../stock/shops/store.ts'
import { listAllWarehouses, listBusyWarehouses, type WarehouseFacts } from '../stock/warehouses/store.ts'
import { type ItemName, listItemNames, listPartnerNames, type PartnerName } from './store.ts'

type Rows<Row> = Map<string, Row>

export interface World {
  /** Always one. */
  company: Rows<CompanyWithLogo>
  shops: Rows<ShopFacts>
  warehouses: Rows<WarehouseFacts>
  /** The account's own. */
  units: Rows<UnitRow>
  vat_rates: Rows<VatRateRow>
  categories: Rows<CategoryRow>
  number_series: Rows<NumberSeriesRow & { is_used?: boolean; last_number?: number }>
  finance_accounts: Rows<FinanceAccountRow>
  finance_defaults: Rows<FinanceDefaultRow>
  price_lists: Rows<PriceListRow>
  price_list_entries: Rows<PriceEntryRow>
  partner_prices: Rows<PartnerPriceRow>
  discounts: Rows<DiscountRow>
  deposits: Rows<DepositRow>
  excise_periods: Rows<ExcisePeriodRow>
  inbox_blocks: Rows<InboxBlockRow>
  users: Rows<UserRow>
  systemUnits: UnitRow[]
  countryCodes: Set<string>
  /** Warehouses that hold stock, open documents or a running count. */
  busyWarehouses: Set<string>
  unitOf(id: string): UnitRow
  items: Directory<ItemName>
  partners: Directory<PartnerName>
}

export type SectionName = Exclude<
  keyof World,
  'systemUnits' | 'countryCodes' | 'busyWarehouses' | 'unitOf' | 'items' | 'partners'
>

/** Records that are called by a name, by their external_ref, or by their id. */
export interface Directory<Entry> {
  all: Entry[]
  find(text: string): Entry | undefined
  /** What the export calls it. */
  nameOf(id: string): string
  /** The same for any of its names; one that nobody has stays as it is. */
  ownName(text: string): string
}

const byId = <Row extends { id: string }>(rows: Row[]): Rows<Row> => new Map(rows.map(row => [row.id, row]))

export async function loadWorld(db: Queryable, account: Account, today: Day): Promise<World> {
  const { id } = account.book
  const units = await listAllUnits(db, id)
  return {
    company: byId([await getCompanyWithLogo(db, account)]),
    shops: byId<ShopFacts>(await listAllShops(db, id)),
    warehouses: byId<WarehouseFacts>(await listAllWarehouses(db, id)),
    units: byId(units.filter(unit => !unit.is_system)),
    systemUnits: units.filter(unit => unit.is_system),
    countryCodes: new Set((await listCountries(db)).map(({ code }) => code)),
    unitOf: unitId => units.find(unit => unit.id === unitId)!,
    vat_rates: byId(await listVatRates(db, id)),
    categories: byId(await listCategories(db, id)),
    number_series: byId(await listNumberSeries(db, id, yearOf(today))),
    finance_accounts: byId(await listFinanceAccounts(db, id)),
    finance_defaults: byId(await listFinanceDefaults(db, id)),
    price_lists: byId(await listPriceLists(db, id)),
    price_list_entries: byId(await listPriceEntries(db, id)),
    partner_prices: byId(await listPartnerPrices(db, id)),
    discounts: byId(await listDiscounts(db, id)),
    deposits: byId(await listDeposits(db, id)),
    excise_periods: byId(await listExcisePeriods(db, id)),
    busyWarehouses: new Set(await listBusyWarehouses(db, id)),
    inbox_blocks: byId(await listInboxBlocks(db, id)),
    users: byId(await listUsers(db, account.tenant.id)),
    items: directory(await listItemNames(db, id), item => item.code),
    partners: directory(await listPartnerNames(db, id), partner => partner.ico),
  }
}

interface Named {
  id: string
  external_system: string | null
  external_id: string | null
}

const referenceOf = ({ external_system, external_id }: Named) =>
  external_system === null ? undefined : `${external_system}:${external_id}`

/** An external reference means the same in every book, a number of a series does not: it is shown first. */
function directory<Entry extends Named>(
  entries: Entry[],
  plainName: (entry: Entry) => string | null,
): Directory<Entry> {
  const ids = new Map(entries.map(entry => [entry.id, entry]))
  const names = new Map<string, Entry>()
  for (const entry of entries) {
    const name = plainName(entry)
    if (name) names.set(name, entry)
    const reference = referenceOf(entry)
    if (reference) names.set(reference, entry)
  }
  const find = (text: string) => (isUuid(text) ? ids.get(text.toLowerCase()) : names.get(text))
  const nameOf = (entry: Entry) => referenceOf(entry) ?? (plainName(entry) || entry.id)
  return {
    all: entries,
    find,
    nameOf: id => nameOf(ids.get(id)!),
    ownName(text) {
      const entry = find(text)
      return entry ? nameOf(entry) : text
    },
  }
}
