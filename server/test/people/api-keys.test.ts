/** API keys as people manage them: who may, what is shown once, and what nobody hands on. */
import { describe, expect, test } from 'vitest'
import { presets } from '../../src/contract/scopes.ts'
import { sql } from '../../src/db/sql.ts'
import { Client } from '../support/client.ts'
import { changeUser, peopleService, signInByLink, tenantIdOf } from '../support/person.ts'
import { untilForgotten, useService } from '../support/service.ts'
import { registered } from '../support/webhook-endpoints.ts'

const service = useService(peopleService)
const path = '/settings/api-keys'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

async function office() {
  const tenant = await service.tenant()
  return { tenant, person: await signInByLink(service, tenant.slug) }
}

let shared: ReturnType<typeof office> | undefined
/** For refusals, which leave nothing. */
const theOffice = () => {
  shared ??= office()
  return shared
}

const entriesOf = async (slug: string) =>
  service.database.many<{ action: string; details: object; address: string; endpoint: string; request_id: string }>(sql`
    select action, details, address, endpoint, request_id
      from audit_entries
     where tenant_id = ${await tenantIdOf(service, slug)} and action like 'key.%'
     order by sequence`)

describe('POST /settings/api-keys', () => {
  test('201: the secret is shown once, works at once, and is told nowhere', async () => {
    const { tenant, person } = await office()
    const made = await person.post(path, {
      name: 'Shop',
      mode: 'test',
      preset: 'eshop',
      allowed_addresses: ['127.0.0.1', '192.0.2.0/24'],
      expires_at: '2099-01-01T01:00:00+01:00',
    })
    expect(made.status).toBe(201)
    const { secret, ...key } = made.body
    expect(key).toMatchObject({
      object: 'api_key',
      name: 'Shop',
      mode: 'test',
      preset: 'eshop',
      scopes: presets.eshop.scopes,
      prefix: secret.slice(0, 12),
      last_four: secret.slice(-4),
      status: 'active',
      expires_at: '2099-01-01T00:00:00.000Z',
      last_used_at: null,
      calls_24h: 0,
      owner: { email: `owner@${tenant.slug}.example` },
    })
    expect((await new Client(service.address, secret).get('/partners')).status).toBe(200)
    const read = await person.get(`${path}/${key.id}`)
    expect(read.body).toEqual({ ...key, last_used_at: expect.any(String) })
    const [entry] = await entriesOf(tenant.slug)
    expect(entry).toMatchObject({ action: 'key.created', address: '127.0.0.1', endpoint: 'apiKeys.create' })
    expect(entry!.request_id).toBe(made.headers['x-request-id'])
    expect(JSON.stringify(await entriesOf(tenant.slug)) + read.text + (await person.get(path)).text).not.toContain(
      secret,
    )
  })

  test('201: a repeated call shows the same secret, which is sealed where it is kept', async () => {
    const { person } = await office()
    const options = { headers: { 'idempotency-key': 'one-key' } }
    const body = { name: 'Once', mode: 'test', scopes: ['core:read'] }
    const first = await person.post(path, body, options)
    expect((await person.post(path, body, options)).body.secret).toBe(first.body.secret)
    const rows = await service.database.many(sql`select encode(body, 'escape') as text from stored_answers`)
    expect(JSON.stringify(rows)).not.toContain(first.body.secret)
  })

  test('403 forbidden: after ten minutes it asks who is there, then goes on', async () => {
    const { person } = await office()
    await person.put('/profile/password', { password: 'a cellar full of barrels' })
    service.clock.advance(11 * minuteMs)
    const body = { name: 'Late', mode: 'live', preset: 'read-only' }
    const refused = await person.post(path, body)
    expect([refused.status, refused.headers['x-service-confirm']]).toEqual([403, 'required'])
    expect((await person.get(path)).body.data).toEqual([])
    await person.post('/session/actions/confirm', { password: 'a cellar full of barrels' })
    expect((await person.post(path, body)).status).toBe(201)
  })

  test('403 forbidden: nobody gives what they may not do themselves; not by a preset, a change or a roll', async () => {
    const { tenant, person } = await office()
    const full = (await person.post(path, { name: 'All', mode: 'test', preset: 'full' })).body
    const small = (await person.post(path, { name: 'Some', mode: 'test', scopes: ['core:read'] })).body
    await changeUser(service, tenant.slug, { role: 'admin', rights: ['core:read', 'stock:read'] })
    const admin = await signInByLink(service, tenant.slug)
    for (const wish of [{ preset: 'full' }, { scopes: ['core:read', 'core:write'] }]) {
      const reply = await admin.post(path, { name: 'More', mode: 'test', ...wish })
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
      expect(reply.body.detail).toContain('core:write')
    }
    expect((await admin.post(path, { name: 'Less', mode: 'test', scopes: ['stock:read'] })).status).toBe(201)
    expect((await admin.patch(`${path}/${small.id}`, { scopes: ['core:read', 'core:write'] })).body.code).toBe(
      'forbidden',
    )
    expect((await admin.patch(`${path}/${small.id}`, { scopes: ['core:read', 'stock:read'] })).status).toBe(200)
    expect((await admin.post(`${path}/${full.id}/actions/roll`)).body.code).toBe('forbidden')
    expect((await admin.post(`${path}/${full.id}/actions/revoke`)).body.status).toBe('revoked')
  })

  test.for(['sales', 'warehouse', 'accountant', 'viewer'])('403 forbidden: %s', async role => {
    const { tenant, person } = await office()
    await changeUser(service, tenant.slug, { role })
    expect((await person.get(path)).body.code).toBe('forbidden')
    const made = await person.post(path, { name: 'No', mode: 'test', scopes: ['core:read'] })
    expect(made.body.code).toBe('forbidden')
  })

  test('404 not_found: for a key, and for the people of another account', async () => {
    const { tenant, person } = await office()
    const { id } = (await person.post(path, { name: 'Own', mode: 'test', scopes: ['core:read'] })).body
    const key = await tenant.key()
    expect((await key.get(path)).body.code).toBe('not_found')
    expect((await key.post(path, {})).body.code).toBe('not_found')
    const { person: stranger } = await office()
    for (const call of [
      stranger.get(`${path}/${id}`),
      stranger.patch(`${path}/${id}`, { name: 'Theirs' }),
      stranger.post(`${path}/${id}/actions/roll`),
      stranger.post(`${path}/${id}/actions/revoke`),
    ]) {
      expect((await call).body.code).toBe('not_found')
    }
    expect((await stranger.get(path)).body.data).toEqual([])
  })

  test.for<[string, object, string]>([
    ['neither preset nor scopes', {}, 'scopes'],
    ['both', { preset: 'full', scopes: ['core:read'] }, 'preset'],
    ['an address that is none', { preset: 'full', allowed_addresses: ['10.0.0.0/8', 'home'] }, 'allowed_addresses[1]'],
    ['an end in the past', { preset: 'full', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['a scope there is not', { scopes: ['core:admin'] }, 'scopes[0]'],
    ['a secret of one’s own', { preset: 'full', secret: 'x' }, 'secret'],
  ])('422 validation_failed: %s', async ([, wish, field]) => {
    const { person } = await theOffice()
    const reply = await person.post(path, { name: 'Wrong', mode: 'test', ...wish })
    expect(reply.status).toBe(422)
    expect(reply.body.errors.map((row: { field: string }) => row.field)).toContain(field)
  })

  test('409 conflict: more than the plan allows', async () => {
    const { tenant, person } = await office()
    await tenant.set({ max_keys: 1 })
    const body = { name: 'Key', mode: 'test', scopes: ['core:read'] }
    const { id } = (await person.post(path, body)).body
    expect((await person.post(path, body)).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('1'),
    })
    await person.post(`${path}/${id}/actions/revoke`)
    expect((await person.post(path, body)).status).toBe(201)
  })
})

describe('a key', () => {
  test('200: is changed with If-Match, and the audit tells from what to what', async () => {
    const { tenant, person } = await office()
    const made = await person.post(path, { name: 'Old', mode: 'test', scopes: ['core:read'] })
    const options = { headers: { 'if-match': made.headers.etag! } }
    const changed = await person.patch(`${path}/${made.body.id}`, { name: 'New', scopes: ['stock:read'] }, options)
    expect(changed.body).toMatchObject({ name: 'New', scopes: ['stock:read'] })
    expect((await person.patch(`${path}/${made.body.id}`, { name: 'Newer' }, options)).body.code).toBe('stale_version')
    await untilForgotten()
    expect((await new Client(service.address, made.body.secret).get('/partners')).body.code).toBe('insufficient_scope')
    expect((await entriesOf(tenant.slug)).at(-1)).toMatchObject({
      action: 'key.changed',
      details: {
        changes: { name: { from: 'Old', to: 'New' }, scopes: { from: ['core:read'], to: ['stock:read'] } },
      },
    })
  })

  test('200: is rolled; both work for a day, then the old one no more; its endpoints go along', async () => {
    const { tenant, person } = await office()
    const made = (await person.post(path, { name: 'Roll', mode: 'test', preset: 'full' })).body
    const old = new Client(service.address, made.secret)
    await registered(old)
    const { body } = await person.post(`${path}/${made.id}/actions/roll`)
    expect(body).toMatchObject({ name: 'Roll', old_id: made.id, status: 'active', preset: 'full', moved_endpoints: 1 })
    expect(Date.parse(body.old_expires_at) - service.clock()).toBeGreaterThan(23 * hourMs)
    const fresh = new Client(service.address, body.secret)
    for (const key of [old, fresh]) expect((await key.get('/partners')).status).toBe(200)
    expect((await person.get(`${path}/${made.id}`)).body).toMatchObject({
      replaced_by: body.id,
      expires_at: body.old_expires_at,
    })
    service.clock.advance(25 * hourMs)
    expect((await old.get('/partners')).body.code).toBe('unauthenticated')
    expect((await fresh.get('/partners')).status).toBe(200)
    expect((await entriesOf(tenant.slug)).at(-1)).toMatchObject({ action: 'key.rolled', details: { to: body.id } })
  })

  test('409 conflict: is rolled in its own book, and only while it works', async () => {
    const { person } = await office()
    const { id } = (await person.post(path, { name: 'Live', mode: 'live', scopes: ['core:read'] })).body
    expect((await person.post(`${path}/${id}/actions/roll`)).body.detail).toContain('X-Service-Book: live')
    expect((await person.at('live').post(`${path}/${id}/actions/roll`, { overlap_hours: 0 })).status).toBe(200)
    const again = await person.at('live').post(`${path}/${id}/actions/roll`)
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  test('200: is revoked at once, as often as it is asked for, and stays so', async () => {
    const { tenant, person } = await office()
    const { id, secret } = (await person.post(path, { name: 'Gone', mode: 'test', scopes: ['core:read'] })).body
    expect((await person.post(`${path}/${id}/actions/revoke`)).body.status).toBe('revoked')
    await untilForgotten()
    expect((await new Client(service.address, secret).get('/partners')).body.code).toBe('unauthenticated')
    expect((await person.post(`${path}/${id}/actions/revoke`)).body.status).toBe('revoked')
    expect((await person.patch(`${path}/${id}`, { name: 'Back' })).body.code).toBe('conflict')
    expect((await entriesOf(tenant.slug)).map(({ action }) => action)).toEqual(['key.created', 'key.revoked'])
  })

  test('200: another address than before is told, each once; the first is where it belongs', async () => {
    const { tenant, person } = await office()
    const { id, secret } = (await person.post(path, { name: 'Moved', mode: 'test', scopes: ['core:read'] })).body
    const key = new Client(service.address, secret)
    for (const from of ['198.51.7.1', '198.51.7.1', '198.51.7.2', '2001:db8::1', '2001:db8::2', '198.51.7.2']) {
      await key.get('/partners', { headers: { 'x-forwarded-for': from } })
      await untilForgotten()
    }
    const told = (await entriesOf(tenant.slug)).filter(({ action }) => action === 'key.used_from_new_address')
    expect(told.map(({ details }) => details)).toMatchObject([
      { address: '198.51.7.2' },
      { address: '2001:db8:0:0::/64' },
    ])
    const { data } = (await person.get(`/settings/audit?record=${id}&action=key.used_from_new_address`)).body
    expect(data).toHaveLength(2)
  })

  test('200: a rehearsal keeps nothing', async () => {
    const { tenant, person } = await office()
    const body = { name: 'Never', mode: 'test', scopes: ['core:read'] }
    const { status, body: shown } = await person.post(`${path}?dry_run=true`, body)
    expect(status).toBe(200)
    expect((await new Client(service.address, shown.secret).get('/partners')).status).toBe(401)
    expect((await person.get(path)).body.data).toEqual([])
    expect(await entriesOf(tenant.slug)).toEqual([])
  })
})

describe('GET /settings/api-keys', () => {
  test('200: page by page, by mode, status and words', async () => {
    const { person } = await office()
    const make = async (name: string, mode: string, more = {}) =>
      (await person.post(path, { name, mode, scopes: ['core:read'], ...more })).body.id
    const ids = [
      await make('Shop of Plzen', 'live'),
      await make('Till', 'test'),
      await make('Old', 'test', { expires_at: new Date(service.clock() + hourMs).toISOString() }),
    ]
    await person.post(`${path}/${ids[1]}/actions/revoke`)
    const idsOf = async (query: string) =>
      (await person.get(`${path}${query}`)).body.data.map((key: { id: string }) => key.id)
    expect(await idsOf('')).toEqual(ids.toReversed())
    const first = await person.get(`${path}?limit=2`)
    expect(first.body).toMatchObject({ has_more: true })
    expect(await idsOf(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual([ids[0]])
    expect(await idsOf('?mode=live')).toEqual([ids[0]])
    expect(await idsOf('?status=revoked')).toEqual([ids[1]])
    expect(await idsOf(`?search=${encodeURIComponent('plzeň')}`)).toEqual([ids[0]])
    service.clock.advance(2 * hourMs)
    expect(await idsOf('?status=expired')).toEqual([ids[2]])
    expect(await idsOf('?status=active')).toEqual([ids[0]])
  })
})
