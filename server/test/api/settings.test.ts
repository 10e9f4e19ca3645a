/** Settings as code, and what they open: own units, price lists, users with rights. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Database, Queryable } from '../../src/db/pool.ts'
import { seedBook } from '../../src/domains/demo/actions.ts'
import { settingsErrors } from '../../src/domains/settings/actions.ts'
import { settingsSchema } from '../../src/domains/settings/schema.ts'
import { documentKinds } from '../../src/kernel/numbering.ts'
import { untilForgotten, useService } from '../support/service.ts'
import { addNamed, type BookSettings, type Document, named, settingsOf } from '../support/settings.ts'

const service = useService()
const withAccount = () => settingsOf(service)

const crate = {
  code: 'prepr',
  symbol: 'př.',
  name_cs: 'přepravka',
  name_en: 'crate',
  dimension: 'count',
  base_unit_code: 'pcs',
  to_base_factor: '20',
  decimals: 0,
} as const

describe('a fresh book', () => {
  const codes = (entries: { code: string }[] | undefined) => entries!.map(({ code }) => code)

  test.for(['live', 'test'] as const)('is ready for its first document: %s', async mode => {
    const { current, tenant } = await settingsOf(service, undefined, mode)
    const {
      version,
      company,
      shops,
      warehouses,
      vat_rates,
      number_series,
      finance_accounts,
      finance_defaults,
      ...rest
    } = await current()
    expect(version).toBe(1)
    expect(company).toMatchObject({ name: `Tenant ${tenant.slug}`, country: 'CZ', ico: null })
    expect(shops).toMatchObject([{ code: 'MAIN', is_default: true, is_active: true }])
    const [systemRoles, standard] = [['IN_TRANSIT', 'ON_TAP'], mode === 'live' ? ['MAIN'] : ['MAIN', 'SECOND']]
    expect(codes(warehouses).sort()).toEqual([...systemRoles, ...standard].sort())
    for (const { code, ...warehouse } of warehouses!) {
      const isSystem = systemRoles.includes(code)
      expect(warehouse).toMatchObject({
        type: isSystem ? 'system' : 'standard',
        system_role: isSystem ? code.toLowerCase() : null,
        shop: isSystem ? null : 'MAIN',
        categories: null,
        is_excise_relevant: !isSystem,
        is_default: code === 'MAIN',
      })
    }
    expect(vat_rates!.map(({ rate_pct, is_default }) => [rate_pct, is_default])).toEqual([
      ['21', true],
      ['12', false],
      ['0', false],
    ])
    expect(number_series!.map(({ document_kind }) => document_kind)).toEqual(documentKinds)
    expect(new Set(number_series!.map(({ prefix }) => prefix)).size).toBe(documentKinds.length)
    expect(codes(finance_accounts)).toEqual(['BANK', 'CASH'])
    expect(finance_defaults!.map(({ account }) => account)).toEqual(['BANK', 'BANK', 'CASH'])
    const { users, brewery, excise_rates, cash_desks, ...empty } = rest
    expect(codes(cash_desks)).toEqual(['MAIN'])
    expect(brewery).toEqual({ billed_until: null, default_warehouse: null, excise_rounding: 'up' })
    expect(excise_rates!.map(({ category, valid_from, rate }) => `${category} ${valid_from} ${rate}`)).toEqual([
      'base 2010-01-01 32',
      'small_10k 2010-01-01 16',
      'small_50k 2010-01-01 19.2',
      'small_100k 2010-01-01 22.4',
      'small_150k 2010-01-01 25.6',
      'small_200k 2010-01-01 28.8',
    ])
    expect(users).toMatchObject([{ role: 'owner', is_active: true }])
    for (const [section, entries] of Object.entries(empty)) expect(entries, section).toEqual([])
  })

  test('without the excise add-on no warehouse belongs to its report', async () => {
    const { current } = await settingsOf(service, await service.tenant({ vertical: 'winery' }))
    expect((await current()).warehouses!.filter(warehouse => warehouse.is_excise_relevant)).toEqual([])
  })
})

describe('the document', () => {
  test('out and in again changes nothing', async () => {
    const { apply, current } = await withAccount()
    await apply({ units: [crate], price_lists: [{ code: 'A', name: 'A' }] })
    const document = await current()
    expect(await apply(document)).toEqual({ changes: [], refusals: [] })
    expect(await current()).toEqual(document)
  })

  test('shows its plan before it applies, and leaves alone what it does not name', async () => {
    const { apply, plan, current } = await withAccount()
    const wanted: Document = { units: [crate], price_lists: [{ code: 'PUB', name: 'Pubs' }] }
    const planned = await plan(wanted)
    expect(planned.changes).toEqual([
      { section: 'units', key: 'prepr', action: 'create' },
      { section: 'price_lists', key: 'PUB', action: 'create' },
    ])
    expect((await current()).units).toEqual([])
    await apply(wanted)
    await apply({ units: [{ ...crate, symbol: 'bedna' }] })
    const { units, price_lists } = await current()
    expect(units).toMatchObject([{ code: 'prepr', symbol: 'bedna', to_base_factor: '20' }])
    expect(price_lists).toEqual([{ code: 'PUB', name: 'Pubs', currency: 'CZK', is_active: true, entries: [] }])
  })

  test('refuses what would break what is written, and then applies nothing at all', async () => {
    const { apply, current } = await withAccount()
    await apply({ units: [crate], price_lists: [{ code: 'A', name: 'A', currency: 'EUR' }] })
    const before = await current()
    const plan = await apply({
      units: [
        { ...crate, to_base_factor: '24' },
        { ...crate, code: 'kg', dimension: 'weight' },
        { ...crate, code: 'x', base_unit_code: 'l' },
        { ...crate, code: 'new' },
        { ...crate, code: 'new' },
      ],
      price_lists: [{ code: 'A', name: 'A', currency: 'CZK' }],
    })
    const refused = plan.refusals.map(({ section, key }) => `${section} ${key}`)
    expect(refused).toEqual(['units prepr', 'units kg', 'units x', 'units new', 'price_lists A'])
    expect(await current()).toEqual(before)
  })

  test('names the faults of its shape by their place', () => {
    const faults = settingsErrors({ version: 2, units: [{ code: '' }], shopz: [] })
    expect(faults.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['version', 'units[0].code', 'units[0].symbol', 'shopz']),
    )
  })
})

describe('out and in again', () => {
  /** As a file would carry it. */
  const carried = <T>(document: T): T => JSON.parse(JSON.stringify(document))

  const expectSteady = async (own: BookSettings) => {
    const document = carried(await own.current())
    expect(settingsErrors(document)).toEqual([])
    expect(await own.accept(document)).toEqual([])
    expect(await own.current()).toEqual(document)
    return document
  }

  test.for(['live', 'test'] as const)('changes nothing in a fresh %s book', async mode => {
    await expectSteady(await settingsOf(service, undefined, mode))
  })

  test('what a sandbox tried out fits the live book', async () => {
    const sandbox = await withAccount()
    const live = await settingsOf(service, sandbox.tenant, 'live')
    await sandbox.accept({
      shops: [{ code: 'PUB', name: 'Pub', is_default: true }],
      warehouses: [{ code: 'CELLAR', name: 'Cellar', shop: 'PUB' }],
      units: [crate],
      finance_accounts: [{ code: 'A', name: 'A', type: 'cash' }],
      finance_defaults: [{ payment_method: 'cash', account: 'A' }],
    })
    const document = await sandbox.current()
    await live.accept(document)
    expect(await live.current()).toEqual(document)
  })

  test('own units that rely on each other fit another book in whatever order they stand', async () => {
    const sandbox = await withAccount()
    const live = await settingsOf(service, sandbox.tenant, 'live')
    const pair = { ...crate, code: 'a-pair', base_unit_code: 'z-one', to_base_factor: '2' }
    const single = { ...crate, code: 'z-one', base_unit_code: null, to_base_factor: '1' }
    await sandbox.accept({ units: [single, pair] })
    const { units } = await sandbox.current()
    await live.accept({ units: units! })
    expect((await live.current()).units).toEqual(units)
  })

  test('an item is not taken for another one because of spaces in its external_ref', async () => {
    const own = await withAccount()
    const add = (id: string) =>
      own.api.post('/items', { name: id, unit: { unit_code: 'pcs' }, external_ref: { system: 'eshop', id } })
    for (const id of ['1', '1 from 5']) expect((await add(id)).status).toBe(201)
    const entries = [
      { item: 'eshop:1', min_quantity: '5', unit_price: '10' },
      { item: 'eshop:1 from 5', unit_price: '20' },
    ]
    expect(await own.accept({ price_lists: [{ code: 'A', name: 'A', entries }] })).toHaveLength(3)
  })

  test('full of demo data changes nothing, and fits its own JSON Schema, which any strict reader takes', async () => {
    const own = await settingsOf(service, undefined, 'live')
    expect(await seedBook(service.database, service.clock, { slug: own.tenant.slug, isLive: true })).toBe(true)
    const document = await expectSteady(own)
    const { price_lists, partner_prices, discounts, deposits } = document
    expect(price_lists![0]!.entries).toHaveLength(12)
    expect([partner_prices, discounts, deposits].map(section => section!.length)).toEqual([2, 2, 4])
    const schema = settingsSchema()
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
    formats.default(ajv, ['email', 'date'])
    const ownKeywords = JSON.stringify(schema).matchAll(/"(x-[a-z-]+)":/g)
    ajv.addVocabulary([...new Set([...ownKeywords].map(([, keyword]) => keyword!))])
    const validate = ajv.compile(schema)
    validate(document)
    expect(validate.errors).toBeNull()
    const faults: object[] = [
      { version: 2 },
      { shopz: [] },
      { units: [{ ...crate, dimension: 'length' }] },
      { discounts: [{ code: 'D', name: 'D', discount_pct: 5 }] },
      { partner_prices: [{ partner: '1', item: '1', unit_price: '1', valid_from: '2026-02-30' }] },
    ]
    for (const fault of faults) expect(validate({ ...document, ...fault }), JSON.stringify(fault)).toBe(false)
  })
})

