/** Short words for stories about webhooks: a book that is written to, and receivers that are told of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect } from 'vitest'
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import type { SenderOptions } from '../../src/domains/webhooks/sender.ts'
import { selfSigned, type TestCertificate } from './certificates.ts'
import type { Client, Reply } from './client.ts'
import { type KeptLog, keptLog } from './log.ts'
import { peopleService } from './person.ts'
import { type Behaviour, openReceiver, type Received, type Receiver } from './receiver.ts'
import { type Service, type ServiceOptions, type TestTenant, useService } from './service.ts'
import { receiverCertificate } from './webhook-endpoints.ts'

/** A request as it came, and what the service's clock showed then. */
export interface Got extends Received {
  clockMs: number
}

export interface Hook {
  readonly id: string
  /** The first one. */
  readonly secret: string
  readonly receiver: Receiver
  readonly got: Got[]
  behave(behaviour: Behaviour | ((request: Received) => Behaviour)): void
  /** The endpoint as it is now. */
  // biome-ignore lint/suspicious/noExplicitAny: the client has held the record against its schema already
  read(): Promise<any>
  act(action: string, body?: object): Promise<Reply>
  /** By sequence. */
  deliveries(): Promise<Delivery[]>
  /** Waits until this many requests came, and hands them out. */
  gets(count: number): Promise<Got[]>
  /** Waits until no delivery is open and every event up to now has one. */
  settles(): Promise<Delivery[]>
}

export interface Delivery {
  id: string
  event_id: string
  sequence: number
  type: string
  status: string
  attempts: { at: string; http_status: number | null; duration_ms: number; error: string | null }[]
  next_attempt_at: string | null
}

export interface WebhookScene {
  /** Of the log. */
  lines: KeptLog['lines']
  service: Service
  certificate: TestCertificate
  /** A book with room for many requests and endpoints, and a key of it. */
  book(): Promise<{ tenant: TestTenant; api: Client & { keyId: string } }>
  receiver(): Promise<Receiver>
  hook(api: Client, wanted?: object): Promise<Hook>
  /** Moves the service's time to this moment. */
  moveTo(ms: number): void
}

/** Longer than the dispatcher takes to look twice. */
export const twoLooks = () => sleep(600)

/**
 * Looks again and again until it is so; shows what it saw last when it never is. Longer than the first gap after a failure:
 * on a starved machine an attempt may run out of time, and comes again a minute later.
 */
export async function until<T>(look: () => T | Promise<T>, isSo: (seen: T) => unknown, withinMs = 150_000): Promise<T> {
  const deadline = performance.now() + withinMs
  // What takes long is looked at less and less often: a look may cost what it waits for.
  for (let pauseMs = 15; ; pauseMs = Math.min(pauseMs * 1.2, 150)) {
    const seen = await look()
    if (await isSo(seen)) return seen
    if (performance.now() > deadline) throw new Error(`it never was so: ${JSON.stringify(seen)?.slice(0, 2_000)}`)
    await sleep(pauseMs)
  }
}

export function useWebhooks(
  sending: Partial<SenderOptions> = {},
  options: Pick<ServiceOptions, 'metrics'> = {},
): WebhookScene {
  const certificate = selfSigned()
  const { log, lines } = keptLog()
  const webhooks = { allowCidrs: ['127.0.0.1/32'], sending: { ca: certificate.cert, ...sending } }
  return { ...sceneOf(useService({ log, ...options, webhooks }), certificate), lines }
}

/** On the service of all who move the clock: its time is not that of a receiver that looks at it. */
export const useSharedWebhooks = (): Scene => sceneOf(useService(peopleService), receiverCertificate)

type Scene = Omit<WebhookScene, 'lines'>

