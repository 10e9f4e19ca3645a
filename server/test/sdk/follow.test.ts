/** Following the log with the SDK: through cuts and silence, without a hole, and full syncs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import {
  type Cellarbook,
  type Change,
  type Event,
  type EventOf,
  type FollowOptions,
  follow,
  type Item,
  type Partner,
  sync,
} from '../../../sdk/src/index.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts'
import { sdkOf, watchedFetch } from '../support/sdk.ts'
import { useService } from '../support/service.ts'
import { until } from '../support/webhook-endpoints.ts'

const service = useService()

let account: TestAccount
let proxy: CuttingProxy
let cellarbook: Cellarbook
let stop: AbortController
beforeAll(async () => {
  proxy = await startCuttingProxy(service.address)
})
afterAll(() => proxy.close())
beforeEach(async () => {
  stop = new AbortController()
  account = await newAccount(service)
  cellarbook = sdkOf(account.api, { baseUrl: proxy.address })
})
afterEach(() => stop.abort())

const partner = (name: string) => account.api.post('/partners', { name })
const item = (name: string) => account.api.post('/items', { name, unit: { unit_code: 'pcs' } })

/** Follows beside the test until it ends; `done` rejects with what the follower threw. */
function followed(options: Partial<FollowOptions> = {}) {
  const events: Event[] = []
  const cuts: unknown[] = []
  const follower = follow(cellarbook, {
    after: 0,
    signal: stop.signal,
    onCut: error => cuts.push(error),
    ...options,
  })
  const done = (async () => {
    for await (const event of follower) events.push(event)
  })()
  done.catch(() => {})
  const heard = (count: number) =>
    until(
      async () => events.map(({ sequence }) => sequence),
      sequences => sequences.length >= count,
    )
  return { events, cuts, follower, done, heard }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('follow', () => {
  test('what was missed, then what comes, through a connection that is cut', async () => {
    for (const name of ['A', 'B', 'C']) await partner(name)
    const { events, cuts, follower, done, heard } = followed()
    expect(await heard(3)).toEqual([1, 2, 3])
    await partner('D')
    expect(await heard(4)).toEqual([1, 2, 3, 4])
    for (let sequence = 5; sequence <= 9; sequence += 2) {
      proxy.cut()
      await partner('meanwhile')
      await partner('and more')
      await heard(sequence + 1)
    }
    expect(events.map(({ sequence }) => sequence)).toEqual(upTo(10))
    expect(cuts.length).toBeGreaterThanOrEqual(1)
    expect(follower.cursor).toBe(10)
    stop.abort()
    await done
  })

  test('an event that is cut in the middle comes whole', async () => {
    const { events, heard } = followed()
    await partner('A')
    await heard(1)
    // The head of the stream passed already: this is the middle of the next event.
    proxy.cutNextAnswer(150)
    await partner('B')
    await heard(2)
    expect(events.map(({ data }) => (data.object as Partner).name)).toEqual(['A', 'B'])
  })

  test('a line that falls silent is opened anew', async () => {
    const { cuts, heard } = followed({ silenceMs: 2_000 })
    await partner('A')
    await heard(1)
    // The first may have been missed and read; this one comes on the line that is to fall silent.
    await partner('B')
    await heard(2)
    proxy.silence()
    await partner('C')
    await heard(3)
    expect(String(cuts[0])).toContain('nothing came for 2000 ms')
  })

  test('far behind, in pages; wanted types alone; the cursor passes what was not wanted', async () => {
    await item('Sud')
    for (const name of ['A', 'B', 'C']) await partner(name)
    await item('Lahev')
    const { requests, fetch } = watchedFetch()
    const watching = sdkOf(account.api, { fetch })
    const follower = follow(watching, { after: 0, types: ['partner.*'], isLive: false })
    const names: string[] = []
    for await (const event of follower) {
      expectTypeOf(event).toEqualTypeOf<EventOf<'partner.created' | 'partner.updated'>>()
      if (!event.redacted) names.push(event.data.object.name)
    }
    expect(names).toEqual(['A', 'B', 'C'])
    expect(follower.cursor).toBe(5)
    expect(requests.map(({ path }) => path)).toEqual(['/events?since_sequence=0&limit=200&types=partner.*'])
  })

  test('it begins after the cursor, and a loop that breaks leaves the stream', async () => {
    await partner('A')
    await partner('B')
    const follower = follow(cellarbook, { after: 1 })
    for await (const event of follower) {
      expect(event.sequence).toBe(2)
      break
    }
    expect(follower.cursor).toBe(2)
  })

  test('what will not pass is thrown: a key without the scope, a log that does not reach back', async () => {
    const blind = sdkOf(await account.tenant.key({ scopes: ['core:read'] }))
    const listening = follow(blind, { after: 0 })[Symbol.asyncIterator]()
    await expect(listening.next()).rejects.toMatchObject({ code: 'insufficient_scope' })
    await partner('A')
    await cellarbook.sandbox.reset()
    await expect(followed().done).rejects.toMatchObject({ code: 'events_expired' })
  })

  test('the signal ends it, whatever it does', async () => {
    const { done, heard } = followed()
    await partner('A')
    await heard(1)
    stop.abort()
    await done
    const nobody = sdkOf(account.api, { baseUrl: 'http://127.0.0.1:1', retries: 0 })
    const later = new AbortController()
    const cuts: unknown[] = []
    const lost = follow(nobody, { after: 0, signal: later.signal, onCut: error => cuts.push(error) })
    const ended = lost[Symbol.asyncIterator]().next()
    while (cuts.length === 0) await sleep(5)
    later.abort()
    expect(await ended).toEqual({ done: true, value: undefined })
  })
})

describe('sync', () => {
  const taken = async <Row, Followed>(changes: AsyncIterable<Change<Row, Followed>>, count: number) => {
    const all: Change<Row, Followed>[] = []
    for await (const change of changes) {
      all.push(change)
      if (all.length === count) break
    }
    return all
  }

  test('lists first, then events, with what happened between them', async () => {
    await partner('A')
    await partner('B')
    const lists = [cellarbook.partners.list({ limit: 1 })]
    const changes = sync(cellarbook, { lists, types: ['partner.*'], signal: stop.signal })
    const [first] = await taken({ [Symbol.asyncIterator]: () => ({ next: () => changes.next() }) }, 1)
    expect(first).toMatchObject({ kind: 'record', record: { name: 'B' } })
    // After the first page was read: it is in no page any more, but in the log.
    await partner('C')
    const rest = await taken(changes, 3)
    expect(rest).toMatchObject([
      { kind: 'record', record: { name: 'A' } },
      { kind: 'listed', cursor: 2 },
      { kind: 'event', cursor: 3, event: { type: 'partner.created', data: { object: { name: 'C' } } } },
    ])
  })

  test('from a stored cursor there are events alone; nothing more to come ends it', async () => {
    await partner('A')
    await partner('B')
    const lists = [cellarbook.partners.list()]
    const changes = await taken(sync(cellarbook, { lists, cursor: 1, isLive: false }), 9)
    expect(changes).toMatchObject([{ kind: 'event', cursor: 2, event: { sequence: 2 } }])
  })

  test('lists of several kinds: a record is one of them, told by its object', async () => {
    await partner('A')
    await item('B')
    const lists = [cellarbook.partners.list(), cellarbook.items.list()]
    const names: string[] = []
    for await (const change of sync(cellarbook, { lists, isLive: false })) {
      if (change.kind !== 'record') continue
      expectTypeOf(change.record).toEqualTypeOf<Partner | Item>()
      names.push(`${change.record.object} ${change.record.name}`)
    }
    expect(names).toEqual(['partner A', 'item B'])
  })

  test('a log that does not reach back is made up for by listing anew', async () => {
    await partner('before')
    await cellarbook.sandbox.reset()
    await partner('after')
    const lists = [cellarbook.partners.list()]
    const changes = await taken(sync(cellarbook, { lists, cursor: 0, isLive: false }), 9)
    expect(changes.map(({ kind }) => kind)).toEqual(['record', 'listed'])
    expect(changes[0]).toMatchObject({ record: { name: 'after' } })
  })
})
