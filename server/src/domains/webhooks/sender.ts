/** One attempt to deliver: a POST to the receiver within one deadline, and what came of it. It never throws. */
import { setImmediate } from 'node:timers/promises'
import tls from 'node:tls'
import type { Dispatcher } from 'undici'
import { type ConnectionTimes, noTimes } from './connection.ts'
import { type EndableDeadline, newDeadline } from './deadline.ts'
import { egressAgent, type Trail, type WithinTime } from './egress.ts'
import { type Answer, exchange } from './exchange.ts'
import { faultWord, isReset, SendFault } from './faults.ts'
import type { Guard } from './guard.ts'
import { type Lookup, lookupFor } from './names.ts'

export interface SenderOptions {
  guard: Guard
  /** In PEM: trusted beside the certificates Node trusts by itself. */
  ca?: string
  /** Over DNS, connection, TLS, headers and body together. */
  timeoutMs?: number
  lookup?: Lookup
}

export interface Delivery {
  url: string
  headers: Record<string, string>
  body: Buffer
}

export interface Attempt extends ConnectionTimes {
  httpStatus: number | null
  durationMs: number
  /** Null for a success. */
  error: string | null
  responseSnippet: string | null
  retryAfterSeconds: number | null
}

export interface Sender {
  send(delivery: Delivery): Promise<Attempt>
  /** Ends everything at once; what is under way fails as `sender_closed`. */
  close(): Promise<void>
}

export function webhookSender({ guard, ca, timeoutMs = 10_000, lookup = lookupFor(guard) }: SenderOptions): Sender {
  const { withinTime, endAll } = timeLimit(timeoutMs)
  const secureContext = tls.createSecureContext(ca === undefined ? {} : { ca: [...trustedRoots(), ca] })
  const rules = { guard, lookup, secureContext, timeoutMs }
  const kept = egressAgent({ rules, withinTime, keepsConnections: true })
  const single = egressAgent({ rules, withinTime, keepsConnections: false })

  return {
    async send(delivery) {
      const startMs = performance.now()
      const trail: Trail = { isReused: false, times: noTimes() }
      const outcome = await withinTime(async deadline => {
        const request = requestOf(delivery, trail)
        const answer = await exchange(kept, request, deadline).catch(error => {
          // A kept connection may have been closed by the receiver as we wrote. It deduplicates on `webhook-id`, so
          // one more try over a new connection is safe, and spares the delivery a minute and a counted failure.
          if (!trail.isReused || !isReset(error) || deadline.isOver) throw error
          return exchange(single, request, deadline)
        })
        return outcomeOf(answer)
      }).catch(failure)
      const durationMs = Math.round(performance.now() - startMs)
      // undici frees the connection one turn later; whoever sends next shall find it instead of opening another.
      await setImmediate()
      const { dnsMs, connectMs, tlsMs } = trail.times
      return { durationMs, dnsMs, connectMs, tlsMs, ...outcome }
    },
    async close() {
      endAll()
      await Promise.all([kept.destroy(), single.destroy()])
    },
  }
}

/** What Node trusts by itself; newer versions tell it with what the system and NODE_EXTRA_CA_CERTS add. */
function trustedRoots(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (kind: 'default') => string[] }
  return getCACertificates?.('default') ?? tls.rootCertificates
}

function requestOf({ url, headers, body }: Delivery, trail: Trail): Dispatcher.DispatchOptions & { opaque: Trail } {
  const { protocol, origin, pathname, search } = new URL(url)
  if (protocol !== 'https:') throw new SendFault('not_https')
  return { origin, path: pathname + search, method: 'POST', headers, body, opaque: trail }
}

type Outcome = Omit<Attempt, 'durationMs' | keyof ConnectionTimes>

const failure = (error: unknown): Outcome => ({
  httpStatus: null,
  error: faultWord(error),
  responseSnippet: null,
  retryAfterSeconds: null,
})

const outcomeOf = ({ statusCode, headers, start }: Answer): Outcome => ({
  httpStatus: statusCode,
  error: statusError(statusCode),
  responseSnippet: snippet(start),
  retryAfterSeconds: retryAfterSeconds(headers['retry-after'], Date.now()),
})

function statusError(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  return status >= 300 && status <= 399 ? 'redirect' : `http_${status}`
}

/** Fit for PostgreSQL and for a page: valid UTF-8 without a cut character at its end, and no control characters. */
export function snippet(bytes: Buffer): string | null {
  if (bytes.length === 0) return null
  const text = new TextDecoder().decode(bytes, { stream: true })
  return text === '' ? null : text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
}

/** Seconds or a date, as HTTP allows; anything else counts as nothing. */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const dateMs = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(dateMs) ? null : Math.max(0, Math.ceil((dateMs - nowMs) / 1_000))
}

function timeLimit(timeoutMs: number): { withinTime: WithinTime; endAll: () => void } {
  const running = new Set<EndableDeadline>()
  let isClosed = false
  return {
    async withinTime(work) {
      if (isClosed) throw new SendFault('sender_closed')
      const deadline = newDeadline()
      const timer = setTimeout(() => deadline.end(new SendFault('timeout')), timeoutMs)
      running.add(deadline)
      try {
        return await work(deadline)
      } finally {
        clearTimeout(timer)
        running.delete(deadline)
      }
    },
    endAll() {
      isClosed = true
      for (const deadline of running) deadline.end(new SendFault('sender_closed'))
    },
  }
}
