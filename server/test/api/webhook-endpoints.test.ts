/** Webhook endpoints: registered, read, changed, limited; their secrets shown once and kept only sealed. */
import { beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../../src/db/sql.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { openReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'
import { endpointPath, hookUrl, receiverCertificate, registered, retired } from '../support/webhook-endpoints.ts'

const service = useService()

let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  await account.tenant.set({ max_webhook_endpoints: 1_000, rate_per_min: 100_000 })
  api = account.api
})

const secretShape = /^whsec_[A-Za-z0-9+/]{43}=$/

describe('POST /webhook-endpoints', () => {
  test('201: every field, its address, its tag, its secret', async () => {
    await api.post('/partners', { name: 'Before' })
    const body = {
      url: hookUrl,
      types: ['invoice.*', 'partner.created'],
      description: 'E-shop',
      exclude_own_events: true,
    }
    const reply = await api.post('/webhook-endpoints', body)
    expect(reply.status).toBe(201)
    const { id, secret, created_at, acked_sequence } = reply.body
    const key_id = (await api.get('/me')).body.key.id
    expect(reply.headers).toMatchObject({ location: `/api/v1/webhook-endpoints/${id}`, etag: 'W/"1"' })
    expect(reply.body).toEqual({
      object: 'webhook_endpoint',
      id,
      ...body,
      status: 'enabled',
      disabled_reason: null,
      key_id,
      owner_id: null,
      api_version: '2026-09-17',
      consecutive_failures: 0,
      acked_sequence,
      secret,
      previous_secret_expires_at: null,
      allowed_actions: ['disable', 'archive', 'rotate_secret', 'revoke_previous_secret', 'replay', 'test'],
      livemode: false,
      created_at,
      updated_at: created_at,
    })
    expect(secret).toMatch(secretShape)
    const latest = Number((await api.get('/partners?limit=1')).headers['x-service-latest-sequence'])
    expect(acked_sequence).toBe(latest)
    expect(latest).toBeGreaterThan(0)
  })

  test('201: the least there is; it emits no event; every secret is another', async () => {
    const before = (await api.get('/partners?limit=1')).headers['x-service-latest-sequence']
    const [one, two] = [await registered(api), await registered(api)]
    expect(one).toMatchObject({ types: ['*'], description: null, exclude_own_events: false })
    expect(one.secret).not.toBe(two.secret)
    expect((await api.get('/partners?limit=1')).headers['x-service-latest-sequence']).toBe(before)
  })

  test('201: a live key makes a live endpoint', async () => {
    expect(await registered(account.live)).toMatchObject({ livemode: true })
  })

  test('200 by dry_run: nothing is kept', async () => {
    const before = await rowsOfBooks(service)
    const reply = await api.post('/webhook-endpoints?dry_run=true', { url: hookUrl, types: ['*'] })
    expect(reply).toMatchObject({ status: 200, body: { object: 'webhook_endpoint', dry_run: true, events: [] } })
    expect(await rowsOfBooks(service)).toEqual(before)
  })

  test.for<[object, string[]]>([
    [{ url: undefined }, ['url required']],
    [{ url: 5 }, ['url not_allowed']],
    [{ url: '' }, ['url not_allowed']],
    [{ url: `https://a.example.com/${'x'.repeat(4_000)}` }, ['url not_allowed']],
    [{ types: undefined }, ['types required']],
    [{ types: [] }, ['types not_allowed']],
    [{ types: 'order.*' }, ['types not_allowed']],
    [{ types: [1] }, ['types[0] not_allowed']],
    [{ types: Array(101).fill('*') }, ['types not_allowed']],
    [{ types: ['nothing.*'] }, ['types[0] unknown_event_type']],
    [
      { types: ['order.created', 'order', 'invoice.*', 'order.cr*', '', 'webhook.ping', 'constructor', '**'] },
      [1, 3, 4, 5, 6, 7].map(index => `types[${index}] unknown_event_type`),
    ],
    [{ types: ['x'.repeat(101)] }, ['types[0] not_allowed']],
    [{ description: 'x'.repeat(401) }, ['description not_allowed']],
    [{ exclude_own_events: 'yes' }, ['exclude_own_events not_allowed']],
    [{ secret: 'whsec_mine' }, ['secret unknown_field']],
    [{ status: 'disabled', types: ['x'] }, ['status unknown_field', 'types[0] unknown_event_type']],
  ])('422 %o', async ([change, faults]) => {
    const before = (await api.get('/webhook-endpoints?limit=1')).text
    expect(faultsOf(await api.post('/webhook-endpoints', { url: hookUrl, types: ['*'], ...change }))).toEqual(faults)
    expect((await api.get('/webhook-endpoints?limit=1')).text).toBe(before)
  })

  test('422 unknown_field when nothing else is wrong; types of all kinds are fine', async () => {
    const reply = await api.post('/webhook-endpoints', { url: hookUrl, types: ['*'], active: true })
    expect(reply.body).toMatchObject({ code: 'unknown_field', errors: [{ field: 'active' }] })
    const types = ['*', 'invoice.*', 'batch.measurement_added', 'workflow.*', 'invoice.*']
    expect(await registered(api, { types, description: 'x'.repeat(400) })).toMatchObject({ types })
  })
})

