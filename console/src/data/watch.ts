/** Turns events into what has to be read again, gathered so that a busy moment is one refresh. */
import type { Book } from './book.ts'
import { type Following, follow, type News } from './live.ts'
import { refresh, refreshAll } from './queries.ts'
import { pathsOf } from './shown-where.ts'

export function watch(book: Book, following: Following): void {
  const stale = new Set<string>()
  const flush = () => {
    const gathered = [...stale]
    stale.clear()
    void refresh(book, gathered)
  }
  const hear = (event: News) => {
    if (event === 'missed') return void refreshAll(book)
    if (stale.size === 0) setTimeout(flush, 150)
    for (const path of pathsOf(event)) stale.add(path)
  }
  follow(book, hear, following)
}
