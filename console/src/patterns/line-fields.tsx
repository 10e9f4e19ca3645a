/** The fields of a priced line: item, quantity, unit, price, discount. The unit follows the item. */
import { DecimalField } from '../kit/decimal-field.tsx'
import { Picker } from '../kit/picker.tsx'
import { useWords } from '../words/use-words.ts'
import { type PricedLine, unitOfItem } from './priced-line.ts'

interface LineFieldsProps {
  line: PricedLine
  change: (part: Partial<PricedLine>) => void
  hasDiscount?: boolean
}

export function LineFields({ line, change, hasDiscount = true }: LineFieldsProps) {
  const { lines: words, priceHint } = useWords('orders')
  const chooseItem = async (item_id: string) => {
    change({ item_id, unit_id: '' })
    if (item_id) change({ unit_id: await unitOfItem(item_id) })
  }
  return (
    <div className="columns">
      <Picker kind="item" label={words.item} path="item_id" value={line.item_id} onChange={chooseItem} isRequired />
      <DecimalField
        label={words.quantity}
        path="quantity"
        value={line.quantity}
        onChange={quantity => change({ quantity })}
        isRequired
      />
      <Picker
        kind="unit"
        label={words.unit}
        path="unit"
        value={line.unit_id}
        onChange={unit_id => change({ unit_id })}
        isRequired
      />
      <DecimalField
        label={words.price}
        path="unit_price"
        hint={priceHint}
        value={line.unit_price}
        onChange={unit_price => change({ unit_price })}
      />
      {hasDiscount && (
        <DecimalField
          label={words.discount}
          path="discount_pct"
          value={line.discount_pct}
          onChange={discount_pct => change({ discount_pct })}
        />
      )}
    </div>
  )
}
