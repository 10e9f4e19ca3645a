/** The cash-flow documents by which an invoice was paid, with what each came to. */
import type { Cashflow } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Page, recordQuery } from '../data/queries.ts'
import { useRights } from '../data/session.ts'
import { useFormat } from '../words/use-format.ts'
import type { RelatedRecord } from './related.tsx'

/** Whoever may not see money sees none. */
export function usePayments({ id }: { id: string }): RelatedRecord[] {
  const mayRead = useRights().has('finance:read')
  const { day, money } = useFormat()
  const query = recordQuery<Page<Cashflow>>('/cashflows', { source_id: id, limit: 200 })
  const payments = useQuery({ ...query, enabled: mayRead }).data?.body.data ?? []
  return payments.map(({ number, status, amount, currency, date, ...cashflow }) => ({
    object: 'cashflow',
    id: cashflow.id,
    name: number,
    state: status,
    note: `${money(amount, currency)}, ${day(date)}`,
  }))
}
