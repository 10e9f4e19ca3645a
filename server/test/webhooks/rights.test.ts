/** An endpoint is shown what its key may read when the request goes out, not what it could read once. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { revokeKey } from '../../src/domains/accounts/keys-store.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { rollKey } from '../../src/domains/webhooks/roll-key.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { Client } from '../support/client.ts'
import type { Received } from '../support/receiver.ts'
import { type TestTenant, untilForgotten } from '../support/service.ts'
import { expectWholeChain, signers, until, useSharedWebhooks, writePartners } from '../support/webhooks.ts'

const { service, book: newBook, hook: newHook, receiver: newReceiver } = useSharedWebhooks()

const minuteMs = 60_000
const eventOf = ({ body }: Received) => JSON.parse(body.toString())
const isBare = (request: Received): boolean => {
  const { redacted, data } = eventOf(request)
  return redacted === true && JSON.stringify(Object.keys(data.object)) === '["object","id"]' && !('changes' in data)
}
const now = () => toInstant(service.clock())

async function changeOwner(tenant: TestTenant, change: object): Promise<void> {
  const row = await service.database.maybe<{ id: string }>(sql`select id from tenants where slug = ${tenant.slug}`)
  const [owner] = await listUsers(service.database, row!.id)
  await service.database.transaction(tx => updateUser(tx, { tenantId: row!.id, now: now() }, { ...owner!, ...change }))
}

const mailsOf = (tenant: TestTenant) =>
  service.database.many<{ topic: string; body: string }>(sql`
    select m.topic, m.body
      from mails m
      join tenants t on t.id = m.tenant_id
     where t.slug = ${tenant.slug} and m.topic like 'webhook_rights:%'
     order by m.created_at`)

/** Two keys of one book: the endpoint is of the first, the second goes on writing. */
async function story() {
  const { tenant, api } = await newBook()
  const other = await tenant.key()
  const hook = await newHook(api, { types: ['partner.*'] })
  await writePartners(other, 1)
  await hook.gets(1)
  // Written down, too: a test that moves the clock would otherwise see it sent once more.
  await until(hook.deliveries, ([row]) => row?.status === 'succeeded')
  expect(hook.got.map(isBare)).toEqual([false])
  return { tenant, api, other, hook }
}

