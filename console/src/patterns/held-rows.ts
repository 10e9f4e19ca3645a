/** The rows of a list in a form, as the form holds them. */
import { useRef, useState } from 'react'
import { newId } from '../format/ids.ts'

export interface Row {
  id: string
  held: unknown
}

/** More would make every key slow; whoever needs them asks. */
const mostShown = 100

export interface Rows {
  shown: readonly Row[]
  all: readonly Row[]
  /** How many were stored when the form opened. */
  stored: number
  change: (how: (rows: readonly Row[]) => Row[]) => void
  showAll: () => void
}

/** Each row keeps an id of its own, so that what is typed and focused moves with it. */
export function useRows(value: unknown, onChange: (rows: unknown[]) => void): Rows {
  const held = Array.isArray(value) ? (value as unknown[]) : []
  const [ids, setIds] = useState(() => held.map(newId))
  const [stored] = useState(held.length)
  const [areAllShown, setAllShown] = useState(false)
  const all = held.map((one, index) => ({ id: ids[index] ?? String(index), held: one }))
  const latest = useRef(all)
  latest.current = all
  return {
    all,
    shown: areAllShown ? all : all.slice(0, mostShown),
    stored,
    showAll: () => setAllShown(true),
    change(how) {
      const next = how(latest.current)
      if (next.length > latest.current.length) setAllShown(true)
      latest.current = next
      setIds(next.map(row => row.id))
      onChange(next.map(row => row.held))
    },
  }
}
