/** What an invoice comes to, what was paid of it and what remains, as the service counted. */
import type { Invoice } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { Totals } from '../../patterns/totals.tsx'
import { useWords } from '../../words/use-words.ts'

export function Amounts({ invoice }: { invoice: Invoice }) {
  const { amounts: words } = useWords('invoices')
  const some = (label: string, amount: string) => (isZero(amount) ? [] : [[label, amount] as const])
  return (
    <Totals
      totals={invoice.totals}
      currency={invoice.currency}
      more={[
        ...some(words.rounding, invoice.rounding),
        [words.payable, invoice.payable],
        ...some(words.paid, invoice.amount_paid),
        ...some(words.credited, invoice.amount_credited),
        [words.remaining, invoice.amount_remaining],
      ]}
    />
  )
}
