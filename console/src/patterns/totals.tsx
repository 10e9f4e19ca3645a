/** Totals of a document, exactly as the service counted them. */
import { Fragment } from 'react'
import { isZero } from '../format/decimal.ts'
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
  more?: readonly (readonly [label: string, amount: string])[]
}

export function Totals({ totals, currency, more = [] }: TotalsProps) {
  const { totals: words } = useWords('orders')
  const { money } = useFormat()
  const show = (amount: string | undefined) => (amount === undefined ? '–' : money(amount, currency))
  return (
    <section aria-label={words.label} aria-live="polite" className="totals">
      <dl>
        <dt>{words.excl}</dt>
        <dd>{show(totals?.excl_vat)}</dd>
        <dt>{words.vat}</dt>
        <dd>{show(totals?.vat)}</dd>
        {totals?.deposit !== undefined && !isZero(totals.deposit) && (
          <>
            <dt>{words.deposit}</dt>
            <dd>{show(totals.deposit)}</dd>
          </>
        )}
        <dt className="totals-last">{words.incl}</dt>
        <dd className="totals-last">{show(totals?.incl_vat)}</dd>
        {more.map(([label, amount]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{show(amount)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