function sceneOf(service: Service, certificate: TestCertificate): Scene {
  const opened: Receiver[] = []
  afterEach(async () => {
    for (const receiver of opened.splice(0)) await receiver.close()
  })
  const receiver = async () => {
    const fresh = await openReceiver({ certificate })
    opened.push(fresh)
    return fresh
  }
  return {
    service,
    certificate,
    async book() {
      const tenant = await service.tenant()
      // No node knows the tenant yet, so nobody has to hear of it.
      await changeTenant(service.database, service.clock, {
        slug: tenant.slug,
        rate_per_min: 1e6,
        max_webhook_endpoints: 50,
      })
      return { tenant, api: await tenant.key() }
    },
    receiver,
    hook: async (api, wanted = {}) => newHook(service, await receiver(), api, wanted),
    moveTo: ms => service.clock.advance(Math.max(0, ms - service.clock())),
  }
}

async function newHook(service: Service, receiver: Receiver, api: Client, wanted: object): Promise<Hook> {
  const made = await api.post('/webhook-endpoints', { url: receiver.url('/hook'), types: ['*'], ...wanted })
  expect(made.status, made.text).toBe(201)
  const { id, secret } = made.body
  const path = `/webhook-endpoints/${id}`
  const hook: Hook = {
    id,
    secret,
    receiver,
    got: receiver.received as Got[],
    behave(behaviour) {
      receiver.behave(request => {
        Object.assign(request, { clockMs: service.clock() })
        return typeof behaviour === 'function' ? behaviour(request) : behaviour
      })
    },
    read: async () => (await api.get(path)).body,
    act: (action, body = {}) => api.post(`${path}/actions/${action}`, body),
    deliveries: () => deliveriesOf(api, path),
    gets: count =>
      until(
        () => hook.got,
        ({ length }) => length >= count,
      ),
    async settles() {
      const latest = Number((await api.get('/partners?limit=1')).headers['x-service-latest-sequence'])
      const isSettled = (rows: Delivery[]) =>
        rows.every(({ status }) => ['succeeded', 'skipped', 'dead', 'cancelled'].includes(status))
      await until(hook.read, ({ acked_sequence }) => acked_sequence >= latest)
      return until(hook.deliveries, isSettled)
    },
  }
  hook.behave({})
  return hook
}

async function deliveriesOf(api: Client, path: string): Promise<Delivery[]> {
  const found: Delivery[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`${path}/deliveries?limit=200${cursor}`)
    found.push(...body.data)
    if (!body.has_more) return found.toSorted((one, other) => one.sequence - other.sequence)
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

/** Which of the secrets signed the request, in the order of its signatures, by an independent implementation. */
export function signers({ headers, body }: Received, secrets: Record<string, string>): string[] {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const names = new Map(
    Object.entries(secrets).map(([name, secret]) => [
      new Webhook(secret).sign(String(headers['webhook-id']), at, body),
      name,
    ]),
  )
  return String(headers['webhook-signature'])
    .split(' ')
    .map(signature => names.get(signature) ?? 'nobody')
}

/** The request as a receiver reads it that checks everything, the time too. */
export const verified = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string; sequence: number; type: string }

export const sequencesOf = (got: Received[]): number[] =>
  got.map(({ headers }) => Number(headers['webhook-sequence'])).toSorted((one, other) => one - other)

/** Each request names the one before it that this endpoint was meant to get: a hole would show. */
export function expectWholeChain(got: Received[], firstPrevious?: number): void {
  const links = new Map(got.map(({ headers }) => [headers['webhook-sequence'], headers['webhook-previous-sequence']]))
  const sequences = [...new Set(sequencesOf(got))]
  const wanted = sequences.map((sequence, index) => [
    String(sequence),
    index === 0 ? firstPrevious?.toString() : String(sequences[index - 1]),
  ])
  expect([...links].toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(wanted)
}

/** All requests of one event carry the same bytes. */
export function expectSameBodies(got: Received[]): void {
  const bodies = new Map<unknown, string>()
  for (const { headers, body } of got) {
    const id = headers['webhook-id']
    expect(body.toString()).toBe(bodies.get(id) ?? body.toString())
    bodies.set(id, body.toString())
  }
}

export async function writePartners(api: Client, count: number): Promise<void> {
  for (let first = 0; first < count; first += 20) {
    const names = Array.from({ length: Math.min(20, count - first) }, (_, index) => `P${first + index}`)
    const replies = await Promise.all(names.map(name => api.post('/partners', { name })))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  }
}
