/** What the documents of the filter come to at one of them, as the service adds them up: asked once for each page. */
import type { Cashflow } from '@cellarbook/sdk'
import { useList, useRecord } from '../../data/queries.ts'
import { useParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { filterOf, type Sum } from './sums.tsx'

export function Running({ cashflow: { id, currency } }: { cashflow: Cashflow }) {
  const { money } = useFormat()
  const filter = filterOf(useParams())
  const pages = useList<Cashflow>('/cashflows', filter).data?.pages ?? []
  const page = pages.map(({ body }) => body.data).find(rows => rows.some(row => row.id === id)) ?? []
  const asked = { ...filter, document_ids: page.map(row => row.id).join(',') || id }
  const { data } = useRecord<{ data: Sum[] }>('/reports/cashflow', asked)
  const reached = data?.body.data.flatMap(({ running }) => running ?? []).find(each => each.id === id)
  return reached ? money(reached.difference, currency) : null
}
