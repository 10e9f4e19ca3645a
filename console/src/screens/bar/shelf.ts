/** What a desk sells: read whole, so that a tile answers at once. */
import type { PosItem } from '@cellarbook/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type Book, currentBook } from '../../data/book.ts'
import { get } from '../../data/client.ts'
import type { Page } from '../../data/queries.ts'
import { plain } from '../../format/plain.ts'

const mostPages = 10

async function readAll(path: string, book: Book, signal: AbortSignal): Promise<PosItem[]> {
  const items: PosItem[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { body } = await get<Page<PosItem>>(path, { query: { limit: 200, cursor }, signal, book })
    items.push(...body.data)
    if (!body.has_more) break
    cursor = body.next_cursor ?? undefined
  }
  return items
}

const shelfQuery = (deskId: string) => {
  const path = `/cash-desks/${deskId}/items`
  const book = currentBook()
  return queryOptions({
    queryKey: [book, path, { limit: 200 }, 'all'],
    // Pages of one book: who leaves for the other one meanwhile would ask it with a cursor it does not know.
    queryFn: ({ signal }) => readAll(path, book, signal),
  })
}

const byName = new Intl.Collator('cs', { numeric: true })

export function useShelf(deskId: string): readonly PosItem[] {
  const items = useSuspenseQuery(shelfQuery(deskId)).data
  return [...items].sort((one, other) => byName.compare(one.item.name, other.item.name))
}

/** Draft beer first: it is what most people come for. */
export const categories = ['draft', 'product', 'goods', 'service', 'packaging', 'other'] as const
export type Category = (typeof categories)[number]

export function categoryOf({ is_draft, stock_category }: PosItem): Category {
  if (is_draft) return 'draft'
  return categories.find(category => category === stock_category) ?? 'other'
}

/** By any word of the name, or by the code a scanner types. */
export const isFound = ({ item, ean, barcode }: PosItem, search: string): boolean =>
  plain(`${item.name} ${item.code ?? ''} ${ean ?? ''} ${barcode ?? ''}`).includes(plain(search.trim()))

/** What a scanner means. */
export const isScanned = ({ item, ean, barcode }: PosItem, code: string): boolean =>
  [item.code, ean, barcode].includes(code.trim())
