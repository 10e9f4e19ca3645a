/**
 * Lets one write per book into the database at a time, so that requests wait here and not in its connections. Whoever
 * has sent its commit passes the turn on: the next then waits for the lock alone, and nothing lies idle between the two.
 */
import { problem } from '../contract/problems.ts'

const maxWaiting = 1_000
const longestWaitMs = 8_000

export interface BookQueue {
  /** The next one begins when the work has ended, or has passed its turn on. */
  run<T>(bookId: string, work: (passOn: () => void) => Promise<T>): Promise<T>
  /** How long the book that moves the least has not moved although somebody waits. */
  longestPauseMs(): number
  /** Writes in the queue of each book that has one, those at work included. */
  lengths(): [bookId: string, waiting: number][]
}

export function bookQueue(): BookQueue {
  const queues = new Map<string, { waiting: number; tail: Promise<void>; movedMs: number }>()

  async function run<T>(bookId: string, work: (passOn: () => void) => Promise<T>): Promise<T> {
    const queue = queues.get(bookId) ?? { waiting: 0, tail: Promise.resolve(), movedMs: performance.now() }
    if (queue.waiting >= maxWaiting) throw tooBusy()
    queues.set(bookId, queue)
    queue.waiting += 1
    const arrived = performance.now()
    const before = queue.tail
    let passOn = () => {}
    queue.tail = new Promise(resolve => {
      passOn = resolve
    })
    try {
      await before
      queue.movedMs = performance.now()
      if (queue.movedMs - arrived > longestWaitMs) throw tooBusy()
      return await work(passOn)
    } finally {
      passOn()
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(bookId)
    }
  }

  return {
    run,
    longestPauseMs() {
      const stuck = [...queues.values()].filter(({ waiting }) => waiting > 1)
      return Math.max(0, ...stuck.map(({ movedMs }) => performance.now() - movedMs))
    },
    lengths: () => [...queues].map(([bookId, { waiting }]) => [bookId, waiting]),
  }
}

const tooBusy = () =>
  problem('api_unavailable', {
    detail: 'Too many writes are waiting for this account.',
    headers: { 'Retry-After': '1' },
  })
