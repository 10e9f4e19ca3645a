/** The lines of the basket. */
import type { PosSale, PosSaleLine } from '@cellarbook/sdk'
import { useState } from 'react'
import { isZero } from '../../format/decimal.ts'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { later } from '../../kit/later.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { BasketControls, BasketLine } from './basket.ts'

const LineDialog = later(async () => (await import('./line-dialog.tsx')).LineDialog)

/** `sale` is the rehearsed one: its lines know what they come to. */
export function BasketLines({ controls, sale }: { controls: BasketControls; sale: PosSale | undefined }) {
  return (
    <ul className="basket-lines">
      {controls.basket.lines.map(line => (
        <Line
          key={line.item.id}
          line={line}
          controls={controls}
          counted={sale?.lines.find(({ item }) => item.id === line.item.id)}
        />
      ))}
    </ul>
  )
}

interface LineProps {
  line: BasketLine
  controls: BasketControls
  counted: PosSaleLine | undefined
}

function Line({ line, controls, counted }: LineProps) {
  const { basket: words } = useWords('bar')
  const { money, percent } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { item, currency } = line.item
  return (
    <li className="basket-line">
      <span className="basket-name">{item.name}</span>
      <span className="basket-amount">{counted && money(counted.totals.incl_vat, currency)}</span>
      <div className="basket-steps">
        <Steps line={line} controls={controls} onOpen={() => setOpen(true)} />
        {line.discount && !isZero(line.discount) && <span className="basket-discount">−{percent(line.discount)}</span>}
        {counted && !isZero(counted.deposit.total) && (
          <span className="quiet small">
            {words.deposit} {money(counted.deposit.total, currency)}
          </span>
        )}
        <button
          type="button"
          className="step step-remove"
          aria-label={words.remove(item.name)}
          onClick={() => controls.remove(line.item.id)}
        >
          <Icon name="trash" />
        </button>
      </div>
      {isOpen && (
        <LineDialog
          line={line}
          onChange={part => controls.changeLine(line.item.id, part)}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

/** What is weighed is typed; what is counted has − and +, and its number opens where many are typed. */
function Steps({ line, controls, onOpen }: Omit<LineProps, 'counted'> & { onOpen: () => void }) {
  const { basket: words } = useWords('bar')
  const { quantity } = useFormat()
  const { item, unit } = line.item
  if (unit.dimension !== 'count') {
    return (
      <DecimalField
        label={words.quantity(item.name)}
        isLabelUnseen
        value={line.quantity}
        onChange={typed => controls.setQuantity(line.item.id, typed)}
      />
    )
  }
  const less = () => (line.quantity === '1' ? controls.remove(line.item.id) : controls.step(line, -1))
  return (
    <>
      <button type="button" className="step" aria-label={words.less(item.name)} onClick={less}>
        <Icon name="minus" />
      </button>
      <button
        type="button"
        className="basket-count"
        aria-label={words.changeOf(quantity(line.quantity), item.name)}
        onClick={onOpen}
      >
        {quantity(line.quantity)}
      </button>
      <button type="button" className="step" aria-label={words.more(item.name)} onClick={() => controls.step(line, 1)}>
        <Icon name="plus" />
      </button>
    </>
  )
}
