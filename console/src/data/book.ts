/** The book a screen shows. It is part of the address: two tabs may show two books. */
export type Book = 'live' | 'test'

export const isBook = (text: string | undefined): text is Book => text === 'live' || text === 'test'

const kept = 'cellarbook.book'

/** Of the address; of screens that belong to no book, such as settings, the one used last. */
export function currentBook(): Book {
  const named = location.pathname.split('/')[2]
  return isBook(named) ? named : lastBook()
}

/** The demo's data is in the sandbox, so that is where a newcomer lands. */
export function lastBook(): Book {
  const book = localStorage.getItem(kept) ?? undefined
  return isBook(book) ? book : 'test'
}

export const rememberBook = (book: Book): void => localStorage.setItem(kept, book)
