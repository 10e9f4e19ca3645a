/** GET /events/stream, the log as it grows, and GET /events/{id}, one event of it. */
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/domains/accounts/keys-store.ts'
import { addItem } from '../../src/domains/core/index.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { toInstant } from '../../src/lib/instants.ts'
import type { Client } from '../support/client.ts'
import { expireOnce } from '../support/jobs.ts'
import { freeLine, salesBook, type Told } from '../support/sales.ts'
import { type TestTenant, useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import { until } from '../support/webhook-endpoints.ts'

const service = useService({ alone: true })
const stopping = useService({ alone: true })
const dayMs = 24 * 60 * 60 * 1_000

interface Listening {
  status: number
  headers: http.IncomingHttpHeaders
  /** Everything that came, as it came. */
  text: string
  /** True once the service ended the answer, and ended it properly. */
  isOver: boolean
  events(): Told[]
  sequences(): number[]
  /** Waits for this many events in all. */
  heard(count: number): Promise<Told[]>
  leave(): void
}

let open: Listening[] = []
afterEach(() => {
  for (const stream of open) stream.leave()
  open = []
})

/** Listens until it leaves. What comes is cut into messages as a browser does. */
function listen(client: Client, query = '', headers: Record<string, string> = {}): Promise<Listening> {
  const { hostname, port } = new URL(client.address)
  const path = `/api/v1/events/stream${query}`
  const sent = { hostname, port, path, agent: false, headers: { authorization: `Bearer ${client.key}`, ...headers } }
  return new Promise((resolve, reject) => {
    const request = http.get(sent, response => {
      const stream: Listening = {
        status: response.statusCode!,
        headers: response.headers,
        text: '',
        isOver: false,
        events: () =>
          stream.text
            .split('\n\n')
            .slice(0, -1)
            .flatMap(message => {
              const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? []
              return data === undefined ? [] : [{ id: Number(id), ...JSON.parse(data), streamId: Number(id) }]
            }),
        sequences: () => stream.events().map(({ streamId }) => streamId),
        heard: count =>
          until(
            async () => stream.events(),
            events => events.length >= count,
          ),
        leave: () => void request.destroy(),
      }
      open.push(stream)
      response.setEncoding('utf8')
      response.on('data', piece => {
        stream.text += piece
      })
      response.on('end', () => {
        stream.isOver = true
      })
      response.on('error', () => {})
      resolve(stream)
    })
    request.on('error', reject)
  })
}

async function withEvents(
  count: number,
  on = service,
): Promise<{ tenant: TestTenant; api: Client & { keyId: string } }> {
  const tenant = await on.tenant()
  const api = await tenant.key()
  for (let number = 1; number <= count; number++) await api.post('/partners', { name: `P${number}` })
  return { tenant, api }
}

const partner = (api: Client, name = 'Event') => api.post('/partners', { name })

describe('GET /events/stream', () => {
  test('200: headers of a stream, then each event as the log shows it', async () => {
    const { api } = await withEvents(2)
    const stream = await listen(api, '?since_sequence=0')
    expect(stream.status).toBe(200)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-service-api-version': '2026-09-17',
      'x-service-sandbox': '1',
    })
    expect(stream.headers['x-request-id']).toBeTruthy()
    expect(stream.headers['x-service-latest-sequence']).toBe('2')
    expect(stream.headers['ratelimit-remaining']).toBeTruthy()
    const events = await stream.heard(2)
    expect(stream.text).toMatch(/^retry: \d+\n\nid: 1\ndata: \{/)
    const { data } = (await api.get('/events')).body
    expect(events.map(({ streamId, ...event }) => event)).toEqual(data)
    expect(stream.sequences()).toEqual([1, 2])
  })

  test('200: from now on, and within a second of the write', async () => {
    const { api } = await withEvents(2)
    const stream = await listen(api)
    await sleep(300)
    expect(stream.events()).toEqual([])
    for (const name of ['A', 'B']) {
      const { body } = await partner(api, name)
      const written = performance.now()
      const sequence = name === 'A' ? 3 : 4
      await until(
        async () => stream.sequences(),
        seen => seen.includes(sequence),
      )
      expect(performance.now() - written).toBeLessThan(1_000)
      expect(stream.events().at(-1)).toMatchObject({ type: 'partner.created', data: { object: { id: body.id } } })
    }
    expect(stream.sequences()).toEqual([3, 4])
  })

  test('200: after since_sequence; after Last-Event-ID, which wins; ahead of the log', async () => {
    const { api } = await withEvents(3)
    const streams = [
      await listen(api, '?since_sequence=2'),
      await listen(api, '', { 'last-event-id': '1' }),
      await listen(api, '?since_sequence=0', { 'last-event-id': '2' }),
      await listen(api, '?since_sequence=1', { 'last-event-id': '' }),
      await listen(api, '?since_sequence=999'),
    ]
    await partner(api)
    const expected = [[3, 4], [2, 3, 4], [3, 4], [2, 3, 4], []]
    for (const [index, stream] of streams.entries()) {
      await stream.heard(expected[index]!.length)
      expect(stream.sequences(), `stream ${index}`).toEqual(expected[index])
    }
  })

  test('200: more events than are read in one go, each once and in order', async () => {
    const { tenant, api } = await withEvents(1)
    const account = (await findAccount(service.database, tenant.slug, false))!
    await writeAsSystem({ database: service.database, clock: service.clock, account }, async ctx => {
      for (let made = 0; made < 210; made++) await addItem(ctx, { name: 'A', unit: { unit_code: 'pcs' } })
    })
    const every = Array.from({ length: 211 }, (_, index) => index + 1)
    const stream = await listen(api, '?since_sequence=0')
    await stream.heard(211)
    expect(stream.sequences()).toEqual(every)
    const created = await listen(api, '?since_sequence=0&types=partner.created')
    await partner(api)
    await created.heard(2)
    expect(created.sequences()).toEqual([1, 212])
  })

  test('200: types, exact, by prefix, with commas', async () => {
    const { api } = await withEvents(1)
    const streams = {
      'item.created': [2, 4],
      'partner.*': [1, 3],
      'partner.updated,item.*': [2, 4],
      'invoice.*': [],
    }
    const listening = new Map<string, Listening>()
    for (const types of Object.keys(streams))
      listening.set(types, await listen(api, `?since_sequence=0&types=${types}`))
    const item = { name: 'A', unit: { unit_code: 'pcs' } }
    await api.post('/items', item)
    await partner(api)
    await api.post('/items', item)
    for (const [types, sequences] of Object.entries(streams)) {
      await listening.get(types)!.heard(sequences.length)
      expect(listening.get(types)!.sequences(), types).toEqual(sequences)
    }
  })

  test('200: what the key may not read is redacted; other books are never heard', async () => {
    const { tenant, api } = await withEvents(1)
    const blind = await tenant.key({ scopes: ['events:read'] })
    const live = await tenant.key({ mode: 'live' })
    const stream = await listen(blind, '?since_sequence=0')
    const elsewhere = await listen(live, '?since_sequence=0')
    const { body } = await partner(api)
    const [, event] = await stream.heard(2)
    expect(event).toMatchObject({ sequence: 2, redacted: true, data: { object: { object: 'partner', id: body.id } } })
    expect(Object.keys(event.data)).toEqual(['object'])
    expect(stream.text).not.toContain('P1')
    await partner(live)
    const [own] = await elsewhere.heard(1)
    expect([own.livemode, elsewhere.events().length]).toEqual([true, 1])
  })

  test('200: a reset of the sandbox does not break it', async () => {
    const { api } = await withEvents(2)
    const stream = await listen(api, '?since_sequence=0')
    await stream.heard(2)
    await api.post('/sandbox/actions/reset')
    await partner(api)
    await stream.heard(3)
    expect([stream.sequences(), stream.isOver]).toEqual([[1, 2, 3], false])
  })

  test('422: Last-Event-ID, since_sequence, types, and what is unknown', async () => {
    const { api } = await withEvents(0)
    for (const id of ['x', '-1', '1.5', '1e3', '9'.repeat(16), '0x1', '1, 2']) {
      const reply = await api.get('/events/stream', { headers: { 'last-event-id': id } })
      expect(faultsOf(reply), id).toEqual(['Last-Event-ID not_allowed'])
    }
    for (const [query, fault] of [
      ['since_sequence=-1', 'since_sequence not_allowed'],
      ['since_sequence=x', 'since_sequence not_allowed'],
      ['types=nothing.*', 'types unknown_event_type'],
      ['wait=5', 'wait unknown_field'],
      ['limit=5', 'limit unknown_field'],
    ] as const)
      expect(faultsOf(await api.get(`/events/stream?${query}`)), query).toEqual([fault])
  })

  test('403 insufficient_scope without events:read', async () => {
    const { tenant } = await withEvents(0)
    const other = await tenant.key({ scopes: ['core:read', 'webhooks:manage'] })
    expect((await other.get('/events/stream')).body).toMatchObject({ required_scopes: ['events:read'] })
  })
})