describe('reading', () => {
  test('200: the detail and the list show the same, without the secret', async () => {
    const { secret, ...shown } = await registered(api, { description: 'Read' })
    const detail = await api.get(endpointPath(shown.id))
    expect(detail.body).toEqual(shown)
    expect(detail.headers.etag).toBe('W/"1"')
    expect((await api.get('/webhook-endpoints?limit=1')).body.data).toEqual([shown])
    // What is counted has no version: who has the tag is shown it all the same.
    const known = await api.get(endpointPath(shown.id), { headers: { 'if-none-match': 'W/"1"' } })
    expect([known.status, known.body]).toEqual([200, shown])
    expect(JSON.stringify([detail.body, (await api.get('/webhook-endpoints?limit=200')).text])).not.toContain(
      secret.slice(6, 30),
    )
  })

  test('200: pages, by status, since', async () => {
    const { api: own } = await newAccount(service)
    const ids: string[] = []
    for (const description of ['1', '2', '3']) ids.push((await registered(own, { description })).id)
    await own.post(`${endpointPath(ids[1]!)}/actions/disable`)
    const listed = async (query: string) =>
      (await own.get(`/webhook-endpoints?${query}`)).body.data.map(
        ({ description }: { description: string }) => description,
      )
    expect(await listed('')).toEqual(['3', '2', '1'])
    expect(await listed('status=enabled')).toEqual(['3', '1'])
    expect(await listed('status=disabled')).toEqual(['2'])
    expect(await listed('status=retired')).toEqual([])
    await own.post(`${endpointPath(ids[0]!)}/actions/archive`)
    expect(await listed('')).toEqual(['3', '2'])
    expect(await listed('status=archived')).toEqual(['1'])
    expect(await listed('include_archived=true')).toEqual(['3', '2', '1'])
    expect(await listed('include_archived=true&status=disabled')).toEqual(['2'])
    await own.post(`${endpointPath(ids[0]!)}/actions/unarchive`)
    await own.post(`${endpointPath(ids[0]!)}/actions/enable`)
    const first = await own.get('/webhook-endpoints?limit=2')
    expect(await listed(`limit=2&cursor=${first.body.next_cursor}`)).toEqual(['1'])
    const { created_at } = (await own.get(endpointPath(ids[1]!))).body
    expect(await listed(`created_since=${created_at}`)).toEqual(['2', '3'])
    expect(await listed(`updated_since=${created_at}`)).toEqual(['3', '2', '1'])
    expect(faultsOf(await own.get('/webhook-endpoints?status=on'))).toEqual(['status not_allowed'])
    expect(faultsOf(await own.get('/webhook-endpoints?url=x'))).toEqual(['url unknown_field'])
  })

  test('404 not_found: another account, the other mode, nobody, no id', async () => {
    const { id } = await registered(api)
    const other = await newAccount(service)
    for (const client of [other.api, other.live, account.live]) {
      expect((await client.get('/webhook-endpoints?limit=200')).text).not.toContain(id)
      for (const reply of [
        await client.get(endpointPath(id)),
        await client.patch(endpointPath(id), { description: 'theirs' }),
        await client.get(`${endpointPath(id)}/deliveries`),
        await client.get(`${endpointPath(id)}/actions`),
        await client.post(`${endpointPath(id)}/actions/disable`),
        await client.post(`${endpointPath(id)}/actions/test`),
        await client.post(`${endpointPath(id)}/actions/rotate_secret`),
      ])
        expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    for (const none of [nobody, 'x', '%00']) expect((await api.get(endpointPath(none))).status).toBe(404)
    expect((await api.get(endpointPath(id))).body).toMatchObject({ status: 'enabled', description: null })
  })

  test('403 insufficient_scope: nothing but webhooks:manage will do', async () => {
    const { id } = await registered(api)
    const manager = await account.tenant.key({ scopes: ['webhooks:manage'] })
    const others = await account.tenant.key({ scopes: ['core:read', 'core:write', 'events:read'] })
    expect((await manager.get(endpointPath(id))).status).toBe(200)
    expect((await manager.get(`${endpointPath(id)}/actions`)).status).toBe(200)
    for (const reply of [
      await others.get('/webhook-endpoints'),
      await others.post('/webhook-endpoints', {}),
      await others.get(endpointPath(id)),
      await others.get(`${endpointPath(id)}/actions`),
      await others.post(`${endpointPath(id)}/actions/nothing`),
      await others.get(`/webhook-deliveries/${nobody}`),
    ])
      expect(reply.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['webhooks:manage'] })
  })
})

