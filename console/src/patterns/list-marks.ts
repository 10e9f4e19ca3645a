/** Which rows of a list are marked. A row that leaves the list, by a filter or by a change, is not marked any more. */
import { useState } from 'react'
import type { Marks } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'

export interface MarkedRows<Row> extends Marks<Row> {
  marked: readonly Row[]
  toggle: (row: Row) => void
  clear: () => void
}

interface Marking<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}

export function useMarks<Row>({ rows, keyOf, nameOf }: Marking<Row>): MarkedRows<Row> {
  const { list: words } = useWords('frame')
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const isMarked = (row: Row) => keys.has(keyOf(row))
  const mark = (row: Row, isOn: boolean) =>
    setKeys(now => {
      const next = new Set(now)
      if (isOn) next.add(keyOf(row))
      else next.delete(keyOf(row))
      return next
    })
  const marked = rows.filter(isMarked)
  return {
    marked,
    count: marked.length,
    isMarked,
    mark,
    toggle: row => mark(row, !isMarked(row)),
    markAll: areOn => setKeys(new Set(areOn ? rows.map(keyOf) : [])),
    clear: () => setKeys(new Set()),
    labelOf: row => words.mark(nameOf(row)),
    labelOfAll: words.markAll,
  }
}
