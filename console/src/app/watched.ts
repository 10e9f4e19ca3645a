/** Follows the log of a book as long as the frame is shown. */
import { useEffect } from 'react'
import type { Book } from '../data/book.ts'
import { refreshAll } from '../data/queries.ts'
import { fetched, isReached, onReach } from '../data/reach.ts'

/**
 * Who may not read the log has nothing to follow; what they change themselves is read again anyway, and all of it when the
 * service was away.
 */
export function useWatched(book: Book, mayRead: boolean): void {
  useEffect(() => {
    if (!mayRead) return onReach(() => isReached() && refreshAll(book))
    const stop = new AbortController()
    const sinceMs = performance.now()
    // Loaded beside the first screen.
    fetched(() => import('../data/watch.ts')).then(
      ({ watch }) => stop.signal.aborted || watch(book, { signal: stop.signal, sinceMs }),
      () => {},
    )
    return () => stop.abort()
  }, [book, mayRead])
}
