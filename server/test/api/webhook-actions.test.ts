/** What can be done with a webhook endpoint: on and off, secrets, replays; in every state and with every body. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { expireOnce } from '../support/jobs.ts'
import { peopleService } from '../support/person.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import {
  endpointPath,
  hookUrl,
  receiverCertificate,
  registered,
  retired,
  settled,
  until,
} from '../support/webhook-endpoints.ts'

const service = useService(peopleService)
const hourMs = 3_600_000

let receiver: Receiver
let account: TestAccount
let api: Client
beforeAll(async () => {
  receiver = await openReceiver({ certificate: receiverCertificate })
  account = await newAccount(service)
  await account.tenant.set({ max_webhook_endpoints: 1_000, rate_per_min: 100_000 })
  api = account.api
})
beforeEach(() => receiver.behave({}))
afterAll(() => receiver.close())

const act = (id: string, key: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.post(`${endpointPath(id)}/actions/${key}`, body, { headers })
const now = async (id: string): Promise<Told> => (await api.get(endpointPath(id))).body

describe('every state and every action', () => {
  const bodies: Record<string, object> = { replay: { since_sequence: 0 } }
  const keys = [
    'enable',
    'disable',
    'archive',
    'unarchive',
    'rotate_secret',
    'revoke_previous_secret',
    'replay',
    'test',
  ]
  const states: [string, string[], (client: Client) => Promise<Told>][] = [
    ['enabled', ['disable', 'archive', 'rotate_secret', 'revoke_previous_secret', 'replay', 'test'], registered],
    [
      'disabled',
      ['enable', 'archive', 'rotate_secret', 'revoke_previous_secret', 'test'],
      async client => {
        const { id } = await registered(client)
        return (await client.post(`${endpointPath(id)}/actions/disable`)).body
      },
    ],
    ['retired', ['enable', 'archive', 'test'], client => retired(client, receiver)],
    [
      'archived',
      ['unarchive', 'test'],
      async client => {
        const { id } = await registered(client)
        return (await client.post(`${endpointPath(id)}/actions/archive`)).body
      },
    ],
  ]

  test.for(states)('%s', async ([status, open, reach]) => {
    const own = await newAccount(service)
    const { id, allowed_actions } = await reach(own.api)
    expect(allowed_actions).toEqual(open)
    const before = await own.api.get(endpointPath(id))
    expect(before.body).toMatchObject({ status })
    const path = `${endpointPath(id)}/actions`
    for (const key of keys.filter(each => !open.includes(each))) {
      const reply = await own.api.post(`${path}/${key}`, bodies[key])
      expect(reply, key).toMatchObject({ status: 409, body: { code: 'invalid_transition', allowed_actions: open } })
    }
    for (const key of open) {
      const reply = await own.api.post(`${path}/${key}?dry_run=true`, bodies[key])
      expect(reply, key).toMatchObject({ status: 200, body: { dry_run: true } })
    }
    const after = await own.api.get(endpointPath(id))
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag])
    const explained: Told[] = (await own.api.get(path)).body.data
    expect(explained.map(({ key }) => key)).toEqual(keys)
    expect(explained.filter(({ allowed }) => allowed).map(({ key }) => key)).toEqual(
      keys.filter(key => open.includes(key)),
    )
    const closed = explained.filter(({ allowed }) => !allowed).flatMap(({ blockers }) => blockers)
    for (const blocker of closed) expect(blocker).toEqual({ code: 'invalid_transition', allowed_actions: open })
  })

  test('404 unknown_action, 404 not_found, 412 stale_version', async () => {
    const { id } = await registered(api)
    for (const key of ['delete', 'Enable', 'retry']) {
      expect(await act(id, key)).toMatchObject({ status: 404, body: { code: 'unknown_action' } })
    }
    for (const key of keys) {
      expect((await act(nobody, key, bodies[key])).body.code).toBe('not_found')
      const reply = await act(id, key, { nonsense: 1 }, { 'if-match': 'W/"7"' })
      expect(reply, key).toMatchObject({ status: 412, body: { code: 'stale_version', current_etag: 'W/"1"' } })
    }
    const disabled = await act(id, 'disable', undefined, { 'if-match': 'W/"1"' })
    expect([disabled.status, disabled.headers.etag]).toEqual([200, 'W/"2"'])
  })

  test.for<[string, object, string[]]>([
    ['enable', { resume: 'ack' }, ['resume not_allowed']],
    ['enable', { resume: -1 }, ['resume not_allowed']],
    ['enable', { resume: 1.5 }, ['resume not_allowed']],
    ['enable', { resume: null }, ['resume not_allowed']],
    ['enable', { from: 'now' }, ['from unknown_field']],
    ['disable', { reason: 'x' }, ['reason unknown_field']],
    ['rotate_secret', { overlap_hours: -1 }, ['overlap_hours not_allowed']],
    ['rotate_secret', { overlap_hours: 169 }, ['overlap_hours not_allowed']],
    ['rotate_secret', { overlap_hours: 0.5 }, ['overlap_hours not_allowed']],
    ['rotate_secret', { overlap_hours: '24' }, ['overlap_hours not_allowed']],
    ['replay', {}, ['since_sequence required']],
    ['replay', { since_sequence: -1 }, ['since_sequence not_allowed']],
    ['replay', { since_sequence: '0' }, ['since_sequence not_allowed']],
    ['test', { url: hookUrl }, ['url unknown_field']],
  ])('422 %s %o', async ([key, body, faults]) => {
    const { id } = await registered(api, { url: receiver.url() })
    const received = receiver.received.length
    expect(faultsOf(await act(id, key, body))).toEqual(faults)
    expect((await api.get(endpointPath(id))).headers.etag).toBe('W/"1"')
    expect(receiver.received).toHaveLength(received)
  })
})

describe('rotate_secret and revoke_previous_secret', () => {
  test.for([
    [undefined, 24],
    [{ overlap_hours: 1 }, 1],
    [{ overlap_hours: 168 }, 168],
    [{ overlap_hours: 0 }, null],
  ] as const)('200: the new secret once, the old one for a while: %o', async ([body, hours]) => {
    const { id, secret } = await registered(api)
    const { body: rotated, headers } = await act(id, 'rotate_secret', body)
    expect(rotated.secret).toMatch(/^whsec_/)
    expect([rotated.secret === secret, headers.etag]).toEqual([false, 'W/"2"'])
    const end = hours === null ? null : new Date(Date.parse(rotated.updated_at) + hours * hourMs).toISOString()
    expect(rotated.previous_secret_expires_at).toBe(end)
    const { secret: _, ...shown } = rotated
    expect(await now(id)).toEqual(shown)
  })

  test('200: the previous secret is revoked once; without one nothing changes', async () => {
    const { id, updated_at } = await registered(api)
    const none = await act(id, 'revoke_previous_secret')
    expect([none.status, none.headers.etag, none.body.updated_at]).toEqual([200, 'W/"1"', updated_at])
    await act(id, 'rotate_secret')
    const revoked = await act(id, 'revoke_previous_secret')
    expect(revoked.body).toMatchObject({ previous_secret_expires_at: null })
    expect(revoked.body).not.toHaveProperty('secret')
    expect((await act(id, 'revoke_previous_secret')).headers.etag).toBe('W/"3"')
  })
})

/** An endpoint that has got one event, was disabled, and missed two. */
async function missedTwo() {
  const own = await newAccount(service)
  const path = `/${Math.random()}`
  const { id } = await registered(own.api, { url: receiver.url(path), types: ['partner.created'] })
  const partner = (name: string) => own.api.post('/partners', { name })
  await partner('1')
  await settled(own.api, id, 'succeeded')
  const disabled = (await own.api.post(`${endpointPath(id)}/actions/disable`)).body
  expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'by_request', acked_sequence: 1 })
  await partner('2')
  await partner('3')
  const got = () =>
    receiver.received.filter(each => each.path === path).map(({ body }) => JSON.parse(body.toString()).sequence)
  expect(got()).toEqual([1])
  const enable = (body?: object) => own.api.post(`${endpointPath(id)}/actions/enable`, body)
  return { own, id, got, partner, enable }
}

