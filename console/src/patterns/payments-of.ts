/** The cash-flow documents by which an invoice was paid, with what each came to. */
import type { Cashflow } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Page, recordQuery } from '../data/queries.ts'
import { useRights } from '../data/session.ts'
import { useFormat } from '../words/use-format.ts'
import type { RelatedRecord } from './related.tsx'

interface Paid {
  id: string
  partner: { id: string } | null
}

/** The service lists them by partner; whoever may not see money sees none. */
export function usePayments({ id, partner }: Paid): RelatedRecord[] {
  const mayRead = useRights().has('finance:read')
  const { day, money } = useFormat()
  const query = recordQuery<Page<Cashflow>>('/cashflows', { partner_id: partner?.id, limit: 200 })
  const list = useQuery({ ...query, enabled: mayRead && partner !== null })
  const payments = list.data?.body.data.filter(({ source }) => source?.id === id) ?? []
  return payments.map(({ number, status, amount, currency, date, ...cashflow }) => ({
    object: 'cashflow',
    id: cashflow.id,
    name: number,
    state: status,
    note: `${money(amount, currency)}, ${day(date)}`,
  }))
}
