/** Keeps screens current: one tab of the browser follows the event log, the others hear of it from that tab. */
import type { Event } from '@cellarbook/sdk'
import type { Book } from './book.ts'
import { addressOf } from './client.ts'
import { messagesIn } from './server-sent.ts'

type Hear = (event: Event) => void

/** Follows the events of a book until the signal is aborted. */
export function follow(book: Book, hear: Hear, signal: AbortSignal): void {
  const channel = new BroadcastChannel(`cellarbook.${book}`)
  channel.onmessage = ({ data }) => hear(data as Event)
  signal.addEventListener('abort', () => channel.close())
  const tell: Hear = event => {
    if (!signal.aborted) channel.postMessage(event)
    hear(event)
  }
  if (navigator.locks) lead(book, tell, signal)
  else void untilAborted(signal, () => streamWhileVisible(book, hear, signal))
}

/** Whoever holds the lock holds the stream; when that tab closes, the next one takes over. */
function lead(book: Book, tell: Hear, signal: AbortSignal): void {
  const stream = () => untilAborted(signal, () => readStream(book, tell, signal))
  navigator.locks.request(`cellarbook.${book}`, { signal }, stream).catch(() => {})
}

async function untilAborted(signal: AbortSignal, work: () => Promise<boolean>): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const isOver = await work().catch(() => {
      failures += 1
      return false
    })
    if (isOver) return
    await new Promise(resolve => setTimeout(resolve, Math.min(500 * 2 ** failures, 30_000)))
  }
}

/** True when there is nothing to follow for this person. */
async function readStream(book: Book, tell: Hear, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(addressOf('/events/stream'), { headers: { 'x-service-book': book }, signal })
  if (response.status === 401 || response.status === 403) return true
  if (!response.ok || !response.body) throw new Error(`stream answered ${response.status}`)
  for await (const data of messagesIn(response.body)) tell(JSON.parse(data) as Event)
  return false
}

/** Where the browser has no locks (plain http), every tab that is looked at has a stream of its own. */
async function streamWhileVisible(book: Book, hear: Hear, signal: AbortSignal): Promise<boolean> {
  if (document.hidden) return false
  const hidden = new AbortController()
  const stop = () => document.hidden && hidden.abort()
  document.addEventListener('visibilitychange', stop)
  try {
    return await readStream(book, hear, AbortSignal.any([signal, hidden.signal]))
  } finally {
    document.removeEventListener('visibilitychange', stop)
  }
}
