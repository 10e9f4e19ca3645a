/** POST /sandbox/actions/advance_clock: a sandbox that lives later than the service, and everything that follows. */
import { beforeEach, describe, expect, test } from 'vitest'
import { findAccount, todayOf } from '../../src/kernel/account.ts'
import { dayIn } from '../../src/lib/days.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { expireOnce } from '../support/jobs.ts'
import { useService } from '../support/service.ts'
import { lookForDeadlines, stepBook } from '../support/workflow.ts'

const service = useService()
const path = '/sandbox/actions/advance_clock'
const daySeconds = 86_400
const tenYears = 3_660 * daySeconds

let account: TestAccount
let api: Client
beforeEach(async () => {
  account = await newAccount(service)
  api = account.api
})

const advance = (seconds: number, client = api) => client.post(path, { seconds })
/** How far ahead of the service an instant of the answer is, in whole days. */
const daysAhead = (instant: string) => Math.round((Date.parse(instant) - service.clock()) / (daySeconds * 1_000)) + 0
const newOrder = async (client = api) => {
  const partner_id = (await client.post('/partners', { name: 'A' })).body.id
  return (await client.post('/orders', { partner_id })).body
}

describe('what is later', () => {
  test('200: records, events and today', async () => {
    const before = await newOrder()
    const reply = await advance(40 * daySeconds)
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.body).toEqual({
      object: 'sandbox',
      partners: 1,
      items: 0,
      warehouses: 4,
      is_changed: true,
      time: expect.any(String),
      clock_ahead_seconds: 40 * daySeconds,
      livemode: false,
    })
    expect(daysAhead(reply.body.time)).toBe(40)
    const after = await newOrder()
    expect(daysAhead(after.created_at)).toBe(40)
    expect(Date.parse(after.order_date) - Date.parse(before.order_date)).toBe(40 * daySeconds * 1_000)
    const { data: events } = (await api.get('/events')).body
    expect(events.map(({ created_at }: { created_at: string }) => daysAhead(created_at))).toEqual([0, 0, 40, 40])
    expect((await api.get(`/orders/${before.id}`)).body.created_at).toBe(before.created_at)
    expect((await api.get(`/orders?updated_since=${reply.body.time}`)).body.data).toHaveLength(1)
  })

  test('200: reads know it at once, and so do commands', async () => {
    const orders = ({ document_kind }: { document_kind: string }) => document_kind === 'order'
    const nextOrder = async () => (await api.get('/number-series')).body.data.find(orders).next_number
    const year = new Date(service.clock()).getUTCFullYear()
    expect(await nextOrder()).toContain(String(year))
    await advance(366 * daySeconds)
    expect(await nextOrder()).toContain(String(year + 1))
    const found = (await findAccount(service.database, account.tenant.slug, false))!
    expect(todayOf(found, service.clock()).slice(0, 4)).toBe(String(year + 1))
  })

  test('200: twice adds up; it goes on, and a write in between is never earlier than the one before', async () => {
    await advance(60)
    await advance(30)
    const before = service.clock()
    const [first, second] = [await newOrder(), await newOrder()]
    expect(Date.parse(first.created_at) - before).toBeGreaterThanOrEqual(90_000)
    expect(second.created_at > first.created_at).toBe(true)
    expect((await api.post('/sandbox/actions/seed')).body).toMatchObject({ clock_ahead_seconds: 90, is_changed: false })
  })

  test('200: steps whose deadline passed are handed over, those of other books are not', async () => {
    const [book, other] = [await stepBook(service), await stepBook(service)]
    const steps = []
    for (const { define, batch, steps: stepsOf } of [book, other]) {
      await define({
        code: 'LAB',
        name: 'Lab',
        on: { document: 'batch', action: 'create' },
        steps: [{ key: 'lab', title: 'Lab', kind: 'external', timeout_seconds: 3600 }],
      })
      steps.push((await stepsOf((await batch()).body.id))[0].id)
    }
    await advance(3_700, book.api)
    await lookForDeadlines(service)
    expect(await book.step(steps[0])).toMatchObject({ status: 'handed_over' })
    expect(await other.step(steps[1])).toMatchObject({ status: 'called' })
  })

  test('410 events_expired: of events older than the plan keeps them by that clock', async () => {
    await newOrder()
    await advance(400 * daySeconds)
    await newOrder()
    await expireOnce(service)
    expect((await api.get('/events')).body.data).toHaveLength(2)
    expect((await api.get('/events?since_sequence=0')).body).toMatchObject({ code: 'events_expired' })
  })
})

