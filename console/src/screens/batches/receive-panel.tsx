/** Beer out of a batch into stock: how much, where to, as which lot. */
import type { Batch, Item } from '@cellarbook/sdk'
import { useEffect } from 'react'
import { useRecord } from '../../data/queries.ts'
import { Check } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Receive = {
  quantity: string
  unit?: { unit_id: string }
  warehouse_id: string
  date: string
  lot_number: string
  expiry_date: string
  additional_cost: string
  note: string
  is_final?: boolean
}

const blank = {
  quantity: '',
  warehouse_id: '',
  date: '',
  lot_number: '',
  expiry_date: '',
  additional_cost: '',
  note: '',
}

export function ReceivePanel({ value, onChange, record }: PanelProps) {
  const batch = record as Batch
  const { actions: words } = useWords('batches')
  const { names } = useWords('fields')
  const { quantity } = useFormat()
  const unit = useRecord<Item>(`/items/${batch.item.id}`).data?.body.unit
  const draft: Receive = { ...blank, ...(value as Partial<Receive>) }
  const change = (part: Partial<Receive>) => onChange({ ...draft, ...part })
  // Litres are those of the batch; its item may be kept in another unit of volume.
  useEffect(() => {
    if (unit) change({ unit: { unit_id: unit.id }, ...(unit.code !== 'l' && { quantity: '' }) })
  }, [unit?.id])
  const field = bind<Omit<Receive, 'unit' | 'is_final'>>({ labels: names, draft, change })
  return (
    <div className="stack">
      <div className="columns">
        <DecimalField
          {...field('quantity')}
          label={unit ? `${names.quantity} (${unit.symbol})` : names.quantity}
          hint={batch.volume_l && words.receiveHint(quantity(batch.volume_l, 'l'))}
          isRequired
        />
        <Picker {...field('warehouse_id')} kind="warehouse" hint={batch.warehouse.name} />
        <TextField {...field('lot_number')} placeholder={batch.number} autoComplete="off" maxLength={120} />
        <DayField {...field('date')} hint={words.todayHint} />
        <DayField {...field('expiry_date')} />
        <DecimalField {...field('additional_cost')} places={2} />
      </div>
      <Check
        label={words.final}
        hint={words.finalHint}
        isChecked={draft.is_final === true}
        onChange={is_final => change({ is_final })}
      />
    </div>
  )
}
