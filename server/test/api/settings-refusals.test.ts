/** What a settings document is refused for: each reason in its words, and nothing is changed by any of them. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Settings } from '../../src/kernel/settings.ts'
import { useService } from '../support/service.ts'
import { addNamed, type BookSettings, type Document, named, settingsOf } from '../support/settings.ts'

const service = useService()
const { keg, beer, beerRef, pub, pubRef, hotel } = named

type SectionName = Exclude<keyof Settings, '$schema' | 'version'>

const unit = { symbol: 'u', name_cs: 'jednotka', name_en: 'unit', dimension: 'count' }
const crate = { ...unit, code: 'crate', base_unit_code: 'pcs', to_base_factor: '20' }
const sack = { ...unit, code: 'sack', dimension: 'weight', decimals: 2 }
const price = { partner: hotel, item: keg, unit_price: '1' }
const discount = { code: 'D', name: 'D', item: keg, discount_pct: '5' }
const deposit = { code: 'KEG', name: 'Keg', packaging_item: keg, amount: '100' }
const backwards = { valid_from: '2026-02-02', valid_to: '2026-02-01' }

let book: BookSettings

/** One book for all: a refusal leaves it as it was. */
beforeAll(async () => {
  book = await settingsOf(service)
  await addNamed(book)
  await book.accept({
    shops: [{ code: 'PUB', name: 'Pub' }],
    warehouses: [{ code: 'CELLAR', name: 'Cellar', shop: 'PUB' }],
    units: [crate, sack],
    finance_accounts: [
      { code: 'EURO', name: 'Euro', type: 'bank', currency: 'EUR' },
      { code: 'OLD', name: 'Old', type: 'cash', is_active: false },
    ],
    price_lists: [{ code: 'LIST', name: 'List' }],
    deposits: [deposit],
  } as Document)
  const rates = (await book.api.get('/vat-rates')).body.data
  const reduced = rates.find(({ code }: { code: string }) => code === 'CZ12').id
  const body = { name: 'Malt', unit: { unit_code: 'sack' }, sale_vat_rate_id: reduced }
  expect((await book.api.post('/items', body)).status).toBe(201)
  const added = await book.api.post('/items', { name: 'Plnění', item_type: 'service', unit: { unit_code: 'pcs' } })
  expect(added.body.code).toBe(filling)
})

type Refusal = [section: SectionName, entry: object, key: string, reason: string]

const converted = 'The dimension and the conversion of a unit cannot change: quantities rely on them.'
const sameDimension = 'base_unit_code must name a unit of the same dimension.'
const roleOfSystem = 'Only a system warehouse has a system_role.'
const sameType = 'The type of a warehouse cannot change: its documents were written for it.'
const usable = 'The default cannot be out of use.'
const everybody = 'Name a partner, an item or a min_quantity: this would be a discount for everybody on everything.'
const wholePieces = 'min_quantity: ks takes at most 0 decimal places.'
const wrongIban = 'The IBAN is wrong: its check digits do not fit.'
const validity = 'valid_to is before valid_from.'

const oneOfTwo = 'Name a product or a packaging_type, one of them.'
/** The service of `beforeAll`. */
const filling = 'Z00004'
const bill = (members: object) => ({ packaging_type: 'keg', material: keg, quantity: '1', ...members })
const account = (members: object) => ({ code: 'NEW', name: 'New', type: 'bank', ...members })
const warehouse = (members: object) => ({ code: 'NEW', name: 'New', ...members })

