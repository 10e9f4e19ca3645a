/** Keeps screens current: one tab of the browser follows the event log, the others hear of it from that tab. */
import type { Event } from '@cellarbook/sdk'
import type { Book } from './book.ts'
import { addressOf } from './client.ts'
import { noteSilence, untilReached } from './reach.ts'
import { messagesIn } from './server-sent.ts'

/** An event, or that some may have been missed. */
export type News = Event | 'missed'
type Hear = (news: News) => void

/** Follows the events of a book until the signal is aborted. */
export function follow(book: Book, hear: Hear, signal: AbortSignal): void {
  const channel = new BroadcastChannel(`cellarbook.${book}`)
  channel.onmessage = ({ data }) => hear(data as News)
  signal.addEventListener('abort', () => channel.close())
  const tell: Hear = news => {
    if (!signal.aborted) channel.postMessage(news)
    hear(news)
  }
  if (navigator.locks) lead(book, tell, signal)
  else void untilAborted(signal, isFirst => streamWhileVisible({ book, tell: hear, signal, isFirst }))
}

/** Whoever holds the lock holds the stream; when that tab closes, the next one takes over. */
function lead(book: Book, tell: Hear, signal: AbortSignal): void {
  const stream = () => untilAborted(signal, isFirst => readStream({ book, tell, signal, isFirst }))
  navigator.locks.request(`cellarbook.${book}`, { signal }, stream).catch(() => {})
}

/** `work` answers whether it is over, and begins anew a little later when it is not. */
async function untilAborted(signal: AbortSignal, work: (isFirst: boolean) => Promise<boolean>): Promise<void> {
  for (let failures = 0, isFirst = true; !signal.aborted; isFirst = false) {
    const isOver = await work(isFirst).then(
      over => {
        failures = 0
        return over
      },
      () => {
        failures += 1
        return false
      },
    )
    if (isOver) return
    await new Promise(resolve => setTimeout(resolve, Math.min(500 * 2 ** failures, 30_000)))
    await untilReached()
  }
}

interface Reading {
  book: Book
  tell: Hear
  signal: AbortSignal
  /** Between two streams something may have happened. */
  isFirst: boolean
}

/** True when there is nothing to follow for this person. */
async function readStream({ book, tell, signal, isFirst }: Reading): Promise<boolean> {
  const response = await fetch(addressOf('/events/stream'), { headers: { 'x-service-book': book }, signal }).catch(
    error => {
      if (!signal.aborted) noteSilence()
      throw error
    },
  )
  if (response.status === 401 || response.status === 403) return true
  if (!response.ok || !response.body) throw new Error(`stream answered ${response.status}`)
  if (!isFirst) tell('missed')
  // A line that breaks is begun again at once; one that cannot be had is asked for less and less often.
  await readAll(response.body, tell).catch(() => {})
  return false
}

async function readAll(body: ReadableStream<Uint8Array>, tell: Hear): Promise<void> {
  for await (const data of messagesIn(body)) tell(JSON.parse(data) as Event)
}

/** Where the browser has no locks (plain http), every tab that is looked at has a stream of its own. */
async function streamWhileVisible({ signal, ...reading }: Reading): Promise<boolean> {
  if (document.hidden) return false
  const hidden = new AbortController()
  const stop = () => document.hidden && hidden.abort()
  document.addEventListener('visibilitychange', stop)
  try {
    return await readStream({ ...reading, signal: AbortSignal.any([signal, hidden.signal]) })
  } finally {
    document.removeEventListener('visibilitychange', stop)
  }
}
