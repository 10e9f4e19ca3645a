/** What a new book starts with, so that the first document can be written without any setting. */
import type { Tx } from '../../db/pool.ts'
import { upsertRows } from '../../db/upsert.ts'
import { allSeries } from '../../kernel/numbering.ts'
import { newId } from '../../lib/ids.ts'
import type { Instant } from '../../lib/instants.ts'
import { companyTable, newCompany } from '../core/company/store.ts'
import { type NumberSeriesRow, numberSeriesTable } from '../core/number-series/store.ts'
import { insertSystemUnits } from '../core/units/store.ts'
import { vatRateTable } from '../core/vat-rates/store.ts'
import { financeAccountTable, financeDefaultTable } from '../finance/accounts/store.ts'
import { shopTable } from '../stock/shops/store.ts'
import { type WarehouseFacts, warehouseTable } from '../stock/warehouses/store.ts'

export interface NewBook {
  bookId: string
  now: Instant
  isLive: boolean
  /** What its company is called until somebody says more. */
  companyName: string
  countryCode: string
  /** Its warehouses belong to the excise report. */
  isExciseRelevant: boolean
}

/** Everything a book has before anybody used it. */
export async function openBookRows(tx: Tx, book: NewBook): Promise<void> {
  await insertSystemUnits(tx, book)
  await insertDefaults(tx, book)
}

export async function insertDefaults(tx: Tx, book: NewBook): Promise<void> {
  await upsertRows(tx, companyTable, book, [newCompany(book.companyName, book.countryCode)])
  const shopId = newId()
  await upsertRows(tx, shopTable, book, [
    {
      id: shopId,
      code: 'MAIN',
      name: 'Hlavní provozovna',
      shop_type: 'brewery',
      street: null,
      city: null,
      zip: null,
      country: null,
      is_default: true,
      is_active: true,
    },
  ])
  await upsertRows(tx, warehouseTable, book, warehousesOf(book, shopId))
  await upsertRows(tx, vatRateTable, book, vatRates())
  await upsertRows(tx, numberSeriesTable, book, numberSeries())
  await insertFinanceAccounts(tx, book)
}

/** A sandbox has a second one, so that transfers can be tried at once. */
function warehousesOf({ isLive, isExciseRelevant }: NewBook, shopId: string): WarehouseFacts[] {
  const standard = (code: string, name: string, isDefault: boolean): WarehouseFacts => ({
    id: newId(),
    code,
    name,
    type: 'standard',
    system_role: null,
    shop_id: shopId,
    categories: null,
    is_excise_relevant: isExciseRelevant,
    is_default: isDefault,
    is_active: true,
  })
  const system = (role: 'on_tap' | 'in_transit', name: string): WarehouseFacts => ({
    ...standard(role.toUpperCase(), name, false),
    type: 'system',
    system_role: role,
    shop_id: null,
    is_excise_relevant: false,
  })
  return [
    standard('MAIN', 'Hlavní sklad', true),
    ...(isLive ? [] : [standard('SECOND', 'Druhý sklad', false)]),
    system('on_tap', 'Na čepu'),
    system('in_transit', 'Na cestě'),
  ]
}

const vatRates = () =>
  [
    { code: 'CZ21', name: 'Základní sazba', rate_pct: '21' },
    { code: 'CZ12', name: 'Snížená sazba', rate_pct: '12' },
    { code: 'CZ0', name: 'Nulová sazba', rate_pct: '0' },
  ].map((rate, place) => ({ ...rate, id: newId(), is_default: place === 0, is_active: true, vat_exemption: null }))

const numberSeries = (): NumberSeriesRow[] =>
  allSeries().map(({ kind, prefix, isYearly = true }) => ({
    id: newId(),
    document_kind: kind,
    prefix,
    digits: 5,
    is_yearly: isYearly,
  }))

async function insertFinanceAccounts(tx: Tx, book: NewBook): Promise<void> {
  const account = (code: string, type: 'cash' | 'bank', name: string) => ({
    id: newId(),
    code,
    type,
    name,
    currency: 'CZK',
    account_number: null,
    iban: null,
    bic: null,
    is_active: true,
  })
  const cash = account('CASH', 'cash', 'Pokladna')
  const bank = account('BANK', 'bank', 'Běžný účet')
  await upsertRows(tx, financeAccountTable, book, [cash, bank])
  await upsertRows(tx, financeDefaultTable, book, [
    { id: newId(), payment_method: 'cash', currency: 'CZK', account_id: cash.id },
    { id: newId(), payment_method: 'bank_transfer', currency: 'CZK', account_id: bank.id },
    { id: newId(), payment_method: 'card', currency: 'CZK', account_id: bank.id },
  ])
}
