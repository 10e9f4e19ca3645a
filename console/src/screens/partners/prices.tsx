/** What an item costs this partner today. */
import { useState } from 'react'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { AskedPrice } from '../../patterns/asked-price.tsx'
import { useWords } from '../../words/use-words.ts'

export function PricesOfPartner({ partnerId }: { partnerId: string }) {
  const { prices: words } = useWords('prices')
  const [item, setItem] = useState('')
  const [quantity, setQuantity] = useState('1')
  return (
    <div className="stack">
      <p className="quiet">{words.hint}</p>
      <div className="columns">
        <Picker kind="item" label={words.item} value={item} onChange={setItem} />
        <DecimalField label={words.quantity} value={quantity} onChange={setQuantity} />
      </div>
      <AskedPrice item_id={item} partner_id={partnerId} quantity={quantity} />
    </div>
  )
}
