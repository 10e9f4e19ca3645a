/** All batches. */
import type { BatchListItem } from '@cellarbook/sdk'
import { State, useStateWord } from '../../kit/state.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { phases } from './phases.ts'

export function BatchList() {
  const { screens } = useWords('frame')
  const words = useWords('batches')
  return (
    <ListScreen<BatchListItem>
      title={screens.batches}
      path="/batches"
      columns={[...useColumns(), ...useReadingColumns()]}
      filters={useFilters()}
      keyOf={batch => batch.id}
      open={batch => `/batches/${batch.id}`}
      create={{ label: words.create, to: '/batches/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('batches')
  const { states } = useWords('records')
  const names: Record<string, string> = states.batch
  return [
    { kind: 'flag', name: 'is_open', label: filters.open },
    {
      kind: 'chips',
      name: 'phase',
      label: filters.phase,
      options: [...phases, 'cancelled'].map(value => ({ value, label: names[value] ?? value })),
    },
    { kind: 'record', name: 'recipe_id', label: filters.recipe, of: 'recipe' },
    { kind: 'record', name: 'vessel_id', label: filters.vessel, of: 'vessel' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.brewed },
  ]
}

function useColumns(): readonly ListColumn<BatchListItem>[] {
  const stateWord = useStateWord()
  const { columns } = useWords('batches')
  const { day } = useFormat()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: batch => batch.number, csv: batch => batch.number },
    {
      key: 'name',
      label: columns.name,
      card: 'wide',
      cell: batch => batch.name ?? batch.item.name,
      csv: batch => batch.name ?? batch.item.name,
    },
    {
      key: 'phase',
      label: columns.phase,
      cell: batch => <State of="batch" value={batch.phase} />,
      csv: batch => stateWord('batch', batch.phase),
    },
    {
      key: 'vessel',
      label: columns.vessel,
      cell: batch => batch.vessel?.name,
      csv: batch => batch.vessel?.name ?? '',
    },
    { key: 'brewed', label: columns.brewed, cell: batch => day(batch.brew_date), csv: batch => batch.brew_date },
  ]
}

function useReadingColumns(): readonly ListColumn<BatchListItem>[] {
  const { columns } = useWords('batches')
  const { quantity } = useFormat()
  const gravityOf = ({ latest }: BatchListItem) => latest.gravity_plato?.value
  return [
    {
      key: 'gravity',
      label: columns.gravity,
      isNumber: true,
      card: 'none',
      cell: batch => gravityOf(batch) && quantity(gravityOf(batch)!, '°P'),
      csv: batch => gravityOf(batch) ?? '',
    },
    {
      key: 'temperature',
      label: columns.temperature,
      isNumber: true,
      card: 'none',
      cell: ({ latest }) => latest.temperature_c && quantity(latest.temperature_c.value, '°C'),
      csv: ({ latest }) => latest.temperature_c?.value ?? '',
    },
    {
      key: 'volume',
      label: columns.volume,
      isNumber: true,
      card: 'amount',
      // What is only planned is not beer yet, and in a sum of the column it would be.
      cell: ({ volume_l, planned_volume_l }) =>
        volume_l === null ? (
          <span className="quiet">{columns.plannedVolume(quantity(planned_volume_l, 'l'))}</span>
        ) : (
          quantity(volume_l, 'l')
        ),
      csv: batch => batch.volume_l ?? '',
    },
    {
      key: 'planned',
      label: columns.planned,
      isNumber: true,
      isHidden: true,
      card: 'none',
      cell: batch => quantity(batch.planned_volume_l, 'l'),
      csv: batch => batch.planned_volume_l,
    },
  ]
}
