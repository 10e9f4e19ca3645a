/** `j`, `k` and the arrows walk the rows, Enter opens one, `c` makes a new one. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useShortcuts } from '../data/shortcuts.ts'
import { screenAddress } from '../kit/link.tsx'

export function useRowKeys<Row>(
  rows: readonly Row[],
  open: ((row: Row) => string) | undefined,
  create?: string,
): number {
  const [at, setAt] = useState(-1)
  const navigate = useNavigate()
  const go = (to: string) => void navigate({ to: screenAddress(to) as string })
  const move = (step: number) => setAt(now => Math.max(0, Math.min(rows.length - 1, now + step)))
  const row = rows[at]
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(row !== undefined && open && { Enter: () => go(open(row)) }),
    ...(create && { c: () => go(create) }),
  })
  useEffect(() => {
    if (at >= 0) document.querySelector('tr[data-at="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return at
}
