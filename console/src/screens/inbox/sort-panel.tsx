/** Which record a file belongs to. */
import type { PickKind } from '../../data/pickable.ts'
import { SelectField, TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'

type Sorting = { entity_type: string; entity_id: string; note: string }

/** Those a person looks for by number or name. */
const kinds = ['received_invoice', 'invoice', 'order', 'cashflow', 'partner', 'item', 'stock_issue', 'batch'] as const

const isKind = (type: string): type is PickKind & (typeof kinds)[number] => kinds.some(kind => kind === type)

export function SortPanel({ value, onChange }: PanelProps) {
  const { sort: words } = useWords('inbox')
  const { kinds: names } = useWords('records')
  const draft: Sorting = { entity_type: '', entity_id: '', note: '', ...(value as Partial<Sorting>) }
  const field = bind<Sorting>({ labels: words, draft, change: part => onChange({ ...draft, ...part }) })
  const { entity_type } = draft
  return (
    <div className="stack">
      <SelectField
        {...field('entity_type')}
        empty={words.nothing}
        hint={words.hint}
        options={kinds.map(kind => ({ value: kind, label: names[kind] }))}
        onChange={type => onChange({ ...draft, entity_type: type, entity_id: '' })}
      />
      {isKind(entity_type) && <Picker {...field('entity_id')} key={entity_type} kind={entity_type} isRequired />}
      <TextArea {...field('note')} rows={2} />
    </div>
  )
}
