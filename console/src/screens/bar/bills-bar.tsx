/** The bills that wait, one tap each, and where the present one is put to them. */
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { later } from '../../kit/later.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type BasketControls, countOf, isBlank } from './basket.ts'
import { type Bills, freeName } from './bills.ts'

const NameDialog = later(async () => (await import('./bill-dialogs.tsx')).NameDialog)
const ClearDialog = later(async () => (await import('./bill-dialogs.tsx')).ClearDialog)

interface BillsBarProps {
  bills: Bills
  controls: BasketControls
}

/** Who takes one up while another is open puts that one back: nothing is lost by a tap. */
export function BillsBar({ bills, controls }: BillsBarProps) {
  const { bills: words } = useWords('bar')
  const { quantity } = useFormat()
  const { basket } = controls
  if (bills.bills.length === 0) return null
  const takeUp = (id: string) => {
    if (!isBlank(basket)) bills.setAside(basket.name || freeName(bills.bills, words.nameOf), basket)
    const bill = bills.takeUp(id)
    controls.replace(bill ? { ...bill.basket, name: bill.name } : undefined)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight
    <div role="group" aria-label={words.label} className="bills">
      {bills.bills.map(bill => (
        <button key={bill.id} type="button" className="choice" onClick={() => takeUp(bill.id)}>
          {bill.name} <span className="quiet small">{words.pieces(quantity(countOf(bill.basket)))}</span>
        </button>
      ))}
    </div>
  )
}

/** A bill that has a name is put back under it; a new one is asked for its name. */
export function SetAside({ bills, controls }: BillsBarProps) {
  const { bills: words } = useWords('bar')
  const { basket } = controls
  const [isAsking, setAsking] = useState(false)
  const keep = (name: string) => {
    bills.setAside(name, basket)
    controls.replace(undefined)
  }
  return (
    <>
      <Button look="plain" onClick={() => (basket.name ? keep(basket.name) : setAsking(true))}>
        {words.setAside}
      </Button>
      {isAsking && (
        <NameDialog name={freeName(bills.bills, words.nameOf)} onName={keep} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

/** A bill that guests go on with is not thrown away by one tap. */
export function Clear({ controls }: { controls: BasketControls }) {
  const { basket: words } = useWords('bar')
  const [isAsked, setAsked] = useState(false)
  const clear = () => controls.replace(undefined)
  return (
    <>
      <Button look="plain" onClick={() => (controls.basket.name ? setAsked(true) : clear())}>
        {words.clear}
      </Button>
      {isAsked && <ClearDialog name={controls.basket.name} onClear={clear} onClose={() => setAsked(false)} />}
    </>
  )
}
