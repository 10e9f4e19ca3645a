/** One delivery becomes one request: secrets opened, headers signed, the frozen bytes or those without the record. */
import type { Logger } from 'pino'
import { apiVersion } from '../../../contract/schema.ts'
import type { SecretSealer } from '../../../kernel/ports/webhooks.ts'
import type { Withheld } from '../../../kernel/rights.ts'
import { toMilliseconds } from '../../../lib/instants.ts'
import type { Attempt, Sender } from '../sender.ts'
import { signHeaders } from '../signing.ts'
import { shownBody } from './rights.ts'
import type { ClaimedDelivery } from './store.ts'

export type SecretsOf = (delivery: ClaimedDelivery, nowMs: number) => string[]

/** Opened once for each version of an endpoint. */
export function secretKeeper(sealer: SecretSealer): SecretsOf {
  const opened = new Map<string, { version: number; secret: string; previous: string | undefined }>()
  return (delivery, nowMs) => {
    const { endpoint_id, book_id, version, previous_secret_expires_at: expiry } = delivery
    let known = opened.get(endpoint_id)
    if (known?.version !== version) {
      const at = { bookId: book_id, ownerId: endpoint_id }
      const previous = delivery.previous_secret && sealer.open(delivery.previous_secret, at)
      known = { version, secret: sealer.open(delivery.secret, at), previous: previous ?? undefined }
      if (opened.size > 1_000) opened.clear()
      opened.set(endpoint_id, known)
    }
    const isOverlap = known.previous !== undefined && expiry !== null && toMilliseconds(expiry) > nowMs
    return isOverlap ? [known.secret, known.previous!] : [known.secret]
  }
}

/** Undefined when the secret cannot be opened: deliveries wait until the deployment has its key again. */
export async function attemptDelivery(
  { sender, log, secretsOf }: { sender: Sender; log: Logger; secretsOf: SecretsOf },
  delivery: ClaimedDelivery,
  { nowMs, withheld }: { nowMs: number; withheld: Withheld | undefined },
): Promise<Attempt | undefined> {
  const { event_id: id, sequence, previous_sequence } = delivery
  const body = shownBody(delivery, withheld)
  const attempt = delivery.attempts_recorded + 1
  if (body === null) return notSent('body_expired')
  try {
    return await sender.send({
      url: delivery.url,
      body,
      headers: {
        'user-agent': `Cellarbook/${apiVersion}`,
        'webhook-sequence': String(sequence),
        ...signHeaders({ id, body, secrets: secretsOf(delivery, nowMs), nowMs, attempt }),
        ...(previous_sequence !== null && { 'webhook-previous-sequence': String(previous_sequence) }),
      },
    })
  } catch (error) {
    log.error({ err: error }, 'a webhook delivery cannot be signed and waits')
    return undefined
  }
}

const notSent = (error: string): Attempt => ({
  httpStatus: null,
  durationMs: 0,
  error,
  responseSnippet: null,
  retryAfterSeconds: null,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
})