const refusals: Refusal[] = [
  ['shops', { code: 'MAIN', name: 'M', is_active: false }, 'MAIN', usable],
  [
    'shops',
    { code: 'PUB', name: 'P', is_active: false },
    'PUB',
    'It has active warehouses: move them to another shop first.',
  ],
  ['warehouses', warehouse({ shop: 'NONE' }), 'NEW', 'There is no shop NONE.'],
  ['warehouses', warehouse({ system_role: 'on_tap' }), 'NEW', roleOfSystem],
  ['warehouses', warehouse({ type: 'retail', system_role: 'in_transit' }), 'NEW', roleOfSystem],
  [
    'warehouses',
    { code: 'ON_TAP', name: 'T', is_default: true },
    'ON_TAP',
    'A system warehouse cannot be the default.',
  ],
  ['warehouses', { code: 'MAIN', name: 'M', is_active: false }, 'MAIN', usable],
  ['warehouses', { code: 'SECOND', name: 'S', type: 'retail' }, 'SECOND', sameType],
  ['warehouses', { code: 'SECOND', name: 'S', type: 'system' }, 'SECOND', sameType],
  ['warehouses', { code: 'ON_TAP', name: 'T', system_role: 'in_transit' }, 'ON_TAP', sameType],
  ['warehouses', { code: 'ON_TAP', name: 'T', system_role: null }, 'ON_TAP', sameType],
  ['units', { ...crate, code: 'kg' }, 'kg', 'A unit of the system has this code.'],
  ['units', { ...crate, code: 'bbl_us' }, 'bbl_us', 'A unit of the system has this code.'],
  ['units', { ...crate, to_base_factor: '24' }, 'crate', converted],
  ['units', { ...crate, base_unit_code: null }, 'crate', converted],
  ['units', { ...crate, dimension: 'weight' }, 'crate', converted],
  ['units', { ...crate, code: 'x', to_base_factor: '0.000' }, 'x', 'to_base_factor must be greater than 0.'],
  ['units', { ...unit, code: 'x', to_base_factor: '2' }, 'x', 'A unit without base_unit_code has the factor 1.'],
  ['units', { ...crate, code: 'x', base_unit_code: 'none' }, 'x', sameDimension],
  ['units', { ...crate, code: 'x', base_unit_code: 'x' }, 'x', sameDimension],
  ['units', { ...crate, code: 'x', base_unit_code: 'l' }, 'x', sameDimension],
  ['units', { ...crate, code: 'x', base_unit_code: 'crate' }, 'x', 'base_unit_code must name a base unit.'],
  ['units', { ...crate, code: 'x', base_unit_code: 'dozen' }, 'x', 'base_unit_code must name a base unit.'],
  ['units', { ...sack, is_active: false }, 'sack', 'Active items are kept in it.'],
  ['units', { ...sack, decimals: 1 }, 'sack', 'Its decimals cannot become fewer: items are kept in it.'],
  ['vat_rates', { code: 'CZ21', name: 'A', rate_pct: '21', is_active: false }, 'CZ21', usable],
  [
    'vat_rates',
    { code: 'CZ12', name: 'B', rate_pct: '12', is_active: false },
    'CZ12',
    'Active items are sold with it.',
  ],
  [
    'vat_rates',
    { code: 'CZ0', name: 'C', rate_pct: '1' },
    'CZ0',
    'A rate cannot change: add a new one and give it to items.',
  ],
  ['number_series', { document_kind: 'batch', prefix: 'FV' }, 'batch', 'The series of invoice has this prefix.'],
  ['finance_accounts', account({ iban: 'CZ6508000000192000145398' }), 'NEW', wrongIban],
  ['finance_accounts', account({ iban: '' }), 'NEW', wrongIban],
  ['finance_accounts', account({ currency: 'AAA' }), 'NEW', 'AAA is no currency of ISO 4217.'],
  [
    'finance_accounts',
    { code: 'BANK', name: 'B', type: 'bank', currency: 'EUR' },
    'BANK',
    'The currency cannot change: payments were made in it.',
  ],
  [
    'finance_accounts',
    { code: 'BANK', name: 'B', type: 'card' },
    'BANK',
    'The type cannot change: payments were made with it.',
  ],
  ['finance_defaults', { payment_method: 'cash', account: 'NONE' }, 'cash CZK', 'There is no finance account NONE.'],
  ['finance_defaults', { payment_method: 'card', account: 'EURO' }, 'card CZK', 'EURO is kept in EUR.'],
  ['finance_defaults', { payment_method: 'cash', account: 'OLD' }, 'cash CZK', 'OLD is out of use.'],
  ['finance_defaults', { payment_method: 'cash', account: 'BANK' }, 'cash CZK', 'cash needs an account of type cash.'],
  [
    'finance_defaults',
    { payment_method: 'bank_transfer', account: 'CASH' },
    'bank_transfer CZK',
    'bank_transfer needs an account of type bank.',
  ],
  [
    'finance_defaults',
    { payment_method: 'card', account: 'CASH' },
    'card CZK',
    'card needs an account of type card or bank.',
  ],
  [
    'price_lists',
    { code: 'LIST', name: 'L', currency: 'EUR' },
    'LIST',
    'The currency of a price list cannot change: its prices were written in it.',
  ],
  ['price_lists', { code: 'NEW', name: 'N', currency: 'AAA' }, 'NEW', 'AAA is no currency of ISO 4217.'],
  ['partner_prices', { ...price, partner: '1' }, `1 ${keg} CZK`, 'There is no partner 1.'],
  ['partner_prices', { ...price, partner: pub, item: 'z00001' }, `${pubRef} z00001 CZK`, 'There is no item z00001.'],
  ['partner_prices', { ...price, min_quantity: '0.5' }, `${hotel} ${keg} CZK from 0.5`, wholePieces],
  [
    'partner_prices',
    { ...price, item: beer, min_quantity: '0.1234' },
    `${hotel} ${beerRef} CZK from 0.1234`,
    'min_quantity: l takes at most 3 decimal places.',
  ],
  ['partner_prices', { ...price, ...backwards }, `${hotel} ${keg} CZK since 2026-02-02`, validity],
  ['partner_prices', { ...price, currency: 'AAA' }, `${hotel} ${keg} AAA`, 'AAA is no currency of ISO 4217.'],
  ['discounts', { ...discount, discount_pct: '0.00' }, 'D', 'discount_pct must be greater than 0.'],
  ['discounts', { ...discount, item: null }, 'D', everybody],
  ['discounts', { ...discount, item: 'eshop:none' }, 'D', 'There is no item eshop:none.'],
  ['discounts', { ...discount, partner: 'crm:c/8' }, 'D', 'There is no partner crm:c/8.'],
  ['discounts', { ...discount, min_quantity: '1.5' }, 'D', wholePieces],
  ['discounts', { ...discount, ...backwards }, 'D', validity],
  ['deposits', { ...deposit, code: 'NEW', packaging_item: 'Z9' }, 'NEW', 'There is no item Z9.'],
  ['deposits', { ...deposit, code: 'NEW', packaging_item: beer }, 'NEW', `${beerRef} is no packaging item.`],
  ['deposits', { ...deposit, code: 'NEW', currency: 'AAA' }, 'NEW', 'AAA is no currency of ISO 4217.'],
  ['deposits', { ...deposit, currency: 'EUR' }, 'KEG', 'The currency cannot change: deposits were paid in it.'],
  ['packaging_bills', bill({ packaging_type: null }), `null ${keg}`, oneOfTwo],
  ['packaging_bills', bill({ product: beer }), `${beerRef} ${keg}`, oneOfTwo],
  ['packaging_bills', bill({ packaging_type: null, product: 'Z9' }), `Z9 ${keg}`, 'There is no item Z9.'],
  [
    'packaging_bills',
    bill({ packaging_type: null, product: beer }),
    `${beerRef} ${keg}`,
    `${beerRef} is no base_product.`,
  ],
  ['packaging_bills', bill({ material: 'Z9' }), 'keg Z9', 'There is no item Z9.'],
  ['packaging_bills', bill({ material: filling }), `keg ${filling}`, `${filling} is a service.`],
]

