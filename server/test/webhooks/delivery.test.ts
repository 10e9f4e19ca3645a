/** What a receiver is sent: signatures, headers, bytes, and which events at all. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { stockBook } from '../support/stock.ts'
import {
  expectSameBodies,
  expectWholeChain,
  sequencesOf,
  signers,
  twoLooks,
  until,
  useWebhooks,
  verified,
  writePartners,
} from '../support/webhooks.ts'

const { service, book: newBook, hook: newHook, receiver: newReceiver } = useWebhooks()

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('a request', () => {
  // Before any other moves the clock: `verify` looks at the real time.
  test('verifies with another implementation, and its headers tell the event, the attempt and the one before', async () => {
    const { api } = await newBook()
    await writePartners(api, 1)
    const hook = await newHook(api)
    await writePartners(api, 12)
    for (const request of await hook.gets(12)) {
      const event = verified(hook.secret, request)
      expect(request).toMatchObject({
        method: 'POST',
        path: '/hook',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'webhook-id': event.id,
          'webhook-attempt': '1',
          'webhook-sequence': String(event.sequence),
        },
      })
      const sentSeconds = Number(request.headers['webhook-timestamp'])
      expect(request.clockMs / 1_000 - sentSeconds).toBeGreaterThanOrEqual(0)
      expect(request.clockMs / 1_000 - sentSeconds).toBeLessThan(5)
      const kept = await api.get(`/events/${event.id}`)
      expect(kept.status).toBe(200)
      expect(request.body.toString()).toBe(kept.text)
    }
    expect(sequencesOf(hook.got)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expectWholeChain(hook.got)
    for (const { status, attempts, event_id } of await hook.settles()) {
      expect({ status, attempts }).toMatchObject({ status: 'succeeded', attempts: [{ http_status: 200, error: null }] })
      expect(hook.got.map(({ headers }) => headers['webhook-id'])).toContain(event_id)
    }
    expect(await hook.read()).toMatchObject({ acked_sequence: 13, consecutive_failures: 0 })
  })

  test('is repeated with the same id and bytes, the next attempt, a new time and a new signature', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave(({ headers }) => ({ status: headers['webhook-attempt'] === '3' ? 204 : 500 }))
    await api.post('/partners', { name: 'Pivnice U Žatce', notes: '„čeština“ \u2028 \u{1F37A}' })
    await hook.gets(1)
    await until(hook.deliveries, ([row]) => row?.status === 'retrying')
    service.clock.advance(1.1 * minuteMs)
    await hook.gets(2)
    await until(hook.deliveries, ([row]) => row!.attempts.length === 2)
    service.clock.advance(5.5 * minuteMs)
    await hook.gets(3)
    await hook.settles()
    expect(hook.got.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3'])
    expect(new Set(hook.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(hook.got.map(({ headers }) => headers['webhook-signature'])).size).toBe(3)
    expectSameBodies(hook.got)
    for (const request of hook.got) {
      expect(signers(request, { own: hook.secret })).toEqual(['own'])
      expect(Math.abs(request.clockMs / 1_000 - Number(request.headers['webhook-timestamp']))).toBeLessThan(5)
    }
  })
})

describe('which events', () => {
  test('exact types, prefixes and *: each endpoint gets its own, and its chain has no hole', async () => {
    const { api } = await newBook()
    const wanted: [string[], number[]][] = [
      [['partner.created'], [1, 5]],
      [['partner.*'], [1, 2, 5]],
      [
        ['item.*', 'partner.updated'],
        [2, 3, 4],
      ],
      [['invoice.*'], []],
      [['*'], [1, 2, 3, 4, 5]],
    ]
    const hooks = await Promise.all(wanted.map(([types]) => newHook(api, { types })))
    const partner = await api.post('/partners', { name: 'P' })
    await api.patch(`/partners/${partner.body.id}`, { notes: 'n' })
    const item = await api.post('/items', { name: 'Slad', unit: { unit_code: 'kg' } })
    await api.patch(`/items/${item.body.id}`, { name: 'Chmel' })
    await writePartners(api, 1)
    await hooks[4]!.gets(5)
    await Promise.all(hooks.slice(0, 3).map(hook => hook.settles()))
    await twoLooks()
    expect(hooks.map(hook => sequencesOf(hook.got))).toEqual(wanted.map(([, sequences]) => sequences))
    for (const hook of hooks) expectWholeChain(hook.got)
    expect(await hooks[3]!.deliveries()).toEqual([])
    const refused = await api.patch(`/webhook-endpoints/${hooks[0]!.id}`, { types: ['partner.*', 'beer.*'] })
    expect(refused.body.errors).toMatchObject([{ field: 'types[1]', code: 'unknown_event_type' }])
  })

  test('other types count for events to come; the chain goes on', async () => {
    const { api } = await newBook()
    const hook = await newHook(api, { types: ['item.*'] })
    await writePartners(api, 2)
    const item = await api.post('/items', { name: 'Slad', unit: { unit_code: 'kg' } })
    await hook.gets(1)
    await api.patch(`/webhook-endpoints/${hook.id}`, { types: ['partner.*'] })
    await api.patch(`/items/${item.body.id}`, { name: 'Chmel' })
    await writePartners(api, 1)
    await hook.gets(2)
    expect(sequencesOf(hook.got)).toEqual([3, 5])
    expectWholeChain(hook.got)
  })

  test('redacted for a key without the scope: the same as that key reads, signed as it is', async () => {
    const { tenant, api } = await newBook()
    const blind = await tenant.key({ scopes: ['webhooks:manage', 'core:read', 'events:read'] })
    const [open, redacted] = [await newHook(api), await newHook(blind)]
    const stock = await stockBook(api)
    await stock.received(await stock.item(), '5')
    const events = (await api.get('/events')).body.data as { id: string; type: string }[]
    await Promise.all([open.gets(events.length), redacted.gets(events.length)])
    for (const [hook, as] of [[open, api] as const, [redacted, blind] as const]) {
      for (const request of hook.got) {
        expect(signers(request, { own: hook.secret })).toEqual(['own'])
        expect(request.body.toString()).toBe((await as.get(`/events/${request.headers['webhook-id']}`)).text)
      }
      expectWholeChain(hook.got)
    }
    const shown = Object.fromEntries(
      redacted.got.map(({ body }) => JSON.parse(body.toString())).map(event => [event.type, event]),
    )
    expect(shown['item.created']).not.toHaveProperty('redacted')
    for (const type of ['goods_receipt.created', 'goods_receipt.confirmed', 'stock_level.changed']) {
      expect(shown[type]).toMatchObject({ redacted: true })
      expect(Object.keys(shown[type].data.object)).toEqual(['object', 'id'])
    }
  })

  test('exclude_own_events: skipped, indirect ones too, and those of a rolled key', async () => {
    const { tenant, api: other } = await newBook()
    const [own, rolled] = [await tenant.key(), await tenant.key()]
    await service.database.run(sql`
      update api_keys set lineage_id = ${own.keyId} where id = ${rolled.keyId}`)
    const hook = await newHook(own, { exclude_own_events: true })
    await writePartners(other, 1)
    const stock = await stockBook(own)
    await stock.received(await stock.item(), '5')
    await writePartners(rolled, 1)
    await writePartners(other, 1)
    const events = (await other.get('/events')).body.data as { sequence: number; type: string }[]
    expect(events.map(({ type }) => type)).toContain('stock_level.changed')
    const deliveries = await hook.settles()
    const isOthers = ({ sequence }: { sequence: number }) => sequence === 1 || sequence === events.length
    expect(deliveries.map(({ sequence, status }) => [sequence, status])).toEqual(
      events.map(event => [event.sequence, isOthers(event) ? 'succeeded' : 'skipped']),
    )
    expect(sequencesOf(hook.got)).toEqual([1, events.length])
    expectWholeChain(hook.got)
    const skipped = deliveries.find(({ status }) => status === 'skipped')!
    expect(skipped).toMatchObject({ attempts: [], next_attempt_at: null })
    expect((await own.post(`/webhook-deliveries/${skipped.id}/actions/retry`)).status).toBe(409)
  })
})

describe('secrets', () => {
  test('rotation: both sign during the overlap, newest first; then the new one alone', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    const rotated = await hook.act('rotate_secret')
    const secrets = { old: hook.secret, new: rotated.body.secret }
    const next = async () => {
      const before = hook.got.length
      await writePartners(api, 1)
      await hook.gets(before + 1)
      return signers(hook.got.at(-1)!, secrets)
    }
    expect(await next()).toEqual(['new', 'old'])
    service.clock.advance(23.9 * hourMs)
    expect(await next()).toEqual(['new', 'old'])
    service.clock.advance(0.2 * hourMs)
    expect(await next()).toEqual(['new'])
  })

  test('revoked, or rotated without an overlap: the old one signs no more, not even a retry', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 1)
    await hook.gets(1)
    const second = (await hook.act('rotate_secret', { overlap_hours: 168 })).body.secret
    await until(hook.deliveries, ([row]) => row?.status === 'retrying')
    service.clock.advance(1.1 * minuteMs)
    await hook.gets(2)
    await until(hook.deliveries, ([row]) => row?.attempts.length === 2)
    expect(await hook.act('revoke_previous_secret')).toMatchObject({ body: { previous_secret_expires_at: null } })
    service.clock.advance(5.5 * minuteMs)
    await hook.gets(3)
    await until(hook.deliveries, ([row]) => row?.attempts.length === 3)
    const third = (await hook.act('rotate_secret', { overlap_hours: 0 })).body.secret
    hook.behave({})
    service.clock.advance(33 * minuteMs)
    await hook.gets(4)
    const secrets = { first: hook.secret, second, third }
    expect(hook.got.map(request => signers(request, secrets))).toEqual([
      ['first'],
      ['second', 'first'],
      ['second'],
      ['third'],
    ])
    expectSameBodies(hook.got)
  })
})

describe('beside the events', () => {
  test('a secret that cannot be opened makes deliveries wait; the receiver is not blamed', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    const change = (secret: ReturnType<typeof sql>) =>
      service.database.run(sql`update webhook_endpoints set secret = ${secret} where id = ${hook.id}`)
    await change(sql`secret || 'x'`)
    await writePartners(api, 1)
    await until(hook.deliveries, ({ length }) => length === 1)
    service.clock.advance(31_000)
    await twoLooks()
    expect(await hook.deliveries()).toMatchObject([{ status: 'pending', attempts: [] }])
    expect(await hook.read()).toMatchObject({ status: 'enabled', consecutive_failures: 0 })
    await change(sql`substr(secret, 1, length(secret) - 1)`)
    service.clock.advance(31_000)
    await hook.settles()
    expect(hook.got.map(request => signers(request, { own: hook.secret }))).toEqual([['own']])
  })

  test('a test ping is signed, sent in any state, and counted by nobody', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500, body: 'broken' })
    const failed = await hook.act('test')
    expect(failed.body).toMatchObject({
      succeeded: false,
      http_status: 500,
      error: 'http_500',
      response_snippet: 'broken',
    })
    hook.behave({ status: 410 })
    expect((await hook.act('test')).body).toMatchObject({ succeeded: false, error: 'http_410' })
    await hook.act('disable')
    hook.behave({})
    expect((await hook.act('test')).body).toMatchObject({ succeeded: true, http_status: 200 })
    expect(await hook.read()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'by_request',
      consecutive_failures: 0,
    })
    expect(await hook.deliveries()).toEqual([])
    expect((await api.get('/events')).body.data).toEqual([])
    for (const request of hook.got) {
      expect(signers(request, { own: hook.secret })).toEqual(['own'])
      expect(JSON.parse(request.body.toString())).toMatchObject({
        type: 'webhook.ping',
        id: request.headers['webhook-id'],
      })
    }
  })

  test('what waits goes to the new address', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 2)
    await until(hook.deliveries, rows => rows.length === 2 && rows.every(({ status }) => status === 'retrying'))
    const moved = await newReceiver()
    await api.patch(`/webhook-endpoints/${hook.id}`, { url: moved.url('/new') })
    service.clock.advance(1.1 * minuteMs)
    await until(
      () => moved.received,
      ({ length }) => length === 2,
    )
    await hook.settles()
    expect(hook.got).toHaveLength(2)
    expectSameBodies([...hook.got, ...moved.received])
    expect(moved.received.map(({ path, headers }) => [path, headers['webhook-attempt']])).toEqual([
      ['/new', '2'],
      ['/new', '2'],
    ])
  })
})
