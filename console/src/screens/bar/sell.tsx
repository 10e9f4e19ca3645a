/** Sells: tiles, the basket, how it is paid, and what to give back. */
import type { CashDesk } from '@cellarbook/sdk'
import { useEffect, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { isZero } from '../../format/decimal.ts'
import { later } from '../../kit/later.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type BasketControls, bodyOfBasket, countOf, isBlank } from './basket.ts'
import { BasketPanel } from './basket-panel.tsx'
import type { Bills } from './bills.ts'
import { Done } from './done.tsx'
import { useGone } from './gone.ts'
import { type Method, useRehearsedSale } from './rehearsed.ts'
import './sell.css'
import { Tiles } from './tiles.tsx'
import type { Till } from './till.ts'

const PayDialog = later(async () => (await import('./pay.tsx')).PayDialog)

interface SellProps {
  desk: CashDesk
  till: Till
  controls: BasketControls
  bills: Bills
}

export function Sell({ desk, till, controls, bills }: SellProps) {
  const { person } = useSession()
  const [method, setMethod] = useState<Method>()
  const [isShown, setShown] = useState(false)
  const [gone, forgetGone] = useGone(desk.id, controls)
  const body = bodyOfBasket(desk, controls.basket, person.name)
  const rehearsal = useRehearsedSale(body, desk.payment_methods[0]!, !till.waiting)
  useEffect(PayDialog.preload, [])
  const sell: Till['sell'] = (sale, shown) => {
    till.sell(sale, shown, controls.basket.id || undefined)
    setMethod(undefined)
  }
  const isPaidElsewhere = till.waiting !== undefined || isBlank(controls.basket)
  useEffect(() => {
    if (isPaidElsewhere) setMethod(undefined)
  }, [isPaidElsewhere])
  const payable = rehearsal.data?.totals.payable
  return (
    <div className="sell" data-basket={isShown || undefined}>
      <Tiles
        desk={desk}
        isOff={till.waiting !== undefined}
        lines={controls.basket.lines}
        onChoose={item => {
          till.next()
          forgetGone()
          controls.add(item)
        }}
      />
      <aside className="sell-side">
        {till.done ? (
          <Done sale={till.done} onNext={till.next} />
        ) : (
          <BasketPanel {...{ desk, controls, bills, rehearsal, till, gone }} onPay={setMethod} onSell={sell} />
        )}
      </aside>
      <ShowBasket
        isShown={isShown}
        onChange={setShown}
        count={countOf(controls.basket)}
        amount={payable && { payable, currency: desk.currency }}
      />
      {method && <PayDialog {...{ desk, body, method }} onSell={sell} onClose={() => setMethod(undefined)} />}
    </div>
  )
}

interface ShowBasketProps {
  isShown: boolean
  onChange: (isShown: boolean) => void
  count: string
  amount: { payable: string; currency: string } | '' | undefined
}

/** On a phone the basket lies under the tiles, and this is at the thumb. */
function ShowBasket({ isShown, onChange, count, amount }: ShowBasketProps) {
  const { basket: words } = useWords('bar')
  const { money, quantity } = useFormat()
  return (
    <button type="button" className="sell-switch" onClick={() => onChange(!isShown)}>
      {isShown ? words.hide : words.show(quantity(count))}
      {!isShown && !isZero(count) && amount && <strong>{money(amount.payable, amount.currency)}</strong>}
    </button>
  )
}
