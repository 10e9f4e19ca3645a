/** Every section of the settings: what it creates, keeps, changes and takes out of use, and what it refuses. */
import { describe, expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { takeNumber } from '../../src/kernel/numbering.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { dayIn, yearOf } from '../../src/lib/days.ts'
import { useService } from '../support/service.ts'
import { addNamed, type BookSettings, type Document, named, settingsOf } from '../support/settings.ts'

const service = useService({ alone: true })
const book = () => settingsOf(service)

const box = { code: 'box', symbol: 'box', name_cs: 'bedna', name_en: 'box', dimension: 'count' } as const
const price = { partner: named.hotel, item: named.keg, unit_price: '10' }
const always = { min_quantity: '0', valid_from: null, valid_to: null }
const within = { valid_from: '2026-01-01', valid_to: '2026-12-31' }
const iban = 'DE89370400440532013000'

type SectionName = Exclude<keyof Settings, '$schema' | 'version' | 'company' | 'brewery'>

interface Story {
  section: SectionName
  key: string
  /** Only what a record must say. */
  least: object
  /** What it is then, beside that. */
  defaults: object
  rich: object
  /** Sent with `least` alone: the rest of `rich` stays. */
  change: object
}

const stories: Story[] = [
  {
    section: 'shops',
    key: 'PUB',
    least: { code: 'PUB', name: 'Pub' },
    defaults: { shop_type: 'other', street: null, city: null, zip: null, country: null, is_default: false },
    rich: { shop_type: 'pub', street: 'Dlouhá 1', city: 'Plzeň', zip: '301 00', country: 'CZ' },
    change: { name: 'U Lípy', city: null },
  },
  {
    section: 'warehouses',
    key: 'THIRD',
    least: { code: 'THIRD', name: 'Third' },
    defaults: {
      type: 'standard',
      system_role: null,
      shop: null,
      categories: null,
      is_excise_relevant: false,
      is_default: false,
    },
    rich: { shop: 'MAIN', categories: ['product', 'goods'], is_excise_relevant: true },
    change: { categories: null },
  },
  {
    section: 'units',
    key: 'box',
    least: box,
    defaults: { base_unit_code: null, to_base_factor: '1', decimals: null },
    rich: { symbol: 'bx', name_cs: 'krabice', decimals: 2 },
    change: { symbol: 'bx', name_cs: 'krabice', name_en: 'case' },
  },
  {
    section: 'vat_rates',
    key: 'CZ15',
    least: { code: 'CZ15', name: 'Reduced', rate_pct: '15' },
    defaults: { is_default: false, vat_exemption: null },
    rich: { name: 'Until 2023' },
    change: { name: 'Once', rate_pct: '15.00' },
  },
  ...(['category', 'event', 'activity'] as const).map(
    (kind): Story => ({
      section: 'categories',
      key: `${kind} FAIR`,
      least: { kind, code: 'FAIR', name: 'Fair' },
      defaults: {},
      rich: { name: 'Fairs' },
      change: { name: 'Trhy' },
    }),
  ),
  {
    section: 'finance_accounts',
    key: 'EURO',
    least: { code: 'EURO', type: 'bank', name: 'Euro' },
    defaults: { currency: 'CZK', account_number: null, iban: null, bic: null },
    rich: { account_number: '123/0100', iban, bic: 'COBADEFFXXX' },
    change: { name: 'Second', bic: null },
  },
  {
    section: 'price_lists',
    key: 'PUBS',
    least: { code: 'PUBS', name: 'Pubs' },
    defaults: { currency: 'CZK', entries: [] },
    rich: { name: 'Pubs and inns' },
    change: { name: 'Inns' },
  },
  {
    section: 'partner_prices',
    key: `${named.hotel} ${named.keg} CZK`,
    least: price,
    defaults: { ...always, currency: 'CZK' },
    rich: { unit_price: '9.123456', valid_to: '2030-12-31' },
    change: { unit_price: '9.5' },
  },
  {
    section: 'discounts',
    key: 'SUMMER',
    least: { code: 'SUMMER', name: 'Summer', discount_pct: '5', partner: named.hotel },
    defaults: { ...always, item: null },
    rich: { item: named.keg, min_quantity: '10', discount_pct: '7.5', ...within },
    change: { partner: null, discount_pct: '100' },
  },
  {
    section: 'deposits',
    key: 'KEG',
    least: { code: 'KEG', name: 'Keg', packaging_item: named.keg, amount: '1200.00' },
    defaults: { currency: 'CZK' },
    rich: { name: 'Steel keg', amount: '1500.50' },
    change: { name: 'A keg', amount: '0.00' },
  },
  {
    section: 'vessels',
    key: 'CKT1',
    least: { code: 'CKT1', name: 'Tank 1', capacity_l: '2000' },
    defaults: { kind: 'fermenter', requires_cleaning: false, sort_order: 0 },
    rich: { kind: 'lager_tank', capacity_l: '2150.125', requires_cleaning: true, sort_order: -3 },
    change: { name: 'Ležák', kind: 'other', sort_order: 2 },
  },
  {
    section: 'packaging_bills',
    key: `bottle ${named.keg}`,
    least: { packaging_type: 'bottle', material: named.keg, quantity: '1' },
    defaults: { product: null },
    rich: { quantity: '0.000125' },
    change: { quantity: '12' },
  },
  {
    section: 'excise_rates',
    key: 'small_5k 2027-01-01',
    least: { category: 'small_5k', valid_from: '2027-01-01', name: 'Nejmenší', rate: '8' },
    defaults: { max_annual_hl: null },
    rich: { rate: '8.55', max_annual_hl: '5000' },
    change: { name: 'Malinký', rate: '9' },
  },
]

describe('a record', () => {
  test.for(stories)('of $section: $key is created, kept, changed and taken out of use', async story => {
    const { section, key, least, defaults, rich, change } = story
    const own = await book()
    await addNamed(own)
    const { [section]: others, ...elsewhere } = await own.current()
    const send = (entry: object) => own.accept({ [section]: [entry] } as Document)
    const expectRecord = async (record: object) => {
      const { [section]: now, ...rest } = await own.current()
      expect(now).toHaveLength(others!.length + 1)
      expect(now).toEqual(expect.arrayContaining([...others!, record]))
      expect(rest).toEqual(elsewhere)
    }
    const made = { ...least, ...defaults, is_active: true }
    expect(await send(least)).toEqual([`create ${section} ${key}`])
    await expectRecord(made)
    expect(await send({ ...least, ...rich })).toEqual([`update ${section} ${key}`])
    await expectRecord({ ...made, ...rich })
    expect(await send({ ...least, ...change })).toEqual([`update ${section} ${key}`])
    const changed = { ...made, ...rich, ...least, ...change }
    if (section === 'vat_rates') Object.assign(changed, { rate_pct: '15' })
    await expectRecord(changed)
    expect(await send({ ...changed, is_active: false })).toEqual([`update ${section} ${key}`])
    await expectRecord({ ...changed, is_active: false })
    expect(await own.accept({ [section]: [] })).toEqual([])
    expect(await send({ ...least, ...change })).toEqual([])
    expect(await send({ ...least, ...change, is_active: true })).toEqual([`update ${section} ${key}`])
    await expectRecord(changed)
  })
})

describe('what cannot change', () => {
  test('a currency, a type and a conversion may be left out, and stay', async () => {
    const own = await book()
    await addNamed(own)
    const deposit = { code: 'KEG', name: 'Keg', packaging_item: named.keg, amount: '50' }
    const account = { code: 'EURO', name: 'Euro', type: 'bank' } as const
    await own.accept({
      price_lists: [{ code: 'A', name: 'A', currency: 'EUR' }],
      finance_accounts: [{ ...account, currency: 'EUR' }],
      deposits: [{ ...deposit, currency: 'EUR' }],
      units: [{ ...box, base_unit_code: 'pcs', to_base_factor: '20' }],
      warehouses: [{ code: 'BAR', name: 'Bar', type: 'retail' }],
    })
    const document: Document = {
      price_lists: [{ code: 'A', name: 'A' }],
      finance_accounts: [account],
      deposits: [deposit],
      units: [box],
      warehouses: [{ code: 'BAR', name: 'Bar' }],
    }
    expect(await own.accept(document)).toEqual([])
  })

  test('a system warehouse keeps its role under another name', async () => {
    const own = await book()
    const changes = await own.accept({ warehouses: [{ code: 'ON_TAP', name: 'Taps', shop: 'MAIN' }] })
    expect(changes).toEqual(['update warehouses ON_TAP'])
    const tap = (await own.current()).warehouses!.find(({ code }) => code === 'ON_TAP')
    expect(tap).toMatchObject({ name: 'Taps', type: 'system', system_role: 'on_tap', shop: 'MAIN', is_default: false })
  })
})

describe('price list entries', () => {
  const entriesOf = async ({ current }: BookSettings) => (await current()).price_lists!.flatMap(list => list.entries!)
  const list = (...entries: object[]) => ({ price_lists: [{ code: 'A', name: 'A', entries }] }) as Document

  test('one price per list, item, quantity and first day; the others stay', async () => {
    const own = await book()
    await addNamed(own)
    const { keg, beer, beerRef } = named
    const steps = [
      { item: keg, unit_price: '100' },
      { item: keg, min_quantity: '10', unit_price: '90.5' },
      { item: keg, min_quantity: '10', unit_price: '95', valid_from: '2030-01-01' },
      { item: beer, min_quantity: '0.125', unit_price: '0' },
    ]
    const created = await own.accept(list(...steps))
    expect(created).toEqual([
      'create price_lists A',
      `create price_list_entries A ${keg}`,
      `create price_list_entries A ${keg} from 10`,
      `create price_list_entries A ${keg} from 10 since 2030-01-01`,
      `create price_list_entries A ${beerRef} from 0.125`,
    ])
    const filled = steps.map(step => ({ ...always, ...step, is_active: true }))
    expect(await entriesOf(own)).toEqual([...filled.slice(0, 3), { ...filled[3], item: beerRef }])
    const again = await own.accept(list({ item: keg, min_quantity: '10.000', unit_price: '90.50', is_active: false }))
    expect(again).toEqual([`update price_list_entries A ${keg} from 10`])
    expect(await entriesOf(own)).toHaveLength(4)
    expect((await entriesOf(own))[1]).toEqual({ ...filled[1], is_active: false })
    expect(await own.accept({ price_lists: [{ code: 'A', name: 'A' }] })).toEqual([])
  })

  test('the same item has its own price in another list', async () => {
    const own = await book()
    await addNamed(own)
    const { keg } = named
    const lists = ['A', 'B'].map((code, at) => ({ code, name: code, entries: [{ item: keg, unit_price: `${at}` }] }))
    await own.accept({ price_lists: lists })
    expect((await entriesOf(own)).map(({ unit_price }) => unit_price)).toEqual(['0', '1'])
  })
})

describe('finance defaults', () => {
  test('are one per method and currency, and move to another account', async () => {
    const own = await book()
    const card = { code: 'CARD', type: 'card', name: 'Terminal', currency: 'EUR' } as const
    await own.accept({ finance_accounts: [card, { code: 'TILL', type: 'cash', name: 'Till' }] })
    const changes = await own.accept({
      finance_defaults: [
        { payment_method: 'cash', account: 'TILL' },
        { payment_method: 'card', currency: 'EUR', account: 'CARD' },
      ],
    })
    expect(changes).toEqual(['update finance_defaults cash CZK', 'create finance_defaults card EUR'])
    const { finance_defaults } = await own.current()
    expect(finance_defaults!.map(({ payment_method, account }) => `${payment_method} ${account}`)).toEqual([
      'bank_transfer BANK',
      'card BANK',
      'cash TILL',
      'card CARD',
    ])
    const closed = { code: 'MAIN', name: 'Pokladna', warehouse: 'MAIN', cash_account: 'CASH', is_active: false }
    expect(
      await own.accept({
        finance_accounts: [{ code: 'CASH', type: 'cash', name: 'Old', is_active: false }],
        cash_desks: [closed],
      }),
    ).toEqual(['update finance_accounts CASH', 'update cash_desks MAIN'])
  })
})

describe('users', () => {
  const jan = { email: 'jan@example.com', name: 'Jan', role: 'viewer' }

  test('have the rights of their role unless the document names others', async () => {
    const own = await book()
    const user = async () => (await own.current()).users!.at(-1)!
    expect(await own.accept({ users: [jan] })).toEqual(['create users jan@example.com'])
    expect(await user()).toEqual({ ...jan, rights: [...roles.viewer.scopes].sort(), is_active: true })
    await own.accept({ users: [{ ...jan, rights: ['stock:read', 'core:read'] }] })
    expect((await user()).rights).toEqual(['core:read', 'stock:read'])
    await own.accept({ users: [{ ...jan, email: 'JAN@example.com', role: 'sales' }] })
    expect(await user()).toMatchObject({ email: 'JAN@example.com', role: 'sales' })
    expect((await user()).rights).toEqual([...roles.sales.scopes].sort())
    expect(await own.accept({ users: [{ ...jan, is_active: false }] })).toEqual(['update users jan@example.com'])
    expect((await own.current()).users).toHaveLength(2)
  })

  test('another owner may take over from the last one', async () => {
    const own = await book()
    const [owner] = (await own.current()).users!
    const gone = { ...owner!, is_active: false }
    expect(await own.refuse({ users: [gone] })).toEqual([
      'users owner: One active owner must stay: keys and sign-in links act for one.',
    ])
    await own.accept({ users: [gone, { ...jan, role: 'owner' }] })
  })
})

describe('the default', () => {
  type Record = { code: string; is_default: boolean }
  const recordsOf = async ({ current }: BookSettings, section: SectionName) => (await current())[section] as Record[]
  const defaultsOf = async (own: BookSettings, section: SectionName) =>
    (await recordsOf(own, section)).filter(({ is_default }) => is_default).map(({ code }) => code)
  const sections: { section: 'shops' | 'warehouses' | 'vat_rates'; first: string; more: object }[] = [
    { section: 'shops', first: 'MAIN', more: {} },
    { section: 'warehouses', first: 'MAIN', more: {} },
    { section: 'vat_rates', first: 'CZ21', more: { rate_pct: '5' } },
  ]

  test.for(sections)('of $section moves to the one that is named, and there is always one', async story => {
    const { section, first, more } = story
    const own = await book()
    const old = (await recordsOf(own, section)).find(({ code }) => code === first)!
    const fresh = { code: 'NEW', name: 'New', ...more }
    const send = (...entries: object[]) => ({ [section]: entries }) as Document
    const lost = `${section} is_default: One must stay the default: name the new one with is_default true.`
    const unusable = 'The default cannot be out of use.'
    expect(await own.refuse(send({ ...old, is_default: false }))).toEqual([lost])
    expect(await own.refuse(send({ ...old, is_active: false }))).toEqual([`${section} ${first}: ${unusable}`])
    expect(await own.refuse(send({ ...fresh, is_default: true, is_active: false }))).toEqual([
      `${section} NEW: ${unusable}`,
    ])
    expect(await own.refuse(send(old, { ...fresh, is_default: true }))).toEqual(
      [first, 'NEW'].map(key => `${section} ${key}: Only one can be the default.`),
    )
    expect(await own.accept(send({ ...fresh, is_default: true }))).toEqual([
      `create ${section} NEW`,
      `update ${section} ${first}`,
    ])
    expect(await defaultsOf(own, section)).toEqual(['NEW'])
    expect(await own.accept(send({ ...fresh, is_default: false }, old))).toHaveLength(2)
    expect(await defaultsOf(own, section)).toEqual([first])
  })
  test.for(sections)('of $section leaves the one that says nothing about it', async ({ section, first, more }) => {
    const own = await book()
    const { is_default: _, ...silent } = (await recordsOf(own, section)).find(({ code }) => code === first)!
    const document = {
      [section]: [
        { ...silent, name: 'Old' },
        { code: 'NEW', name: 'New', ...more, is_default: true },
      ],
    }
    await own.accept(document as Document)
    expect(await defaultsOf(own, section)).toEqual(['NEW'])
    expect(await recordsOf(own, section)).toContainEqual({ ...silent, name: 'Old', is_default: false })
  })
})

/** Moves the clock, so it stands last. */
describe('number series', () => {
  const give = ({ account }: BookSettings, kind: string) => {
    let number = ''
    return writeAsSystem({ ...service, account }, async ctx => {
      number = await takeNumber(ctx, kind, ctx.today)
    }).then(() => number)
  }
  const nextOf = async ({ api }: BookSettings, kind: string) =>
    (await api.get('/number-series')).body.data.find(
      (series: { document_kind: string }) => series.document_kind === kind,
    ).next_number
  const year = () => yearOf(dayIn('Europe/Prague', service.clock()))
  const begun = 'Its numbers of this period were begun in another form.'
  const stays = 'is_yearly stays once a number was given.'

  test('change while no number was given', async () => {
    const own = await book()
    expect(await nextOf(own, 'order')).toBe(`OBJ${year()}00001`)
    const changes = await own.accept({ number_series: [{ document_kind: 'order', prefix: 'O-', digits: 3 }] })
    expect(changes).toEqual(['update number_series order'])
    expect(await nextOf(own, 'order')).toBe(`O-${year()}001`)
    await own.accept({ number_series: [{ document_kind: 'order', prefix: 'O-', is_yearly: false }] })
    expect(await give(own, 'order')).toBe('O-001')
  })

  test('have a prefix each', async () => {
    const own = await book()
    expect(await own.refuse({ number_series: [{ document_kind: 'order', prefix: 'FV' }] })).toEqual([
      'number_series order: The series of invoice has this prefix.',
    ])
    const moved = [
      { document_kind: 'invoice', prefix: 'F' },
      { document_kind: 'order', prefix: 'FV' },
    ] as const
    expect(await own.accept({ number_series: [...moved] })).toHaveLength(2)
  })

  test('keep their form once begun, until the next year begins', async () => {
    const own = await book()
    expect(await give(own, 'batch')).toBe(`VAR${year()}00001`)
    const inForm = (form: object) =>
      ({ number_series: [{ document_kind: 'batch', prefix: 'VAR', ...form }] }) as Document
    expect(await own.refuse(inForm({ prefix: 'V' }))).toEqual([`number_series batch: ${begun}`])
    expect(await own.refuse(inForm({ digits: 4 }))).toEqual([`number_series batch: ${begun}`])
    expect(await own.refuse(inForm({ is_yearly: false }))).toEqual([`number_series batch: ${stays}`])
    expect(await own.accept(inForm({}))).toEqual([])
    service.clock.advance(366 * 86_400_000)
    expect(await own.refuse(inForm({ is_yearly: false }))).toEqual([`number_series batch: ${stays}`])
    expect(await own.accept(inForm({ prefix: 'V', digits: 4 }))).toEqual(['update number_series batch'])
    expect(await give(own, 'batch')).toBe(`V${year()}0001`)
  })

  test('that do not begin anew keep their form for ever', async () => {
    const own = await book()
    await addNamed(own)
    service.clock.advance(366 * 86_400_000)
    const document: Document = { number_series: [{ document_kind: 'item', prefix: 'I' }] }
    expect(await own.refuse(document)).toEqual([`number_series item: ${begun}`])
  })
})
