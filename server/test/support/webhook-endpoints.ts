/** Short words for webhook endpoints: how they are registered, how they get into a state, what became of deliveries. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { WebhookSettings } from '../../src/app.ts'
import { selfSigned } from './certificates.ts'
import type { Client } from './client.ts'
import type { Receiver } from './receiver.ts'
import type { Told } from './sales.ts'

/** Names without an address, so that no test asks the network. */
const noAddresses = async (): Promise<string[]> => []

export const hookUrl = 'https://hooks.example.com/in'

/** The certificate of every receiver of a file: the service has to know it before a receiver is opened. */
export const receiverCertificate = selfSigned()

/** A service whose receivers may be on this machine; it asks no name server. */
export const nearby: Partial<WebhookSettings> = {
  allowCidrs: ['127.0.0.0/8'],
  sending: { ca: receiverCertificate.cert, lookup: noAddresses },
}

/** A service that reaches nobody, and asks no name server. */
export const aloof: Partial<WebhookSettings> = { sending: { lookup: noAddresses } }

export const endpointPath = (id: string): string => `/webhook-endpoints/${id}`

export async function registered(api: Client, rest: object = {}): Promise<Told> {
  const reply = await api.post('/webhook-endpoints', { url: hookUrl, types: ['*'], ...rest })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

/**
 * Asks again until it is so; the dispatcher works beside the test. Longer than the first gap after a failure: on a starved
 * machine an attempt may run out of time, and comes again a minute later.
 */
export async function until<T>(read: () => Promise<T>, isSo: (now: T) => boolean): Promise<T> {
  const deadline = performance.now() + 150_000
  for (;;) {
    const now = await read()
    if (isSo(now)) return now
    if (performance.now() > deadline) throw new Error(`it never became so: ${JSON.stringify(now)}`)
    await sleep(50)
  }
}

export const deliveriesOf = async (api: Client, endpointId: string, query = ''): Promise<Told[]> =>
  (await api.get(`${endpointPath(endpointId)}/deliveries?limit=200${query}`)).body.data

/** Waits until the deliveries of an endpoint, oldest first, are in these states. */
export const settled = (api: Client, endpointId: string, ...states: string[]): Promise<Told[]> =>
  until(
    async () => (await deliveriesOf(api, endpointId)).toReversed(),
    rows => JSON.stringify(rows.map(({ status }) => status)) === JSON.stringify(states),
  )

/** An endpoint whose receiver said 410 Gone to an event. */
export async function retired(api: Client, receiver: Receiver, rest: object = {}): Promise<Told> {
  const { id } = await registered(api, { url: receiver.url('/gone'), ...rest })
  receiver.behave(({ path }) => ({ status: path === '/gone' ? 410 : 200 }))
  await api.post('/partners', { name: 'Event' })
  const read = async () => (await api.get(endpointPath(id))).body
  return until(read, ({ status }) => status === 'retired')
}
