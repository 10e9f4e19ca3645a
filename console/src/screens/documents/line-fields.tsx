/** The fields of a stored line; what was really there may differ from what was wanted. */
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { LotField } from '../../patterns/lot-field.tsx'
import { unitOfItem } from '../../patterns/priced-line.ts'
import { useWords } from '../../words/use-words.ts'
import type { LineDraft } from './draft.ts'
import type { StockDocument } from './family.ts'
import { useLineLabels } from './line-labels.ts'

interface LineFieldsProps {
  document: StockDocument
  line: LineDraft
  change: (part: Partial<LineDraft>) => void
  isNew: boolean
}

export function LineFields({ document, line, change, isNew }: LineFieldsProps) {
  const { lines: words } = useWords('documents')
  const field = bind<LineDraft>({ labels: useLineLabels(), draft: line, change })
  const isReceipt = document.object === 'goods_receipt'
  const chooseItem = async (item_id: string) => {
    change({ item_id, unit_id: '', lot_id: '' })
    if (item_id) change({ unit_id: await unitOfItem(item_id) })
  }
  return (
    <div className="columns">
      <Picker {...field('item_id')} kind="item" onChange={chooseItem} isRequired />
      <DecimalField {...field('quantity')} isRequired />
      <Picker {...field('unit_id')} path="unit" kind="unit" isRequired />
      {isReceipt ? (
        <>
          <DecimalField {...field('unit_price')} />
          <TextField {...field('lot_number')} maxLength={120} autoComplete="off" />
          <DayField {...field('expiry_date')} />
        </>
      ) : (
        <LotField {...field('lot_id')} itemId={line.item_id} warehouseId={document.warehouse.id} />
      )}
      <TextField {...field('notes')} autoComplete="off" />
      {!isNew && <DecimalField {...field('issued_quantity')} hint={words.handledHint} />}
    </div>
  )
}
