/** Shops, warehouses and the look-ups: what a new account has, how settings show, who may read them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { presets, type Scope } from '../../src/contract/scopes.ts'
import type { Settings } from '../../src/kernel/settings.ts'
import { dayIn, yearOf } from '../../src/lib/days.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'

const service = useService()
const nobody = '01890000-0000-7000-8000-000000000000'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answered; the client checks its shape
type Row = any

const listed = async (api: Client, path: string): Promise<Row[]> => {
  const reply = await api.get(path)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const codesOf = async (api: Client, path: string): Promise<string[]> =>
  (await listed(api, path)).map(({ code }) => code)
const lookups = [
  '/vat-rates',
  '/finance-accounts',
  '/number-series',
  '/categories',
  '/deposits',
  '/price-lists',
  '/units',
]

describe('a new account', () => {
  let account: TestAccount
  beforeAll(async () => {
    account = await newAccount(service)
  })

  test('200: one shop in each book', async () => {
    for (const [api, livemode] of [[account.api, false] as const, [account.live, true] as const]) {
      expect(await listed(api, '/shops')).toMatchObject([
        {
          object: 'shop',
          name: 'Hlavní provozovna',
          shop_type: 'brewery',
          address: null,
          is_default: true,
          is_active: true,
          livemode,
        },
      ])
    }
  })

  test('200: one standard warehouse when live, two in the sandbox, and the two of the service', async () => {
    const [shop] = await listed(account.live, '/shops')
    const live = await listed(account.live, '/warehouses')
    expect(live.map(({ code, type }) => `${code} ${type}`).sort()).toEqual([
      'IN_TRANSIT system',
      'MAIN standard',
      'ON_TAP system',
    ])
    expect(live.find(({ code }) => code === 'MAIN')).toMatchObject({
      object: 'warehouse',
      name: 'Hlavní sklad',
      shop_id: shop.id,
      shop_name: shop.name,
      categories: null,
      is_excise_relevant: true,
      is_default: true,
      is_active: true,
      livemode: true,
    })
    const system = { shop_id: null, shop_name: null, is_excise_relevant: false, is_default: false, is_active: true }
    expect(live.find(({ code }) => code === 'ON_TAP')).toMatchObject(system)
    expect(await codesOf(account.api, '/warehouses?type=standard')).toEqual(['SECOND', 'MAIN'])
    expect(await codesOf(account.api, '/warehouses?type=system')).toHaveLength(2)
  })

  test('200: without the excise add-on no warehouse belongs to the excise report', async () => {
    const { api } = await newAccount(service, { vertical: 'winery' })
    const warehouses = await listed(api, '/warehouses')
    expect(warehouses).toHaveLength(4)
    expect(warehouses.some(({ is_excise_relevant }) => is_excise_relevant)).toBe(false)
  })

  test('200: the VAT rates of the country, the standard one by default', async () => {
    const rates = await listed(account.api, '/vat-rates')
    expect(rates.map(({ rate_pct, is_default }) => [rate_pct, is_default])).toEqual([
      ['21', true],
      ['12', false],
      ['0', false],
    ])
    expect(rates[0]).toMatchObject({ object: 'vat_rate', code: 'CZ21', is_active: true, livemode: false })
  })

  test('200: a bank account and a cash box, without their numbers', async () => {
    const common = { object: 'finance_account', currency: 'CZK', is_active: true, livemode: false }
    const accounts = await listed(account.api, '/finance-accounts')
    expect(accounts.map(({ id: _, ...rest }) => rest)).toEqual([
      { ...common, type: 'bank', name: 'Běžný účet' },
      { ...common, type: 'cash', name: 'Pokladna' },
    ])
  })

  test('200: nothing that people make themselves', async () => {
    for (const path of ['/categories', '/deposits', '/price-lists']) expect(await listed(account.api, path)).toEqual([])
    expect((await listed(account.api, '/units')).every(({ is_system }) => is_system)).toBe(true)
  })

  test('200: look-ups are whole: no paging, no other parameter', async () => {
    for (const path of lookups) {
      expect(Object.keys((await account.api.get(path)).body)).toEqual(['data'])
      expect((await account.api.get(`${path}?limit=1`)).body.code).toBe('unknown_field')
    }
  })
})

describe('GET /warehouses', () => {
  const cellar: NonNullable<Settings['warehouses']>[number] = {
    code: 'CELLAR',
    name: 'Sklep',
    type: 'retail',
    categories: ['product', 'goods'],
  }

  test('200: paging walks every one once, newest first', async () => {
    const { api, apply } = await newAccount(service)
    await apply({ warehouses: [cellar] })
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await api.get(`/warehouses?limit=2${cursor}`)
      seen.push(...body.data.map(({ code }: Row) => code))
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    } while (cursor)
    expect(seen).toEqual(['CELLAR', 'IN_TRANSIT', 'ON_TAP', 'SECOND', 'MAIN'])
    expect((await api.get('/warehouses')).headers['x-service-latest-sequence']).toBe('0')
  })

  test('200: filters alone and combined', async () => {
    const { api, apply } = await newAccount(service)
    await apply({
      shops: [{ code: 'PUB', name: 'Hospoda' }],
      warehouses: [
        { ...cellar, shop: 'PUB' },
        { code: 'OLD', name: 'Starý', shop: 'PUB', is_active: false },
      ],
    })
    const pub = (await listed(api, '/shops')).find(({ name }) => name === 'Hospoda')
    expect(await codesOf(api, `/warehouses?shop_id=${pub.id}`)).toEqual(['OLD', 'CELLAR'])
    expect(await codesOf(api, `/warehouses?shop_id=${pub.id}&is_active=true`)).toEqual(['CELLAR'])
    expect(await codesOf(api, '/warehouses?type=retail')).toEqual(['CELLAR'])
    expect(await codesOf(api, '/warehouses?is_active=false')).toEqual(['OLD'])
    expect(await codesOf(api, `/warehouses?shop_id=${nobody}`)).toEqual([])
    expect((await listed(api, '/warehouses?type=retail'))[0]).toMatchObject({
      shop_name: 'Hospoda',
      categories: ['product', 'goods'],
      is_excise_relevant: false,
    })
  })

  let asking: Promise<Client> | undefined
  test.for([
    ['/warehouses?type=cellar', 'type not_allowed'],
    ['/warehouses?shop_id=main', 'shop_id invalid_reference'],
    ['/warehouses?is_active=1', 'is_active not_allowed'],
    ['/warehouses?name=x', 'name unknown_field'],
    ['/shops?is_active=yes', 'is_active not_allowed'],
    ['/shops?type=pub', 'type unknown_field'],
    ['/categories?kind=beer', 'kind not_allowed'],
  ] as const)('422: %s', async ([path, row]) => {
    asking ??= (await service.tenant()).key()
    const [{ field, code }] = (await (await asking).get(path)).body.errors
    expect(`${field} ${code}`).toBe(row)
  })

  test('200: a change moves the ETag and is seen by updated_since; the same again is no change', async () => {
    const { api, apply } = await newAccount(service)
    const main = (await listed(api, '/warehouses')).find(({ code }) => code === 'MAIN')
    const before = await api.get(`/warehouses/${main.id}`)
    expect(before.headers.etag).toBe('W/"1"')
    expect(before.body).toEqual(main)
    for (const _ of [1, 2]) await apply({ warehouses: [{ code: 'MAIN', name: 'Velký sklad' }] })
    const after = await api.get(`/warehouses/${main.id}`)
    expect(after.headers.etag).toBe('W/"2"')
    expect(after.body).toEqual({ ...main, name: 'Velký sklad', updated_at: after.body.updated_at })
    expect(after.body.updated_at > main.updated_at).toBe(true)
    expect(await codesOf(api, `/warehouses?updated_since=${after.body.updated_at}`)).toEqual(['MAIN'])
    expect(await codesOf(api, `/warehouses?created_since=${after.body.updated_at}`)).toEqual([])
    const headers = { 'if-none-match': 'W/"2"' }
    expect(await api.get(`/warehouses/${main.id}`, { headers })).toMatchObject({ status: 304, text: '' })
  })

  test('200: the default moves to another one, and is never two', async () => {
    const { api, apply } = await newAccount(service)
    await apply({ warehouses: [{ code: 'SECOND', name: 'Druhý sklad', is_default: true }] })
    const defaults = (await listed(api, '/warehouses')).filter(({ is_default }) => is_default)
    expect(defaults.map(({ code }) => code)).toEqual(['SECOND'])
  })

  test('200: a new name of its shop is a change of the warehouse too', async () => {
    const { api, apply } = await newAccount(service)
    const main = (await listed(api, '/warehouses')).find(({ code }) => code === 'MAIN')
    await apply({ shops: [{ code: 'MAIN', name: 'Pivovar' }] })
    const reply = await api.get(`/warehouses/${main.id}`)
    expect(reply).toMatchObject({ headers: { etag: 'W/"2"' }, body: { shop_name: 'Pivovar' } })
    const since = `/warehouses?updated_since=${reply.body.updated_at}`
    expect((await codesOf(api, since)).sort()).toEqual(['MAIN', 'SECOND'])
  })

  test('200: another change of its shop is none of the warehouse', async () => {
    const { api, apply } = await newAccount(service)
    const main = (await listed(api, '/warehouses')).find(({ code }) => code === 'MAIN')
    await apply({ shops: [{ code: 'MAIN', name: main.shop_name, city: 'Plzeň' }] })
    const reply = await api.get(`/warehouses/${main.id}`)
    expect(reply).toMatchObject({ headers: { etag: 'W/"1"' }, body: main })
  })
})

describe('GET /shops', () => {
  test('200: its address, its ETag, its filters', async () => {
    const { api, apply } = await newAccount(service)
    const [main] = await listed(api, '/shops')
    await apply({
      shops: [
        { code: 'MAIN', name: main.name, street: 'Pivovarská 1', country: 'CZ' },
        { code: 'PUB', name: 'Hospoda', shop_type: 'pub', is_active: false },
      ],
    })
    const reply = await api.get(`/shops/${main.id}`)
    expect(reply.headers.etag).toBe('W/"2"')
    expect(reply.body).toMatchObject({
      address: { street: 'Pivovarská 1', city: null, zip: null, country: 'CZ' },
      created_at: main.created_at,
    })
    const headers = { 'if-none-match': 'W/"2"' }
    expect((await api.get(`/shops/${main.id}`, { headers })).status).toBe(304)
    const namesOf = async (query: string) => (await listed(api, `/shops?${query}`)).map(({ name }) => name)
    expect(await namesOf('limit=1')).toEqual(['Hospoda'])
    expect(await namesOf('is_active=true')).toEqual([main.name])
    expect(await namesOf('is_active=false')).toEqual(['Hospoda'])
    expect(await namesOf(`created_since=${reply.body.updated_at}`)).toEqual(['Hospoda'])
    expect(await namesOf(`updated_since=${reply.body.updated_at}`)).toHaveLength(2)
    expect((await api.get('/shops?limit=1')).body).toMatchObject({ has_more: true })
  })
})

describe('look-ups', () => {
  test('200: categories, events and activities, or one kind of them', async () => {
    const { api, apply } = await newAccount(service)
    const kinds = ['activity', 'event', 'category'] as const
    await apply({
      categories: kinds.flatMap(kind => ['B', 'A'].map(code => ({ kind, code, name: `${kind} ${code}` }))),
    })
    const names = async (path: string) => (await listed(api, path)).map(({ name }) => name)
    expect(await names('/categories?kind=event')).toEqual(['event A', 'event B'])
    expect(await names('/categories?kind=category')).toEqual(['category A', 'category B'])
    expect(await names('/categories')).toHaveLength(6)
    await apply({ categories: [{ kind: 'event', code: 'A', name: 'event A', is_active: false }] })
    expect((await listed(api, '/categories?kind=event'))[0]).toMatchObject({ object: 'category', is_active: false })
  })

  test('200: a deposit with the packaging item that comes back; money has two places', async () => {
    const { api, apply } = await newAccount(service)
    const { body } = await api.post('/items', { name: 'Keg', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
    await apply({ deposits: [{ code: 'KEG', name: 'Keg', packaging_item: body.code, amount: '1500.5' }] })
    const [{ id: _, ...deposit }] = (await listed(api, '/deposits')) as [Row]
    expect(deposit).toEqual({
      object: 'deposit',
      code: 'KEG',
      name: 'Keg',
      packaging_item_id: body.id,
      amount: '1500.50',
      currency: 'CZK',
      is_active: true,
      livemode: false,
    })
  })

  test('200: number series tell the number that comes next; a new year begins anew, items go on', async () => {
    const { api, apply } = await newAccount(service)
    await apply({ number_series: [{ document_kind: 'order', prefix: 'O-', digits: 4 }] })
    const series = async (kind: string) =>
      (await listed(api, '/number-series')).find(({ document_kind }) => document_kind === kind)
    const year = yearOf(dayIn('Europe/Prague', service.clock()))
    expect(await series('item')).toMatchObject({ prefix: 'Z', format: 'Z{00001}', next_number: 'Z00001' })
    expect(await series('invoice')).toMatchObject({ format: 'FV{YYYY}{00001}', next_number: `FV${year}00001` })
    expect(await series('order')).toMatchObject({ format: 'O-{YYYY}{0001}', next_number: `O-${year}0001` })
    const { body } = await api.post('/items', { name: 'A', unit: { unit_code: 'pcs' } })
    expect(body.code).toBe('Z00001')
    await advanceSandbox(api, Date.UTC(year + 1, 0, 15) - service.clock())
    expect(await series('item')).toMatchObject({ next_number: 'Z00002' })
    expect(await series('order')).toMatchObject({ next_number: `O-${year + 1}0001` })
  })

  test('200: a series of items that is made yearly begins anew each year too', async () => {
    const { api, apply } = await newAccount(service)
    await apply({ number_series: [{ document_kind: 'item', prefix: 'I', is_yearly: true }] })
    const year = yearOf(dayIn('Europe/Prague', service.clock()))
    const codeOf = async () => (await api.post('/items', { name: 'A', unit: { unit_code: 'pcs' } })).body.code
    const codes = [await codeOf(), await codeOf()]
    await advanceSandbox(api, Date.UTC(year + 1, 0, 15) - service.clock())
    codes.push(await codeOf())
    expect(codes).toEqual([`I${year}00001`, `I${year}00002`, `I${year + 1}00001`])
    expect((await listed(api, '/number-series'))[0]).toMatchObject({ next_number: `I${year + 1}00002` })
  })
})

describe('who may read them', () => {
  test('404: a place of another book is as absent as none, and no list shows it', async () => {
    const { api, live, apply } = await newAccount(service)
    const { body } = await api.post('/items', { name: 'Keg', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
    await apply({
      shops: [{ code: 'PUB', name: 'Marker' }],
      warehouses: [{ code: 'PUB', name: 'Marker', shop: 'PUB' }],
      categories: [{ kind: 'event', code: 'PUB', name: 'Marker' }],
      vat_rates: [{ code: 'PUB', name: 'Marker', rate_pct: '5' }],
      finance_accounts: [{ code: 'PUB', name: 'Marker', type: 'card' }],
      price_lists: [{ code: 'PUB', name: 'Marker' }],
      number_series: [{ document_kind: 'order', prefix: 'Marker' }],
      deposits: [{ code: 'PUB', name: 'Marker', packaging_item: body.code, amount: '1' }],
    })
    const lists = ['/shops', '/warehouses', ...lookups.filter(path => path !== '/units')]
    for (const path of lists) expect((await api.get(path)).text, path).toContain('Marker')
    const own = new Set(
      (await Promise.all([...lists, '/units'].map(path => listed(api, path)))).flat().map(({ id }) => id),
    )
    for (const stranger of [live, await (await service.tenant()).key()]) {
      for (const path of [...lists, '/units']) {
        const shown = await listed(stranger, path)
        expect(JSON.stringify(shown), path).not.toContain('Marker')
        expect(shown.filter(({ id }) => own.has(id))).toEqual([])
      }
      for (const path of ['/shops', '/warehouses']) {
        const [{ id }] = (await listed(api, path)) as [Row]
        expect((await stranger.get(`${path}/${id}`)).body.code, path).toBe('not_found')
        expect((await stranger.get(`${path}/main`)).body.code, path).toBe('not_found')
      }
    }
  })

  test('200 with core:read or stock:read alone; 403 insufficient_scope names both', async () => {
    const tenant = await service.tenant()
    const [warehouse] = await listed(await tenant.key(), '/warehouses')
    const [shop] = await listed(await tenant.key(), '/shops')
    const paths = ['/warehouses', `/warehouses/${warehouse.id}`, '/shops', `/shops/${shop.id}`]
    const reach = async (scopes: Scope[]) => {
      const api = await tenant.key({ scopes })
      return Promise.all(paths.map(path => api.get(path)))
    }
    for (const scope of ['core:read', 'stock:read'] as const) {
      expect((await reach([scope])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
    const others = presets.full.scopes.filter(scope => scope !== 'core:read' && scope !== 'stock:read')
    for (const { status, body } of await reach(others)) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['core:read', 'stock:read'] })
    }
  })

  test('200 with core:read on an account without the stock module', async () => {
    const { api } = await newAccount(service, { modules: ['api'] })
    expect(await codesOf(api, '/warehouses')).toHaveLength(4)
    expect((await api.get('/finance-accounts')).body.code).toBe('module_not_enabled')
  })

  test('403 insufficient_scope: finance accounts need finance:read, the other look-ups core:read', async () => {
    const tenant = await service.tenant()
    const [core, finance] = [
      await tenant.key({ scopes: ['core:read'] }),
      await tenant.key({ scopes: ['finance:read'] }),
    ]
    for (const path of lookups) {
      const isFinance = path === '/finance-accounts'
      expect((await core.get(path)).status, path).toBe(isFinance ? 403 : 200)
      expect((await finance.get(path)).status, path).toBe(isFinance ? 200 : 403)
    }
  })
})