describe('what is not', () => {
  test('200: the live book and other sandboxes', async () => {
    const other = await newAccount(service)
    await advance(daySeconds)
    for (const client of [account.live, other.api]) expect(daysAhead((await newOrder(client)).created_at)).toBe(0)
  })

  test('200: keys, idempotency keys and addresses of uploads', async () => {
    const key = await account.tenant.key({ expiresAt: new Date(service.clock() + 3_600_000).toISOString() })
    const headers = { 'idempotency-key': 'once' }
    const first = await key.post('/partners', { name: 'A' }, { headers })
    await advance(30 * daySeconds)
    const again = await key.post('/partners', { name: 'A' }, { headers })
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    const upload = { file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 10 }
    expect(daysAhead((await api.post('/attachments', upload)).body.expires_at)).toBe(0)
  })

  test('200: the days of deliveries, by the day and by the hour', async () => {
    await advance(40 * daySeconds)
    for (const query of ['', '?step=day'])
      expect((await api.get(`/reports/webhook_health${query}`)).body.to).toBe(dayIn('Europe/Prague', service.clock()))
  })
})

describe('back again', () => {
  test('200: a reset shows the real time, and the book starts there', async () => {
    await newOrder()
    await advance(90 * daySeconds)
    await newOrder()
    const { body } = await api.post('/sandbox/actions/reset')
    expect(body).toMatchObject({ clock_ahead_seconds: 0, partners: 0 })
    expect(daysAhead(body.time)).toBe(0)
    expect(daysAhead((await newOrder()).created_at)).toBe(0)
    const { data: warehouses } = (await api.get('/warehouses')).body
    expect(daysAhead(warehouses[0].created_at)).toBe(0)
  })

  test('200 by dry_run, and nothing moved', async () => {
    expect((await api.post(`${path}?dry_run=true`, { seconds: daySeconds })).body).toMatchObject({
      clock_ahead_seconds: daySeconds,
      dry_run: true,
      events: [],
    })
    expect(daysAhead((await newOrder()).created_at)).toBe(0)
  })

  test('200 replayed: a repeated call moves it once', async () => {
    const headers = { 'idempotency-key': 'move' }
    const first = await api.post(path, { seconds: 60 }, { headers })
    expect(await api.post(path, { seconds: 60 }, { headers })).toMatchObject({ text: first.text })
    expect((await advance(1)).body.clock_ahead_seconds).toBe(61)
  })
})

describe('refused', () => {
  test('403 forbidden: a live key; 403 insufficient_scope without core:write', async () => {
    for (const seconds of [60, 0])
      expect((await advance(seconds, account.live)).body).toMatchObject({ status: 403, code: 'forbidden' })
    const reader = await account.tenant.key({ scopes: ['core:read'] })
    expect((await advance(60, reader)).body).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  test('422 validation_failed: no seconds, none, back, parts of one, more than ten years', async () => {
    for (const seconds of [undefined, 0, -60, 1.5, '60', tenYears + 1]) {
      const reply = await api.post(path, { seconds })
      expect(reply.body, String(seconds)).toMatchObject({ code: 'validation_failed', errors: [{ field: 'seconds' }] })
    }
    expect((await advance(tenYears)).status).toBe(200)
    const { body } = await advance(1)
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'seconds', code: 'not_allowed' }] })
    expect(daysAhead((await newOrder()).created_at)).toBe(3_660)
  })
})
