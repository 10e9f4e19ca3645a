/** Single keys. They do nothing while somebody types, in menus and in dialogs, and can be switched off. */
import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

let areOn = true

export const setShortcuts = (isOn: boolean): void => {
  areOn = isOn
}

/** Nobody types into a box that is ticked, or that asks for files. */
const busy =
  'input:not([type="checkbox"], [type="file"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="tablist"]'
const pressed = 'a, button, summary, input[type="file"]'

/** Whether a key is nobody's yet: nobody types, no menu and no dialog is open. */
export function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  if (document.querySelector('[role="dialog"]')) return false
  return !target.closest(busy) && !(event.key === 'Enter' && target.closest(pressed))
}

export function useShortcuts(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      if (!act || !areOn || !isFree(event)) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
