/** Webhooks verified by the SDK: real deliveries, rotation of secrets, and everything that is not let through. */
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReceivedWebhook, verifyWebhook, WebhookError } from '../../../sdk/src/index.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { sdkOf } from '../support/sdk.ts'
import { useService } from '../support/service.ts'
import { receiverCertificate, until } from '../support/webhook-endpoints.ts'

const service = useService()

let receiver: Receiver
let account: TestAccount
beforeAll(async () => {
  receiver = await openReceiver({ certificate: receiverCertificate })
  account = await newAccount(service)
})
afterAll(() => receiver.close())

/** The delivery of that number, as a server of Node has it. */
async function delivered(count: number): Promise<ReceivedWebhook> {
  await until(
    async () => receiver.received.length,
    length => length >= count,
  )
  const { headers, body } = receiver.received[count - 1]!
  return { headers: headers as Record<string, string>, body: new Uint8Array(body) }
}

test('real deliveries, before, during and after a rotation', async () => {
  const cellarbook = sdkOf(account.api)
  const { id, secret } = await cellarbook.webhookEndpoints.create({ url: receiver.url(), types: ['partner.*'] })
  await account.api.post('/partners', { name: 'Pivnice' })
  const first = await verifyWebhook(await delivered(1), secret!)
  expect(first).toMatchObject({ attempt: 1, sequence: 1, previousSequence: null })
  expect(first.id).toBe(first.event.id)
  if (first.event.type !== 'partner.created' || first.event.redacted) throw new Error(first.event.type)
  expect(first.event.data.object.name).toBe('Pivnice')

  const rotated = await cellarbook.webhookEndpoints.rotateSecret(id)
  await account.api.post('/partners', { name: 'Hospoda' })
  const during = await delivered(2)
  for (const known of [secret!, rotated.secret!, [secret!, rotated.secret!]]) {
    expect(await verifyWebhook(during, known)).toMatchObject({ sequence: 2, previousSequence: 1 })
  }
  await cellarbook.webhookEndpoints.revokePreviousSecret(id)
  await account.api.post('/partners', { name: 'Výčep' })
  const after = await delivered(3)
  await expect(verifyWebhook(after, secret!)).rejects.toMatchObject({ reason: 'signature_wrong' })
  expect(await verifyWebhook(after, [secret!, rotated.secret!])).toMatchObject({ sequence: 3 })

  const ping = await cellarbook.webhookEndpoints.test(id)
  expect(ping.succeeded).toBe(true)
  expect((await verifyWebhook(await delivered(4), rotated.secret!)).event.type).toBe('webhook.ping')
})

describe('signed by another library', () => {
  const secret = `whsec_${btoa('a secret of at least 24 bytes, it says')}`
  const body = JSON.stringify({ object: 'event', id: 'e1', type: 'order.created', note: 'žluťoučký' })
  const signed = (at = new Date(), text = body): ReceivedWebhook & { body: string } => ({
    headers: {
      'webhook-id': 'e1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('e1', at, text),
    },
    body: text,
  })
  const without = (name: string): ReceivedWebhook => ({
    body,
    headers: { ...(signed().headers as Record<string, string>), [name]: undefined },
  })
  const reasonOf = async (received: Request | ReceivedWebhook, secrets: string | string[] = secret) => {
    const error = await verifyWebhook(received, secrets).catch((thrown: unknown) => thrown)
    return error instanceof WebhookError ? error.reason : error
  }

  test('as a Request, as text, as bytes', async () => {
    const { headers } = signed()
    const request = new Request('http://shop.example/hook', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    })
    for (const received of [request, signed(), { headers, body: new TextEncoder().encode(body) }]) {
      expect((await verifyWebhook(received, secret)).event).toMatchObject({ note: 'žluťoučký' })
    }
  })

  test('what was changed, is not ours, or is not now', async () => {
    expect(await reasonOf({ ...signed(), body: `${body} ` })).toBe('signature_wrong')
    expect(await reasonOf(signed(), `whsec_${btoa('another secret of the same kind')}`)).toBe('signature_wrong')
    expect(await reasonOf(signed(), [])).toBe('signature_wrong')
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      expect(await reasonOf(without(name)), name).toBe('header_missing')
    }
    const aside = (seconds: number) => signed(new Date(Date.now() + seconds * 1_000))
    expect(await reasonOf(aside(-310))).toBe('timestamp_off')
    expect(await reasonOf(aside(310))).toBe('timestamp_off')
    expect(await verifyWebhook(aside(-290), secret)).toMatchObject({ id: 'e1' })
    expect(await verifyWebhook(aside(-3_000), secret, { toleranceSeconds: 4_000 })).toMatchObject({ id: 'e1' })
  })

  test('what cannot be read', async () => {
    expect(await reasonOf(signed(new Date(), 'no JSON'))).toBe('body_unreadable')
    const headers = signed().headers as Record<string, string>
    for (const signature of ['', 'v1,', 'v1,???', 'v2,abc', 'v1']) {
      expect(await reasonOf({ body, headers: { ...headers, 'webhook-signature': signature } })).toBe('signature_wrong')
    }
    for (const time of ['', 'now', '1e9', '-1', 'NaN']) {
      expect(await reasonOf({ body, headers: { ...headers, 'webhook-timestamp': time } })).toBe('timestamp_off')
    }
    expect(await reasonOf(signed(), 'whsec_???')).toBeInstanceOf(TypeError)
  })
})
