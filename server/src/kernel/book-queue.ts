/** Lets one write per book into the database at a time, so that requests wait here and not in its connections. */
import { problem } from '../contract/problems.ts'

const maxWaiting = 1_000
const longestWaitMs = 8_000

export interface BookQueue {
  run<T>(bookId: string, work: () => Promise<T>): Promise<T>
}

export function bookQueue(): BookQueue {
  const queues = new Map<string, { waiting: number; tail: Promise<unknown> }>()

  async function run<T>(bookId: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(bookId) ?? { waiting: 0, tail: Promise.resolve() }
    if (queue.waiting >= maxWaiting) throw tooBusy()
    queues.set(bookId, queue)
    queue.waiting += 1
    const arrived = performance.now()
    const turn = queue.tail.then(() => {
      if (performance.now() - arrived > longestWaitMs) throw tooBusy()
      return work()
    })
    queue.tail = turn.catch(() => {})
    try {
      return await turn
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(bookId)
    }
  }

  return { run }
}

const tooBusy = () =>
  problem('api_unavailable', {
    detail: 'Too many writes are waiting for this account.',
    headers: { 'Retry-After': '1' },
  })
