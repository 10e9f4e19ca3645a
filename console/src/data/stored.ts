/** What this browser keeps whichever tab is open: all tabs show the same, and none writes over what another one did. */
import { useEffect, useState } from 'react'

/** Undefined when nothing is kept, or nothing that can be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Hears what another tab did to it. */
export function useStorage(key: string, onChange: () => void): void {
  useEffect(() => {
    const hear = (event: StorageEvent) => event.key === key && onChange()
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  })
}

/** `read` makes a value of whatever another version of the console may have kept. */
export function useStored<Value>(key: string, read: (kept: unknown) => Value) {
  const now = () => read(readStored(key))
  const [value, setValue] = useState(now)
  useStorage(key, () => setValue(now()))
  // What another tab did meanwhile is read before each change.
  const change = (how: (value: Value) => Value) => {
    const next = how(now())
    localStorage.setItem(key, JSON.stringify(next))
    setValue(next)
  }
  return { value, change, now }
}
