/** The supplier of a received invoice, and what was paid for it. */
import type { ReceivedInvoice } from '@cellarbook/sdk'
import { usePayments } from '../../patterns/payments-of.ts'
import { Related } from '../../patterns/related.tsx'

export function RelatedToReceived({ invoice }: { invoice: ReceivedInvoice }) {
  const { partner } = invoice
  const supplier = { object: 'partner', id: partner?.id ?? null, name: partner?.name ?? null }
  return <Related records={[supplier, ...usePayments(invoice)]} />
}
