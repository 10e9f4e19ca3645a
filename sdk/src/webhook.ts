/** Deliveries of webhooks: only what the service signed is let through. */
import type { Event, PingEvent } from './event.ts'

/** What a server got: a `Request`, or its headers and its raw body. */
export interface ReceivedWebhook {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As it came, before anything reads or changes it. */
  body: string | Uint8Array<ArrayBuffer>
}

export interface WebhookOptions {
  /** How far the clocks may be apart; 5 minutes by default. */
  toleranceSeconds?: number
  now?: () => number
}

export interface VerifiedWebhook {
  /** The same in every attempt and for every endpoint: deduplicate by it. */
  id: string
  event: Event | PingEvent
  attempt: number
  sequence: number
  /** The event before this one that matched the endpoint. If you do not have it, catch up with `follow`. */
  previousSequence: number | null
}

export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly reason: 'header_missing' | 'timestamp_off' | 'signature_wrong' | 'body_unreadable'

  constructor(reason: WebhookError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const encoder = new TextEncoder()

/**
 * The delivery, if one of its signatures was made with one of the secrets and its time is now. Give both secrets while
 * one replaces the other. Answer 401 to what throws a `WebhookError`.
 */
export async function verifyWebhook(
  received: Request | ReceivedWebhook,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<VerifiedWebhook> {
  const header = headerReader(received.headers)
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const signatures = header('webhook-signature').split(' ')
  requireNow(timestamp, options)
  const body = await bytesOf(received)
  const signed = joinBytes(encoder.encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(signed, signatures, [secrets].flat()))) {
    throw new WebhookError('signature_wrong', 'no signature was made with a known secret')
  }
  return {
    id,
    event: eventIn(body),
    attempt: Number(header('webhook-attempt', '1')),
    sequence: Number(header('webhook-sequence', '0')),
    previousSequence: Number(header('webhook-previous-sequence', '0')) || null,
  }
}

function headerReader(headers: ReceivedWebhook['headers']): (name: string, absent?: string) => string {
  return (name, absent) => {
    const found = headers instanceof Headers ? headers.get(name) : headers[name]
    const value = (typeof found === 'string' ? found : found?.[0]) ?? absent
    if (value === undefined) throw new WebhookError('header_missing', `${name} is missing`)
    return value
  }
}

function requireNow(timestamp: string, { toleranceSeconds = 300, now = Date.now }: WebhookOptions): void {
  const secondsOff = Math.abs(now() / 1_000 - Number(timestamp))
  if (/^\d+$/.test(timestamp) && secondsOff <= toleranceSeconds) return
  throw new WebhookError('timestamp_off', `webhook-timestamp ${timestamp} is not within ${toleranceSeconds} s of now`)
}

async function bytesOf(received: Request | ReceivedWebhook): Promise<Uint8Array<ArrayBuffer>> {
  if ('arrayBuffer' in received) return new Uint8Array(await received.arrayBuffer())
  return typeof received.body === 'string' ? encoder.encode(received.body) : received.body
}

function joinBytes(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + body.length)
  joined.set(head)
  joined.set(body, head.length)
  return joined
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures.flatMap(text => (text.startsWith('v1,') ? (decodeBase64(text.slice(3)) ?? []) : []))
  for (const secret of secrets) {
    const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
    if (!bytes) throw new TypeError('a webhook secret is `whsec_` and base64')
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of given) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function eventIn(body: Uint8Array): Event | PingEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Event | PingEvent
  } catch {
    throw new WebhookError('body_unreadable', 'the body is not JSON')
  }
}
