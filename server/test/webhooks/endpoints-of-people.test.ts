/** Webhook endpoints of people: shown what their owner may read, or the key they name. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { insertUser, listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { newId } from '../../src/lib/ids.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { signInByLink } from '../support/person.ts'
import type { Received } from '../support/receiver.ts'
import { type TestTenant, untilForgotten } from '../support/service.ts'
import { until, useSharedWebhooks, writePartners } from '../support/webhooks.ts'

const { service, book: newBook, hook: newHook, receiver: newReceiver } = useSharedWebhooks()

const eventOf = ({ body }: Received) => JSON.parse(body.toString())
const isBare = (request: Received): boolean => eventOf(request).redacted === true
const minuteMs = 60_000

async function ownerOf({ slug }: TestTenant) {
  const row = await service.database.maybe<{ id: string }>(sql`select id from tenants where slug = ${slug}`)
  const [owner] = await listUsers(service.database, row!.id)
  return { tenantId: row!.id, owner: owner! }
}

async function changeOwner(tenant: TestTenant, change: object): Promise<void> {
  const { tenantId, owner } = await ownerOf(tenant)
  const at = { tenantId, now: toInstant(service.clock()) }
  await service.database.transaction(tx => updateUser(tx, at, { ...owner, ...change }))
  await untilForgotten()
}

async function story() {
  const { tenant, api } = await newBook()
  return { tenant, api, person: await signInByLink(service, tenant.slug) }
}

describe('an endpoint of a person', () => {
  test('201: is sent what its owner may read, and loses it with the right', async () => {
    const { tenant, person } = await story()
    const { owner } = await ownerOf(tenant)
    const hook = await newHook(person, { types: ['partner.*'] })
    expect(await hook.read()).toMatchObject({ key_id: null, owner_id: owner.id, exclude_own_events: false })
    await writePartners(person, 1)
    await hook.gets(1)
    await changeOwner(tenant, { rights: ['webhooks:manage', 'core:write'] })
    await person.post('/partners', { name: 'Unseen' })
    await hook.gets(2)
    expect(hook.got.map(isBare)).toEqual([false, true])
  })

  test('201: goes without records once its owner is no longer active, and the admins hear whose it was', async () => {
    const { tenant, person } = await story()
    const hook = await newHook(person, { types: ['partner.*'] })
    const { tenantId, owner } = await ownerOf(tenant)
    const at = { tenantId, now: toInstant(service.clock()) }
    const admin = { ...owner, id: newId(), email: 'admin@hops.example', role: 'admin' as const }
    await service.database.transaction(tx => insertUser(tx, at, admin))
    hook.behave({ status: 500 })
    await writePartners(person, 1)
    await hook.gets(1)
    await until(hook.deliveries, ([row]) => row?.status === 'retrying')
    await changeOwner(tenant, { is_active: false })
    hook.behave({})
    service.clock.advance(1.1 * minuteMs)
    await hook.gets(2)
    expect(hook.got.map(isBare)).toEqual([false, true])
    const [mail] = await until(
      () =>
        service.database.many<{ body: string }>(sql`
          select body from mails where topic like ${`webhook_rights:${hook.id}:%`}`),
      ({ length }) => length > 0,
    )
    expect(mail!.body).toContain(`uživatele ${owner.id}, který už není aktivní.`)
  })

  test('201: a key that moves it makes it its own; a person who moves it back of nobody else', async () => {
    const { tenant, person } = await story()
    const blind = await tenant.key({ scopes: ['webhooks:manage'] })
    const hook = await newHook(person, { types: ['partner.*'] })
    const path = `/webhook-endpoints/${hook.id}`
    const moved = await blind.patch(path, { url: (await newReceiver()).url('/theirs') })
    expect(moved.body).toMatchObject({ key_id: blind.keyId, owner_id: null })
    const back = await person.patch(path, { url: hook.receiver.url('/hook') })
    const { owner } = await ownerOf(tenant)
    expect(back.body).toMatchObject({ key_id: blind.keyId, owner_id: owner.id })
    await writePartners(person, 1)
    await hook.gets(1)
    expect(hook.got.map(isBare)).toEqual([true])
  })

  test('200: a ping names the person', async () => {
    const { tenant, person } = await story()
    const hook = await newHook(person)
    expect((await hook.act('test')).body).toMatchObject({ succeeded: true })
    const { owner } = await ownerOf(tenant)
    expect(eventOf(hook.got[0]!).actor).toEqual({ type: 'user', id: owner.id })
  })
})

describe('an endpoint of a person that names a key', () => {
  test('201: is shown what the key may read, and skips what the key did', async () => {
    const { tenant, person } = await story()
    const shop = await tenant.key({ scopes: ['webhooks:manage', 'core:read', 'core:write'] })
    const hook = await newHook(person, { types: ['*'], key_id: shop.keyId, exclude_own_events: true })
    expect(await hook.read()).toMatchObject({ key_id: shop.keyId, exclude_own_events: true })
    await writePartners(shop, 1)
    await writePartners(person, 1)
    await person.post('/orders', { partner_id: (await person.get('/partners?limit=1')).body.data[0].id, lines: [] })
    await hook.settles()
    expect((await hook.deliveries()).map(({ type, status }) => `${type} ${status}`)).toEqual([
      'partner.created skipped',
      'partner.created succeeded',
      'order.created succeeded',
    ])
    expect(hook.got.map(isBare).toSorted()).toEqual([false, true])
  })

  test('403 forbidden: a key that may do more than the person', async () => {
    const { tenant, api, person } = await story()
    await changeOwner(tenant, { rights: ['webhooks:manage', 'core:read'] })
    const body = { url: 'https://hooks.example.com/in', types: ['*'], key_id: api.keyId }
    const reply = await person.post('/webhook-endpoints', body)
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
  })

  test('422 validation_failed: a key of the other book, and own events without a key', async () => {
    const { tenant, person } = await story()
    const live = await tenant.key({ mode: 'live' })
    const body = { url: 'https://hooks.example.com/in', types: ['*'] }
    const fieldsOf = async (more: object) =>
      (await person.post('/webhook-endpoints', { ...body, ...more })).body.errors.map(
        (row: { field: string; code: string }) => `${row.field} ${row.code}`,
      )
    expect(await fieldsOf({ key_id: live.keyId })).toEqual(['key_id not_allowed'])
    expect(await fieldsOf({ exclude_own_events: true })).toEqual(['exclude_own_events not_allowed'])
    const hook = await newHook(person)
    const changed = await person.patch(`/webhook-endpoints/${hook.id}`, { exclude_own_events: true })
    expect(changed.body.errors[0]).toMatchObject({ field: 'exclude_own_events', code: 'not_allowed' })
  })

  test('422 validation_failed: a key names no other key', async () => {
    const { tenant, api } = await story()
    const other = await tenant.key()
    const body = { url: 'https://hooks.example.com/in', types: ['*'] }
    const reply = await api.post('/webhook-endpoints', { ...body, key_id: other.keyId })
    expect(reply.body.errors[0]).toMatchObject({ field: 'key_id', code: 'not_allowed' })
  })
})

test('403 forbidden: a signing secret is shown to whoever proved who they are a moment ago', async () => {
  const { person } = await story()
  const hook = await newHook(person)
  service.clock.advance(11 * minuteMs)
  const made = await person.post('/webhook-endpoints', { url: hook.receiver.url('/more'), types: ['*'] })
  const rotated = await hook.act('rotate_secret')
  for (const reply of [made, rotated]) {
    expect([reply.body.code, reply.headers['x-service-confirm']]).toEqual(['forbidden', 'required'])
  }
  expect((await hook.act('disable')).status).toBe(200)
})
