/** All packaging runs. */
import type { PackagingRunListItem } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function RunList() {
  const { screens } = useWords('frame')
  const words = useWords('runs')
  return (
    <ListScreen<PackagingRunListItem>
      title={screens.packagingRuns}
      path="/packaging-runs"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={run => run.id}
      open={run => `/packaging-runs/${run.id}`}
      create={{ label: words.create, to: '/packaging-runs/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { columns } = useWords('runs')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: columns.state,
      options: Object.entries(states.packaging_run).map(([value, label]) => ({ value, label })),
    },
    { kind: 'record', name: 'batch_id', label: columns.batch, of: 'batch' },
    { kind: 'record', name: 'item_id', label: columns.item, of: 'item' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: columns.date },
  ]
}

function useColumns(): readonly ListColumn<PackagingRunListItem>[] {
  const { columns } = useWords('runs')
  const { day, quantity, percent } = useFormat()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: run => run.number, csv: run => run.number },
    { key: 'beer', label: columns.beer, card: 'wide', cell: run => run.item.name, csv: run => run.item.name },
    useStateColumn(columns.state),
    { key: 'date', label: columns.date, cell: run => day(run.date), csv: run => run.date },
    {
      key: 'released',
      label: columns.released,
      isNumber: true,
      card: 'none',
      cell: run => quantity(run.released_quantity, run.unit.symbol),
      csv: run => run.released_quantity,
    },
    {
      key: 'filled',
      label: columns.filled,
      isNumber: true,
      card: 'amount',
      cell: run => quantity(run.filled_quantity, run.unit.symbol),
      csv: run => run.filled_quantity,
    },
    {
      key: 'loss',
      label: columns.loss,
      isNumber: true,
      card: 'none',
      cell: run => percent(run.loss_pct),
      csv: run => run.loss_pct,
    },
  ]
}