describe('PATCH /webhook-endpoints/{id}', () => {
  test('200: each field alone; null empties the description; the secret is not shown', async () => {
    const { id, secret, ...before } = await registered(api, { description: 'A' })
    let now = before
    for (const change of [
      { url: 'https://other.example.com/' },
      { types: ['order.*'] },
      { description: 'B' },
      { description: null },
      { exclude_own_events: true },
    ]) {
      const reply = await api.patch(endpointPath(id), change)
      now = { ...now, ...change, updated_at: reply.body.updated_at }
      expect(reply.body).toEqual({ id, ...now })
    }
    const last = await api.get(endpointPath(id))
    expect([last.body, last.headers.etag]).toEqual([{ id, ...now }, 'W/"6"'])
  })

  test('200: no change keeps tag and time', async () => {
    const { id, updated_at, url, types } = await registered(api, { types: ['order.*', 'item.created'] })
    for (const change of [{}, { url }, { types }, { description: null, exclude_own_events: false }]) {
      const reply = await api.patch(endpointPath(id), change)
      expect([reply.status, reply.headers.etag, reply.body.updated_at]).toEqual([200, 'W/"1"', updated_at])
    }
    expect((await api.patch(endpointPath(id), { types: types.toReversed() })).headers.etag).toBe('W/"2"')
  })

  test.for<[object, string[]]>([
    [{ types: [] }, ['types not_allowed']],
    [{ types: ['order.*', 'x'] }, ['types[1] unknown_event_type']],
    [{ types: null, url: null }, ['types not_allowed', 'url not_allowed']],
    [{ secret: 'x' }, ['secret unknown_field']],
    [{ status: 'disabled' }, ['status unknown_field']],
    [{ url: 'http://hooks.example.com' }, ['invalid_url']],
    [{ url: 'https://10.0.0.1/' }, ['invalid_url']],
  ])('422 %o', async ([change, faults]) => {
    const { id } = await registered(api)
    expect(faultsOf(await api.patch(endpointPath(id), change))).toEqual(faults)
    expect((await api.get(endpointPath(id))).headers.etag).toBe('W/"1"')
  })

  test('412 stale_version: before the body and before the address', async () => {
    const { id } = await registered(api)
    const send = (tag: string, body: object) => api.patch(endpointPath(id), body, { headers: { 'if-match': tag } })
    expect((await send('W/"1"', { description: 'A' })).headers.etag).toBe('W/"2"')
    for (const body of [{ description: 'B' }, { nonsense: 1 }, { url: 'http://x' }, { types: ['x'] }]) {
      const stale = await send('W/"1"', body)
      expect(stale, JSON.stringify(body)).toMatchObject({ status: 412, body: { code: 'stale_version' } })
      expect(stale.body.current_etag).toBe('W/"2"')
    }
    expect((await send('"2"', { description: 'C' })).body.description).toBe('C')
    expect((await send('*', { description: 'D' })).body.description).toBe('D')
  })
})