const one = (section: SectionName, ...entries: object[]) => ({ [section]: entries }) as Document

describe('one record', () => {
  test.for(refusals)('%s %o', async ([section, entry, key, reason]) => {
    expect(await book.refuse(one(section, entry))).toEqual([`${section} ${key}: ${reason}`])
  })

  const entries: [entry: object, key: string, reason: string][] = [
    [{ item: 'Z9', unit_price: '1' }, 'Z9', 'There is no item Z9.'],
    [{ item: keg, unit_price: '1', min_quantity: '0.5' }, `${keg} from 0.5`, wholePieces],
    [{ item: keg, unit_price: '1', ...backwards }, `${keg} since 2026-02-02`, validity],
  ]

  test.for(entries)('price_list_entries %o', async ([entry, key, reason]) => {
    const refused = await book.refuse(one('price_lists', { code: 'LIST', name: 'List', entries: [entry] }))
    expect(refused).toEqual([`price_list_entries LIST ${key}: ${reason}`])
  })
})

describe('a document', () => {
  const twice: [section: SectionName, key: string, first: object, second?: object][] = [
    ['shops', 'NEW', { code: 'NEW', name: 'N' }],
    ['warehouses', 'NEW', warehouse({})],
    ['units', 'new', { ...unit, code: 'new' }],
    ['vat_rates', 'NEW', { code: 'NEW', name: 'N', rate_pct: '1' }],
    ['categories', 'event NEW', { kind: 'event', code: 'NEW', name: 'N' }],
    ['number_series', 'order', { document_kind: 'order', prefix: 'O' }],
    ['finance_accounts', 'NEW', account({})],
    ['finance_defaults', 'card CZK', { payment_method: 'card', account: 'BANK' }],
    ['price_lists', 'NEW', { code: 'NEW', name: 'N' }],
    [
      'partner_prices',
      `${pubRef} ${beerRef} CZK from 1`,
      { ...price, partner: pub, item: beer, min_quantity: '1' },
      { ...price, partner: pubRef, item: beerRef, min_quantity: '1.000' },
    ],
    ['discounts', 'D', discount],
    ['deposits', 'NEW', { ...deposit, code: 'NEW' }],
    ['vessels', 'NEW', { code: 'NEW', name: 'N', capacity_l: '1' }],
    ['packaging_bills', `keg ${keg}`, bill({})],
    [
      'users',
      'jan@example.com',
      { email: 'jan@example.com', name: 'J', role: 'viewer' },
      { email: 'Jan@Example.com', name: 'K', role: 'viewer' },
    ],
  ]

  test.for(twice)('%s %s stands in it twice', async ([section, key, first, second = first]) => {
    const reason = `${section} ${key}: It stands in the document twice.`
    expect(await book.refuse(one(section, first, second))).toEqual([reason])
  })

  test('price_list_entries: one item by two of its names is one price twice', async () => {
    const entries = [beer, beerRef].map(item => ({ item, unit_price: '1' }))
    expect(await book.refuse(one('price_lists', { code: 'LIST', name: 'List', entries }))).toEqual([
      `price_list_entries LIST ${beerRef}: It stands in the document twice.`,
    ])
  })

  test('a price list that is refused takes its entries with it', async () => {
    const list = { code: 'NEW', name: 'New', currency: 'AAA', entries: [{ item: keg, unit_price: '1' }] }
    const [reason] = await book.refuse(one('price_lists', list))
    expect(reason).toBe('price_lists NEW: AAA is no currency of ISO 4217.')
  })

  test('is refused whole, each fault told', async () => {
    const document: Document = {
      ...one('units', { ...unit, code: 'fine' }, { ...crate, to_base_factor: '1' }),
      ...one('discounts', { ...discount, code: 'FINE' }, { ...discount, partner: 'nobody' }),
      users: [{ email: 'fine@example.com', name: 'Fine', role: 'admin' }],
    }
    const refused = await book.refuse(document)
    expect(refused).toEqual([`units crate: ${converted}`, 'discounts D: There is no partner nobody.'])
    const { changes } = await book.plan(document)
    expect(changes.map(({ key }) => key)).toEqual(['fine', 'FINE', 'fine@example.com'])
  })

  test('may not take the account of a payment method out of use, unless it names another one', async () => {
    const own = await settingsOf(service)
    const closed = one('finance_accounts', { code: 'BANK', name: 'B', type: 'bank', is_active: false })
    const reason = 'BANK is out of use: name another account for these payments.'
    expect(await own.refuse(closed)).toEqual([
      ...['bank_transfer', 'card'].map(way => `finance_defaults ${way} CZK: ${reason}`),
      'cash_desks MAIN: It needs BANK, which is out of use.',
    ])
    await own.accept({
      finance_accounts: [...closed.finance_accounts!, { code: 'NEW', name: 'N', type: 'bank' }],
      finance_defaults: [
        { payment_method: 'bank_transfer', account: 'NEW' },
        { payment_method: 'card', account: 'NEW' },
      ],
      cash_desks: [{ code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH', card_account: 'NEW' }],
    })
  })

  test('may not move a deposit to other packaging', async () => {
    const own = await settingsOf(service)
    await addNamed(own)
    const { code } = (
      await own.api.post('/items', { name: 'Crate', item_type: 'packaging', unit: { unit_code: 'pcs' } })
    ).body
    await own.accept(one('deposits', deposit))
    expect(await own.refuse(one('deposits', { ...deposit, packaging_item: code }))).toEqual([
      'deposits KEG: The packaging item cannot change: pieces out at customers are counted by it.',
    ])
  })

  test('may not put an active warehouse into a closed shop', async () => {
    const own = await settingsOf(service)
    await own.accept(one('shops', { code: 'PUB', name: 'Pub', is_active: false }))
    expect(await own.refuse(one('warehouses', warehouse({ shop: 'PUB' })))).toHaveLength(1)
    await own.accept(one('warehouses', warehouse({ shop: 'PUB', is_active: false })))
    expect(await own.refuse(one('warehouses', warehouse({ is_active: true })))).toHaveLength(1)
  })

  test('may not take decimals from a unit that items out of use are kept in: their prices have them', async () => {
    const own = await settingsOf(service)
    await own.accept(one('units', sack))
    const { body } = await own.api.post('/items', { name: 'Malt', unit: { unit_code: 'sack' } })
    const entries = [{ item: body.code, min_quantity: '0.25', unit_price: '1' }]
    await own.accept({ price_lists: [{ code: 'A', name: 'A', entries }] })
    await own.api.patch(`/items/${body.id}`, { is_active: false })
    expect(await own.refuse(one('units', { ...sack, decimals: 0 }))).toEqual([
      'units sack: Its decimals cannot become fewer: items are kept in it.',
    ])
    await own.accept(one('units', { ...sack, decimals: 4 }, { ...sack, code: 'bag' }))
  })
})
