/** All counts. */
import type { InventoryCountListItem } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { stages } from './stages.ts'

export function CountList() {
  const { screens } = useWords('frame')
  const words = useWords('counts')
  return (
    <ListScreen<InventoryCountListItem>
      title={screens.counts}
      path="/inventory-counts"
      hasSearch={false}
      columns={useColumns()}
      filters={useFilters()}
      keyOf={({ id }) => id}
      open={({ id }) => `/counts/${id}`}
      create={{ label: words.create, to: '/counts/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('counts')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: ([...stages, 'cancelled'] as const).map(value => ({ value, label: states.inventory_count[value] })),
    },
    { kind: 'record', name: 'warehouse_id', label: filters.warehouse, of: 'warehouse' },
  ]
}

function useColumns(): readonly ListColumn<InventoryCountListItem>[] {
  const { columns, scopes } = useWords('counts')
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
    { key: 'scope', label: columns.scope, card: 'none', cell: row => scopes[row.scope], csv: row => scopes[row.scope] },
    { key: 'notes', label: columns.notes, card: 'wide', cell: row => row.notes, csv: row => row.notes ?? '' },
  ]
}
