/** POST /sandbox/actions/…: emptying and filling the sandbox, and nothing but the sandbox. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import { house } from '../../src/domains/index.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { insist } from '../support/insist.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()
const reset = '/sandbox/actions/reset'
const seed = '/sandbox/actions/seed'
const piece = { unit_code: 'pcs' }
const ref = { system: 'eshop', id: '1' }

let account: TestAccount
let api: Client
const withAccount = async () => {
  account = await newAccount(service)
  api = account.api
}

const lists = ['/partners', '/contacts', '/items', '/shops', '/warehouses']
const lookups = [
  '/units',
  '/vat-rates',
  '/categories',
  '/price-lists',
  '/deposits',
  '/number-series',
  '/finance-accounts',
]

/** Everything a client can see of a book. */
async function contentsOf(client: Client): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const path of [...lists.map(list => `${list}?limit=200`), ...lookups, '/events?limit=200']) {
    const reply = await client.get(path)
    expect(reply.status, reply.text).toBe(200)
    seen[path] = { data: reply.body.data, sequence: reply.headers['x-service-latest-sequence'] }
  }
  return seen
}

/** The same without what is new in every book. */
const withoutNew = (contents: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(contents), (name, value) =>
    /^(id|\w+_id|created_at|updated_at|sequence)$/.test(name) ? null : value,
  )
const likeNew = async (client: Client): Promise<unknown> => withoutNew(await contentsOf(client))

/**
 * One sandbox filled, filled again, emptied and filled anew: the demo is hundreds of records, so the tests below look at
 * what one telling left.
 */