describe('a key that lost its rights', () => {
  type Loss = [string, string, (tenant: TestTenant, keyId: string) => Promise<unknown>]
  test.for<Loss>([
    ['was revoked', 'key_revoked', (_, keyId) => revokeKey(service.database, keyId, now())],
    [
      'expired',
      'key_expired',
      (_, keyId) => service.database.run(sql`update api_keys set expires_at = ${now()} where id = ${keyId}`),
    ],
    [
      'lost the scope with its owner',
      'forbidden',
      tenant => changeOwner(tenant, { rights: ['webhooks:manage', 'core:write'] }),
    ],
    ['lost the add-on', 'addon_required', tenant => tenant.set({ apiAddOn: false })],
    ['is of a locked account', 'account_locked', tenant => tenant.set({ is_locked: true })],
  ])('that %s: the envelope goes without the record, and the admins hear of it once', async ([, reason, lose]) => {
    const { tenant, api, other, hook } = await story()
    hook.behave({ status: 500 })
    // One that was frozen with its record, and is tried again without the right to it.
    await writePartners(other, 1)
    await hook.gets(2)
    await until(hook.deliveries, rows => rows.at(-1)?.status === 'retrying')
    await lose(tenant, api.keyId)
    hook.behave({})
    service.clock.advance(1.1 * minuteMs)
    await hook.gets(3)
    await until(
      () => mailsOf(tenant),
      ({ length }) => length > 0,
    )
    expect(hook.got.map(isBare)).toEqual([false, false, true])
    expect(hook.got[2]!.headers['webhook-id']).toBe(hook.got[1]!.headers['webhook-id'])
    expect(signers(hook.got[2]!, { own: hook.secret })).toEqual(['own'])
    expect((await mailsOf(tenant)).map(({ topic }) => topic)).toEqual([
      `webhook_rights:${hook.id}:${api.keyId}:${reason}`,
    ])
  })

  test('events that come later are frozen without it; another endpoint still gets them whole', async () => {
    const { tenant, api, other, hook } = await story()
    const whole = await newHook(other, { types: ['partner.*'] })
    await revokeKey(service.database, api.keyId, now())
    await writePartners(other, 3)
    await hook.gets(4)
    await whole.gets(3)
    expect(hook.got.map(isBare)).toEqual([false, true, true, true])
    expect(whole.got.map(isBare)).toEqual([false, false, false])
    expectWholeChain(hook.got)
    await until(
      () => mailsOf(tenant),
      ({ length }) => length > 0,
    )
    const [mail, ...more] = await mailsOf(tenant)
    expect(more).toEqual([])
    expect(mail!.body).toContain(hook.id)
    expect(mail!.body).toContain('byl zrušen')
  })

  test('that left with its owner: nothing whole arrives', async () => {
    const { tenant, other, hook } = await story()
    await changeOwner(tenant, { is_active: false })
    // Nobody may write any more either: the event is one of the service itself.
    await service.database.run(sql`
      update webhook_endpoints set cursor_sequence = 0, matched_sequence = 0 where id = ${hook.id}`)
    await hook.gets(2)
    expect(isBare(hook.got[1]!)).toBe(true)
    await untilForgotten()
    expect((await other.get('/me')).body.code).toBe('forbidden')
  })

  test('waiting behind slow ones: asked again when its turn comes', async () => {
    const { api, other, hook } = await story()
    let answer = () => {}
    const heldUntil = new Promise<void>(resolve => {
      answer = resolve
    })
    hook.behave({ heldUntil })
    await writePartners(other, 20)
    await hook.gets(17)
    await revokeKey(service.database, api.keyId, now())
    answer()
    await hook.gets(21)
    expect(hook.got.slice(0, 17).some(isBare)).toBe(false)
    expect(hook.got.slice(17).every(isBare)).toBe(true)
  })
})

