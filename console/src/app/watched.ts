/** Follows the log of a book as long as the frame is shown. */
import { useEffect } from 'react'
import type { Book } from '../data/book.ts'
import { watch } from '../data/watch.ts'

/** Who may not read the log has nothing to follow; what they change themselves is read again anyway. */
export function useWatched(book: Book, mayRead: boolean): void {
  useEffect(() => {
    if (!mayRead) return
    const stop = new AbortController()
    watch(book, stop.signal)
    return () => stop.abort()
  }, [book, mayRead])
}
