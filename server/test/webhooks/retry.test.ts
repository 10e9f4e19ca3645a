/** When a failed delivery comes back, and when it is given up. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapsMs, nextAttempt } from '../../src/domains/webhooks/retry.ts'

const failed = { attemptsMade: 1, endedAtMs: 1_000, httpStatus: 500, retryAfterSeconds: null, random: 0 }
const minuteMs = 60_000

const waitMs = (changes: Partial<Parameters<typeof nextAttempt>[0]>): number => {
  const next = nextAttempt({ ...failed, ...changes })
  if (next === 'dead') throw new Error('dead')
  return next.atMs - 1_000
}

describe('gaps', () => {
  test.for([
    [1, 1],
    [2, 5],
    [3, 30],
    [4, 120],
    [5, 480],
    [6, 1_440],
    [7, 1_440],
  ] as const)('after attempt %i: %i minutes, up to a tenth more', ([attemptsMade, minutes]) => {
    expect(waitMs({ attemptsMade })).toBe(minutes * minuteMs)
    expect(waitMs({ attemptsMade, random: 0.5 })).toBe(minutes * minuteMs * 1.05)
    expect(waitMs({ attemptsMade, random: 0.999_999 })).toBeLessThanOrEqual(minutes * minuteMs * 1.1)
  })

  test('add up to about 58 hours', () => {
    expect(gapsMs.reduce((sum, gap) => sum + gap, 0) / (60 * minuteMs)).toBeCloseTo(58.6)
  })

  test('the eighth failure is the last', () => {
    expect(nextAttempt({ ...failed, attemptsMade: 8 })).toBe('dead')
    expect(nextAttempt({ ...failed, attemptsMade: 9 })).toBe('dead')
    expect(nextAttempt({ ...failed, attemptsMade: 8, httpStatus: 503, retryAfterSeconds: 5 })).toBe('dead')
    expect(() => nextAttempt({ ...failed, attemptsMade: 0 })).toThrow('an attempt was made')
  })
})

describe('Retry-After', () => {
  test.for([429, 503])('%i stretches the gap, to twice its length at most', httpStatus => {
    expect(waitMs({ httpStatus, retryAfterSeconds: 90 })).toBe(90_000)
    expect(waitMs({ httpStatus, retryAfterSeconds: 90, random: 0.5 })).toBe(93_000)
    expect(waitMs({ httpStatus, retryAfterSeconds: 120 })).toBe(120_000)
    expect(waitMs({ httpStatus, retryAfterSeconds: 86_400, random: 0.9 })).toBe(120_000)
  })

  test('never shortens it', () => {
    expect(waitMs({ httpStatus: 429, retryAfterSeconds: 1 })).toBe(minuteMs)
    expect(waitMs({ httpStatus: 503, retryAfterSeconds: 0 })).toBe(minuteMs)
  })

  test.for([500, 404, 301, null])('is not heard with %s', httpStatus =>
    expect(waitMs({ httpStatus, retryAfterSeconds: 90 })).toBe(minuteMs),
  )
})

test('never early, never later than a tenth more or twice the gap, always a whole millisecond', () => {
  const anyFailure = fc.record({
    attemptsMade: fc.integer({ min: 1, max: 7 }),
    endedAtMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    httpStatus: fc.constantFrom(null, 200, 404, 429, 500, 503),
    retryAfterSeconds: fc.option(fc.integer({ min: 0, max: 999_999_999 })),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  fc.assert(
    fc.property(anyFailure, failure => {
      const next = nextAttempt(failure)
      expect(next).not.toBe('dead')
      const waitedMs = (next as { atMs: number }).atMs - failure.endedAtMs
      const gapMs = gapsMs[failure.attemptsMade - 1]!
      const mayAsk = failure.httpStatus === 429 || failure.httpStatus === 503
      expect(Number.isInteger(waitedMs)).toBe(true)
      expect(waitedMs).toBeGreaterThanOrEqual(gapMs)
      expect(waitedMs).toBeLessThanOrEqual(mayAsk ? 2 * gapMs : Math.ceil(1.1 * gapMs))
    }),
  )
})
