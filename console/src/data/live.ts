/** Keeps screens current: one tab of the browser follows the event log, the others hear of it from that tab. */
import type { Event } from '@cellarbook/sdk'
import type { Book } from './book.ts'
import { addressOf } from './client.ts'
import { noteSilence, untilReached } from './reach.ts'
import { messagesIn } from './server-sent.ts'

/** An event, or that some may have been missed. */
export type News = Event | 'missed'
type Hear = (news: News) => void

/** What tabs tell each other besides: the question up to where all is known, and its answer. */
type Said = News | 'where' | { at: number }

/** One tab's view of the log. A stream that is begun again, by whichever tab, goes on from there. */
interface Reading extends Following {
  book: Book
  tell: Hear
  /** The sequence up to which nothing was missed; undefined before anybody said. */
  at: number | undefined
}

/** When the line is later than that, screens are read again: what happened meanwhile may be in them or not. */
const lateMs = 2_000

export interface Following {
  signal: AbortSignal
  /** When the screens began to read, as `performance.now()` says. */
  sinceMs: number
}

/** Follows the events of a book until the signal is aborted. */
export function follow(book: Book, hear: Hear, { signal, sinceMs }: Following): void {
  const channel = new BroadcastChannel(`cellarbook.${book}`)
  const say = (said: Said) => !signal.aborted && channel.postMessage(said)
  const note: Hear = news => {
    if (news !== 'missed') reading.at = news.sequence
    hear(news)
  }
  const tell: Hear = news => {
    if (navigator.locks) say(news)
    note(news)
  }
  const reading: Reading = { book, tell, signal, at: undefined, sinceMs }
  channel.onmessage = ({ data }: { data: Said }) => {
    if (data === 'where') return reading.at !== undefined && say({ at: reading.at })
    if (typeof data !== 'string' && 'at' in data) reading.at ??= data.at
    else note(data)
  }
  signal.addEventListener('abort', () => channel.close())
  say('where')
  if (navigator.locks) lead(reading)
  else void untilAborted(signal, isFirst => streamWhileVisible(reading, isFirst))
}

/** Whoever holds the lock holds the stream; when that tab closes, the next one takes over. */
function lead(reading: Reading): void {
  const { book, signal } = reading
  const stream = () => untilAborted(signal, isFirst => readStream(reading, { signal, isFirst }))
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

interface Try {
  signal: AbortSignal
  /** Before a second one something may have happened. */
  isFirst: boolean
}

/** True when there is nothing to follow for this person. */
async function readStream(reading: Reading, { signal, isFirst }: Try): Promise<boolean> {
  const { at, tell } = reading
  const response = await open(reading, signal)
  if (response.status === 401 || response.status === 403) return true
  if (isPast(response, at)) {
    reading.at = undefined
    await response.body?.cancel()
    return false
  }
  if (!response.ok || !response.body) throw new Error(`stream answered ${response.status}`)
  const isLate = performance.now() - reading.sinceMs > lateMs
  if (at === undefined && (isLate || !isFirst)) tell('missed')
  reading.at ??= latestOf(response)
  // A line that breaks is begun again at once; one that cannot be had is asked for less and less often.
  await readAll(response.body, tell).catch(() => {})
  return false
}

const latestOf = ({ headers }: Response): number | undefined => {
  const told = headers.get('x-service-latest-sequence')
  return told === null ? undefined : Number(told)
}

/** What is no longer kept, and a log that was set back, cannot be gone on from. */
const isPast = (response: Response, at = 0): boolean =>
  response.status === 410 || (response.ok && (latestOf(response) ?? at) < at)

async function open({ book, at }: Reading, signal: AbortSignal): Promise<Response> {
  const headers = { 'x-service-book': book, ...(at !== undefined && { 'last-event-id': String(at) }) }
  try {
    return await fetch(addressOf('/events/stream'), { headers, signal })
  } catch (error) {
    if (!signal.aborted) noteSilence()
    throw error
  }
}

async function readAll(body: ReadableStream<Uint8Array>, tell: Hear): Promise<void> {
  for await (const data of messagesIn(body)) tell(JSON.parse(data) as Event)
}

/** Where the browser has no locks (plain http), every tab that is looked at has a stream of its own. */
async function streamWhileVisible(reading: Reading, isFirst: boolean): Promise<boolean> {
  if (document.hidden) return false
  const hidden = new AbortController()
  const stop = () => document.hidden && hidden.abort()
  document.addEventListener('visibilitychange', stop)
  try {
    return await readStream(reading, { signal: AbortSignal.any([reading.signal, hidden.signal]), isFirst })
  } finally {
    document.removeEventListener('visibilitychange', stop)
  }
}
