/** The box of a picker: what is typed is searched by the service, what is found is chosen from a list. */
import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { type Picked, pickedQuery, pickQuery } from '../data/pickable.ts'
import { queryClient } from '../data/queries.ts'
import { useWords } from '../words/use-words.ts'
import type { ControlProps } from './field.tsx'
import type { PickerBoxProps } from './picker.tsx'
import './menu.css'
import './picker.css'

export function PickerBox({ control, autoFocus, ...box }: PickerBoxProps & { control: ControlProps }) {
  const { kind, value } = box
  const { found, choose, onKeyDown, ...search } = useSearch(box)
  const chosen = useQuery({ ...pickedQuery(kind, value), enabled: value !== '' }).data ?? null
  const { form } = useWords('frame')
  return (
    <Combobox.Root
      items={found.data ?? []}
      filter={null}
      value={value === '' ? null : chosen}
      itemToStringLabel={(item: Picked) => item.name}
      isItemEqualToValue={(item: Picked, other: Picked) => item.id === other.id}
      onValueChange={choose}
      {...search}
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

type KeyEvent = React.KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }

/** Nothing is chosen of what is shown now. The focus goes where Tab leads it. */
function wait(event: KeyEvent, then: () => void): void {
  if (event.key === 'Enter') event.preventDefault()
  event.preventBaseUIHandler()
  then()
}

/**
 * What is shown while the service looks for something else is no answer: Enter and Tab then choose the first that is
 * found, as soon as it is there.
 */
function useSearch({ kind, query, onChange, onEnter }: PickerBoxProps) {
  const [typed, setTyped] = useState('')
  const [awaited, setAwaited] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const marked = useRef<Picked>(undefined)
  const wanted = awaited ?? typed.trim()
  const search = useDeferredValue(wanted)
  const isAsked = isOpen || awaited !== undefined
  const found = useQuery({ ...pickQuery(kind, search, query), enabled: isAsked, placeholderData: shown => shown })
  const isAnswered = search === wanted && found.isSuccess && !found.isPlaceholderData
  const choose = (picked: Picked | null) => onChange(picked?.id ?? '', picked ?? undefined)
  const take = (picked: Picked | undefined) => {
    setOpen(false)
    if (!picked) return
    queryClient.setQueryData(pickedQuery(kind, picked.id).queryKey, picked)
    setTyped('')
    choose(picked)
  }
  useEffect(() => {
    if (awaited === undefined || !(isAnswered || found.isError)) return
    setAwaited(undefined)
    if (found.data?.[0]) take(found.data[0])
  })
  const isSearched = isOpen && wanted !== ''
  const onKeyDown = (event: KeyEvent) => {
    const isEnter = event.key === 'Enter'
    if (!isEnter && event.key !== 'Tab') return
    if (isSearched && !isAnswered) wait(event, () => setAwaited(wanted))
    else if (isSearched && !isEnter) take(marked.current)
    else if (!isOpen && isEnter && onEnter) wait(event, onEnter)
  }
  return {
    found,
    choose,
    onKeyDown,
    open: isOpen,
    onOpenChange: setOpen,
    onItemHighlighted: (item: Picked | undefined) => {
      marked.current = item
    },
    onInputValueChange: (text: string, { reason }: { reason: string }) => {
      setTyped(reason === 'item-press' ? '' : text)
      if (reason === 'input-change') setAwaited(undefined)
    },
  }
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
