/** Pokes of one worker are heard by the others: streams, held answers and the dispatcher do not wait for their next look. */
import type { BookSignals } from '../../kernel/signals.ts'

/** Pokes of this long travel together. */
const togetherMs = 5

/** Of a worker: tells of its own pokes, and hears those of others. */
export function relaySignals(signals: BookSignals, tell: (bookIds: string[]) => void) {
  let isHearing = false
  const told = gathered(tell)
  signals.listen(bookId => {
    if (!isHearing) told.add(bookId)
  })
  return {
    hear(bookIds: readonly string[]): void {
      isHearing = true
      for (const bookId of bookIds) signals.poke(bookId)
      isHearing = false
    },
  }
}

export interface Gathered {
  add(bookId: string): void
}

/** Each book once, a moment after the first of them. */
export function gathered(pass: (bookIds: string[]) => void): Gathered {
  let bookIds = new Set<string>()
  const passOn = () => {
    const passing = [...bookIds]
    bookIds = new Set()
    pass(passing)
  }
  return {
    add(bookId) {
      if (bookIds.size === 0) setTimeout(passOn, togetherMs).unref()
      bookIds.add(bookId)
    },
  }
}