describe('a sandbox filled and emptied', () => {
  type Contents = Record<string, unknown>
  let brewery: TestAccount
  let jan: Client
  let fresh: unknown
  const replies: Record<'seed' | 'again' | 'dryRun' | 'reset' | 'anew', Told> = {} as never
  /** Of the sandbox after each step; of its live book and of another account before all of them and after. */
  const seen: Record<'filled' | 'filledAgain' | 'dryRun', Contents> = {} as never
  const like: Record<'filled' | 'emptied' | 'anew', unknown> = {} as never
  const others: Contents[][] = []
  let latest: number

  beforeAll(async () => {
    const other = (await newAccount(service)).api
    fresh = await likeNew(other)
    brewery = await newAccount(service)
    for (const client of [brewery.live, other]) {
      await client.post('/partners', { name: 'A', external_ref: ref })
      await client.post('/items', { name: 'B', unit: piece, external_ref: ref })
    }
    const beside = async () => others.push([await contentsOf(brewery.live), await contentsOf(other)])
    await beside()
    const api = brewery.api
    replies.seed = (await insist(() => api.post(seed))).body
    seen.filled = await contentsOf(api)
    replies.again = (await insist(() => api.post(seed))).body
    seen.filledAgain = await contentsOf(api)
    replies.dryRun = (await insist(() => api.post(`${reset}?dry_run=true`))).body
    seen.dryRun = await contentsOf(api)
    like.filled = withoutNew(seen.filled)
    jan = await writeMore(brewery)
    replies.reset = (await insist(() => api.post(reset))).body
    latest = Number((await api.get('/partners')).headers['x-service-latest-sequence'])
    like.emptied = await likeNew(jan)
    replies.anew = (await insist(() => api.post(seed))).body
    like.anew = await likeNew(api)
    await beside()
  })

  test('200 by reset: the sandbox is as a new one, without documents that name each other; keys and users stay', () => {
    expect(replies.reset).toEqual({
      object: 'sandbox',
      partners: 0,
      items: 0,
      warehouses: 4,
      is_changed: true,
      time: expect.any(String),
      clock_ahead_seconds: 0,
      livemode: false,
    })
    expect(latest).toBeGreaterThan(40)
    expect(like.emptied).toEqual(fresh)
  })

  test('200 by reset: the live book and other tenants keep everything', () => {
    expect(others).toHaveLength(2)
    expect(others[1]).toEqual(others[0])
  })

  test('200 by seed after a reset: the demo is made anew, and is the same', () => {
    expect(replies.anew).toMatchObject({ partners: 12, is_changed: true })
    expect(like.anew).toEqual(like.filled)
  })

  test('200 is_changed false by seed: the second time', () => {
    expect(replies.again).toMatchObject({ partners: 12, is_changed: false })
    expect(seen.filledAgain).toEqual(seen.filled)
  })

  test('200 by dry_run of reset: shows what would be there, and changes nothing', () => {
    expect(replies.dryRun).toMatchObject({ partners: 0, items: 0, is_changed: true, dry_run: true, events: [] })
    expect(seen.dryRun).toEqual(seen.filled)
  })

  describe('what seed leaves', () => {
    beforeEach(() => {
      api = brewery.api
    })

    test('200: a small brewery, told by one event for each record', async () => {
      expect(replies.seed).toMatchObject({
        object: 'sandbox',
        partners: 12,
        warehouses: 5,
        is_changed: true,
        livemode: false,
      })
      const { data: items } = (await api.get('/items?limit=200')).body
      expect(items).toHaveLength(replies.anew.items)
      expect(new Set(items.map(({ item_type }: { item_type: string }) => item_type)).size).toBe(6)
      const { data: created } = (await api.get('/events?limit=200&types=item.created')).body
      expect(created.map((event: { data: { object: unknown } }) => event.data.object)).toEqual(items.toReversed())
      expect((await api.get('/events?limit=200&types=partner.created')).body.data).toHaveLength(12)
      expect((await api.get('/deposits')).body.data).toHaveLength(4)
    })

    test('200: a cellar: a batch in each phase, its cost, and what is in the tanks', async () => {
      const { data } = (await api.get('/batches?limit=200')).body
      expect(data.map(({ phase }: { phase: string }) => phase).sort()).toEqual([
        'brewing',
        'cancelled',
        'completed',
        'fermentation',
        'lagering',
        'packaging',
        'planned',
      ])
      const vessels = (await api.get('/vessels')).body.data
      const held = vessels.map((vessel: { code: string; contents_l: string; batch: { phase: string } | null }) => [
        vessel.code,
        vessel.batch?.phase,
        vessel.contents_l,
      ])
      expect(held.sort()).toEqual([
        ['CKT1', 'fermentation', '985'],
        ['LT1', 'lagering', '1950'],
        ['PT1', 'packaging', '1945'],
        ['VARNA', 'brewing', '0'],
      ])
      const lagering = data.find(({ phase }: { phase: string }) => phase === 'lagering')
      const cost = (await api.get(`/batches/${lagering.id}/cost`)).body
      expect(lagering).toMatchObject({ og_plato: '12', fg_plato: '3.1', latest: { temperature_c: { value: '1.8' } } })
      expect(cost.materials).toHaveLength(5)
      expect(cost.in_process.value).toBe(cost.totals.materials)
      expect((await api.get('/recipes')).body.data).toHaveLength(2)
      const history = (await api.get(`/vessels/${vessels.find(isFermenter).id}/history`)).body.data
      expect(history).toHaveLength(4)
    })

    test('200: prices of each kind', async () => {
      const one = async (path: string) => (await api.get(path)).body.data[0].id
      const keg = await one(`/items?search=${encodeURIComponent('12° KEG 50')}`)
      const bottle = (await api.get('/items/by-external-ref/eshop/ZL12-05')).body.id
      const sourceFor = async (item: string, partner: string, quantity: string) => {
        const { body } = await api.get(`/items/${item}/prices?partner_id=${partner}&quantity=${quantity}`)
        return `${body.price_source} ${body.unit_price}`
      }
      expect(await sourceFor(keg, await one('/partners?ico=61577341'), '8')).toBe('partner_price 1950')
      expect(await sourceFor(keg, await one('/partners?ico=73104221'), '5')).toBe('price_list 2090')
      expect(await sourceFor(keg, await one('/partners?ico=28661273'), '5')).toBe('base 2350')
      expect(await sourceFor(bottle, await one('/partners?ico=29411084'), '100')).toBe('discount 23.276')
    })

    test('200: a bar and two kegs on tap', async () => {
      const { data: desks } = (await api.get('/cash-desks')).body
      const bar = desks.find(({ code }: { code: string }) => code === 'VYCEP')
      const { data: kegs } = (await api.get(`/cash-desks/${bar.id}/taps?status=tapped`)).body
      expect(kegs).toMatchObject([
        { tap_number: 2, lot_number: 'ZL13-42', remaining_quantity: '28.8' },
        { tap_number: 1, lot_number: 'ZL12-41', remaining_quantity: '47', total_cost: '1180.00' },
      ])
      const { data: sales } = (await api.get('/pos-sales')).body
      expect(sales.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`).sort()).toEqual([
        'refund settled',
        'sale cancelled',
        'sale settled',
        'sale settled',
        'sale settled',
        'sale settled',
        'sale settlement_failed',
      ])
    })
  })
})

/** Settings, documents that name each other, a key of a new user: what a reset has to take with it, or to leave. */
async function writeMore({ api, apply, tenant }: TestAccount): Promise<Client> {
  await apply({
    shops: [{ code: 'PUB', name: 'Hospoda', is_default: true }],
    vat_rates: [{ code: 'OLD', name: 'Old', rate_pct: '15' }],
    finance_accounts: [{ code: 'EUR', type: 'bank', name: 'EUR', currency: 'EUR' }],
    number_series: [{ document_kind: 'inventory_count', prefix: 'O' }],
    users: [{ email: 'jan@example.com', name: 'Jan', role: 'viewer' }],
  })
  await api.post('/partners', { name: 'A' }, { headers: { 'idempotency-key': 'before' } })
  const partner_id = (await api.get('/partners?search=Hotel')).body.data[0].id
  const item_id = (await api.get('/items/by-external-ref/eshop/ZL12-05')).body.id
  const lines = [{ item_id, quantity: '10', unit: piece }]
  const { data: places } = (await api.get('/warehouses')).body
  const warehouse_id = places.find(({ is_default }: Told) => is_default).id
  const done = async (path: string, body?: object) => {
    const reply = await api.post(path, body)
    expect(reply.status, `${path} ${reply.text}`).toBeLessThan(300)
    return reply.body
  }
  const order = `/orders/${(await done('/orders', { partner_id, warehouse_id, lines })).id}/actions`
  await done(`${order}/confirm`)
  const issue = (await done(`${order}/create_stock_issue`)).created.id
  await done(`/stock-issues/${issue}/actions/confirm`)
  const invoice = `/invoices/${(await done(`${order}/create_invoice`)).created.id}/actions`
  const { issue_date: paid_at } = await done(`${invoice}/issue`)
  await done(`${invoice}/mark_paid`, { paid_at })
  return tenant.key({ ownerEmail: 'jan@example.com' })
}

describe('reset', () => {
  beforeEach(withAccount)

  test('200: ids, own references, idempotency keys and codes are free again', async () => {
    const headers = { 'idempotency-key': 'twice' }
    const body = { name: 'A', unit: piece, external_ref: ref }
    const before = await api.post('/items', body, { headers })
    const { data: oldUnits } = (await api.get('/units')).body
    await api.post(reset)
    expect((await api.get(`/items/${before.body.id}`)).status).toBe(404)
    expect((await api.get('/items/by-external-ref/eshop/1')).status).toBe(404)
    const again = await api.post('/items', body, { headers })
    expect(again.status).toBe(201)
    expect(again.headers['idempotent-replayed']).toBeUndefined()
    expect(again.body).toMatchObject({ code: 'Z00001', external_ref: ref })
    expect(again.body.id).not.toBe(before.body.id)
    const sameTag = { headers: { 'if-none-match': before.headers.etag! } }
    const found = await api.get('/items/by-external-ref/eshop/1', sameTag)
    expect([found.status, found.body?.id, found.headers.etag]).toEqual([200, again.body.id, before.headers.etag])
    const old = await api.post('/items', { name: 'B', unit: { unit_id: oldUnits[0].id } })
    expect(old.body.code).toBe('unit_not_available')
  })

  test('410 events_expired: of what was before; the sequence goes on without a gap', async () => {
    for (const name of ['A', 'B', 'C']) await api.post('/partners', { name })
    const opened = await api.get('/events?limit=1')
    await api.post(reset)
    for (const query of ['since_sequence=0', 'since_sequence=2', `limit=1&cursor=${opened.body.next_cursor}`]) {
      const gone = await api.get(`/events?${query}`)
      expect(gone.status, query).toBe(410)
      expect(gone.body).toMatchObject({ code: 'events_expired', oldest_sequence: 4, latest_sequence: 3 })
    }
    expect((await api.get('/events')).body.data).toEqual([])
    expect((await api.get('/events?since_sequence=3')).body.data).toEqual([])
    const { body } = await api.post('/partners', { name: 'D' })
    for (const query of ['', '?since_sequence=3']) {
      const { data } = (await api.get(`/events${query}`)).body
      expect(data).toMatchObject([{ sequence: 4, type: 'partner.created', data: { object: { id: body.id } } }])
    }
  })

  test('200 replayed: a repeated reset does not empty what was written since', async () => {
    const headers = { 'idempotency-key': 'reset-once' }
    const first = await api.post(reset, {}, { headers })
    await api.post('/partners', { name: 'Since' })
    const again = await api.post(reset, {}, { headers })
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect((await api.get('/partners')).body.data).toHaveLength(1)
  })
})

const isFermenter = ({ code }: { code: string }) => code === 'CKT1'

describe('seed', () => {
  beforeEach(withAccount)

  test('200: beside tanks of one’s own no batch is brewed, and no bar opens where its code is in use', async () => {
    await account.apply({
      vessels: [{ code: 'T1', name: 'Můj tank', capacity_l: '100' }],
      finance_accounts: [{ code: 'VYCEP', type: 'bank', name: 'Můj účet' }],
    })
    expect((await api.post(seed)).body).toMatchObject({ partners: 12, is_changed: true })
    expect((await api.get('/vessels')).body.data).toMatchObject([{ code: 'T1' }])
    expect((await api.get('/batches')).body.data).toEqual([])
    const { data: desks } = (await api.get('/cash-desks')).body
    expect(desks.map(({ code }: { code: string }) => code)).not.toContain('VYCEP')
  })

  test('200 is_changed false: beside a partner or an item of one’s own', async () => {
    for (const [path, body] of [
      ['/partners', { name: 'A' }] as const,
      ['/items', { name: 'A', unit: piece }] as const,
    ]) {
      const own = await newAccount(service)
      await own.api.post(path, body)
      const before = await contentsOf(own.api)
      expect((await own.api.post(seed)).body).toMatchObject({ is_changed: false })
      expect(await contentsOf(own.api)).toEqual(before)
    }
  })

  test('422 partner_limit: a plan too small for the demo, and nothing is kept', async () => {
    await changeTenant(service.database, service.clock, { slug: account.tenant.slug, max_partners: 5 })
    const reply = await api.post(seed)
    expect(reply).toMatchObject({ status: 422, body: { code: 'partner_limit' } })
    for (const path of ['/partners', '/items', '/price-lists', '/events']) {
      expect((await api.get(path)).body.data, path).toEqual([])
    }
  })
})

describe('both actions', () => {
  beforeEach(withAccount)

  test('200 by dry_run of seed: shows what would be there, and changes nothing', async () => {
    const empty = await contentsOf(api)
    const filled = await api.post(`${seed}?dry_run=true`)
    expect(filled.body).toMatchObject({ partners: 12, is_changed: true, dry_run: true })
    expect(filled.body.events.length).toBeGreaterThan(40)
    expect(await contentsOf(api)).toEqual(empty)
  })

  test('403 forbidden: a live key, and nothing changed', async () => {
    await account.live.post('/partners', { name: 'A' })
    await api.post('/partners', { name: 'A' })
    const before = [await contentsOf(account.live), await contentsOf(api)]
    for (const path of [reset, seed, `${reset}?dry_run=true`]) {
      for (const headers of [{}, { 'x-service-sandbox': '1' }]) {
        const reply = await account.live.post(path, {}, { headers })
        expect(reply, path).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
    }
    expect([await contentsOf(account.live), await contentsOf(api)]).toEqual(before)
  })

  test('403 insufficient_scope without core:write; 422 for a body that says anything', async () => {
    const reader = await account.tenant.key({ scopes: ['core:read'] })
    // Beside it seed does nothing, which is quick.
    await api.post('/partners', { name: 'A' })
    for (const path of [seed, reset]) {
      expect((await reader.post(path)).body).toMatchObject({ code: 'insufficient_scope' })
      expect((await api.post(path, { force: true })).body).toMatchObject({
        code: 'unknown_field',
        errors: [{ field: 'force' }],
      })
      expect((await api.post(path, {})).status).toBe(200)
    }
  })
})

test('the domains name every table of the books but the keys', async () => {
  const found = await service.database.many<{ table_name: string }>(sql`
    select c.table_name
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and c.column_name = 'book_id' and t.table_type = 'BASE TABLE'`)
  const tables = found.map(({ table_name }) => table_name).filter(name => name !== 'api_keys')
  expect(tables.sort()).toEqual(Object.keys(house.tables).sort())
})
