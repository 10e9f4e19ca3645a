/** How a sale is paid: in cash by what the guest hands over, by card once the terminal said yes, or partly by each. */
import type { CashDesk, PosSaleCreate } from '@cellarbook/sdk'
import { useState } from 'react'
import { isRefusal } from '../../data/refusal.ts'
import { addDecimals, isNegative, isPositive, negated, readDecimal, trimZeros } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './pay.css'
import { Refused } from './refused.tsx'
import { type Method, useRehearsedSale } from './rehearsed.ts'
import type { Till } from './till.ts'

interface PayDialogProps {
  desk: CashDesk
  body: PosSaleCreate
  method: Method
  onSell: Till['sell']
  onClose: () => void
}

export function PayDialog({ desk, body, method, onSell, onClose }: PayDialogProps) {
  const { pay: words } = useWords('bar')
  const { money } = useFormat()
  const [byCard, setByCard] = useState('')
  const split = byCard ? [{ method: 'card' as const, amount: byCard }, { method }] : undefined
  const rehearsal = useRehearsedSale(split ? { ...body, payments: split } : body, method)
  const titles: Record<Method, string> = {
    cash: words.cashTitle,
    card: words.cardTitle,
    bank_transfer: words.transferTitle,
  }
  const sale = rehearsal.isPlaceholderData ? undefined : rehearsal.data
  const isAnswered = sale?.payments.length === (split ? 2 : 1)
  const payable = isAnswered ? sale.payments.find(payment => payment.method === method)?.amount : undefined
  // By card as much as everything, or more: nothing would be left for the drawer.
  const isOver = isRefusal(rehearsal.error, 'invalid_amount') || isRefusal(rehearsal.error, 'payment_amount_mismatch')
  const take = (tendered?: string) => {
    if (!sale || !payable) return
    const last = { method, amount: payable, ...(tendered && { tendered }) }
    const paid = split ? { payments: [{ method: 'card' as const, amount: byCard }, last] } : { payment: last }
    onSell({ ...body, ...paid }, { payable: sale.totals.payable, currency: desk.currency })
  }
  return (
    <Dialog title={titles[method]} onClose={onClose}>
      <p className="pay-due">
        <span className="quiet">{split ? words.dueInCash : words.due}</span>
        <strong className="pay-amount">{payable ? money(payable, desk.currency) : '–'}</strong>
      </p>
      {!isOver && (
        <Refused error={rehearsal.error} currency={desk.currency} sent={(body.lines ?? []).map(line => line.item_id)} />
      )}
      {method === 'cash' ? (
        <>
          <Cash currency={desk.currency} payable={payable} onTake={take} />
          {desk.payment_methods.includes('card') && (
            <DecimalField
              label={words.partByCard}
              path="payments[0].amount"
              places={2}
              value={byCard}
              onChange={setByCard}
              {...(isOver && { fault: words.tooMuch })}
            />
          )}
        </>
      ) : (
        <>
          {method === 'card' && <p className="quiet">{words.cardHint}</p>}
          <div className="pay-one">
            <Button look="main" isOff={!payable} onClick={() => take()}>
              {words.paid}
            </Button>
          </div>
        </>
      )}
      <Button onClick={onClose}>{words.back}</Button>
    </Dialog>
  )
}

/** What people hand over most; of other currencies the amount is typed. */
const notes: Record<string, readonly string[]> = {
  CZK: ['50', '100', '200', '500', '1000', '2000', '5000'],
  EUR: ['5', '10', '20', '50', '100', '200'],
}

/** Whether a note covers the amount; both are plain decimals above zero. */
const covers = (note: string, payable: string): boolean => isPositive(addDecimals(note, negated(payable)))

interface CashProps {
  currency: string
  payable: string | undefined
  onTake: (tendered?: string) => void
}

function Cash({ currency, payable, onTake }: CashProps) {
  const { pay: words } = useWords('bar')
  const { money, decimal } = useFormat()
  const [typed, setTyped] = useState('')
  const offered = payable ? (notes[currency] ?? []).filter(note => covers(note, payable)) : []
  const isLess =
    readDecimal(typed) !== undefined && payable !== undefined && isNegative(addDecimals(typed, negated(payable)))
  const isTaken = readDecimal(typed) !== undefined && payable !== undefined && !isLess
  const take = () => isTaken && onTake(typed)
  return (
    <>
      <div className="pay-one">
        <Button look="main" isOff={!payable} onClick={() => onTake()}>
          {words.exact}
          {payable && <span className="pay-exact">{money(payable, currency)}</span>}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div className="pay-notes" role="group" aria-label={words.received}>
        {offered.slice(0, 6).map(note => (
          <Button key={note} onClick={() => onTake(`${note}.00`)}>
            {decimal(trimZeros(note))}
          </Button>
        ))}
      </div>
      <div className="pay-other">
        <DecimalField
          label={words.other}
          path="payment.tendered"
          places={2}
          value={typed}
          onChange={setTyped}
          onEnter={take}
          {...(isLess && { fault: words.tooLittle })}
        />
        <Button isOff={!isTaken} onClick={take}>
          {words.take}
        </Button>
      </div>
    </>
  )
}