describe('names', () => {
  /** The same price by every name the item and the partner have. */
  const pairsOf = ({ beer, pub }: { beer: string; pub: string }) => [
    { item: named.beer, partner: named.pub },
    { item: named.beerRef, partner: named.pubRef },
    { item: beer, partner: pub },
    { item: beer.toUpperCase(), partner: pub.toUpperCase() },
  ]

  test('a code, a business id, an external_ref and an id mean the same record', async () => {
    const own = await withAccount()
    const pairs = pairsOf(await addNamed(own))
    for (const [at, { item, partner }] of pairs.entries()) {
      const changes = await own.accept({
        partner_prices: [{ item, partner, unit_price: '10.10' }],
        discounts: [{ code: 'D', name: 'D', item, partner, discount_pct: '1' }],
        price_lists: [{ code: 'L', name: 'L', entries: [{ item, unit_price: '9' }] }],
      })
      expect(changes).toHaveLength(at === 0 ? 4 : 0)
    }
    const { partner_prices, discounts } = await own.current()
    expect(partner_prices).toMatchObject([{ item: named.beerRef, partner: named.pubRef, unit_price: '10.1' }])
    expect(discounts).toMatchObject([{ item: named.beerRef, partner: named.pubRef }])
  })

  test('of another book mean nothing here', async () => {
    const own = await withAccount()
    const { beer } = await addNamed(own)
    const live = await settingsOf(service, own.tenant, 'live')
    const names = [named.beer, named.beerRef, beer]
    const entries = names.map(item => ({ item, unit_price: '1' }))
    const refused = await live.refuse({ price_lists: [{ code: 'L', name: 'L', entries }] })
    expect(refused).toEqual(names.map(name => `price_list_entries L ${name}: There is no item ${name}.`))
  })
})

