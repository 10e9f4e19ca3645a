/** Faults of a form by the path of their field; the fields below show their own. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { ProblemRow } from '../data/refusal.ts'
import { sayRow } from '../words/said.ts'
import { useWords } from '../words/use-words.ts'

interface Told {
  rows: readonly ProblemRow[]
  /** The field was changed since: what was said of it is no longer so. */
  mend: (path: string) => void
}

const Faults = createContext<Told>({ rows: [], mend: () => undefined })

const isAbout = (path: string, field: string): boolean => field === path || field.startsWith(`${path}.`)

export function FaultsOf({ rows, children }: { rows: readonly ProblemRow[]; children: ReactNode }) {
  const words = useWords('problems')
  const [mended, setMended] = useState<readonly ProblemRow[]>([])
  const mend = (path: string) => {
    const done = rows.filter(row => isAbout(path, row.field) && !mended.includes(row))
    if (done.length > 0) setMended([...mended, ...done])
  }
  const told = rows.filter(row => !mended.includes(row)).map(row => ({ ...row, message: sayRow(row, words) }))
  return <Faults value={{ rows: told, mend }}>{children}</Faults>
}

export const useMend = () => useContext(Faults).mend

/** The message for a field, or for the parts of it that have no field of their own. */
export function useFault(path: string | undefined): string | undefined {
  const { rows } = useContext(Faults)
  if (path === undefined) return undefined
  return rows.find(({ field }) => isAbout(path, field))?.message
}
