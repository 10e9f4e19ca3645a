/** Totals of a document, exactly as the service counted them. */
import { Fragment } from 'react'
import { addDecimals, isZero } from '../format/decimal.ts'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import './totals.css'

export interface TotalsOf {
  excl_vat: string
  vat: string
  incl_vat: string
  deposit?: string
}

interface TotalsProps {
  totals: TotalsOf | undefined
  currency: string
  /** Below the sum, such as what was paid of it. */
  more?: readonly Row[]
}

type Row = readonly [label: string, amount: string]

export function Totals({ totals, currency, more = [] }: TotalsProps) {
  const { totals: words } = useWords('orders')
  const { money } = useFormat()
  const show = (amount: string | undefined) => (amount === undefined ? '–' : money(amount, currency))
  const deposit = totals?.deposit ?? '0'
  // Deposits are outside VAT: below the sum they lead to what is paid, which a document without a word for it adds up here.
  const deposits: Row[] = isZero(deposit)
    ? []
    : [
        [words.deposit, deposit],
        ...(more.length === 0 ? [[words.withDeposit, addDecimals(totals!.incl_vat, deposit)] as const] : []),
      ]
  return (
    <section aria-label={words.label} aria-live="polite" className="totals">
      <dl>
        <dt>{words.excl}</dt>
        <dd>{show(totals?.excl_vat)}</dd>
        <dt>{words.vat}</dt>
        <dd>{show(totals?.vat)}</dd>
        <dt className="totals-last">{words.incl}</dt>
        <dd className="totals-last">{show(totals?.incl_vat)}</dd>
        {[...deposits, ...more].map(([label, amount]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{show(amount)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