describe('the end of a stream', () => {
  const over = (stream: Listening) =>
    until(
      async () => stream.isOver,
      isOver => isOver,
    )

  test('200: ends when the key is revoked, within two seconds; what comes then is not heard', async () => {
    const { tenant, api } = await withEvents(1)
    const other = await tenant.key()
    const stream = await listen(api, '?since_sequence=0')
    await stream.heard(1)
    await revokeKey(service.database, api.keyId, toInstant(service.clock()))
    const revoked = performance.now()
    await over(stream)
    expect(performance.now() - revoked).toBeLessThan(2_500)
    await partner(other)
    expect(stream.sequences()).toEqual([1])
  })

  test('200: ends when the account is locked; another account goes on', async () => {
    const [{ tenant, api }, other] = [await withEvents(0), await withEvents(0)]
    const [stream, untouched] = [await listen(api), await listen(other.api)]
    await tenant.set({ is_locked: true })
    await over(stream)
    expect(untouched.isOver).toBe(false)
    await partner(other.api)
    await untouched.heard(1)
  })

  test('200: ends at once when the service begins to stop', async () => {
    const { api } = await withEvents(1, stopping)
    const stream = await listen(api, '?since_sequence=0')
    await stream.heard(1)
    const began = performance.now()
    stopping.app.beginStop()
    await over(stream)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  test('200: a module that is dropped redacts from then on', async () => {
    const book = await salesBook(service)
    const seller = await book.tenant.key({ scopes: ['events:read', 'sales:read'] })
    const stream = await listen(seller, '?types=invoice.created')
    const shown = await book.invoice([freeLine('100')])
    const [before] = await stream.heard(1)
    expect(before.data.object).toMatchObject({ id: shown.id, totals: expect.anything() })
    await book.tenant.set({ modules: ['stock', 'finance'] })
    await sleep(500)
    const hidden = await book.invoice([freeLine('200')])
    const [, after] = await stream.heard(2)
    expect(after).toMatchObject({ redacted: true, data: { object: { object: 'invoice', id: hidden.id } } })
    expect(after.data.object).not.toHaveProperty('totals')
  })
})

describe('GET /events/{id}', () => {
  test('200: as the log shows it; redacted for a key that may not read the record', async () => {
    const { tenant, api } = await withEvents(2)
    const [, second] = (await api.get('/events')).body.data
    expect((await api.get(`/events/${second.id}`)).body).toEqual(second)
    expect((await api.get(`/events/${second.id.toUpperCase()}`)).body).toEqual(second)
    const blind = await tenant.key({ scopes: ['events:read'] })
    const { body } = await blind.get(`/events/${second.id}`)
    expect(body).toEqual({
      ...second,
      data: { object: { object: 'partner', id: second.data.object.id } },
      redacted: true,
    })
  })

  test('404 not_found: another account, the other mode, nobody, no id; 403 without the scope', async () => {
    const { tenant, api } = await withEvents(1)
    const [event] = (await api.get('/events')).body.data
    const strangers = [await tenant.key({ mode: 'live' }), (await withEvents(1)).api]
    for (const client of strangers) expect((await client.get(`/events/${event.id}`)).body.code).toBe('not_found')
    for (const id of [nobody, 'streams', '1', '%00', `${event.id}x`]) {
      expect((await api.get(`/events/${id}`)).status, id).toBe(404)
    }
    expect(faultsOf(await api.get(`/events/${event.id}?types=x`))).toEqual(['types unknown_field'])
    const other = await tenant.key({ scopes: ['core:read'] })
    expect((await other.get(`/events/${event.id}`)).body.code).toBe('insufficient_scope')
  })
})

// Last: they move the clock.
describe('what is no longer kept', () => {
  test('410 events_expired before a stream begins; 404 for the event itself', async () => {
    const { tenant, api } = await withEvents(2)
    const [old] = (await api.get('/events')).body.data
    await tenant.set({ events_retention_days: 1 })
    service.clock.advance(dayMs + 3_600_000)
    await partner(api)
    await expireOnce(service)
    expect((await api.get(`/events/${old.id}`)).body.code).toBe('not_found')
    const expired = { status: 410, body: { code: 'events_expired', oldest_sequence: 3, latest_sequence: 3 } }
    expect(await api.get('/events/stream?since_sequence=1')).toMatchObject(expired)
    const headers = { 'last-event-id': '0' }
    expect(await api.get('/events/stream?since_sequence=3', { headers })).toMatchObject(expired)
    const stream = await listen(api, '?since_sequence=2')
    await stream.heard(1)
    expect(stream.sequences()).toEqual([3])
  })

  test('200: ends when the key expires', async () => {
    const { tenant } = await withEvents(0)
    const api = await tenant.key({ expiresAt: toInstant(service.clock() + 3_600_000) })
    const stream = await listen(api)
    service.clock.advance(3_600_001)
    await until(
      async () => stream.isOver,
      isOver => isOver,
    )
  })
})
