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

/** One document with an entry of each story: a book is read and compared as a whole, so one is asked about all of them. */
const allOf = (entryOf: (story: Story) => object): Document => {
  const document: Record<string, object[]> = {}
  for (const story of stories) document[story.section] = [...(document[story.section] ?? []), entryOf(story)]
  return document as Document
}

test('a record of every section is created, kept, changed and taken out of use', async () => {
  const own = await book()
  await addNamed(own)
  const before = await own.current()
  const send = async (entryOf: (story: Story) => object) => (await own.accept(allOf(entryOf))).sort()
  const all = (action: string) => stories.map(({ section, key }) => `${action} ${section} ${key}`).sort()
  const expectRecords = async (recordOf: (story: Story) => object) => {
    const now = await own.current()
    const records = allOf(recordOf) as Record<string, object[]>
    for (const [section, was] of Object.entries(before)) {
      const wanted = records[section] ? [...(was as object[]), ...records[section]] : was
      const found = now[section as SectionName] as unknown
      expect(found, section).toEqual(records[section] ? expect.arrayContaining(wanted as object[]) : was)
      if (records[section]) expect(found, section).toHaveLength((wanted as object[]).length)
    }
  }
  const made = ({ least, defaults }: Story) => ({ ...least, ...defaults, is_active: true })
  expect(await send(({ least }) => least)).toEqual(all('create'))
  await expectRecords(made)
  expect(await send(({ least, rich }) => ({ ...least, ...rich }))).toEqual(all('update'))
  await expectRecords(story => ({ ...made(story), ...story.rich }))
  const changing = ({ least, change }: Story) => ({ ...least, ...change })
  expect(await send(changing)).toEqual(all('update'))
  const changed = (story: Story) => ({
    ...made(story),
    ...story.rich,
    ...changing(story),
    ...(story.section === 'vat_rates' && { rate_pct: '15' }),
  })
  await expectRecords(changed)
  expect(await send(story => ({ ...changed(story), is_active: false }))).toEqual(all('update'))
  await expectRecords(story => ({ ...changed(story), is_active: false }))
  const nothing = Object.fromEntries(stories.map(({ section }) => [section, []]))
  expect(await own.accept(nothing as Document)).toEqual([])
  expect(await send(changing)).toEqual([])
  expect(await send(story => ({ ...changing(story), is_active: true }))).toEqual(all('update'))
  await expectRecords(changed)
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
  type Flagged = { code: string; is_default: boolean }
  const recordsOf = async ({ current }: BookSettings, section: SectionName) => (await current())[section] as Flagged[]
  const defaultsOf = async (own: BookSettings, section: SectionName) =>
    (await recordsOf(own, section)).filter(({ is_default }) => is_default).map(({ code }) => code)
  const sections: { section: 'shops' | 'warehouses' | 'vat_rates'; first: string; more: object }[] = [
    { section: 'shops', first: 'MAIN', more: {} },
    { section: 'warehouses', first: 'MAIN', more: {} },
    { section: 'vat_rates', first: 'CZ21', more: { rate_pct: '5' } },
  ]

  const inEach = (entriesOf: (old: Flagged, fresh: object) => object[], from: Settings): Document =>
    Object.fromEntries(
      sections.map(({ section, first, more }) => {
        const old = (from[section] as Flagged[]).find(({ code }) => code === first)!
        return [section, entriesOf(old, { code: 'NEW', name: 'New', ...more })]
      }),
    )
  const told = (textOf: (section: string, first: string) => string[]) =>
    sections.flatMap(({ section, first }) => textOf(section, first))

  test('of shops, warehouses and VAT rates moves to the one that is named, and there is always one', async () => {
    const own = await book()
    const was = await own.current()
    const expectDefault = async (codeOf: (first: string) => string) => {
      for (const { section, first } of sections)
        expect(await defaultsOf(own, section), section).toEqual([codeOf(first)])
    }
    const unusable = 'The default cannot be out of use.'
    const lost = 'is_default: One must stay the default: name the new one with is_default true.'
    const refuse = (entriesOf: Parameters<typeof inEach>[0]) => own.refuse(inEach(entriesOf, was))
    expect(await refuse(old => [{ ...old, is_default: false }])).toEqual(told(section => [`${section} ${lost}`]))
    expect(await refuse(old => [{ ...old, is_active: false }])).toEqual(
      told((section, first) => [`${section} ${first}: ${unusable}`]),
    )
    expect(await refuse((_, fresh) => [{ ...fresh, is_default: true, is_active: false }])).toEqual(
      told(section => [`${section} NEW: ${unusable}`]),
    )
    expect(await refuse((old, fresh) => [old, { ...fresh, is_default: true }])).toEqual(
      told((section, first) => [first, 'NEW'].map(key => `${section} ${key}: Only one can be the default.`)),
    )
    expect(await own.accept(inEach((_, fresh) => [{ ...fresh, is_default: true }], was))).toEqual(
      told((section, first) => [`create ${section} NEW`, `update ${section} ${first}`]),
    )
    await expectDefault(() => 'NEW')
    expect(await own.accept(inEach((old, fresh) => [{ ...fresh, is_default: false }, old], was))).toHaveLength(6)
    await expectDefault(first => first)
  })

  test('of shops, warehouses and VAT rates leaves the one that says nothing about it', async () => {
    const own = await book()
    const was = await own.current()
    const silent = ({ is_default: _, ...rest }: Flagged) => ({ ...rest, name: 'Old' })
    await own.accept(inEach((old, fresh) => [silent(old), { ...fresh, is_default: true }], was))
    for (const { section, first } of sections) {
      expect(await defaultsOf(own, section), section).toEqual(['NEW'])
      const old = (was[section] as Flagged[]).find(({ code }) => code === first)!
      expect(await recordsOf(own, section)).toContainEqual({ ...silent(old), is_default: false })
    }
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
