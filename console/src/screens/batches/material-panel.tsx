/** Which ingredients are issued: those of a phase, from which warehouse, on which day. */
import type { Batch } from '@cellarbook/sdk'
import { DayField } from '../../kit/day-field.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'

type Materials = { phase: string; warehouse_id: string; date: string }

export function MaterialPanel({ value, onChange, record }: PanelProps) {
  const { warehouse } = record as Batch
  const { actions: words, phases } = useWords('batches')
  const { names } = useWords('fields')
  const draft: Materials = { phase: '', warehouse_id: '', date: '', ...(value as Partial<Materials>) }
  const change = (part: Partial<Materials>) => onChange({ ...draft, ...part })
  const field = bind<Materials>({ labels: names, draft, change })
  const options = Object.entries(phases).map(([phase, label]) => ({ value: phase, label }))
  return (
    <div className="columns">
      <SelectField {...field('phase')} options={options} empty={words.thisPhase} />
      <Picker {...field('warehouse_id')} kind="warehouse" hint={warehouse.name} />
      <DayField {...field('date')} />
    </div>
  )
}
