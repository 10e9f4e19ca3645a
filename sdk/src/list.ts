/** Lists: rows one by one, page by page, or one page. */

export interface Page<Row> {
  data: Row[]
  /** Null on the last page, absent where a list has one page only. */
  next_cursor?: string | null
  has_more?: boolean
}

export interface List<Row> extends AsyncIterable<Row> {
  /** One page: the first, or the one a cursor leads to. */
  page(cursor?: string): Promise<Page<Row>>
  /** All pages, each asked for when it is wanted. */
  pages(): AsyncGenerator<Page<Row>, void, void>
  /** All rows at once. */
  all(): Promise<Row[]>
}

/** Asks for nothing until it is read, and can be read again. */
export function listOf<Row>(readPage: (cursor: string | undefined) => Promise<Page<Row>>): List<Row> {
  async function* pages(): AsyncGenerator<Page<Row>, void, void> {
    let cursor: string | undefined
    do {
      const page = await readPage(cursor)
      yield page
      cursor = page.next_cursor ?? undefined
    } while (cursor)
  }
  async function* rows(): AsyncGenerator<Row, void, void> {
    for await (const page of pages()) yield* page.data
  }
  return {
    page: readPage,
    pages,
    async all() {
      const all: Row[] = []
      for await (const row of rows()) all.push(row)
      return all
    },
    [Symbol.asyncIterator]: rows,
  }
}
