/** How many of a line, and what is taken off its price; or what is taken off all of them. */
import { useState } from 'react'
import { addDecimals, isNegative, negated, readDecimal } from '../../format/decimal.ts'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { StepField } from '../../kit/step-field.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useWords } from '../../words/use-words.ts'
import type { BasketLine } from './basket.ts'

/** None, or a part of the price. */
const isDiscount = (typed: string): boolean => {
  const read = typed === '' ? '0' : readDecimal(typed)
  return read !== undefined && !isNegative(read) && !isNegative(addDecimals('100', negated(read)))
}

interface LineDialogProps {
  line: BasketLine
  onChange: (part: { quantity: string; discount: string }) => void
  onClose: () => void
}

export function LineDialog({ line, onChange, onClose }: LineDialogProps) {
  const { basket: words } = useWords('bar')
  const [quantity, setQuantity] = useState(line.quantity)
  const [discount, setDiscount] = useState(line.discount ?? '')
  const read = readDecimal(quantity)
  const { unit, item } = line.item
  return (
    <DialogForm
      title={item.name}
      submit={words.change}
      isOff={read === undefined || isNegative(read) || !isDiscount(discount)}
      send={async () => ({ quantity: read ?? '0', discount })}
      onDone={part => {
        onChange(part)
        onClose()
      }}
      onClose={onClose}
    >
      <StepField
        label={`${words.many} (${unit.symbol})`}
        step="1"
        least="0"
        {...(unit.decimals !== null && { places: unit.decimals })}
        words={{ less: words.fewer, greater: words.further }}
        value={quantity}
        onChange={setQuantity}
      />
      <Discount value={discount} onChange={setDiscount} />
    </DialogForm>
  )
}

interface DiscountDialogProps {
  value: string
  onChange: (discount: string) => void
  onClose: () => void
}

export function DiscountDialog({ value, onChange, onClose }: DiscountDialogProps) {
  const { basket: words } = useWords('bar')
  const [discount, setDiscount] = useState(value)
  return (
    <DialogForm
      title={words.discountAll}
      submit={words.change}
      isOff={!isDiscount(discount)}
      send={async () => discount}
      onDone={typed => {
        onChange(typed)
        onClose()
      }}
      onClose={onClose}
    >
      <Discount value={discount} onChange={setDiscount} />
    </DialogForm>
  )
}

function Discount({ value, onChange }: { value: string; onChange: (discount: string) => void }) {
  const { basket: words } = useWords('bar')
  return (
    <DecimalField
      label={words.discount}
      places={2}
      value={value}
      onChange={onChange}
      {...(!isDiscount(value) && readDecimal(value) !== undefined && { fault: words.notADiscount })}
    />
  )
}