describe('disable, enable, replay', () => {
  test.for<[object | undefined, number[]]>([
    [undefined, [1, 2, 3, 4]],
    [{}, [1, 2, 3, 4]],
    [{ resume: 'from_ack' }, [1, 2, 3, 4]],
    [{ resume: 'now' }, [1, 4]],
    [{ resume: 2 }, [1, 3, 4]],
    [{ resume: 0 }, [1, 1, 2, 3, 4]],
    [{ resume: 999 }, [1, 4]],
  ])('200: enable %o goes on where it says', async ([body, sequences]) => {
    const { own, id, got, partner, enable } = await missedTwo()
    const enabled = await enable(body)
    expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null, consecutive_failures: 0 })
    await partner('4')
    await until(
      async () => got(),
      seen => seen.length >= sequences.length,
    )
    expect(got().sort()).toEqual(sequences)
    const read = async () => (await own.api.get(endpointPath(id))).body
    await until(read, ({ acked_sequence }) => acked_sequence === 4)
  })

  test('200: replay sends again what matches; ahead of the log nothing changes', async () => {
    const { own, id, got, enable } = await missedTwo()
    await enable()
    await until(
      async () => got(),
      seen => seen.length === 3,
    )
    // What is still under way when the replay is asked for is not sent twice.
    await settled(own.api, id, 'succeeded', 'succeeded', 'succeeded')
    const path = `${endpointPath(id)}/actions/replay`
    for (const since_sequence of [3, 99]) {
      expect((await own.api.post(path, { since_sequence })).headers.etag).toBe('W/"3"')
    }
    expect((await own.api.post(path, { since_sequence: 1 })).headers.etag).toBe('W/"4"')
    await until(
      async () => got(),
      seen => seen.length === 5,
    )
    expect(got().sort()).toEqual([1, 2, 2, 3, 3])
    await settled(own.api, id, 'succeeded', 'succeeded', 'succeeded')
  })

  test('200: an archived one is sent nothing, and comes back disabled where it was', async () => {
    const { own, id, got, partner, enable } = await missedTwo()
    const archived = await own.api.post(`${endpointPath(id)}/actions/archive`)
    expect(archived.body).toMatchObject({ status: 'archived', disabled_reason: 'by_request' })
    await partner('4')
    const back = await own.api.post(`${endpointPath(id)}/actions/unarchive`)
    expect(back.body).toMatchObject({ status: 'disabled', disabled_reason: 'by_request' })
    expect(got()).toEqual([1])
    await enable()
    await until(
      async () => got(),
      sequences => sequences.length === 4,
    )
  })

  test('409 conflict: what waited for an archived one is cancelled, and not sent again', async () => {
    const own = await newAccount(service)
    receiver.behave(({ path }) => ({ status: path === '/busy' ? 500 : 200 }))
    const { id } = await registered(own.api, { url: receiver.url('/busy'), types: ['partner.created'] })
    await own.api.post('/partners', { name: '1' })
    await settled(own.api, id, 'retrying')
    await own.api.post(`${endpointPath(id)}/actions/archive`)
    const [delivery] = await settled(own.api, id, 'cancelled')
    const again = await own.api.post(`/webhook-deliveries/${delivery.id}/actions/retry`)
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('200: a retired one comes back', async () => {
    const own = await newAccount(service)
    const gone = await retired(own.api, receiver)
    expect(gone).toMatchObject({ status: 'retired', disabled_reason: 'gone' })
    const back = await own.api.post(`${endpointPath(gone.id)}/actions/enable`)
    expect(back.body).toMatchObject({ status: 'enabled', disabled_reason: null })
  })

  test('200: a sandbox reset keeps the endpoints, and they get what comes then', async () => {
    const { own, id, got, enable } = await missedTwo()
    const off = await registered(own.api, { types: ['item.*'] })
    await enable()
    await until(
      async () => got(),
      seen => seen.length === 3,
    )
    await own.api.post('/sandbox/actions/reset')
    const { data } = (await own.api.get('/webhook-endpoints')).body
    expect(data.map((each: Told) => each.id)).toEqual([off.id, id])
    expect((await own.api.get(`${endpointPath(id)}/deliveries`)).body.data).toEqual([])
    await own.api.post('/partners', { name: 'New' })
    await until(
      async () => got(),
      seen => seen.includes(4),
    )
    await settled(own.api, id, 'succeeded')
  })
})

// Last: it moves the clock.
describe('410 events_expired', () => {
  test('enable and replay from where nothing is kept any more', async () => {
    const { own, enable } = await missedTwo()
    const open = await registered(own.api)
    await own.tenant.set({ events_retention_days: 1 })
    service.clock.advance(25 * hourMs)
    await own.api.post('/partners', { name: 'Fresh' })
    await expireOnce(service)
    const expired = { code: 'events_expired', oldest_sequence: 4, latest_sequence: 4 }
    for (const body of [undefined, { resume: 'from_ack' }, { resume: 0 }, { resume: 2 }]) {
      expect(await enable(body)).toMatchObject({ status: 410, body: expired })
    }
    const replay = (since_sequence: number) =>
      own.api.post(`${endpointPath(open.id)}/actions/replay`, { since_sequence })
    for (const since of [0, 2]) expect(await replay(since)).toMatchObject({ status: 410, body: expired })
    expect((await replay(3)).status).toBe(200)
    expect((await enable({ resume: 3 })).body).toMatchObject({ status: 'enabled' })
  })
})
