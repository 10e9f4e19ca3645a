/** A scanner that types: keys much faster than fingers, ended by Enter. */
import { useEffect, useRef } from 'react'

/** Between two keys, at most. */
const fastMs = 40
/** Shorter ones might be a number somebody typed. */
const shortest = 5

/** A search field takes the whole of what it holds at Enter, however slowly it came. */
const isSearch = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.type === 'search'

/** `onScan` hears of a code wherever else the focus is; the Enter after it does nothing else. */
export function useScanner(onScan: (code: string) => void): void {
  const hear = useRef(onScan)
  hear.current = onScan
  useEffect(() => {
    let typed = ''
    let last = 0
    const listen = (event: KeyboardEvent) => {
      if (isSearch(event.target)) return
      const isFast = event.timeStamp - last < fastMs
      last = event.timeStamp
      if (event.key === 'Enter' && isFast && typed.length >= shortest) {
        event.preventDefault()
        event.stopPropagation()
        const code = typed
        typed = ''
        hear.current(code)
        return
      }
      if (event.key.length !== 1) typed = event.key === 'Shift' ? typed : ''
      else typed = isFast ? typed + event.key : event.key
    }
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}