describe('another key', () => {
  const blindScopes = ['webhooks:manage'] as const

  test('that moves the address gets nothing its own rights do not show, what waits included', async () => {
    const { tenant, api, other, hook } = await story()
    const blind = await tenant.key({ scopes: blindScopes })
    hook.behave({ status: 500 })
    await writePartners(other, 1)
    await hook.gets(2)
    await until(hook.deliveries, rows => rows.at(-1)?.status === 'retrying')
    const elsewhere = await newReceiver()
    const moved = await blind.patch(`/webhook-endpoints/${hook.id}`, { url: elsewhere.url('/theirs') })
    expect(moved.body).toMatchObject({ key_id: blind.keyId })
    service.clock.advance(1.1 * minuteMs)
    await until(
      () => elsewhere.received,
      ({ length }) => length >= 1,
    )
    // Written down, too: what still waits when a replay meets it is not sent a second time.
    await until(hook.deliveries, rows => rows.at(-1)?.status === 'succeeded')
    const replayed = await blind.post(`/webhook-endpoints/${hook.id}/actions/replay`, { since_sequence: 0 })
    expect(replayed.status).toBe(200)
    await until(
      () => elsewhere.received,
      ({ length }) => length >= 3,
    )
    expect(elsewhere.received.every(isBare)).toBe(true)
    expect(await mailsOf(tenant)).toEqual([])
    expect((await api.patch(`/webhook-endpoints/${hook.id}`, { description: 'ours' })).body.key_id).toBe(blind.keyId)
    const back = await api.patch(`/webhook-endpoints/${hook.id}`, { url: hook.receiver.url('/back') })
    expect(back.body.key_id).toBe(api.keyId)
    hook.behave({})
    await writePartners(other, 1)
    await hook.gets(3)
    expect(isBare(hook.got[2]!)).toBe(false)
  })

  type Taking = [string, boolean, (blind: Client, path: string) => Promise<unknown>]
  test.for<Taking>([
    ['types', true, (blind, path) => blind.patch(path, { types: ['*'] })],
    ['rotate_secret', true, (blind, path) => blind.post(`${path}/actions/rotate_secret`)],
    ['replay', true, (blind, path) => blind.post(`${path}/actions/replay`, { since_sequence: 0 })],
    [
      'enable',
      true,
      async (blind, path) => {
        await blind.post(`${path}/actions/disable`)
        await blind.post(`${path}/actions/enable`, { resume: 0 })
      },
    ],
    ['the same address', false, async (blind, path) => blind.patch(path, { url: (await blind.get(path)).body.url })],
    ['description', false, (blind, path) => blind.patch(path, { description: 'theirs' })],
    ['revoke_previous_secret', false, (blind, path) => blind.post(`${path}/actions/revoke_previous_secret`)],
    ['a dry run', false, (blind, path) => blind.post(`${path}/actions/rotate_secret?dry_run=true`)],
    ['the list of actions', false, (blind, path) => blind.get(`${path}/actions`)],
  ])('%s makes the endpoint its own: %s', async ([, isTaken, take]) => {
    const { tenant, api, other, hook } = await story()
    const blind = await tenant.key({ scopes: blindScopes })
    await take(blind, `/webhook-endpoints/${hook.id}`)
    expect((await hook.read()).key_id).toBe(isTaken ? blind.keyId : api.keyId)
    const before = hook.got.length
    const { id } = (await other.post('/partners', { name: 'Whose?' })).body
    const got = await until(
      () => hook.got.slice(before - 1).find(request => eventOf(request).data.object.id === id),
      found => found !== undefined,
    )
    expect(isBare(got!)).toBe(isTaken)
  })
})

describe('a rolled key', () => {
  test('takes its endpoints along; the old one works through the overlap and takes nothing back', async () => {
    const { tenant, api, other, hook } = await story()
    const rolled = (await rollKey(service, { id: api.keyId, overlapHours: 2 }))!
    expect(rolled).toMatchObject({ old_id: api.keyId, endpoints: 1 })
    const fresh = new Client(service.address, rolled.key)
    const [before, after] = [(await api.get('/me')).body, (await fresh.get('/me')).body]
    expect({ ...after, key: before.key }).toEqual(before)
    expect(after.key).toEqual({ id: rolled.id, name: before.key.name })
    expect(await hook.read()).toMatchObject({ key_id: rolled.id })
    expect((await api.patch(`/webhook-endpoints/${hook.id}`, { types: ['*'] })).body.key_id).toBe(rolled.id)
    service.clock.advance(121 * minuteMs)
    expect((await api.get('/me')).body.code).toBe('unauthenticated')
    expect((await fresh.get('/me')).status).toBe(200)
    await writePartners(other, 1)
    await hook.gets(2)
    expect(hook.got.map(isBare)).toEqual([false, false])
    expect(await mailsOf(tenant)).toEqual([])
  })

  test('without an overlap the old one ends at once; a stored answer is still replayed by the new one', async () => {
    const { api } = await newBook()
    const headers = { 'idempotency-key': 'once' }
    const first = await api.post('/partners', { name: 'Once' }, { headers })
    const rolled = (await rollKey(service, { id: api.keyId, overlapHours: 0 }))!
    await untilForgotten()
    expect((await api.get('/me')).body.code).toBe('unauthenticated')
    const again = await new Client(service.address, rolled.key).post('/partners', { name: 'Once' }, { headers })
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    await expect(rollKey(service, { id: api.keyId, overlapHours: 0 })).rejects.toThrow(/no longer works/)
  })
})
