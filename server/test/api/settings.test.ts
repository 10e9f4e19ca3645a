/** Settings as code, and what they open: own units, price lists, users with rights. */
import { describe, expect, test } from 'vitest'
import { seedBook } from '../../src/domains/demo/actions.ts'
import { exportSettings, importSettings, planSettings, settingsFaults } from '../../src/domains/settings/actions.ts'
import type { Settings } from '../../src/domains/settings/schema.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { dayIn } from '../../src/lib/days.ts'
import { untilForgotten, useService } from '../support/service.ts'

const service = useService()

async function withAccount() {
  const tenant = await service.tenant()
  const api = await tenant.key()
  const account = (await findAccount(service.database, tenant.slug, false))!
  const { database, clock } = service
  const today = () => dayIn(account.tenant.timeZone, clock())
  return {
    tenant,
    api,
    apply: (wanted: Settings) => importSettings(database, clock, account, wanted),
    plan: (wanted: Settings) => planSettings(database, account, today(), wanted),
    current: () => exportSettings(database, account, today()),
  }
}

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

describe('the document', () => {
  test('out and in again changes nothing', async () => {
    const { apply, current } = await withAccount()
    await apply({ version: 1, units: [crate], price_lists: [{ code: 'A', name: 'A' }] })
    const document = await current()
    expect(await apply(document)).toEqual({ changes: [], refusals: [] })
    expect(await current()).toEqual(document)
  })

  test('shows its plan before it applies, and leaves alone what it does not name', async () => {
    const { apply, plan, current } = await withAccount()
    const wanted: Settings = { version: 1, units: [crate], price_lists: [{ code: 'PUB', name: 'Pubs' }] }
    const planned = await plan(wanted)
    expect(planned.changes).toEqual([
      { section: 'units', key: 'prepr', action: 'create' },
      { section: 'price_lists', key: 'PUB', action: 'create' },
    ])
    expect((await current()).units).toEqual([])
    await apply(wanted)
    await apply({ version: 1, units: [{ ...crate, symbol: 'bedna' }] })
    const { units, price_lists } = await current()
    expect(units).toMatchObject([{ code: 'prepr', symbol: 'bedna', to_base_factor: '20' }])
    expect(price_lists).toEqual([{ code: 'PUB', name: 'Pubs', currency: 'CZK', is_active: true, entries: [] }])
  })

  test('refuses what would break what is written, and then applies nothing at all', async () => {
    const { apply, current } = await withAccount()
    await apply({ version: 1, units: [crate], price_lists: [{ code: 'A', name: 'A', currency: 'EUR' }] })
    const before = await current()
    const plan = await apply({
      version: 1,
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
    const faults = settingsFaults({ version: 2, units: [{ code: '' }], shopz: [] })
    expect(faults.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['version', 'units[0].code', 'units[0].symbol', 'shopz']),
    )
  })
})

describe('what settings open', () => {
  test('own units stand beside the system ones', async () => {
    const { api, apply } = await withAccount()
    await apply({ version: 1, units: [crate] })
    const { data } = (await api.get('/units')).body
    expect(data.at(-1)).toMatchObject({ code: 'prepr', is_system: false, to_base_factor: '20', decimals: 0 })
  })

  test('a price list can be given to a partner while it is active, and stays with it afterwards', async () => {
    const { api, apply } = await withAccount()
    await apply({ version: 1, price_lists: [{ code: 'PUB', name: 'Pubs' }] })
    const [list] = (await api.get('/price-lists')).body.data
    expect(list).toMatchObject({ object: 'price_list', code: 'PUB', currency: 'CZK', is_active: true })
    const { body } = await api.post('/partners', { name: 'A', price_list_id: list.id })
    expect(body.price_list_id).toBe(list.id)
    await apply({ version: 1, price_lists: [{ code: 'PUB', name: 'Pubs', is_active: false }] })
    expect((await api.patch(`/partners/${body.id}`, { name: 'B' })).body.price_list_id).toBe(list.id)
    const refused = await api.post('/partners', { name: 'C', price_list_id: list.id })
    expect(refused.body.errors).toMatchObject([{ field: 'price_list_id', code: 'invalid_reference' }])
  })

  test('a price list of another book is no reference', async () => {
    const { tenant, api, apply } = await withAccount()
    await apply({ version: 1, price_lists: [{ code: 'PUB', name: 'Pubs' }] })
    const [list] = (await api.get('/price-lists')).body.data
    const live = await tenant.key({ mode: 'live' })
    expect((await live.get('/price-lists')).body.data).toEqual([])
    const refused = await live.post('/partners', { name: 'A', price_list_id: list.id })
    expect(refused.body.errors).toMatchObject([{ field: 'price_list_id', code: 'invalid_reference' }])
  })

  test('a user has the rights of its role, or its own; a key of it is held to them', async () => {
    const { tenant, apply } = await withAccount()
    const user = { email: 'jan@example.com', name: 'Jan', role: 'viewer' }
    await apply({ version: 1, users: [user] })
    const api = await tenant.key({ ownerEmail: 'JAN@example.com' })
    expect((await api.get('/partners')).status).toBe(200)
    expect((await api.post('/partners', { name: 'A' })).body.code).toBe('forbidden')
    await apply({ version: 1, users: [{ ...user, rights: ['core:write'] }] })
    await untilForgotten()
    expect((await api.post('/partners', { name: 'A' })).status).toBe(201)
    expect((await api.get('/partners')).body.code).toBe('forbidden')
  })

  test('demo data comes beside what is set up already, and only once', async () => {
    const { tenant, api, apply } = await withAccount()
    await apply({ version: 1, units: [crate], price_lists: [{ code: 'HOSPODY', name: 'Mine', is_active: false }] })
    for (const _ of [1, 2]) await seedBook(service.database, service.clock, tenant.slug, false)
    const partners = (await api.get('/partners?limit=200')).body.data
    expect(partners).toHaveLength(12)
    expect(partners.every((partner: { price_list_id: string | null }) => partner.price_list_id === null)).toBe(true)
    expect((await api.get('/price-lists')).body.data).toMatchObject([{ code: 'HOSPODY', name: 'Mine' }])
  })
})
