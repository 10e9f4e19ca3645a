/** What an invoice comes to, what was paid of it and what remains, as the service counted. */
import type { Invoice } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { Totals } from '../../patterns/totals.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Amounts({ invoice }: { invoice: Invoice }) {
  const { amounts: words } = useWords('invoices')
  const { money } = useFormat()
  const rows: readonly (readonly [label: string, amount: string, isAlways?: true])[] = [
    [words.rounding, invoice.rounding],
    [words.payable, invoice.payable, true],
    [words.paid, invoice.amount_paid],
    [words.credited, invoice.amount_credited],
    [words.remaining, invoice.amount_remaining, true],
  ]
  return (
    <>
      <Totals totals={invoice.totals} currency={invoice.currency} />
      <section aria-label={words.label} className="totals">
        <dl>
          {rows
            .filter(([, amount, isAlways]) => isAlways || !isZero(amount))
            .map(([label, amount]) => (
              <Amount key={label} label={label} amount={money(amount, invoice.currency)} />
            ))}
        </dl>
      </section>
    </>
  )
}

function Amount({ label, amount }: { label: string; amount: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </>
  )
}
