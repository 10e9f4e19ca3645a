/** Counts requests in windows of 60 s, one per API key, or per address for those without a valid key. */
import { RateLimiterMemory } from 'rate-limiter-flexible'

const windowSeconds = 60

/** The rate of a client without a valid key. */
export const anonymousRate = 600

export interface Rate {
  limit: number
  remaining: number
  resetSeconds: number
  isExceeded: boolean
}

export interface RateCounter {
  count(bucket: string, limit: number): Promise<Rate>
  /** The same without counting. */
  peek(bucket: string, limit: number): Promise<Rate>
}

export function rateCounter(): RateCounter {
  // The limit belongs to the tenant and may change within a window, so the library only counts.
  const counter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds })
  return {
    count: (bucket, limit) =>
      counter.consume(bucket).then(
        used => rateOf(limit, used),
        () => rateOf(limit, null),
      ),
    peek: (bucket, limit) =>
      counter.get(bucket).then(
        used => rateOf(limit, used),
        () => rateOf(limit, null),
      ),
  }
}

function rateOf(limit: number, used: { consumedPoints: number; msBeforeNext: number } | null): Rate {
  const consumed = used?.consumedPoints ?? 0
  return {
    limit,
    remaining: Math.max(0, limit - consumed),
    resetSeconds: used ? Math.max(1, Math.ceil(used.msBeforeNext / 1_000)) : windowSeconds,
    isExceeded: consumed > limit,
  }
}

/** For an answer given before anything was counted. */
export const untouchedRate = (): Rate => rateOf(anonymousRate, null)

export const rateHeaders = (rate: Rate): Record<string, string> => ({
  'RateLimit-Limit': String(rate.limit),
  'RateLimit-Remaining': String(rate.remaining),
  'RateLimit-Reset': String(rate.resetSeconds),
  'RateLimit-Policy': `${rate.limit};w=${windowSeconds}`,
})