describe('422 endpoint_limit', () => {
  test('disabled ones count, retired and archived ones do not, other books have their own count', async () => {
    const own = await newAccount(service)
    const receiver = await openReceiver({ certificate: receiverCertificate })
    const gone = await retired(own.api, receiver, { types: ['partner.*'] })
    await own.tenant.set({ max_webhook_endpoints: 2 })
    const { id } = await registered(own.api)
    await own.api.post(`${endpointPath(id)}/actions/disable`)
    await registered(own.api)
    const full = await own.api.post('/webhook-endpoints', { url: hookUrl, types: ['*'] })
    expect(full).toMatchObject({ status: 422, body: { code: 'endpoint_limit' } })
    await registered(own.live)
    // Neither can a retired one come back, but a disabled one can.
    const back = await own.api.post(`${endpointPath(gone.id)}/actions/enable`)
    expect(back).toMatchObject({ status: 422, body: { code: 'endpoint_limit' } })
    expect((await own.api.post(`${endpointPath(id)}/actions/enable`)).status).toBe(200)
    expect((await own.api.post(`${endpointPath(id)}/actions/archive`)).status).toBe(200)
    const fresh = await registered(own.api)
    const unarchived = await own.api.post(`${endpointPath(id)}/actions/unarchive`)
    expect(unarchived).toMatchObject({ status: 422, body: { code: 'endpoint_limit' } })
    await own.api.post(`${endpointPath(fresh.id)}/actions/archive`)
    expect((await own.api.post(`${endpointPath(id)}/actions/unarchive`)).status).toBe(200)
    const explained = (await own.api.get(`${endpointPath(gone.id)}/actions`)).body.data
    expect(explained[0]).toMatchObject({ key: 'enable', allowed: false, blockers: [{ code: 'endpoint_limit' }] })
    await receiver.close()
  })
})

describe('the secret', () => {
  /** Every row of every table that has one of the texts in it, also as bytes. */
  async function findInDatabase(...texts: string[]): Promise<string[]> {
    const tables = await service.database.many<{ name: string }>(sql`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`)
    const patterns = texts.flatMap(text => [text, Buffer.from(text).toString('hex')]).map(text => `%${text}%`)
    const hits: string[] = []
    for (const { name } of tables) {
      const found = await service.database.many(sql`
        select 1 from ${raw(name)} t where t::text like any (${patterns}::text[])`)
      if (found.length > 0) hits.push(`${name} ${found.length}`)
    }
    return hits.sort()
  }

  test('201: is nowhere in clear in the database, neither as text nor as bytes', async () => {
    const headers = { 'idempotency-key': 'sealed-create' }
    const body = { url: hookUrl, types: ['*'], description: 'Needle in the hay' }
    const { id, secret } = (await api.post('/webhook-endpoints', body, { headers })).body
    const rotated = await api.post(
      `${endpointPath(id)}/actions/rotate_secret`,
      {},
      {
        headers: { 'idempotency-key': 'sealed-rotate' },
      },
    )
    await api.post('/partners', { name: 'Needle in bytes' }, { headers: { 'idempotency-key': 'in-clear' } })
    // The search finds what is in clear: the record, and the stored answer to another request.
    expect(await findInDatabase('Needle in the hay')).toEqual(['webhook_endpoints 1'])
    expect(await findInDatabase('Needle in bytes')).toContain('stored_answers 1')
    for (const known of [secret, rotated.body.secret]) {
      const bare = known.slice('whsec_'.length)
      const bytes = Buffer.from(bare, 'base64')
      expect(bytes).toHaveLength(32)
      expect(await findInDatabase(known, bare, bare.slice(4, 40), bytes.toString('hex'))).toEqual([])
    }
  })

  test('201 replayed: the same bytes, with the same secret; a rotation too', async () => {
    const headers = { 'idempotency-key': 'same-secret' }
    const body = { url: hookUrl, types: ['*'] }
    const first = await api.post('/webhook-endpoints', body, { headers })
    const again = await api.post('/webhook-endpoints', body, { headers })
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect([again.headers.location, again.headers.etag]).toEqual([first.headers.location, first.headers.etag])
    expect(again.body.secret).toMatch(secretShape)
    const reused = await api.post('/webhook-endpoints', { ...body, types: ['order.*'] }, { headers })
    expect(reused.body).toMatchObject({ code: 'idempotency_key_reused' })
    expect(reused.text).not.toContain(first.body.secret)
    const path = `${endpointPath(first.body.id)}/actions/rotate_secret`
    const rotation = { headers: { 'idempotency-key': 'same-rotation' } }
    const rotated = await api.post(path, {}, rotation)
    const repeated = await api.post(path, {}, rotation)
    expect(repeated).toMatchObject({ text: rotated.text, headers: { 'idempotent-replayed': 'true' } })
    expect((await api.get(endpointPath(first.body.id))).headers.etag).toBe('W/"2"')
  })
})
