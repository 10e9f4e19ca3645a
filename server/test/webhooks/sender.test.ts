/** One attempt against a real HTTPS receiver, well-behaved and not. */
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { resolvedFault } from '../../src/domains/webhooks/address.ts'
import { type Guard, webhookGuard } from '../../src/domains/webhooks/guard.ts'
import { snippet } from '../../src/domains/webhooks/sender.ts'
import { newSecret, signatures } from '../../src/domains/webhooks/signing.ts'
import { selfSigned } from '../support/certificates.ts'
import { answering, deliveredBody as body, failed, hasty, senderScene } from '../support/sender.ts'

const strict = webhookGuard([])
const hasIpv6 = Object.values(networkInterfaces()).some(entries => entries?.some(({ address }) => address === '::1'))
const { receiver, another, newSender, plainServer } = senderScene()

describe('a delivery', () => {
  test('200: the receiver gets exactly these bytes, once, and can verify them', async () => {
    receiver().behave({ body: 'thanks' })
    const secret = newSecret()
    const timestampSeconds = Math.floor(Date.now() / 1_000)
    const { send } = newSender()
    const attempt = await send(receiver().url('/hook?shop=1'), {
      'webhook-id': 'event-1',
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signatures({ id: 'event-1', timestampSeconds, body, secrets: [secret] }),
    })
    expect(attempt).toEqual({
      httpStatus: 200,
      error: null,
      responseSnippet: 'thanks',
      retryAfterSeconds: null,
      durationMs: expect.any(Number),
      dnsMs: null,
      connectMs: expect.any(Number),
      tlsMs: expect.any(Number),
    })
    expect(receiver().received).toHaveLength(1)
    const [request] = receiver().received
    expect(request).toMatchObject({ method: 'POST', path: '/hook?shop=1', body })
    expect(request!.headers).toMatchObject({
      host: `127.0.0.1:${receiver().port}`,
      'content-length': String(body.length),
    })
    expect(new Webhook(secret).verify(request!.body, request!.headers as Record<string, string>)).toBeTruthy()
  })

  test('a name is looked up, sent as Host and held against the certificate', async () => {
    const shop = await another({ certificate: selfSigned({ hosts: ['hooks.example.com'] }) })
    const lookup = vi.fn(answering(['127.0.0.1']))
    const { send } = newSender({ ca: shop.ca, lookup })
    for (const host of ['hooks.example.com', 'hooks.example.com.']) {
      const attempt = await send(`https://${host}:${shop.port}/`)
      expect(attempt).toMatchObject({ error: null, dnsMs: expect.any(Number), tlsMs: expect.any(Number) })
      expect(shop.received.at(-1)!.headers.host).toBe(`${host}:${shop.port}`)
      expect(lookup).toHaveBeenLastCalledWith('hooks.example.com', expect.anything())
    }
  })

  test.for([200, 201, 202, 204, 299])('%i is a success', async status => {
    receiver().behave({ status })
    expect(await newSender().send()).toMatchObject({ httpStatus: status, error: null, responseSnippet: null })
  })

  test.for([400, 401, 404, 410, 429, 500, 503, 599])('%i is a failure named after it', async status => {
    receiver().behave({ status, body: 'no' })
    expect(await newSender().send()).toMatchObject({
      httpStatus: status,
      error: `http_${status}`,
      responseSnippet: 'no',
    })
  })

  test.for([301, 302, 303, 307, 308])('%i redirect: never followed', async status => {
    receiver().behave({ status, headers: { location: receiver().url('/elsewhere') } })
    expect(await newSender().send()).toMatchObject({ httpStatus: status, error: 'redirect' })
    expect(receiver().received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test.for<[string, number | null]>([
    ['120', 120],
    ['0', 0],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_600],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
  ])('Retry-After: %s', async ([header, seconds]) => {
    receiver().behave({ status: 503, headers: { 'retry-after': header } })
    const { retryAfterSeconds } = await newSender().send()
    if (seconds === 3_600) expect(retryAfterSeconds).toSatisfy((value: number) => value > 3_500 && value <= 3_600)
    else expect(retryAfterSeconds).toBe(seconds)
  })

  test('proxies of the environment are ignored', async () => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1')
    expect(await newSender().send()).toMatchObject({ error: null })
  })

  test('an address that is no https address fails without a connection', async () => {
    const { send } = newSender()
    expect(await send(receiver().url().replace('https', 'http'))).toEqual(failed('not_https'))
    expect(await send('nonsense')).toEqual(failed('failed: err_invalid_url'))
    expect(receiver().connections()).toBe(0)
  })
})

describe('addresses that are not public', () => {
  test.for([
    '127.0.0.1',
    '0.0.0.0',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ])('address_not_public: literal %s, no connection', async host => {
    const { send } = newSender({ guard: strict })
    expect(await send(`https://${host}:${receiver().port}/`)).toEqual(failed('address_not_public'))
    expect(receiver().connections()).toBe(0)
  })

  test('address_not_public: a name that moved after its registration, no connection', async () => {
    const lookup = answering(['8.8.8.8'], ['127.0.0.1'])
    const url = `https://hooks.example.com:${receiver().port}/`
    expect(await resolvedFault(url, strict, lookup)).toBeUndefined()
    expect(await newSender({ guard: strict, lookup }).send(url)).toEqual(failed('address_not_public'))
    expect(receiver().connections()).toBe(0)
  })

  test('of several addresses only the allowed ones are tried', async () => {
    const guard: Guard = { isAllowed: address => address === '127.0.0.2', hasOpenRanges: true, allowsLoopback: true }
    const { send } = newSender({ guard, lookup: answering(['127.0.0.1', '127.0.0.2']) })
    expect(await send(`https://localhost:${receiver().port}/`)).toEqual(failed('connection_refused'))
    expect(receiver().connections()).toBe(0)
  })

  test('address_not_public: what the kernel connected to is checked again, before any byte', async () => {
    const bytes: Buffer[] = []
    const port = await plainServer(socket => socket.on('data', chunk => bytes.push(chunk)))
    let asked = 0
    const guard: Guard = { isAllowed: () => ++asked === 1, hasOpenRanges: true, allowsLoopback: true }
    expect(await newSender({ guard }).send(`https://127.0.0.1:${port}/`)).toEqual(failed('address_not_public'))
    await sleep(30)
    expect({ asked, bytes }).toEqual({ asked: 2, bytes: [] })
  })

  test.skipIf(!hasIpv6)('IPv6 literals and names are reached like others', async () => {
    const shop = await another({ host: '::1' })
    const { send } = newSender({ ca: shop.ca, lookup: answering(['::1']) })
    for (const host of ['[::1]', 'localhost']) {
      expect(await send(`https://${host}:${shop.port}/`)).toMatchObject({ error: null })
    }
  })

  test('a dead first address does not keep from the second', async () => {
    const { send } = newSender({ lookup: answering(['127.0.0.2', '127.0.0.1']) })
    expect(await send(`https://localhost:${receiver().port}/`)).toMatchObject({ error: null })
  })
})

describe('failures on the way', () => {
  test('dns', async () => {
    const url = 'https://hooks.example.com/'
    const broken = newSender({ lookup: () => Promise.reject(new Error('SERVFAIL')) })
    expect(await broken.send(url)).toMatchObject({ error: 'dns', dnsMs: expect.any(Number), connectMs: null })
    expect(await newSender({ lookup: answering([]) }).send(url)).toEqual(failed('dns'))
  })

  test('connection_refused', async () => {
    expect(await newSender().send(`https://127.0.0.2:${receiver().port}/`)).toEqual(failed('connection_refused'))
  })

  test('connection_reset in the handshake', async () => {
    const port = await plainServer(socket => socket.once('data', () => socket.resetAndDestroy()))
    expect(await newSender().send(`https://127.0.0.1:${port}/`)).toEqual(failed('connection_reset'))
  })

  test('bad_response: no HTTP, and headers without an end', async () => {
    receiver().behave({ act: 'garble' })
    expect(await newSender().send()).toEqual(failed('bad_response'))
    receiver().behave({
      headers: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x-${i}`, 'x'.repeat(1_000)])),
    })
    expect(await newSender().send()).toEqual(failed('bad_response'))
  })

  const dayMs = 86_400_000
  const expired = { validFrom: new Date(Date.now() - 9 * dayMs), validTo: new Date(Date.now() - dayMs) }
  test.for([
    ['tls: depth_zero_self_signed_cert', selfSigned(), false],
    ['tls: cert_has_expired', selfSigned(expired), true],
    ['tls: cert_altname_invalid', selfSigned({ hosts: ['other.example.com', '127.0.0.9'] }), true],
  ] as const)('%s, also when the environment asks for leniency', async ([error, certificate, isTrusted]) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const shop = await another({ certificate })
    const { send } = newSender({ ca: isTrusted ? shop.ca : receiver().ca })
    expect(await send(shop.url())).toEqual(failed(error))
    expect(shop.received).toEqual([])
  })

  test('tls: a receiver that speaks plain HTTP', async () => {
    const port = await plainServer(socket => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const { error } = await newSender().send(`https://127.0.0.1:${port}/`)
    expect(error).toBe('tls: wrong_version_number')
  })
})

describe('the deadline', () => {
  test('an answer before it counts, one after it does not', async () => {
    receiver().behave({ delayMs: 900 })
    expect(await newSender({ timeoutMs: 30_000 }).send()).toMatchObject({ httpStatus: 200, error: null })
    const late = await newSender({ timeoutMs: 800 }).send()
    expect(late).toEqual(failed('timeout'))
    expect(late.durationMs).toBeGreaterThanOrEqual(798)
  })

  test.for(['hang', 'drip'] as const)('timeout: %s', async act => {
    receiver().behave({ act })
    const attempt = await newSender(hasty).send()
    expect(attempt).toEqual(failed('timeout'))
    await vi.waitFor(() => expect(receiver().open()).toBe(0))
  })

  test('timeout: a look-up without an answer', async () => {
    const attempt = await newSender({ ...hasty, lookup: () => new Promise(() => {}) }).send(
      'https://hooks.example.com/',
    )
    expect(attempt).toMatchObject({ error: 'timeout', connectMs: null })
  })

  test('timeout: a handshake without an answer', async () => {
    const attempt = await newSender(hasty).send(`https://127.0.0.1:${await plainServer()}/`)
    expect(attempt).toMatchObject({ error: 'timeout', connectMs: expect.any(Number), tlsMs: null })
  })

  test('a slow receiver does not delay another', async () => {
    const slow = await another({ certificate: selfSigned() })
    slow.behave({ act: 'hang' })
    const { send, close } = newSender({ timeoutMs: 60_000, ca: `${receiver().ca}${slow.ca}` })
    const hanging = Array.from({ length: 20 }, () => send(slow.url()))
    expect((await send()).error).toBeNull()
    expect(receiver().received).toHaveLength(1)
    await close()
    expect((await Promise.all(hanging)).map(({ error }) => error)).toEqual(hanging.map(() => 'sender_closed'))
  })
})

describe('response bodies', () => {
  test.for([
    [200, null],
    [500, 'http_500'],
  ] as const)('%i and a body without an end: the status decides, the body is cut', async ([status, error]) => {
    receiver().behave({ status, act: 'endless' })
    const attempt = await newSender().send()
    expect(attempt).toMatchObject({ httpStatus: status, error, responseSnippet: 'x'.repeat(1_024) })
    await vi.waitFor(() => expect(receiver().open()).toBe(0))
  })

  test.for([
    [200, null],
    [503, 'http_503'],
  ] as const)('%i and a body in trickles: the status decides, at the deadline', async ([status, error]) => {
    receiver().behave({ status, act: 'trickle' })
    const attempt = await newSender(hasty).send()
    expect(attempt).toMatchObject({ httpStatus: status, error, responseSnippet: expect.stringMatching(/^x+$/) })
    expect(attempt.durationMs).toSatisfy((ms: number) => ms >= hasty.timeoutMs - 2 && ms < 3_000)
    await vi.waitFor(() => expect(receiver().open()).toBe(0))
  })

  test('200 and a body that breaks off: a success, and not sent again', async () => {
    const { send } = newSender()
    await send()
    receiver().behave({ act: 'cut', headers: { 'content-length': '100' }, body: 'partly' })
    expect(await send()).toMatchObject({ httpStatus: 200, error: null, responseSnippet: 'partly' })
    expect(receiver().received).toHaveLength(2)
  })

  test('a body of up to 16 kB leaves its connection usable', async () => {
    receiver().behave({ body: 'x'.repeat(16_000) })
    const { send } = newSender()
    for (let round = 0; round < 3; round++) expect(await send()).toMatchObject({ error: null })
    expect(receiver().connections()).toBe(1)
  })

  test.for<[string, Buffer, string | null]>([
    ['nothing', Buffer.alloc(0), null],
    ['lines and tabs stay', Buffer.from('a\n\tb'), 'a\n\tb'],
    ['control characters go', Buffer.from('a\0b\u001b[31m\r\u0085'), 'a\ufffdb\ufffd[31m\ufffd\ufffd'],
    ['wrong bytes go', Buffer.from([0x61, 0xff, 0xc0, 0x62]), 'a\ufffd\ufffdb'],
    ['a character cut in two goes', Buffer.from('žž').subarray(0, 3), 'ž'],
  ])('the snippet is text: %s', ([, bytes, text]) => expect(snippet(bytes)).toBe(text))

  test('the snippet ends before a character that is cut at 1 kB', async () => {
    receiver().behave({ body: `x${'ž'.repeat(2_000)}` })
    expect((await newSender().send()).responseSnippet).toBe(`x${'ž'.repeat(511)}`)
  })
})
