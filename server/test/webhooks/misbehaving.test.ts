/** One book, nine receivers that misbehave and one that does not: it notices nothing, and nobody loses anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import type { Client } from '../support/client.ts'
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

const timeoutMs = 1_500
const { service, book: newBook, hook: newHook } = useWebhooks({ timeoutMs })

const events = 120
const writers = 6
const all = Array.from({ length: events }, (_, index) => index + 1)

let turn = 0
let slowTurns = 0
const behaviours: Record<string, Behaviour | (() => Behaviour)> = {
  'always 500': { status: 500 },
  // Three times as many as may be under way: the test shall end.
  'slow, just in time': () => (slowTurns++ < 48 ? { delayMs: timeoutMs - 500 } : {}),
  'slow, just too late': { delayMs: timeoutMs + 300 },
  hanging: { act: 'hang' },
  resetting: { act: 'reset' },
  redirecting: { status: 302, headers: { location: 'https://127.0.0.1:1/' } },
  gone: { status: 410 },
  endless: { act: 'endless' },
  flapping: () => [{ status: 503 }, {}, { act: 'reset' as const }, {}, {}][turn++ % 5]!,
}

/** About a hundred events in a second, all writers together; says how long the slowest took. */
async function write(api: Client, count: number): Promise<number> {
  let slowestMs = 0
  for (let number = 0; number < count; number++) {
    const startMs = performance.now()
    expect((await api.post('/partners', { name: `P${number}` })).status).toBe(201)
    slowestMs = Math.max(slowestMs, performance.now() - startMs)
    await sleep(40)
  }
  return slowestMs
}

/** From the commit to the receiver, by the same clock. */
const delays = (hook: Hook): number[] =>
  hook.got
    .map(({ body, atMs }) => atMs - Date.parse(JSON.parse(body.toString()).created_at))
    .toSorted((one, other) => one - other)

test('the healthy one gets each event once within a second; of the others nothing is lost', async () => {
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
  const times = await Promise.all(Array.from({ length: writers }, () => write(api, events / writers)))
  await healthy.settles()
  await stranger.close()

  expect(sequencesOf(healthy.got)).toEqual(all)
  expectWholeChain(healthy.got)
  const healthyDelays = delays(healthy)
  const [median, most] = [healthyDelays[events / 2]!, healthyDelays.at(-1)!]
  const slowestWrite = Math.round(Math.max(...times))
  console.log(
    `${events} events beside ${bad.size + 1} bad receivers: median ${median} ms, at most ${most} ms; ` +
      `the slowest write took ${slowestWrite} ms`,
  )
  // On a machine that is busy otherwise the writes are slow too.
  expect(most).toBeLessThan(Math.max(1_000, 3 * slowestWrite))

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

  expect(await bad.get('gone')!.read()).toMatchObject({ status: 'retired' })
  for (const name of ['always 500', 'resetting', 'redirecting']) {
    expect(await bad.get(name)!.read()).toMatchObject({ status: 'disabled', disabled_reason: 'failures' })
  }
  expect(await untrusted.read()).toMatchObject({ status: 'disabled', disabled_reason: 'failures' })
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
