/** The box of a picker: what is typed is searched by the service, what is found is chosen from a list. */
import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Picked, pickedQuery, pickQuery } from '../data/pickable.ts'
import { useWords } from '../words/use-words.ts'
import type { ControlProps } from './field.tsx'
import type { PickerBoxProps } from './picker.tsx'
import './menu.css'
import './picker.css'

export function PickerBox({
  kind,
  value,
  onChange,
  query,
  autoFocus,
  onKeyDown,
  control,
}: PickerBoxProps & { control: ControlProps }) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const search = useDeferredValue(typed.trim())
  const found = useQuery({ ...pickQuery(kind, search, query), enabled: isOpen, placeholderData: shown => shown })
  const chosen = useQuery({ ...pickedQuery(kind, value), enabled: value !== '' }).data ?? null
  const { form } = useWords('frame')
  const items = found.data ?? []
  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={value === '' ? null : chosen}
      itemToStringLabel={(item: Picked) => item.name}
      isItemEqualToValue={(item: Picked, other: Picked) => item.id === other.id}
      onValueChange={(picked: Picked | null) => onChange(picked?.id ?? '', picked ?? undefined)}
      onInputValueChange={(text, { reason }) => setTyped(reason === 'item-press' ? '' : text)}
      onOpenChange={setOpen}
      autoHighlight
    >
      <Combobox.Input className="input" autoComplete="off" autoFocus={autoFocus} onKeyDown={onKeyDown} {...control} />
      <Combobox.Portal>
        <Combobox.Positioner className="menu" sideOffset={4} align="start">
          <Combobox.Popup className="menu-popup picker-popup">
            <Combobox.Status className="picker-note">{found.isPending ? form.searching : null}</Combobox.Status>
            <Combobox.Empty className="picker-note">{found.isPending ? null : form.nothingFound}</Combobox.Empty>
            <Combobox.List className="picker-list">{(item: Picked) => <Row key={item.id} item={item} />}</Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function Row({ item }: { item: Picked }) {
  return (
    <Combobox.Item value={item} className="menu-item">
      <span className="picker-item">
        {item.code && <span className="picker-code">{item.code}</span>}
        <span>{item.name}</span>
      </span>
    </Combobox.Item>
  )
}
