/** The basket: lines with − and +, what it comes to as the service counts it, and how it is paid. */
import type { CashDesk, PosSale } from '@cellarbook/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { isZero, negated } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type BasketControls, bodyOfBasket, emptiesOf, isBlank, sentLines } from './basket.ts'
import './basket.css'
import { BasketLines } from './basket-lines.tsx'
import type { Bills } from './bills.ts'
import { BillsBar, Clear, SetAside } from './bills-bar.tsx'
import './pay.css'
import type { Method } from './rehearsed.ts'
import type { Till } from './till.ts'

const Picker = later(async () => (await import('../../kit/picker.tsx')).Picker)
const DiscountDialog = later(async () => (await import('./line-dialog.tsx')).DiscountDialog)
const Refused = later(async () => (await import('./refused.tsx')).Refused)
const EmptiesDialog = later(async () => (await import('./empties-dialog.tsx')).EmptiesDialog)

interface BasketPanelProps {
  desk: CashDesk
  controls: BasketControls
  bills: Bills
  rehearsal: UseQueryResult<PosSale>
  till: Till
  /** Names of what was taken off, since it is not sold here any more. */
  gone: readonly string[]
  onPay: (method: Method) => void
  onSell: Till['sell']
}

export function BasketPanel(props: BasketPanelProps) {
  const { controls, bills, rehearsal, till, gone } = props
  const { basket: words, pay } = useWords('bar')
  const { lines } = controls.basket
  const isEmpty = lines.length === 0
  const isKept = !isBlank(controls.basket)
  return (
    <section className="basket" aria-label={words.label}>
      <div className="basket-head">
        <h2>{controls.basket.name || words.label}</h2>
        {isKept && !till.waiting && (
          <div className="row">
            <SetAside bills={bills} controls={controls} />
            <Clear controls={controls} />
          </div>
        )}
        {!till.waiting && <BillsBar bills={bills} controls={controls} />}
      </div>
      {gone.length > 0 && (
        <Bar tone="warn" role="status">
          {words.gone(gone.join(', '))}
        </Bar>
      )}
      {isEmpty ? (
        <p className="basket-empty">{isKept ? words.noItems : words.empty}</p>
      ) : (
        <BasketLines controls={controls} sale={rehearsal.data} />
      )}
      {isKept && <Extras controls={controls} />}
      <div className="basket-foot">
        <Refused
          error={till.refusal ?? (isEmpty ? undefined : rehearsal.error)}
          currency={props.desk.currency}
          sent={sentLines(controls.basket).map(({ item }) => item.id)}
        />
        {!isEmpty && <Sums sale={rehearsal.data} isPending={rehearsal.isFetching} currency={props.desk.currency} />}
        {till.waiting ? (
          <p className="basket-sending" role="status">
            {pay.sending} …
          </p>
        ) : (
          <PayButtons {...props} isEmpty={isEmpty} />
        )}
      </div>
    </section>
  )
}

/** A customer with a balance or a price of their own, and the empties they brought along. */
function Extras({ controls }: { controls: BasketControls }) {
  const { basket: words } = useWords('bar')
  const [isPicking, setPicking] = useState(controls.basket.partner_id !== '')
  const [isReturning, setReturning] = useState(false)
  const [isDiscounting, setDiscounting] = useState(false)
  const { quantity } = useFormat()
  const empties = emptiesOf(controls.basket)
  return (
    <div className="basket-extras">
      {isPicking ? (
        <Picker
          kind="partner"
          label={words.partner}
          path="partner_id"
          value={controls.basket.partner_id}
          onChange={controls.setPartner}
        />
      ) : (
        <Button look="plain" onClick={() => setPicking(true)}>
          {words.addPartner}
        </Button>
      )}
      <Button look="plain" onClick={() => setReturning(true)}>
        {isZero(empties) ? words.empties : words.emptiesOf(quantity(empties))}
      </Button>
      {controls.basket.lines.length > 0 && (
        <Button look="plain" onClick={() => setDiscounting(true)}>
          {words.addDiscount}
        </Button>
      )}
      {isDiscounting && (
        <DiscountDialog
          value={controls.basket.lines[0]?.discount ?? ''}
          onChange={controls.discountAll}
          onClose={() => setDiscounting(false)}
        />
      )}
      {isReturning && (
        <EmptiesDialog
          returns={controls.basket.returns}
          onChange={controls.setReturns}
          onClose={() => setReturning(false)}
        />
      )}
    </div>
  )
}

function Sums({ sale, isPending, currency }: { sale: PosSale | undefined; isPending: boolean; currency: string }) {
  const { basket: words } = useWords('bar')
  const { money } = useFormat()
  const rows = sale
    ? ([
        [words.deposit, sale.totals.deposit],
        [words.returned, negated(sale.totals.returned)],
        [words.rounding, sale.totals.rounding],
      ] as const)
    : []
  return (
    <dl className="basket-sums" aria-live="polite" aria-busy={isPending}>
      {rows
        .filter(([, amount]) => !isZero(amount))
        .map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
      <div className="basket-total">
        <dt>{words.total}</dt>
        <dd>{sale ? money(sale.totals.payable, currency) : '–'}</dd>
      </div>
    </dl>
  )
}

function PayButtons({ desk, controls, rehearsal, onPay, onSell, isEmpty }: BasketPanelProps & { isEmpty: boolean }) {
  const { pay: words } = useWords('bar')
  const { person } = useSession()
  const sale = rehearsal.data
  const isCounted = sale !== undefined && !rehearsal.isPlaceholderData
  const isReady = !isEmpty && isCounted && !rehearsal.isError
  // A quick hand need not wait for the sum, which the dialog shows; only with empties there may be nothing to pay.
  const isOff = isEmpty || rehearsal.isError || (!isCounted && Object.keys(controls.basket.returns).length > 0)
  if (isReady && isZero(sale.totals.payable)) {
    const finish = () =>
      onSell(bodyOfBasket(desk, controls.basket, person.name), { payable: '0.00', currency: desk.currency })
    return (
      <Button look="main" onClick={finish}>
        {words.nothing}
      </Button>
    )
  }
  return (
    <div className="basket-pay">
      {desk.payment_methods.map((method, index) => (
        <Button key={method} look={index === 0 ? 'main' : 'normal'} isOff={isOff} onClick={() => onPay(method)}>
          {words[method]}
        </Button>
      ))}
    </div>
  )
}
