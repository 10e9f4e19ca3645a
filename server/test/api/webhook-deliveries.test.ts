/** Deliveries of webhook endpoints: listed, read with their attempts, sent again by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/account.ts'
import { expireOnce } from '../support/jobs.ts'
import { peopleService } from '../support/person.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import {
  deliveriesOf,
  endpointPath,
  receiverCertificate,
  registered,
  settled,
  until,
} from '../support/webhook-endpoints.ts'

const service = useService(peopleService)
const hourMs = 3_600_000

let receiver: Receiver
let account: TestAccount
beforeAll(async () => {
  receiver = await openReceiver({ certificate: receiverCertificate })
})
beforeEach(async () => {
  receiver.behave({})
  account = await newAccount(service)
})
afterAll(() => receiver.close())

const delivery = (id: string) => `/webhook-deliveries/${id}`
const partner = (name: string) => account.api.post('/partners', { name })
const item = (name: string) => account.api.post('/items', { name, unit: { unit_code: 'pcs' } })
const retry = (id: string, headers: Record<string, string> = {}) =>
  account.api.post(`${delivery(id)}/actions/retry`, undefined, { headers })
const near = (rest: object = {}) => registered(account.api, { url: receiver.url(), ...rest })

describe('reading', () => {
  test('200: a delivery that worked, in the list and alone', async () => {
    receiver.behave({ status: 201, body: 'got it' })
    const { id } = await near()
    await partner('A')
    const [row] = await settled(account.api, id, 'succeeded')
    const [event] = (await account.api.get('/events')).body.data
    const { at, duration_ms } = row.attempts[0]
    expect(row).toEqual({
      object: 'webhook_delivery',
      id: row.id,
      endpoint_id: id,
      event_id: event.id,
      sequence: 1,
      type: 'partner.created',
      status: 'succeeded',
      attempts: [{ at, duration_ms, http_status: 201, error: null, response_snippet: 'got it' }],
      next_attempt_at: null,
      allowed_actions: ['retry'],
      livemode: false,
      created_at: row.created_at,
      updated_at: row.updated_at,
    })
    const detail = await account.api.get(delivery(row.id))
    expect(detail.body).toEqual(row)
    const known = await account.api.get(delivery(row.id), { headers: { 'if-none-match': detail.headers.etag! } })
    expect(known.status).toBe(304)
    const { data } = (await account.api.get(`${delivery(row.id)}/actions`)).body
    expect(data).toMatchObject([{ key: 'retry', allowed: true, blockers: [] }])
  })

  test('200: a delivery that failed says why and when it goes on', async () => {
    receiver.behave({ status: 500, body: 'x'.repeat(3_000) })
    const { id } = await near()
    await partner('A')
    const [row] = await settled(account.api, id, 'retrying')
    expect(row.attempts).toMatchObject([{ http_status: 500, error: 'http_500', response_snippet: 'x'.repeat(1_024) }])
    expect(Date.parse(row.next_attempt_at) - Date.parse(row.attempts[0].at)).toBeGreaterThanOrEqual(60_000)
    const { body } = await account.api.get(endpointPath(id))
    expect(body).toMatchObject({ status: 'enabled', consecutive_failures: 1, acked_sequence: 0 })
  })

  test('200: by status and type, page by page, since', async () => {
    receiver.behave(({ body }) => ({ status: body.includes('"item.created"') ? 503 : 200 }))
    const { id } = await near()
    await partner('A')
    await settled(account.api, id, 'succeeded')
    for (const add of [() => item('B'), () => partner('C'), () => item('D')]) await add()
    const rows = await settled(account.api, id, 'succeeded', 'retrying', 'succeeded', 'retrying')
    const sequences = async (query: string) => (await deliveriesOf(account.api, id, query)).map(row => row.sequence)
    expect(await sequences('')).toEqual([4, 3, 2, 1])
    expect(await sequences('&status=retrying')).toEqual([4, 2])
    expect(await sequences('&status=dead')).toEqual([])
    expect(await sequences('&type=partner.created')).toEqual([3, 1])
    expect(await sequences('&type=partner.created&status=retrying')).toEqual([])
    expect(await sequences('&type=nothing')).toEqual([])
    expect(await sequences(`&created_since=${rows[1].created_at}`)).toEqual([2, 3, 4])
    const list = `${endpointPath(id)}/deliveries`
    const first = await account.api.get(`${list}?limit=3`)
    expect(first.body.has_more).toBe(true)
    const second = await account.api.get(`${list}?limit=3&cursor=${first.body.next_cursor}`)
    expect([...first.body.data, ...second.body.data].map((row: Told) => row.sequence)).toEqual([4, 3, 2, 1])
    expect(first.headers['x-service-latest-sequence']).toBe('4')
    for (const [query, fault] of [
      ['status=on', 'status not_allowed'],
      ['updated_since=2026-01-01T00:00:00Z', 'updated_since unknown_field'],
      ['created_since=yesterday', 'created_since not_allowed'],
      ['limit=201', 'limit not_allowed'],
      [`limit=2&status=dead&cursor=${first.body.next_cursor}`, 'cursor not_allowed'],
    ] as const)
      expect(faultsOf(await account.api.get(`${list}?${query}`)), query).toEqual([fault])
  })

  test('200: each endpoint has its own; skipped ones are shown too', async () => {
    const own = await near({ exclude_own_events: true })
    const items = await near({ types: ['item.*'] })
    await partner('A')
    await item('B')
    await settled(account.api, items.id, 'succeeded')
    const rows = await settled(account.api, own.id, 'skipped', 'skipped')
    expect(rows[0]).toMatchObject({ attempts: [], next_attempt_at: null, allowed_actions: [] })
  })

  test('404 not_found: another account, the other mode, nobody, no id', async () => {
    const { id } = await near()
    await partner('A')
    const [row] = await settled(account.api, id, 'succeeded')
    const other = await newAccount(service)
    for (const client of [other.api, account.live]) {
      expect((await client.get(delivery(row.id))).status).toBe(404)
      expect((await client.get(`${delivery(row.id)}/actions`)).status).toBe(404)
      expect((await client.post(`${delivery(row.id)}/actions/retry`)).status).toBe(404)
      expect((await client.get(`${endpointPath(id)}/deliveries`)).status).toBe(404)
    }
    for (const none of [nobody, 'x']) expect((await account.api.get(delivery(none))).body.code).toBe('not_found')
    expect((await account.api.get(`${endpointPath(nobody)}/deliveries`)).status).toBe(404)
    expect((await account.api.post(`${delivery(row.id)}/actions/cancel`)).body.code).toBe('unknown_action')
  })
})

describe('retry', () => {
  test('200: one that worked is sent again, as it was; its attempts stay', async () => {
    const { id } = await near({ url: receiver.url('/again') })
    await partner('A')
    const [row] = await settled(account.api, id, 'succeeded')
    const got = () => receiver.received.filter(({ path }) => path === '/again')
    const reply = await retry(row.id)
    expect(reply.body).toMatchObject({ id: row.id, status: 'pending', attempts: row.attempts })
    expect((await account.api.get(endpointPath(id))).body.acked_sequence).toBeLessThanOrEqual(1)
    await until(
      async () => got().length,
      count => count === 2,
    )
    const [first, second] = got()
    expect(second!.body.equals(first!.body)).toBe(true)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    const [again] = await settled(account.api, id, 'succeeded')
    expect(again.attempts).toHaveLength(2)
    expect(again.attempts[0]).toEqual(row.attempts[0])
    const read = async () => (await account.api.get(endpointPath(id))).body.acked_sequence
    await until(read, acked => acked === 1)
  })

  test('200: one that failed does not wait for its time', async () => {
    receiver.behave({ status: 500 })
    const { id } = await near()
    await partner('A')
    const [row] = await settled(account.api, id, 'retrying')
    receiver.behave({})
    expect((await retry(row.id)).body).toMatchObject({ status: 'pending' })
    const [again] = await settled(account.api, id, 'succeeded')
    expect(again.attempts.map(({ http_status }: Told) => http_status)).toEqual([500, 200])
  })

  test('409 invalid_transition: skipped, held; by dry_run nothing changes', async () => {
    const own = await near({ exclude_own_events: true })
    receiver.behave({ status: 500 })
    const { id } = await near()
    await partner('A')
    const [skipped] = await settled(account.api, own.id, 'skipped')
    const [waiting] = await settled(account.api, id, 'retrying')
    const dryRun = await account.api.post(`${delivery(waiting.id)}/actions/retry?dry_run=true`)
    expect(dryRun.body).toMatchObject({ status: 'pending', dry_run: true })
    expect((await account.api.get(delivery(waiting.id))).body).toEqual(waiting)
    await account.api.post(`${endpointPath(id)}/actions/disable`)
    const [held] = await settled(account.api, id, 'held')
    for (const row of [skipped, held]) {
      expect(row.allowed_actions).toEqual([])
      expect(await retry(row.id)).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition', allowed_actions: [] },
      })
    }
    await account.api.post(`${endpointPath(id)}/actions/enable`, { resume: 'now' })
    await settled(account.api, id, 'cancelled')
    receiver.behave({})
    expect((await retry(held.id)).status).toBe(200)
    await settled(account.api, id, 'succeeded')
  })

  test('200: a delivery that was never sent, of an endpoint that went on: it is open, not acknowledged', async () => {
    const far = await near({ url: receiver.url('/hang') })
    receiver.behave(({ path }) => (path === '/hang' ? { act: 'hang' } : {}))
    await partner('A')
    await settled(account.api, far.id, 'pending')
    await account.api.post(`${endpointPath(far.id)}/actions/disable`)
    const [held] = await settled(account.api, far.id, 'held')
    await account.api.post(`${endpointPath(far.id)}/actions/enable`, { resume: 'now' })
    await settled(account.api, far.id, 'cancelled')
    await account.api.patch(endpointPath(far.id), { url: receiver.url() })
    await partner('B')
    await settled(account.api, far.id, 'cancelled', 'succeeded')
    const read = async () => (await account.api.get(endpointPath(far.id))).body.acked_sequence
    await until(read, acked => acked === 2)
    receiver.behave({ status: 500 })
    expect((await retry(held.id)).body).toMatchObject({ status: 'pending' })
    expect(await read()).toBe(0)
    await settled(account.api, far.id, 'retrying', 'succeeded')
    await account.api.post(`${endpointPath(far.id)}/actions/disable`)
    const [succeeded] = (await deliveriesOf(account.api, far.id)).filter(row => row.status === 'succeeded')
    expect((await retry(succeeded.id)).body).toMatchObject({ code: 'conflict' })
  })

  test('412 stale_version: another attempt was made meanwhile', async () => {
    receiver.behave({ status: 500 })
    const { id } = await near()
    await partner('A')
    const [row] = await settled(account.api, id, 'retrying')
    const { etag } = (await account.api.get(delivery(row.id))).headers
    expect((await retry(row.id, { 'if-match': 'W/"1"' })).body).toMatchObject({ current_etag: etag })
    const sent = await retry(row.id, { 'if-match': etag! })
    expect(sent.status).toBe(200)
    expect(sent.headers.etag).not.toBe(etag)
    expect((await retry(row.id, { 'if-match': etag! })).status).toBe(412)
  })

  // Last: it moves the clock.
  test('409 conflict: its body is no longer kept; with the delivery it goes entirely', async () => {
    const old = await near()
    await partner('A')
    const [gone] = await settled(account.api, old.id, 'succeeded')
    await account.tenant.set({ events_retention_days: 2 })
    service.clock.advance(47 * hourMs)
    const { id } = await near()
    await account.api.post(`${endpointPath(id)}/actions/replay`, { since_sequence: 0 })
    const [row] = await settled(account.api, id, 'succeeded')
    service.clock.advance(2 * hourMs)
    await expireOnce(service)
    expect((await account.api.get(delivery(gone.id))).status).toBe(404)
    expect(await retry(row.id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await account.api.get(delivery(row.id))).body).toEqual(row)
  })
})
