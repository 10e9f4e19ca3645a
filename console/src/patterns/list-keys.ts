/** `j`, `k` and the arrows walk the rows, Enter opens one, `x` marks one, Esc unmarks all, `c` makes a new one. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useShortcuts } from '../data/shortcuts.ts'
import { screenAddress, targetOf } from '../kit/link.tsx'

interface RowKeys<Row> {
  rows: readonly Row[]
  open: ((row: Row) => string) | undefined
  create?: string | undefined
  /** Where rows can be marked. */
  marks?: { toggle: (row: Row) => void; clear: () => void; count: number } | undefined
}

/** The row somebody is at, by the keys of the list or by those of the browser. */
const focusedRow = ({ target }: KeyboardEvent): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLTableRowElement>('tbody > tr') : null
  return row ? row.sectionRowIndex : undefined
}

export function useRowKeys<Row>({ rows, open, create, marks }: RowKeys<Row>): number {
  const [at, setAt] = useState(-1)
  const navigate = useNavigate()
  const go = (to: string) => void navigate(targetOf(screenAddress(to)))
  const move = (step: number) => setAt(now => Math.max(0, Math.min(rows.length - 1, now + step)))
  const row = rows[at]
  const mark = (event: KeyboardEvent) => {
    const chosen = rows[focusedRow(event) ?? at]
    if (chosen !== undefined) marks?.toggle(chosen)
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(row !== undefined && open && { Enter: () => go(open(row)) }),
    ...(create && { c: () => go(create) }),
    ...(marks && { x: mark }),
    ...(marks && marks.count > 0 && { Escape: marks.clear }),
  })
  useEffect(() => {
    if (at >= 0) document.querySelector('tr[data-at="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return at
}
