/** Sending again: disabled and enabled endpoints, replays, single deliveries, and what is no longer kept. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import type { Client } from '../support/client.ts'
import { expireOnce } from '../support/jobs.ts'
import {
  expectSameBodies,
  expectWholeChain,
  type Hook,
  sequencesOf,
  signers,
  twoLooks,
  until,
  useSharedWebhooks,
  writePartners,
} from '../support/webhooks.ts'

const { service, book: newBook, hook: newHook } = useSharedWebhooks()

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const retry = (api: Client, id: string) => api.post(`/webhook-deliveries/${id}/actions/retry`)

const statusesOf = async (hook: Hook) => (await hook.deliveries()).map(({ sequence, status }) => [sequence, status])

const all = (status: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, status])

/** Two events delivered, two that wait for their second attempt, two since it was disabled; for each of these endpoints. */
async function disabledAfterSix<const Names extends readonly unknown[]>(names: Names) {
  const { tenant, api } = await newBook()
  const hooks = await Promise.all(names.map(() => newHook(api)))
  const each = <T>(work: (hook: Hook) => T) => Promise.all(hooks.map(work))
  await writePartners(api, 2)
  await each(hook => hook.settles())
  for (const hook of hooks) hook.behave({ status: 500 })
  await writePartners(api, 2)
  await each(hook => until(hook.deliveries, rows => rows.filter(({ status }) => status === 'retrying').length === 2))
  for (const hook of hooks) {
    expect((await hook.act('disable')).body).toMatchObject({ status: 'disabled', disabled_reason: 'by_request' })
  }
  await writePartners(api, 2)
  service.clock.advance(2 * minuteMs)
  await twoLooks()
  for (const hook of hooks) {
    expect(hook.got).toHaveLength(4)
    expect(await statusesOf(hook)).toEqual([...all('succeeded', 1, 2), ...all('held', 3, 4)])
    hook.behave({})
    hook.got.splice(0)
  }
  return { tenant, api, hooks }
}

describe('enable', () => {
  test('from_ack: what was held and what came meanwhile, nothing else; now: what was held is let go', async () => {
    const { api, hooks } = await disabledAfterSix(['from_ack', 'now'])
    const [acked, now] = hooks as [Hook, Hook]
    expect((await acked.act('enable', { resume: 'from_ack' })).status).toBe(200)
    expect((await now.act('enable', { resume: 'now' })).status).toBe(200)
    await writePartners(api, 1)
    await Promise.all([acked.settles(), now.settles()])
    expect(sequencesOf(acked.got)).toEqual([3, 4, 5, 6, 7])
    expect(await statusesOf(acked)).toEqual(all('succeeded', 1, 7))
    expectWholeChain(acked.got, 2)
    expect(await acked.read()).toMatchObject({ acked_sequence: 7, disabled_reason: null })
    expect(sequencesOf(now.got)).toEqual([7])
    // The receiver sees by itself that something is missing.
    expect(now.got[0]!.headers['webhook-previous-sequence']).toBe('4')
    expect(await statusesOf(now)).toEqual([...all('succeeded', 1, 2), ...all('cancelled', 3, 4), [7, 'succeeded']])
  })

  test('after a sequence: from there on, delivered or not', async () => {
    const cases: [number, number[]][] = [
      [0, [1, 2, 3, 4, 5, 6]],
      [1, [2, 3, 4, 5, 6]],
      [3, [4, 5, 6]],
      [5, [6]],
      [6, []],
      [1_000, []],
    ]
    const { api, hooks } = await disabledAfterSix(cases)
    for (const [index, hook] of hooks.entries()) await hook.act('enable', { resume: cases[index]![0] })
    await writePartners(api, 1)
    for (const [index, hook] of hooks.entries()) {
      await hook.settles()
      expect(sequencesOf(hook.got)).toEqual([...cases[index]![1], 7])
      for (const request of hook.got) expect(signers(request, { own: hook.secret })).toEqual(['own'])
      expect(await hook.read()).toMatchObject({ acked_sequence: 7 })
    }
  })

  test('a retired endpoint goes on where it is told to', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 410 })
    await writePartners(api, 1)
    await until(hook.read, ({ status }) => status === 'retired')
    await writePartners(api, 2)
    hook.behave({})
    await hook.act('enable', { resume: 0 })
    await hook.settles()
    expect(sequencesOf(hook.got)).toEqual([1, 1, 2, 3])
    expect(await statusesOf(hook)).toEqual(all('succeeded', 1, 3))
  })
})