describe('a large document', () => {
  /** The real database, its statements counted. */
  function counting(database: Database) {
    let statements = 0
    const noted = <S>(statement: S): S => {
      statements++
      return statement
    }
    const counted = <Q extends Queryable>(target: Q): Q => ({
      ...target,
      many: statement => target.many(noted(statement)),
      maybe: statement => target.maybe(noted(statement)),
      run: statement => target.run(noted(statement)),
    })
    const transaction: Database['transaction'] = work => database.transaction(tx => work(counted(tx)))
    return { database: { ...counted(database), transaction }, count: () => statements }
  }

  const statementsOf = async ({ apply }: BookSettings, wanted: Document, expected: number) => {
    const { database, count } = counting(service.database)
    const { changes, refusals } = await apply(wanted, database)
    expect({ changes: changes.length, refusals }).toEqual({ changes: expected, refusals: [] })
    return count()
  }

  test('of 1 000 prices takes as many statements as one of a single price', async () => {
    const own = await withAccount()
    await addNamed(own)
    const pricesFrom = (first: number, count: number, unit_price: string) => {
      const entries = Array.from({ length: count }, (_, index) => ({
        item: named.keg,
        min_quantity: String(first + index),
        unit_price,
      }))
      return { price_lists: [{ code: 'L', name: 'L', entries }] }
    }
    await own.accept({ price_lists: [{ code: 'L', name: 'L' }] })
    const single = await statementsOf(own, pricesFrom(0, 1, '1'), 1)
    expect(await statementsOf(own, pricesFrom(1, 1_000, '10.5'), 1_000)).toBe(single)
    expect(await statementsOf(own, pricesFrom(0, 1_001, '10.500'), 1)).toBe(single)
    expect(await statementsOf(own, pricesFrom(1, 1_000, '11'), 1_000)).toBe(single)
    const quantities = (await own.current()).price_lists![0]!.entries!.map(({ min_quantity }) => Number(min_quantity))
    expect(quantities).toEqual(Array.from({ length: 1_001 }, (_, index) => index))
  })
})

