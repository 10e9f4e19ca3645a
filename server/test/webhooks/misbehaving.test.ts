/** One book, nine receivers that misbehave and one that does not: it notices nothing, and nobody loses anything. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import type { Client } from '../support/client.ts'
import { insist } from '../support/insist.ts'
import { type Behaviour, openReceiver } from '../support/receiver.ts'
import {
  expectSameBodies,
  expectWholeChain,
  type Hook,
  sequencesOf,
  until,
  useWebhooks,
  verified,
} from '../support/webhooks.ts'

/** So long that a healthy receiver keeps to it on a busy machine. */
const timeoutMs = 10_000
const { service, lines, book: newBook, hook: newHook } = useWebhooks({ timeoutMs })

/** Enough to disable those that always fail: fifty failures, and what is under way then. */
const events = 72
const writers = 6
const all = Array.from({ length: events }, (_, index) => index + 1)

let turn = 0
let slowTurns = 0
const behaviours: Record<string, Behaviour | (() => Behaviour)> = {
  'always 500': { status: 500 },
  // Three times as many as may be under way: the test shall end.
  'slow, but in time': () => (slowTurns++ < 48 ? { delayMs: 1_000 } : {}),
  'slow, just too late': { delayMs: timeoutMs + 300 },
  hanging: { act: 'hang' },
  resetting: { act: 'reset' },
  redirecting: { status: 302, headers: { location: 'https://127.0.0.1:1/' } },
  gone: { status: 410 },
  endless: { act: 'endless' },
  flapping: () => [{ status: 503 }, {}, { act: 'reset' as const }, {}, {}][turn++ % 5]!,
}

/** About a hundred events in a second, all writers together. */
async function write(api: Client, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const headers = { 'idempotency-key': randomUUID() }
    expect((await insist(() => api.post('/partners', { name: `P${number}` }, { headers }))).status).toBe(201)
    await sleep(40)
  }
}

/** Nothing is sent twice but what failed: each request is an attempt that was written down. */
async function expectEachAttemptOnce(hook: Hook): Promise<void> {
  const attempted = (await hook.deliveries()).flatMap(({ sequence, attempts }) => attempts.map(() => sequence))
  // A database that a starved machine keeps waiting may not have taken a result: such a one is sent again, and it is said.
  const isForgotten = lines.some(({ msg }) => msg === 'results of webhook deliveries could not be kept')
  const told = (sequences: number[]) => (isForgotten ? [...new Set(sequences)] : sequences)
  expect(told(sequencesOf(hook.got))).toEqual(told(attempted))
}

test('the healthy one gets each event and waits for nobody; of the others nothing is lost', async () => {
  const { api } = await newBook()
  const healthy = await newHook(api)
  const bad = new Map<string, Hook>()
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const hook = await newHook(api)
    hook.behave(behaviour)
    bad.set(name, hook)
  }
  const stranger = await openReceiver()
  const untrusted = await newHook(api, { url: stranger.url('/hook') })
  await Promise.all(Array.from({ length: writers }, () => write(api, events / writers)))
  await healthy.settles()
  await stranger.close()

  expect([...new Set(sequencesOf(healthy.got))]).toEqual(all)
  await expectEachAttemptOnce(healthy)
  expectWholeChain(healthy.got)
  // Whoever hangs has sixteen at a time, then two: its fifty failures take minutes, and the healthy one has everything.
  expect(await bad.get('hanging')!.read()).toMatchObject({ status: 'enabled' })

  const hooks = [healthy, ...bad.values()]
  for (const hook of hooks) {
    for (const request of hook.got) {
      const event = verified(hook.secret, request)
      expect(request.headers['webhook-id']).toBe(event.id)
    }
  }
  expectSameBodies(hooks.flatMap(({ got }) => got))
  expect(stranger.received).toEqual([])
  expect(await verify(service.database, invariants)).toEqual([])

  const ends = (hook: Hook, wanted: string) => until(hook.read, ({ status }) => status === wanted)
  await ends(bad.get('gone')!, 'retired')
  for (const hook of [...['always 500', 'resetting', 'redirecting'].map(name => bad.get(name)!), untrusted]) {
    expect(await ends(hook, 'disabled')).toMatchObject({ disabled_reason: 'failures' })
  }
  expect((await untrusted.deliveries())[0]!.attempts[0]).toMatchObject({ error: expect.stringMatching(/^tls: /) })
  await expectNothingLost([...bad.values()])
})

/** They come to their senses, and those that were stopped are enabled: each has every event in the end. */
async function expectNothingLost(hooks: Hook[]): Promise<void> {
  for (const hook of hooks) hook.behave({})
  await until(
    async () => {
      // The last of the hanging ones may still disable theirs. Meanwhile gaps of one and of five minutes pass.
      for (const hook of hooks) await enable(hook)
      service.clock.advance(6 * 60_000)
      await sleep(300)
      return Promise.all(hooks.map(hook => hook.read()))
    },
    rows => rows.every(({ acked_sequence }) => acked_sequence === events),
  )
  for (const hook of hooks) {
    expect([...new Set(sequencesOf(hook.got))]).toEqual(all)
    expect((await hook.deliveries()).map(({ status }) => status)).toEqual(all.map(() => 'succeeded'))
  }
  expectSameBodies(hooks.flatMap(({ got }) => got))
  expect(await verify(service.database, invariants)).toEqual([])
}

async function enable(hook: Hook): Promise<void> {
  const { status } = await hook.read()
  if (status === 'enabled') return
  expect((await hook.act('enable', status === 'retired' ? { resume: 0 } : {})).status).toBe(200)
}
