/** The payment code of an issued invoice, for what remains to be paid. */
import type { Invoice, PaymentCode } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { get } from '../../data/client.ts'
import { isNegative, isZero } from '../../format/decimal.ts'
import { useWords } from '../../words/use-words.ts'

const isPayable = ({ status, document_type, amount_remaining }: Invoice): boolean =>
  status === 'issued' && document_type === 'invoice' && !isZero(amount_remaining) && !isNegative(amount_remaining)

/** An account without an IBAN has none: then nothing is shown. */
export function QrCode({ invoice }: { invoice: Invoice }) {
  const { qr: words } = useWords('invoices')
  const { id, amount_remaining } = invoice
  const code = useQuery({
    // Of the amount, not under the path: read again as soon as it was paid, the code would only be refused.
    queryKey: [currentBook(), 'payment code', id, amount_remaining],
    queryFn: ({ signal }) => get<PaymentCode>(`/invoices/${id}/qr`, { signal }),
    enabled: isPayable(invoice),
    retry: false,
  }).data?.body
  if (!code || !isPayable(invoice)) return null
  return (
    <figure className="invoice-qr" aria-label={words.label}>
      <img src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`} alt={words.alt} />
      <figcaption className="quiet small">{words.text}</figcaption>
    </figure>
  )
}
