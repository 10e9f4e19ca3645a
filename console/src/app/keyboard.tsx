/** Keys that work everywhere, and the map of all of them. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isFree, useShortcuts } from '../data/shortcuts.ts'
import { later } from '../kit/later.tsx'
import { screenAddress } from '../kit/link.tsx'
import { useDestinations } from './navigation-list.tsx'

const KeyboardMap = later(async () => (await import('./keyboard-map.tsx')).KeyboardMap)

const opened = new EventTarget()

export const openKeyboardMap = (): void => {
  opened.dispatchEvent(new Event('open'))
}

/** How long `g` waits for the second key. */
const sequenceMs = 1_200

export function Keyboard() {
  const [isOpen, setOpen] = useState(false)
  const destinations = useDestinations().flatMap(group => group.destinations)
  const navigate = useNavigate()
  const began = useRef(0)
  useEffect(() => {
    const open = () => setOpen(true)
    opened.addEventListener('open', open)
    return () => opened.removeEventListener('open', open)
  }, [])
  const go = (key: string) => {
    const target = destinations.find(destination => destination.key === key)
    if (!target || Date.now() - began.current > sequenceMs) return false
    began.current = 0
    void navigate({ to: screenAddress(target.to) as string })
    return true
  }
  useGoKeys(began, go)
  useShortcuts({
    '?': () => setOpen(true),
    '/': () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus(),
  })
  return isOpen ? <KeyboardMap onClose={() => setOpen(false)} /> : null
}

/** The second key is heard before others may take it for theirs. */
function useGoKeys(began: React.RefObject<number>, go: (key: string) => boolean): void {
  useShortcuts({
    g: () => {
      began.current = Date.now()
    },
  })
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (began.current === 0) return
      const isGone = isFree(event) && latest.current(event.key)
      // Any other key ends it: who goes on to a field only types there.
      began.current = 0
      if (!isGone) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [began])
}
