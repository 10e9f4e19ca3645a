/** Which failures are worth another attempt, and how long to wait before it. */
import { CellarbookError, ConnectionError, UnexpectedAnswerError } from './error.ts'

/** Refusals that pass by themselves; nothing was written, or the first attempt is still at work. */
const passing = ['rate_limited', 'idempotency_in_progress', 'api_unavailable', 'upload_failed']
/** What a proxy says of a service it cannot reach. */
const ofGateways = [502, 503, 504]

const firstDelayMs = 250
const longestDelayMs = 20_000

export const isPassing = (error: unknown): boolean => {
  if (error instanceof ConnectionError) return true
  if (error instanceof CellarbookError) return passing.includes(error.code)
  return error instanceof UnexpectedAnswerError && ofGateways.includes(error.status)
}

/** Doubles with each attempt; a random half of it keeps clients apart that failed together. */
export const backoffMs = (attempt: number): number => {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return delayMs / 2 + (Math.random() * delayMs) / 2
}

/** Undefined: not worth it, or the service asks for more patience than the caller has. */
export function retryDelayMs(error: unknown, attempt: number, maxDelayMs: number): number | undefined {
  if (!isPassing(error)) return undefined
  const askedMs = retryAfterMs((error as { headers?: Headers }).headers)
  if (askedMs > maxDelayMs) return undefined
  return askedMs > 0 ? askedMs + Math.random() * Math.min(askedMs / 10, 1_000) : backoffMs(attempt)
}

function retryAfterMs(headers: Headers | undefined): number {
  const text = headers?.get('retry-after')
  if (!text) return 0
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : 0
}

/** Rejects with the reason of the signal. */
export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
