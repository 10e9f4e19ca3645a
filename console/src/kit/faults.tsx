/** Faults of a form by the path of their field; the fields below show their own. */
import { createContext, type ReactNode, useContext } from 'react'
import type { ProblemRow } from '../data/refusal.ts'

const Faults = createContext<readonly ProblemRow[]>([])

export function FaultsOf({ rows, children }: { rows: readonly ProblemRow[]; children: ReactNode }) {
  return <Faults value={rows}>{children}</Faults>
}

/** The message for a field, or for the parts of it that have no field of their own. */
export function useFault(path: string | undefined): string | undefined {
  const rows = useContext(Faults)
  if (path === undefined) return undefined
  return rows.find(({ field }) => field === path || field.startsWith(`${path}.`))?.message
}
