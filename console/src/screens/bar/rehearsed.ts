/** What a basket comes to: the answer of the sale itself, with nothing kept. */
import type { PosSale, PosSaleCreate } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { usePaused } from '../../patterns/paused.ts'

/** Long enough for two quick taps to be one question. */
const pauseMs = 60

export type Method = 'cash' | 'card' | 'bank_transfer'

/** Paid by one method, unless the body says how it is paid. */
export function useRehearsedSale(body: PosSaleCreate, method: Method, isWanted = true) {
  const asked = usePaused(body.payments ? body : { ...body, payment: { method } }, pauseMs)
  return useQuery({
    // Not under the path: what was sold would ask again for a basket that is gone.
    queryKey: [currentBook(), 'rehearsal', '/pos-sales', asked],
    queryFn: async ({ signal }) =>
      (await post<PosSale>('/pos-sales', { query: { dry_run: true }, body: asked, signal })).body,
    enabled: isWanted && (asked.lines ?? []).length > 0,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
    placeholderData: shown => shown,
  })
}
