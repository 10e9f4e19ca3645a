/** What the item costs somebody today. */
import { useState } from 'react'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { AskedPrice } from '../../patterns/asked-price.tsx'
import { useWords } from '../../words/use-words.ts'

export function PricesOfItem({ itemId }: { itemId: string }) {
  const { prices: words } = useWords('prices')
  const [partner, setPartner] = useState('')
  const [quantity, setQuantity] = useState('1')
  return (
    <div className="stack">
      <p className="quiet">{words.hint}</p>
      <div className="columns">
        <Picker kind="partner" label={words.partner} value={partner} onChange={setPartner} />
        <DecimalField label={words.quantity} value={quantity} onChange={setQuantity} />
      </div>
      <AskedPrice item_id={itemId} partner_id={partner} quantity={quantity} />
    </div>
  )
}