describe('replay', () => {
  test('sends again with the same ids, bytes and chain, as the next attempt', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    await writePartners(api, 5)
    await hook.settles()
    expect((await hook.act('replay', { since_sequence: 2 })).body).toMatchObject({ acked_sequence: 2 })
    await hook.settles()
    expect(sequencesOf(hook.got)).toEqual([1, 2, 3, 3, 4, 4, 5, 5])
    expect(new Set(hook.got.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
    expectSameBodies(hook.got)
    expectWholeChain(hook.got)
    const third = hook.got.filter(({ headers }) => headers['webhook-sequence'] === '3')
    expect(third.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2'])
    const rows = await hook.deliveries()
    expect(rows.map(({ attempts }) => attempts.length)).toEqual([1, 1, 2, 2, 2])
    expect(await hook.read()).toMatchObject({ acked_sequence: 5 })
  })

  test('the bytes of the first time are sent, whatever the service would make of the event today', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    await writePartners(api, 1)
    await hook.settles()
    const { id } = (await hook.deliveries())[0]!
    // As if an older release had frozen it.
    await service.database.run(sql`
      update webhook_bodies b
         set body = '{"frozen":true}'
        from webhook_deliveries d
       where d.id = ${id} and b.book_id = d.book_id and b.sequence = d.sequence`)
    await hook.act('replay', { since_sequence: 0 })
    await hook.gets(2)
    await hook.settles()
    await retry(api, id)
    await hook.gets(3)
    expect(hook.got.slice(1).map(({ body }) => body.toString())).toEqual(['{"frozen":true}', '{"frozen":true}'])
  })

  test('what still waits is not hurried; ahead of the endpoint it does nothing', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 2)
    await until(hook.deliveries, rows => rows.length === 2 && rows.every(({ status }) => status === 'retrying'))
    await hook.act('replay', { since_sequence: 0 })
    expect((await hook.act('replay', { since_sequence: 99 })).status).toBe(200)
    await twoLooks()
    expect(hook.got).toHaveLength(2)
    hook.behave({})
    service.clock.advance(1.1 * minuteMs)
    await hook.settles()
    expect(sequencesOf(hook.got)).toEqual([1, 1, 2, 2])
  })

  test('410 events_expired: before what is kept, for replay and enable; later ones work', async () => {
    const { tenant, api } = await newBook()
    const hook = await newHook(api)
    await writePartners(api, 3)
    await hook.settles()
    await hook.act('disable')
    await writePartners(api, 1)
    await tenant.set({ events_retention_days: 1 })
    service.clock.advance(25 * hourMs)
    await writePartners(api, 2)
    await expireOnce(service)
    const expired = { status: 410, body: { code: 'events_expired', oldest_sequence: 5, latest_sequence: 6 } }
    expect(await hook.act('enable')).toMatchObject(expired)
    expect(await hook.act('enable', { resume: 3 })).toMatchObject(expired)
    expect(await hook.deliveries()).toEqual([])
    expect((await hook.act('enable', { resume: 4 })).status).toBe(200)
    await hook.settles()
    expect(await hook.act('replay', { since_sequence: 3 })).toMatchObject(expired)
    expect((await hook.act('replay', { since_sequence: 5 })).status).toBe(200)
    await hook.settles()
    expect(sequencesOf(hook.got)).toEqual([1, 2, 3, 5, 6, 6])
  })

  test('what waits keeps its bytes over the retention', async () => {
    const { tenant, api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 1)
    await until(hook.deliveries, ([row]) => row?.status === 'retrying')
    await hook.act('disable')
    await tenant.set({ events_retention_days: 1 })
    service.clock.advance(2 * dayMs)
    await expireOnce(service)
    hook.behave({})
    await hook.act('enable')
    await hook.gets(2)
    await hook.settles()
    expectSameBodies(hook.got)
  })
})

