/** The fields of a counted line; a new one names its item, and its lot where only that is counted. */
import type { InventoryCount } from '@cellarbook/sdk'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { LotField } from '../../patterns/lot-field.tsx'
import { unitOfItem } from '../../patterns/priced-line.ts'
import { useWords } from '../../words/use-words.ts'
import type { CountedDraft } from './counted.ts'

interface CountedFieldsProps {
  count: InventoryCount
  line: CountedDraft
  change: (part: Partial<CountedDraft>) => void
  isNew: boolean
}

export function CountedFields({ count, line, change, isNew }: CountedFieldsProps) {
  const { lines: words } = useWords('counts')
  const choose = async (item_id: string) => {
    change({ item_id, lot_id: '', unit_id: '' })
    if (item_id) change({ unit_id: await unitOfItem(item_id) })
  }
  return (
    <div className="columns">
      {isNew && (
        <>
          <Picker kind="item" label={words.item} path="item_id" value={line.item_id} onChange={choose} isRequired />
          <LotField
            label={words.lot}
            path="lot_id"
            empty={words.allLots}
            itemId={line.item_id}
            warehouseId={count.warehouse.id}
            value={line.lot_id}
            onChange={lot_id => change({ lot_id })}
          />
        </>
      )}
      <DecimalField
        label={words.counted}
        path="counted_quantity"
        value={line.counted_quantity}
        onChange={counted_quantity => change({ counted_quantity })}
      />
    </div>
  )
}
