/** Counts requests in windows of 60 s: one per API key, and for who comes without a valid key one per address and door. */
import { networkOf } from '../lib/addresses.ts'
import { boundedWindows, type Window, type WindowOptions, type Windows } from '../lib/bounded-windows.ts'
import type { Awaitable } from '../lib/places.ts'

const windowSeconds = 60
const maxWindows = 50_000

/** What one address may do in a minute without a valid key. */
const openRates = {
  /** Calls of the API without a key, or with a wrong one. */
  guesses: 600,
  /** Pages, documents, and paths that do not exist. */
  pages: 120,
  /** The files of the console: a first load takes some dozen, and an office has one address. */
  console: 3_000,
  signIns: 10,
  /** Whether a person is signed in, and signing out. */
  sessions: 300,
  /** Uploads and downloads at sealed addresses. */
  transfers: 600,
} as const

export type Door = keyof typeof openRates

export interface Rate {
  limit: number
  remaining: number
  resetSeconds: number
  isExceeded: boolean
}

/** Whoever counts may be in another process. */
export interface RateCounter {
  countKey(keyId: string, limit: number): Awaitable<Rate>
  countAddress(door: Door, address: string): Awaitable<Rate>
  /** The same without counting. */
  peekAddress(door: Door, address: string): Awaitable<Rate>
}

/** Apart: addresses are for anybody to make up, and must not push out the windows of keys. */
export function rateWindows<Kind extends Windows>(open: (options: WindowOptions) => Kind) {
  const options = { windowMs: windowSeconds * 1_000, most: maxWindows }
  return { keys: open(options), addresses: open(options) }
}

export function countedBy({ keys, addresses }: { keys: Windows; addresses: Windows }) {
  const nameOf = (door: Door, address: string) => `${door} ${networkOf(address)}`
  return {
    countKey: (keyId: string, limit: number) => rateOf(limit, keys.count(keyId)),
    countAddress: (door: Door, address: string) => rateOf(openRates[door], addresses.count(nameOf(door, address))),
    peekAddress: (door: Door, address: string) => rateOf(openRates[door], addresses.peek(nameOf(door, address))),
  } satisfies RateCounter
}

/** Of a node that is alone. */
export const rateCounter = () => countedBy(rateWindows(boundedWindows))

const rateOf = (limit: number, { count, leftMs }: Window): Rate => ({
  limit,
  remaining: Math.max(0, limit - count),
  resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
  isExceeded: count > limit,
})

/** For an answer given before anything was counted. */
export const untouchedRate = (): Rate => rateOf(openRates.guesses, { count: 0, leftMs: windowSeconds * 1_000 })

export const rateHeaders = (rate: Rate): Record<string, string> => ({
  'ratelimit-limit': String(rate.limit),
  'ratelimit-remaining': String(rate.remaining),
  'ratelimit-reset': String(rate.resetSeconds),
  'ratelimit-policy': `${rate.limit};w=${windowSeconds}`,
})
