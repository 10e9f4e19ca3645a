/** Wakes those who wait for the next event of a book. */

const pollMs = 250

export interface BookSignals {
  poke(bookId: string): void
  /** Told of every poke, at once. */
  listen(listener: (bookId: string) => void): void
  /** Resolves at the next poke of the book, and at the latest after a short while: other nodes do not poke us. */
  next(bookId: string): Promise<void>
  /** Ends all waiting: the service stops. */
  close(): void
  readonly closed: boolean
}

export function bookSignals(): BookSignals {
  const waiting = new Map<string, Set<() => void>>()
  const listeners: ((bookId: string) => void)[] = []
  let closed = false
  const wake = (waiters: Iterable<() => void> = []) => {
    for (const resume of [...waiters]) resume()
  }
  return {
    get closed() {
      return closed
    },
    poke(bookId) {
      wake(waiting.get(bookId))
      for (const listener of listeners) listener(bookId)
    },
    listen: listener => listeners.push(listener),
    next: bookId =>
      new Promise<void>(resolve => {
        if (closed) return resolve()
        const waiters = waiting.get(bookId) ?? new Set()
        waiting.set(bookId, waiters)
        const resume = () => {
          clearTimeout(timer)
          waiters.delete(resume)
          if (waiters.size === 0 && waiting.get(bookId) === waiters) waiting.delete(bookId)
          resolve()
        }
        const timer = setTimeout(resume, pollMs)
        waiters.add(resume)
      }),
    close: () => {
      closed = true
      for (const waiters of [...waiting.values()]) wake(waiters)
    },
  }
}
