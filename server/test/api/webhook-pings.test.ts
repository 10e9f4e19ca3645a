/** Test pings of webhook endpoints, and what is left of webhooks on a deployment without a usable signing key. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { newAccount } from '../support/account.ts'
import { selfSigned } from '../support/certificates.ts'
import { Client } from '../support/client.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import type { Told } from '../support/sales.ts'
import { testBaseUrl, useService } from '../support/service.ts'
import { faultsOf, rowsOfBooks } from '../support/stock.ts'
import { endpointPath, hookUrl, nearby, receiverCertificate, registered } from '../support/webhook-endpoints.ts'

const service = useService()

let receiver: Receiver
let api: Client
beforeAll(async () => {
  receiver = await openReceiver({ certificate: receiverCertificate })
  const account = await newAccount(service)
  await account.tenant.set({ max_webhook_endpoints: 1_000 })
  api = account.api
})
beforeEach(() => receiver.behave({}))
afterAll(() => receiver.close())

const act = (id: string, key: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.post(`${endpointPath(id)}/actions/${key}`, body, { headers })
const now = async (id: string): Promise<Told> => (await api.get(endpointPath(id))).body

describe('test', () => {
  const ping = async (url: string, headers: Record<string, string> = {}) => {
    const { id, secret } = await registered(api, { url })
    const reply = await act(id, 'test', undefined, headers)
    return { id, secret, reply, body: reply.body }
  }

  test('200: a signed event of its own type arrives; nothing is counted or kept', async () => {
    receiver.behave({ status: 202, body: 'thanks' })
    const before = receiver.received.length
    const { id, secret, body } = await ping(receiver.url('/ping?x=1'))
    expect(body).toMatchObject({
      object: 'webhook_ping',
      endpoint_id: id,
      succeeded: true,
      http_status: 202,
      error: null,
      response_snippet: 'thanks',
      livemode: false,
    })
    for (const step of ['duration_ms', 'connect_ms', 'tls_ms']) expect(body[step]).toBeGreaterThanOrEqual(0)
    const [got, ...more] = receiver.received.slice(before)
    expect([got!.method, got!.path, more]).toEqual(['POST', '/ping?x=1', []])
    const event = new Webhook(secret).verify(got!.body, got!.headers as Record<string, string>)
    expect(event).toMatchObject({
      object: 'event',
      id: got!.headers['webhook-id'],
      type: 'webhook.ping',
      data: { object: { object: 'webhook_endpoint', id } },
    })
    expect(await now(id)).toMatchObject({ consecutive_failures: 0 })
    expect((await api.get(`${endpointPath(id)}/deliveries`)).body.data).toEqual([])
  })

  test('200: what went wrong, in one word', async () => {
    receiver.behave({ status: 500, body: 'broken' })
    const failed = (await ping(receiver.url())).body
    expect(failed).toMatchObject({ succeeded: false, http_status: 500, error: 'http_500', response_snippet: 'broken' })
    receiver.behave({ status: 307, headers: { location: hookUrl } })
    expect((await ping(receiver.url())).body).toMatchObject({ http_status: 307, error: 'redirect' })
    const stranger = await openReceiver({ certificate: selfSigned() })
    expect((await ping(stranger.url())).body).toMatchObject({
      http_status: null,
      error: expect.stringMatching(/^tls: /),
    })
    await stranger.close()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise(resolve => server.close(resolve))
    expect((await ping(`https://127.0.0.1:${port}/`)).body).toMatchObject({ error: 'connection_refused', tls_ms: null })
    expect((await ping('https://no-such-name.example.com/')).body).toMatchObject({ error: 'dns', connect_ms: null })
    const { id } = await registered(api, { url: receiver.url() })
    expect(await now(id)).toMatchObject({ status: 'enabled', consecutive_failures: 0 })
  })

  test('412 stale_version and dry_run send nothing; a repeated request sends one', async () => {
    const { id } = await registered(api, { url: receiver.url('/quiet') })
    const got = () => receiver.received.filter(({ path }) => path === '/quiet').length
    expect((await act(id, 'test', {}, { 'if-match': 'W/"9"' })).status).toBe(412)
    expect((await act(id, 'test?dry_run=true')).body).toMatchObject({ error: 'not_sent', dry_run: true })
    expect(got()).toBe(0)
    const headers = { 'idempotency-key': 'one-ping' }
    const first = await act(id, 'test', {}, headers)
    const again = await act(id, 'test', {}, headers)
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect(got()).toBe(1)
  })

  test('200: with the newest secret, also while it is disabled', async () => {
    const { id } = await registered(api, { url: receiver.url('/newest') })
    const { secret } = (await act(id, 'rotate_secret')).body
    await act(id, 'disable')
    expect((await act(id, 'test')).body).toMatchObject({ succeeded: true })
    const got = receiver.received.find(({ path }) => path === '/newest')!
    expect(new Webhook(secret).verify(got.body, got.headers as Record<string, string>)).toBeTruthy()
  })
})

describe('503 webhooks_not_configured', () => {
  /** A node of the same service that was started without the key, or with another one. */
  async function nodeWith(signingKey: string | undefined) {
    const app = await buildApp({
      database: service.database,
      clock: service.clock,
      log: pino({ level: 'silent' }),
      fileStore: service.fileStore,
      webhooks: { ...nearby, allowCidrs: [], signingKey },
      baseUrl: testBaseUrl,
      trustProxy: false,
    })
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const close = async () => {
      app.beginStop()
      await app.server.close()
      await app.close()
    }
    return { client: new Client(address, api.key), close }
  }

  test('create, rotate_secret, test and a replay that shows a secret; everything else works', async () => {
    const headers = { 'idempotency-key': 'made-with-a-key' }
    const body = { url: hookUrl, types: ['*'] }
    const { id } = (await api.post('/webhook-endpoints', body, { headers })).body
    const { client, close } = await nodeWith(undefined)
    const before = await rowsOfBooks(service)
    const path = endpointPath(id)
    for (const reply of [
      await client.post('/webhook-endpoints', body),
      await client.post('/webhook-endpoints', body, { headers }),
      await client.post(`${path}/actions/rotate_secret`, {}, { headers: { 'idempotency-key': 'no-key' } }),
      await client.post(`${path}/actions/test`),
    ])
      expect(reply).toMatchObject({ status: 503, body: { code: 'webhooks_not_configured' } })
    expect(await rowsOfBooks(service)).toEqual(before)
    // The rows of the body come first; so does the state.
    expect(faultsOf(await client.post('/webhook-endpoints', { ...body, types: [] }))).toEqual(['types not_allowed'])
    expect((await client.post(`${path}/actions/enable`)).body.code).toBe('invalid_transition')
    expect((await client.get('/webhook-endpoints?limit=1')).body.data).toMatchObject([{ id }])
    const explained: Told[] = (await client.get(`${path}/actions`)).body.data
    const rotation = explained.find(({ key }) => key === 'rotate_secret')
    expect(rotation).toMatchObject({ allowed: false, blockers: [{ code: 'webhooks_not_configured' }] })
    expect((await client.patch(path, { description: 'x' })).status).toBe(200)
    expect((await client.post(`${path}/actions/disable`)).status).toBe(200)
    expect((await client.post(`${path}/actions/enable`)).status).toBe(200)
    await close()
  })

  test('test and a replay, when the secret was sealed under another key; a rotation cures it', async () => {
    const headers = { 'idempotency-key': 'made-with-another-key' }
    const body = { url: hookUrl, types: ['*'] }
    const { id } = (await api.post('/webhook-endpoints', body, { headers })).body
    const { client, close } = await nodeWith('another key of at least 32 characters')
    const path = `${endpointPath(id)}/actions`
    const refusal = { status: 503, body: { code: 'webhooks_not_configured' } }
    expect(await client.post('/webhook-endpoints', body, { headers })).toMatchObject(refusal)
    expect(await client.post(`${path}/test`)).toMatchObject(refusal)
    expect((await client.post(`${path}/rotate_secret`, { overlap_hours: 0 })).status).toBe(200)
    expect((await client.post(`${path}/test`)).body).toMatchObject({ object: 'webhook_ping', error: 'dns' })
    await close()
  })
})
