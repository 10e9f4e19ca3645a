/** Bar codes of items, read when counting begins: a scan then needs no line. */
import type { Item } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Book, currentBook } from '../../data/book.ts'
import { get } from '../../data/client.ts'
import type { Page } from '../../data/queries.ts'

/** Beyond these the service is asked. */
const mostPages = 10

async function readCodes(book: Book, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>()
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = { is_active: true, limit: 200, ...(cursor && { cursor }) }
    const { body } = await get<Page<Pick<Item, 'id' | 'code' | 'ean' | 'barcode'>>>('/items', { query, signal, book })
    for (const { id, code, ean, barcode } of body.data) {
      for (const each of [code, ean, barcode]) if (each) codes.set(each.toLowerCase(), id)
    }
    if (!body.has_more) break
    cursor = body.next_cursor ?? undefined
  }
  return codes
}

/** Item ids by code, EAN and bar code. */
export function useCodes(): ReadonlyMap<string, string> {
  const book = currentBook()
  const codes = useQuery({
    queryKey: [book, '/items', 'codes'],
    queryFn: ({ signal }) => readCodes(book, signal),
    staleTime: 300_000,
  })
  return codes.data ?? new Map()
}