describe('what settings open', () => {
  test('own units stand beside the system ones', async () => {
    const { api, apply } = await withAccount()
    await apply({ units: [crate] })
    const { data } = (await api.get('/units')).body
    expect(data.at(-1)).toMatchObject({ code: 'prepr', is_system: false, to_base_factor: '20', decimals: 0 })
  })

  test('a price list can be given to a partner while it is active, and stays with it afterwards', async () => {
    const { api, apply } = await withAccount()
    await apply({ price_lists: [{ code: 'PUB', name: 'Pubs' }] })
    const [list] = (await api.get('/price-lists')).body.data
    expect(list).toMatchObject({ object: 'price_list', code: 'PUB', currency: 'CZK', is_active: true })
    const { body } = await api.post('/partners', { name: 'A', price_list_id: list.id })
    expect(body.price_list_id).toBe(list.id)
    await apply({ price_lists: [{ code: 'PUB', name: 'Pubs', is_active: false }] })
    expect((await api.patch(`/partners/${body.id}`, { name: 'B' })).body.price_list_id).toBe(list.id)
    const refused = await api.post('/partners', { name: 'C', price_list_id: list.id })
    expect(refused.body.errors).toMatchObject([{ field: 'price_list_id', code: 'invalid_reference' }])
  })

  test('a price list of another book is no reference', async () => {
    const { tenant, api, apply } = await withAccount()
    await apply({ price_lists: [{ code: 'PUB', name: 'Pubs' }] })
    const [list] = (await api.get('/price-lists')).body.data
    const live = await tenant.key({ mode: 'live' })
    expect((await live.get('/price-lists')).body.data).toEqual([])
    const refused = await live.post('/partners', { name: 'A', price_list_id: list.id })
    expect(refused.body.errors).toMatchObject([{ field: 'price_list_id', code: 'invalid_reference' }])
  })

  test('a plan tells old and new values of what it updates, also of the default that gives way', async () => {
    const { plan, apply } = await withAccount()
    await apply({ units: [crate] })
    const wanted = {
      units: [{ ...crate, to_base_factor: '20.00', symbol: 'cr' }],
      shops: [
        { code: 'MAIN', name: 'Brewery' },
        { code: 'PUB', name: 'Pub', is_default: true },
      ],
    }
    const { changes } = await plan(wanted)
    expect(changes).toMatchObject([
      { key: 'MAIN', action: 'update' },
      { key: 'PUB', action: 'create' },
      { key: 'prepr', action: 'update' },
    ])
    expect(changes[0]!.fields).toEqual([
      { field: 'name', from: expect.any(String), to: 'Brewery' },
      { field: 'is_default', from: true, to: false },
    ])
    expect(changes[1]!.fields).toBeUndefined()
    expect(changes[2]!.fields).toEqual([{ field: 'symbol', from: 'př.', to: 'cr' }])
  })

  test('a user has the rights of its role, or its own; a key of it is held to them', async () => {
    const { tenant, apply } = await withAccount()
    const user = { email: 'jan@example.com', name: 'Jan', role: 'viewer' }
    await apply({ users: [user] })
    const api = await tenant.key({ ownerEmail: 'JAN@example.com' })
    expect((await api.get('/partners')).status).toBe(200)
    expect((await api.post('/partners', { name: 'A' })).body.code).toBe('forbidden')
    await apply({ users: [{ ...user, rights: ['core:write'] }] })
    await untilForgotten()
    expect((await api.post('/partners', { name: 'A' })).status).toBe(201)
    expect((await api.get('/partners')).body.code).toBe('forbidden')
  })

  test('demo data comes beside what is set up already, and only once', async () => {
    const { tenant, api, apply } = await withAccount()
    await apply({ units: [crate], price_lists: [{ code: 'HOSPODY', name: 'Mine', is_active: false }] })
    for (const _ of [1, 2]) await seedBook(service.database, service.clock, { slug: tenant.slug, isLive: false })
    const partners = (await api.get('/partners?limit=200')).body.data
    expect(partners).toHaveLength(12)
    expect(partners.every((partner: { price_list_id: string | null }) => partner.price_list_id === null)).toBe(true)
    expect((await api.get('/price-lists')).body.data).toMatchObject([{ code: 'HOSPODY', name: 'Mine' }])
  })
})
