/**
 * The room for stored answers: large ones draw on a room of their book that fills up again over an hour. A write whose
 * answer finds none is refused and keeps nothing, so that what was done can always be repeated safely.
 */
import { problem } from '../contract/problems.ts'
import type { Awaitable } from '../lib/places.ts'

export interface AnswerRoom {
  /** Throws the refusal when there is none. */
  take(bookId: string, bytes: number): Awaitable<void>
}

/** Whoever counts may be in another process. */
export interface AnswerRooms {
  /** The seconds until there is room for these bytes: zero when they were taken. */
  draw(bookId: string, bytes: number): Awaitable<number>
}

export interface AnswerRoomOptions {
  /** Of one book, in an hour. */
  maxBytes?: number
  /** Smaller answers take nothing: the rate of calls bounds them. */
  smallBytes?: number
  /** Never goes back. */
  nowMs?: () => number
}

interface Room {
  left: number
  atMs: number
}

const hourMs = 60 * 60 * 1_000

export function answerRoom(options: AnswerRoomOptions = {}, rooms: AnswerRooms = answerRooms(options)): AnswerRoom {
  const { smallBytes = 16 * 1024 } = options
  return {
    async take(bookId, bytes) {
      if (bytes <= smallBytes) return
      const seconds = await rooms.draw(bookId, bytes)
      if (seconds > 0) throw noRoom(seconds)
    },
  }
}

export function answerRooms(options: AnswerRoomOptions = {}) {
  const { maxBytes = 512 * 1024 * 1024, nowMs = () => performance.now() } = options
  const bytesPerMs = maxBytes / hourMs
  const rooms = new Map<string, Room>()

  const leftOf = ({ left, atMs }: Room, now: number) => Math.min(maxBytes, left + (now - atMs) * bytesPerMs)

  /** Who has all of its room again is as good as unknown. */
  function forgetFull(now: number): void {
    for (const [bookId, room] of rooms) if (leftOf(room, now) === maxBytes) rooms.delete(bookId)
  }

  return {
    draw(bookId: string, bytes: number): number {
      const now = nowMs()
      const room = rooms.get(bookId)
      if (!room) forgetFull(now)
      const left = room ? leftOf(room, now) : maxBytes
      const wanted = Math.min(bytes, maxBytes)
      if (wanted > left) return Math.ceil((wanted - left) / bytesPerMs / 1_000)
      rooms.set(bookId, { left: left - wanted, atMs: now })
      return 0
    },
  } satisfies AnswerRooms
}

/** The headers of every 429: nothing is left until the time to come again. */
const noRoom = (seconds: number) =>
  problem('rate_limited', {
    detail:
      'Too many large responses are stored for repeats. Nothing was done: repeat the request with the same ' +
      'Idempotency-Key.',
    headers: { 'Retry-After': String(seconds), 'RateLimit-Remaining': '0', 'RateLimit-Reset': String(seconds) },
  })
