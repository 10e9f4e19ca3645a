/** Goes anywhere and finds anything: screens, saved views and records, by name, number or id. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../data/book.ts'
import { screenOf } from '../data/places.ts'
import { recordQuery } from '../data/queries.ts'
import { useSession } from '../data/session.ts'
import { plain } from '../format/plain.ts'
import { screenAddress, targetOf } from '../kit/link.tsx'
import '../kit/dialog.css'
import '../kit/menu.css'
import { usePaused } from '../patterns/paused.ts'
import { useWords } from '../words/use-words.ts'
import { useDestinations } from './navigation-list.tsx'
import './palette.css'

interface Hit {
  value: string
  label: string
  note: string
  /** The whole address. */
  to: string
}

interface Found {
  type: string
  id: string
  number: string | null
  title: string
}

export function Palette({ onClose }: { onClose: () => void }) {
  const words = useWords('frame')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const hits = useHits(typed)
  const go = (hit: Hit) => {
    onClose()
    void navigate(targetOf(hit.to))
  }
  return (
    <Base.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-shade" />
        <Base.Popup className="dialog palette" aria-label={words.searchDialog}>
          <Autocomplete.Root
            items={hits}
            filter={null}
            value={typed}
            onValueChange={setTyped}
            open
            inline
            autoHighlight="always"
          >
            <Autocomplete.Input className="input" aria-label={words.searchField} placeholder={words.searchField} />
            <Autocomplete.List className="palette-list">
              {(hit: Hit) => (
                <Autocomplete.Item key={hit.value} value={hit} className="menu-item" onClick={() => go(hit)}>
                  <span className="palette-hit">
                    <span>{hit.label}</span>
                    <span className="quiet small">{hit.note}</span>
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className="picker-note">
              {hits.length === 0 ? words.form.nothingFound : null}
            </Autocomplete.Empty>
          </Autocomplete.Root>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function useHits(typed: string): Hit[] {
  const words = useWords('frame')
  const { kinds } = useWords('records')
  const { preferences } = useSession()
  const screens = useDestinations().flatMap(group => group.destinations)
  const wanted = usePaused(typed.trim(), 150)
  const found = useQuery({
    ...recordQuery<{ data: Found[] }>('/search', { q: wanted }, currentBook()),
    enabled: wanted.length > 1,
  })
  const places = screens.map(({ screen, to }) => ({
    value: `screen ${screen}`,
    label: words.screens[screen],
    note: '',
    to: screenAddress(to),
  }))
  const views = (preferences.views ?? []).map(({ name, path }) => ({
    value: `view ${name}`,
    label: name,
    note: path,
    to: path,
  }))
  const records = (wanted.length > 1 ? (found.data?.body.data ?? []) : []).flatMap(({ type, id, number, title }) => {
    const to = screenOf(type, id)
    const note = (kinds as Record<string, string>)[type] ?? type
    return to
      ? [{ value: `${type} ${id}`, label: number ? `${number} ${title}` : title, note, to: screenAddress(to) }]
      : []
  })
  return [...[...places, ...views].filter(hit => plain(hit.label).includes(plain(typed.trim()))), ...records]
}
