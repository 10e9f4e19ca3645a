/** The event log read backwards: the service hands it out forwards, so windows of numbers are asked for. */
import type { Event } from '@cellarbook/sdk'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { get } from '../../data/client.ts'
import type { Page } from '../../data/queries.ts'

export interface LogWindow {
  /** Newest first. */
  events: Event[]
  /** The number before the first of the window; there the next one ends. */
  after: number
  oldest: number
}

const size = 100

/** Where the log begins and ends now. */
async function endsOfLog(signal: AbortSignal): Promise<{ oldest: number; latest: number }> {
  const { body, latestSequence = 0 } = await get<Page<Event>>('/events', { query: { limit: 1 }, signal })
  return { oldest: body.data[0]?.sequence ?? latestSequence + 1, latest: latestSequence }
}

async function readWindow(end: LogWindow | undefined, types: string, signal: AbortSignal): Promise<LogWindow> {
  const { oldest, latest } = end ? { oldest: end.oldest, latest: end.after } : await endsOfLog(signal)
  const after = Math.max(oldest - 1, latest - size)
  if (after >= latest) return { events: [], after, oldest }
  const query = { since_sequence: Math.max(0, after), types, limit: size }
  const { body } = await get<Page<Event>>('/events', { query, signal })
  return { events: body.data.filter(({ sequence }) => sequence <= latest).reverse(), after, oldest }
}

export const useEventLog = (types: string, isLive: boolean) =>
  useInfiniteQuery({
    ...infiniteQueryOptions({
      // A path of its own while it stands still: what happens does not refresh it then.
      queryKey: [currentBook(), isLive ? '/events' : 'events at rest', { types }, 'windows'],
      queryFn: ({ pageParam, signal }) => readWindow(pageParam, types, signal),
      initialPageParam: undefined as LogWindow | undefined,
      getNextPageParam: (last: LogWindow) => (last.after >= last.oldest ? last : undefined),
    }),
    placeholderData: shown => shown,
  })
