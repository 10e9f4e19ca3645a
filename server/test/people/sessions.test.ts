/** Signing in and out, and what a person with a session may call. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { createSignInLink } from '../../src/domains/accounts/actions.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { Client } from '../support/client.ts'
import { cookieOf, elsewhere, type Person, peopleService, signIn, signInByLink } from '../support/person.ts'
import { type TestTenant, testBaseUrl, untilForgotten, useService } from '../support/service.ts'

const service = useService(peopleService)

async function changeOwner({ slug }: TestTenant, change: object): Promise<void> {
  const row = await service.database.maybe<{ id: string }>(sql`select id from tenants where slug = ${slug}`)
  const [owner] = await listUsers(service.database, row!.id)
  const at = { tenantId: row!.id, now: toInstant(service.clock()) }
  await service.database.transaction(tx => updateUser(tx, at, { ...owner!, ...change }))
  await untilForgotten()
}

describe('POST /session', () => {
  test('201: a link opens one session, in a cookie no script can read; 401 afterwards', async () => {
    const { slug } = await service.tenant()
    const token = await createSignInLink(service.database, service.clock, slug)
    const reply = await signIn(service, { token })
    expect(reply.status).toBe(201)
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-cellarbook=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(reply.body).toMatchObject({
      object: 'session',
      next: null,
      person: { email: `owner@${slug}.example`, name: 'Owner', has_password: false },
      accounts: [{ slug, role: 'owner' }],
      account: {
        slug,
        role: 'owner',
        vertical: 'brewery',
        currency: 'CZK',
        language: 'cs',
        owners_need_two_steps: false,
        books: [
          { mode: 'live', is_empty: true, time: expect.any(String) },
          { mode: 'test', is_empty: true, time: expect.any(String) },
        ],
        measure_profile: { unit_system: 'metric' },
      },
      has_mail: false,
      passkey_offer: { is_offered: true, reason: null },
    })
    expect(reply.text).not.toContain(cookieOf(reply).split('=')[1])
    const again = await signIn(service, { token })
    expect([again.status, again.body.code, again.headers['set-cookie']]).toEqual([401, 'unauthenticated', undefined])
  })

  test('201: another token each time, and the session the browser had is over', async () => {
    const { slug } = await service.tenant()
    const first = await signInByLink(service, slug)
    const token = await createSignInLink(service.database, service.clock, slug)
    const second = await signIn(service, { token }, { cookie: first.cookie })
    expect(cookieOf(second)).not.toBe(first.cookie)
    expect((await first.get('/session')).status).toBe(401)
  })

  test.for<[object]>([[{}], [{ email: 'a@b.example' }], [{ token: 'x', email: 'a@b.example', password: 'y' }]])(
    '422 validation_failed: %j says no way in',
    async ([body]) => {
      const reply = await signIn(service, body)
      expect([reply.status, reply.body.errors[0].code]).toEqual([422, 'exactly_one_of'])
    },
  )

  test.for<[Record<string, string>]>([
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('403 forbidden: %j is no page of ours', async ([headers]) => {
    const { slug } = await service.tenant()
    const token = await createSignInLink(service.database, service.clock, slug)
    expect((await signIn(service, { token }, headers)).body.code).toBe('forbidden')
    expect((await signIn(service, { token })).status).toBe(201)
  })

  test('429 rate_limited: ten tries a minute from one address', async () => {
    const headers = elsewhere()
    for (let index = 0; index < 10; index++) {
      expect((await signIn(service, { token: 'wrong' }, headers)).status).toBe(401)
    }
    expect((await signIn(service, { token: 'wrong' }, headers)).body.code).toBe('rate_limited')
  })
})

describe('a person', () => {
  let refused: Promise<Person> | undefined

  test('201: calls what a key calls, on the book of the header; the event names the person', async () => {
    const { slug } = await service.tenant()
    const person = await signInByLink(service, slug)
    const partner = await person.post('/partners', { name: 'Hop Garden' })
    expect(partner.status).toBe(201)
    expect(partner.body.livemode).toBe(false)
    expect((await person.at('live').get('/partners')).body.data).toEqual([])
    const { body } = await person.get('/events')
    expect(body.data.at(-1)).toMatchObject({ type: 'partner.created', actor: { type: 'user' } })
    const item = await person.post('/items', { name: 'Lager', unit: { unit_code: 'l' } })
    const lines = [{ item_id: item.body.id, quantity: '1', unit: { unit_code: 'l' }, unit_price: '10' }]
    const order = await person.post('/orders', { partner_id: partner.body.id, lines })
    expect(order.body).toMatchObject({ origin: 'manual' })
  })

  test('201: a repeated request finds its answer, also after signing in again', async () => {
    const { slug } = await service.tenant()
    const options = { headers: { 'idempotency-key': 'once' } }
    const first = await (await signInByLink(service, slug)).post('/partners', { name: 'Once' }, options)
    const again = await (await signInByLink(service, slug)).post('/partners', { name: 'Once' }, options)
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test.for<[string, Record<string, string>]>([
    ['no book', { 'x-service-book': '' }],
    ['another book', { 'x-service-book': 'Live' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['a key that is none', { authorization: 'Bearer cb_test_x' }],
  ])('401 unauthenticated: %s', async ([, headers]) => {
    refused ??= service.tenant().then(({ slug }) => signInByLink(service, slug))
    const person = await refused
    const reply = await person.post('/partners', { name: 'Forged' }, { headers })
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
    expect((await person.get('/partners')).body.data).toEqual([])
  })

  test('401 unauthenticated: a write that does not say where it comes from', async () => {
    const { cookie } = await signInByLink(service, (await service.tenant()).slug)
    const headers = { cookie, 'x-service-book': 'test' }
    const reply = await new Client(service.address).post('/partners', { name: 'Forged' }, { headers })
    expect(reply.body.code).toBe('unauthenticated')
  })

  test('404 not_found: what tells of a key; and for a key, what is for people', async () => {
    const tenant = await service.tenant()
    const person = await signInByLink(service, tenant.slug)
    expect((await person.get('/me')).body.code).toBe('not_found')
    const key = await tenant.key()
    for (const path of ['/profile', '/session/devices']) expect((await key.get(path)).body.code).toBe('not_found')
  })

  test('403 insufficient_scope: a right that is missing is named, as soon as it is gone', async () => {
    const tenant = await service.tenant()
    const person = await signInByLink(service, tenant.slug)
    await changeOwner(tenant, { rights: ['core:read'] })
    const reply = await person.post('/partners', { name: 'No' })
    expect(reply.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['core:write'] })
    expect((await person.get('/partners')).status).toBe(200)
  })

  test('403 forbidden: who is no longer active; 403 account_locked', async () => {
    const tenant = await service.tenant()
    const person = await signInByLink(service, tenant.slug)
    await tenant.set({ is_locked: true })
    await untilForgotten()
    expect((await person.get('/partners')).body.code).toBe('account_locked')
    await tenant.set({ is_locked: false })
    await changeOwner(tenant, { is_active: false })
    expect((await person.get('/partners')).body.code).toBe('forbidden')
    expect((await person.get('/session')).status).toBe(401)
  })

  test('200: needs no API add-on; a key does', async () => {
    const tenant = await service.tenant()
    const person = await signInByLink(service, tenant.slug)
    await tenant.set({ apiAddOn: false })
    await untilForgotten()
    expect((await person.get('/partners')).status).toBe(200)
  })
})

describe('a session', () => {
  const hourMs = 60 * 60 * 1_000

  test('401: after twelve hours alone; use keeps it for thirty days', async () => {
    const { slug } = await service.tenant()
    const [left, used] = [await signInByLink(service, slug), await signInByLink(service, slug)]
    for (let day = 0; day < 59; day++) {
      service.clock.advance(11.9 * hourMs)
      await untilForgotten()
      expect((await used.get('/profile')).status, `half-day ${day}`).toBe(200)
      if (day === 1) expect((await left.get('/profile')).status).toBe(401)
      if (day === 3) break
    }
    await service.database.run(
      sql`update sessions set created_at = created_at, expires_at = ${toInstant(service.clock())}`,
    )
    await untilForgotten()
    expect((await used.get('/profile')).status).toBe(401)
  })

  test('204: signing out ends it at once', async () => {
    const person = await signInByLink(service, (await service.tenant()).slug)
    expect((await person.get('/partners')).status).toBe(200)
    const reply = await person.send('DELETE', '/session')
    expect([reply.status, String(reply.headers['set-cookie'])]).toEqual([204, expect.stringContaining('Max-Age=0')])
    await untilForgotten()
    expect((await person.get('/partners')).status).toBe(401)
    expect((await person.send('DELETE', '/session')).status).toBe(204)
  })

  test('204: is ended from another device; one of somebody else is not there', async () => {
    const { slug } = await service.tenant()
    const [here, there] = [await signInByLink(service, slug), await signInByLink(service, slug)]
    const { body } = await here.get('/session/devices')
    expect(body.data.map((device: { is_current: boolean }) => device.is_current).toSorted()).toEqual([false, true])
    const other = body.data.find((device: { is_current: boolean }) => !device.is_current)
    const stranger = await signInByLink(service, (await service.tenant()).slug)
    const path = `/session/devices/${other.id}/actions/end`
    expect((await stranger.post(path)).body.code).toBe('not_found')
    expect((await here.post(path)).status).toBe(204)
    await untilForgotten()
    expect((await there.get('/profile')).status).toBe(401)
    expect((await here.get('/profile')).status).toBe(200)
  })

  test('200: a stream ends with the session', async () => {
    const person = await signInByLink(service, (await service.tenant()).slug)
    const headers = { cookie: person.cookie, 'x-service-book': 'test', origin: testBaseUrl }
    const reply = await fetch(`${service.address}/api/v1/events/stream`, { headers })
    expect(reply.status).toBe(200)
    const ended = reply.body!.pipeTo(new WritableStream())
    await person.send('DELETE', '/session')
    await ended
  })
})
