/** All repacks. */
import type { Repack } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function RepackList() {
  const { screens } = useWords('frame')
  const words = useWords('repacks')
  return (
    <ListScreen<Repack>
      title={screens.repacks}
      path="/repacks"
      hasSearch={false}
      columns={useColumns()}
      filters={useFilters()}
      keyOf={({ id }) => id}
      open={({ id }) => `/repacks/${id}`}
      create={{ label: words.create, to: '/repacks/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('repacks')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: (['draft', 'confirmed', 'cancelled'] as const).map(value => ({ value, label: states.repack[value] })),
    },
    { kind: 'record', name: 'warehouse_id', label: filters.warehouse, of: 'warehouse' },
  ]
}

function useColumns(): readonly ListColumn<Repack>[] {
  const { columns } = useWords('repacks')
  const { day } = useFormat()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: row => row.number, csv: row => row.number },
    { ...useStateColumn(columns.state), card: 'amount' },
    { key: 'date', label: columns.date, cell: row => day(row.date), csv: row => row.date },
    {
      key: 'warehouse',
      label: columns.warehouse,
      cell: ({ warehouse }) => warehouse.name,
      csv: ({ warehouse }) => warehouse.name,
    },
    { key: 'notes', label: columns.notes, card: 'wide', cell: row => row.notes, csv: row => row.notes ?? '' },
  ]
}
