/** Lets one write per book into the database at a time, so that requests wait here and not in its connections. */
import { problem } from '../contract/problems.ts'

const mostWaiting = 1_000
const longestWaitMs = 8_000

export interface BookQueue {
  run<T>(bookId: string, work: () => Promise<T>): Promise<T>
}

export function bookQueue(): BookQueue {
  const lanes = new Map<string, { waiting: number; tail: Promise<unknown> }>()

  async function run<T>(bookId: string, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(bookId) ?? { waiting: 0, tail: Promise.resolve() }
    if (lane.waiting >= mostWaiting) throw tooBusy()
    lanes.set(bookId, lane)
    lane.waiting += 1
    const arrived = performance.now()
    const turn = lane.tail.then(() => {
      if (performance.now() - arrived > longestWaitMs) throw tooBusy()
      return work()
    })
    lane.tail = turn.catch(() => {})
    try {
      return await turn
    } finally {
      lane.waiting -= 1
      if (lane.waiting === 0) lanes.delete(bookId)
    }
  }

  return { run }
}

const tooBusy = () =>
  problem('api_unavailable', {
    detail: 'Too many writes are waiting for this account.',
    headers: { 'Retry-After': '1' },
  })
