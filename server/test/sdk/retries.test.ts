/** Calls of the SDK whose way breaks: tried again where it is worth it, and never done twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answerOf,
  type Cellarbook,
  CellarbookError,
  ConnectionError,
  UnexpectedAnswerError,
} from '../../../sdk/src/index.ts'
import { retryDelayMs } from '../../../sdk/src/retry.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts'
import { problemResponse, sdkOf, watchedFetch } from '../support/sdk.ts'
import { useService } from '../support/service.ts'

const service = useService()

let account: TestAccount
let proxy: CuttingProxy
let cellarbook: Cellarbook
beforeAll(async () => {
  proxy = await startCuttingProxy(service.address)
})
afterAll(() => proxy.close())
beforeEach(async () => {
  account = await newAccount(service)
  cellarbook = sdkOf(account.api, { baseUrl: proxy.address })
})

const partners = async () => (await account.api.get('/partners')).body.data as { id: string; name: string }[]

describe('a connection that is cut', () => {
  test.for([1, 300, 900])('a create whose answer ends after %i bytes happens once', async bytes => {
    proxy.cutNextAnswer(bytes)
    const partner = await cellarbook.partners.create({ name: 'Jednou' })
    expect(await partners()).toMatchObject([{ id: partner.id, name: 'Jednou' }])
    expect(answerOf(partner)!.isReplayed).toBe(true)
  })

  test('a read whose answer ends in the middle is read again', async () => {
    for (let number = 0; number < 5; number += 1) await account.api.post('/partners', { name: `${number}` })
    proxy.cutNextAnswer(1_500)
    expect(await cellarbook.partners.list().all()).toHaveLength(5)
  })

  test('an upload is the same bytes each time', async () => {
    proxy.cutNextAnswer(100)
    const file = { name: 'účet "1".txt', type: 'text/plain', content: 'Účet za slad' }
    const submission = await cellarbook.inbox.create(file)
    expect(answerOf(submission)!.isReplayed).toBe(true)
    expect((await account.api.get('/inbox/submissions')).body.data).toHaveLength(1)
  })

  test('a line that says nothing is given up after its time, and the call made again', async () => {
    proxy.swallowNextAnswer()
    const patient = sdkOf(account.api, { baseUrl: proxy.address, timeoutMs: 3_000 })
    const partner = await patient.partners.create({ name: 'Mlčení' })
    expect(await partners()).toHaveLength(1)
    expect(answerOf(partner)!.isReplayed).toBe(true)
  })

  test('without any answer the error says with which key to go on', async () => {
    const nowhere = sdkOf(account.api, { baseUrl: 'http://127.0.0.1:1', retries: 1 })
    const error = await nowhere.partners.create({ name: 'Nikdy' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    const { idempotencyKey } = error as ConnectionError
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    const partner = await cellarbook.partners.create({ name: 'Nikdy' }, { idempotencyKey: idempotencyKey! })
    expect(partner.name).toBe('Nikdy')
  })
})

describe('refusals that pass', () => {
  test('idempotency_in_progress: the same key at the same time is one write', async () => {
    const all = await Promise.all(
      Array.from({ length: 4 }, () => cellarbook.partners.create({ name: 'Spolu' }, { idempotencyKey: 'spolu' })),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await partners()).toHaveLength(1)
  })

  test.for([
    [429, 'rate_limited'],
    [503, 'api_unavailable'],
    [409, 'idempotency_in_progress'],
    [502, 'upload_failed'],
  ] as const)('%i %s is tried again, with the same key', async ([status, code]) => {
    const { requests, fetch } = watchedFetch(count => (count === 1 ? problemResponse(status, code) : undefined))
    await sdkOf(account.api, { fetch }).partners.create({ name: code })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('the page of a proxy that cannot reach the service', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    const { requests, fetch } = watchedFetch(count => (count === 1 ? page() : undefined))
    await sdkOf(account.api, { fetch }).me.get()
    expect(requests).toHaveLength(2)
    const always = sdkOf(account.api, { fetch: async () => page(), retries: 0 })
    await expect(always.me.get()).rejects.toThrow(UnexpectedAnswerError)
  })

  test('a real limit: Retry-After is obeyed, or told when it is too long', async () => {
    await account.tenant.set({ rate_per_min: 1 })
    const { requests, fetch } = watchedFetch()
    const hurried = sdkOf(account.api, { fetch, maxRetryDelayMs: 100 })
    await hurried.me.get()
    await expect(hurried.me.get()).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    expect(requests).toHaveLength(2)
  })
})

describe('refusals that do not', () => {
  test.for([
    [422, 'validation_failed'],
    [409, 'settlement_failed'],
    [409, 'conflict'],
    [500, 'internal_error'],
    [503, 'webhooks_not_configured'],
  ] as const)('%i %s is told at once', async ([status, code]) => {
    const { requests, fetch } = watchedFetch(() => problemResponse(status, code))
    await expect(sdkOf(account.api, { fetch }).partners.create({ name: code })).rejects.toThrow(CellarbookError)
    expect(requests).toHaveLength(1)
  })

  test('attempts end: one and so many more', async () => {
    const { requests, fetch } = watchedFetch(() => problemResponse(503, 'api_unavailable'))
    const client = sdkOf(account.api, { fetch, retries: 2 })
    await expect(client.me.get()).rejects.toMatchObject({ code: 'api_unavailable' })
    expect(requests).toHaveLength(3)
    await expect(client.me.get({ retries: 0 })).rejects.toMatchObject({ code: 'api_unavailable' })
    expect(requests).toHaveLength(4)
  })
})

describe('a caller that has enough', () => {
  test('before, between and during attempts the signal ends the call', async () => {
    const reason = new Error('enough')
    await expect(cellarbook.me.get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const between = new AbortController()
    const { requests, fetch } = watchedFetch(() => problemResponse(503, 'api_unavailable', { 'retry-after': '50' }))
    const waiting = sdkOf(account.api, { fetch }).me.get({ signal: between.signal })
    while (requests.length === 0) await sleep(5)
    between.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    const during = new AbortController()
    const held = cellarbook.events.list({ wait: 20 }, { signal: during.signal }).page()
    await sleep(50)
    during.abort(reason)
    await expect(held).rejects.toBe(reason)
  })
})

test('waits grow, are never long, and are never less than asked for', () => {
  const cut = new ConnectionError('cut')
  for (const [attempt, most] of [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000].entries()) {
    const delayMs = retryDelayMs(cut, attempt + 1, 60_000)!
    expect(delayMs).toBeGreaterThanOrEqual(most / 2)
    expect(delayMs).toBeLessThanOrEqual(most)
  }
  const limited = (after: string) =>
    new CellarbookError({ code: 'rate_limited' } as never, new Headers({ 'retry-after': after }))
  expect(retryDelayMs(limited('7'), 1, 60_000)).toBeGreaterThanOrEqual(7_000)
  expect(retryDelayMs(limited('61'), 1, 60_000)).toBeUndefined()
  expect(retryDelayMs(limited(new Date(Date.now() + 9_000).toUTCString()), 1, 60_000)).toBeGreaterThan(7_000)
  expect(retryDelayMs(new TypeError('ours'), 1, 60_000)).toBeUndefined()
})