describe('one delivery', () => {
  test('retry: a succeeded one and a waiting one are sent at once, and their attempts count on', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    await writePartners(api, 1)
    await hook.settles()
    const { id } = (await hook.deliveries())[0]!
    hook.behave({ status: 500 })
    expect((await retry(api, id)).body).toMatchObject({ status: 'pending' })
    await until(hook.deliveries, ([row]) => row!.status === 'retrying')
    hook.behave({})
    await retry(api, id)
    const [delivery] = await until(hook.deliveries, ([row]) => row!.status === 'succeeded')
    expect(delivery!.attempts.map(({ http_status }) => http_status)).toEqual([200, 500, 200])
    expect(hook.got.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3'])
    expectSameBodies(hook.got)
  })

  test('409: its bytes are gone', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    await writePartners(api, 1)
    const [{ id } = { id: '' }] = await hook.settles()
    await service.database.run(sql`
      delete from webhook_bodies b
       using webhook_deliveries d
       where d.id = ${id} and b.book_id = d.book_id and b.sequence = d.sequence`)
    expect(await retry(api, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await statusesOf(hook)).toEqual([[1, 'succeeded']])
  })

  test('409: its endpoint sends nothing', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    await writePartners(api, 1)
    const [{ id } = { id: '' }] = await hook.settles()
    await hook.act('disable')
    expect(await retry(api, id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await hook.act('enable')
    expect((await retry(api, id)).status).toBe(200)
    await hook.gets(2)
  })

  test('a cancelled one is sent, and counts as open meanwhile', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    await hook.act('disable')
    await hook.act('enable')
    hook.behave({ act: 'hang' })
    await writePartners(api, 30)
    await until(hook.deliveries, ({ length }) => length === 30)
    await hook.gets(16)
    await hook.act('disable')
    hook.receiver.dropConnections()
    await until(hook.read, row => row.consecutive_failures >= 16)
    hook.behave({})
    await hook.act('enable', { resume: 'now' })
    await writePartners(api, 1)
    await until(hook.read, row => row.acked_sequence === 31)
    const untried = (await hook.deliveries()).find(row => row.status === 'cancelled' && row.attempts.length === 0)!
    hook.behave({ act: 'hang' })
    await retry(api, untried.id)
    expect(await verify(service.database, invariants)).toEqual([])
    expect(await hook.read()).toMatchObject({ acked_sequence: untried.sequence - 1 })
    hook.receiver.dropConnections()
  })
})

describe('an attempt under way', () => {
  /** How many requests of one event were open at once, at most. */
  function overlaps(hook: Hook, delayMs: number, status = 200) {
    let [open, most] = [0, 0]
    hook.behave(() => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
      }, delayMs)
      return { status, delayMs }
    })
    return () => most
  }

  test('is the only one of its delivery: disable and enable do not start another beside it', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    const most = overlaps(hook, 1_500)
    await writePartners(api, 1)
    await hook.gets(1)
    await hook.act('disable')
    await hook.act('enable')
    const [delivery] = await hook.settles()
    await twoLooks()
    expect(most()).toBe(1)
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ http_status: 200 }] })
    expect(hook.got).toHaveLength(1)
  })

  test('is the only one of its delivery: retry does not start another beside it', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave({ status: 500 })
    await writePartners(api, 1)
    const [{ id } = { id: '' }] = await until(hook.deliveries, ([row]) => row?.status === 'retrying')
    const most = overlaps(hook, 1_500)
    service.clock.advance(1.1 * minuteMs)
    await hook.gets(2)
    await retry(api, id)
    await hook.settles()
    await twoLooks()
    expect(most()).toBe(1)
    expect(await verify(service.database, invariants)).toEqual([])
  })

  test('of a disabled endpoint may still succeed; a failure leaves it held', async () => {
    const { api } = await newBook()
    const hook = await newHook(api)
    hook.behave(({ headers }) => ({ status: headers['webhook-sequence'] === '1' ? 200 : 500, delayMs: 700 }))
    await writePartners(api, 2)
    await hook.gets(2)
    await hook.act('disable')
    await until(hook.deliveries, rows => rows.every(({ attempts }) => attempts.length === 1))
    expect(await statusesOf(hook)).toEqual([
      [1, 'succeeded'],
      [2, 'held'],
    ])
    hook.behave({})
    await hook.act('enable')
    await hook.settles()
    expect(sequencesOf(hook.got)).toEqual([1, 2, 2])
  })

  test('to an address that was changed meanwhile: its 410 says nothing of the new one', async () => {
    const { api } = await newBook()
    const [hook, other] = [await newHook(api), await newHook(api, { types: ['item.*'] })]
    hook.behave({ status: 410, delayMs: 700 })
    await writePartners(api, 1)
    await hook.gets(1)
    await api.patch(`/webhook-endpoints/${hook.id}`, { url: other.receiver.url('/new') })
    await until(hook.deliveries, ([row]) => row!.attempts.length === 1)
    await twoLooks()
    expect(await hook.read()).toMatchObject({ status: 'enabled' })
    service.clock.advance(1.1 * minuteMs)
    await other.gets(1)
  })
})
