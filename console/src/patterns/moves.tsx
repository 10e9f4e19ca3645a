/** What lines would move and what that is worth: less than nothing goes out. */
import type { Move } from '../data/actions.ts'
import { useRights } from '../data/session.ts'
import { type Column, Table } from '../kit/table.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'

interface MovesProps {
  label: string
  moves: readonly Move[]
  /** Of all of them. */
  value?: string | undefined
}

/** Whoever may not see money sees the quantities. */
export function Moves({ label, moves, value }: MovesProps) {
  const { action: words } = useWords('frame')
  const { quantity, decimal } = useFormat()
  const isValued = useRights().has('finance:read')
  const columns: readonly Column<Move>[] = [
    { key: 'item', label: words.item, card: 'wide', cell: ({ item }) => item.name },
    { key: 'quantity', label: words.quantity, isNumber: true, cell: row => quantity(row.quantity, row.unit.symbol) },
    ...(isValued
      ? [{ key: 'value', label: words.value, isNumber: true, cell: (row: Move) => decimal(row.value, 2) }]
      : []),
  ]
  return (
    <>
      <Table label={label} rows={moves} keyOf={({ line_id }) => line_id} columns={columns} />
      {isValued && value !== undefined && (
        <p className="end">
          <span className="quiet">{words.together}</span> <strong>{decimal(value, 2)}</strong>
        </p>
      )}
    </>
  )
}
