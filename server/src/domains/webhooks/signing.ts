/** Signing secrets and the signatures made with them, as the Standard Webhooks scheme has them. */
import { createHmac, randomBytes } from 'node:crypto'
import { assert } from '../../lib/assert.ts'

const prefix = 'whsec_'

export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

export interface Signed {
  /** The `webhook-id` header. */
  id: string
  /** The `webhook-timestamp` header. */
  timestampSeconds: number
  /** The bytes as they are sent. */
  body: Buffer
  /** Newest first: old receivers read the first signature only. */
  secrets: readonly string[]
}

/** The `webhook-signature` header: one signature per secret, any one of which suffices. */
export function signatures({ id, timestampSeconds, body, secrets }: Signed): string {
  assert(secrets.length > 0, 'a delivery is signed')
  assert(Number.isSafeInteger(timestampSeconds), 'the timestamp is in whole seconds')
  return secrets
    .map(secret => {
      assert(secret.startsWith(prefix), 'a signing secret begins with whsec_')
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body).digest('base64')}`
    })
    .join(' ')
}

/** The headers every request to a receiver carries, a delivery and a ping alike. */
export function signHeaders(request: {
  id: string
  body: Buffer
  secrets: readonly string[]
  nowMs: number
  attempt: number
}): Record<string, string> {
  const { id, body, secrets, nowMs, attempt } = request
  const timestampSeconds = Math.floor(nowMs / 1_000)
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures({ id, timestampSeconds, body, secrets }),
    'webhook-attempt': String(attempt),
  }
}
