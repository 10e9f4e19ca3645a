/** A sale that was made: what to give back, the receipt, and on to the next guest. */
import type { PosSale } from '@cellarbook/sdk'
import { useEffect, useRef } from 'react'
import { isZero } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './pay.css'
import { ReceiptButton } from './receipt.tsx'
import { RetryButton } from './unsettled.tsx'

export function Done({ sale, onNext }: { sale: PosSale; onNext: () => void }) {
  const { done: words, sales } = useWords('bar')
  const { money } = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const change = sale.payments.find(payment => payment.change !== null)?.change
  return (
    <section className="done" aria-label={words.title}>
      <div className="stack-close" role="status">
        <h2 ref={title} tabIndex={-1} className="done-title">
          {words.title} {money(sale.totals.payable, sale.currency)}
        </h2>
        <p className="quiet">{sale.number}</p>
        {change && !isZero(change) ? (
          <p className="done-change">
            <span>{words.change}</span> <strong className="done-amount">{money(change, sale.currency)}</strong>
          </p>
        ) : (
          <p className="quiet">{words.noChange}</p>
        )}
      </div>
      {sale.status === 'settlement_failed' && (
        <div className="desk-alarm">
          <strong>{sales.failed}</strong>
          <RetryButton sale={sale} />
        </div>
      )}
      <div className="done-actions">
        <Button look="main" onClick={onNext}>
          {words.next}
        </Button>
        <ReceiptButton saleId={sale.id} />
        <Link to={`/bar/sales/${sale.id}`} look="plain">
          {words.open}
        </Link>
      </div>
    </section>
  )
}
