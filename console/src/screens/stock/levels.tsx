/** How much of what lies where, now or on a past day. A row opens its lots and reservations beside it. */
import type { StockLevel } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { Bar } from '../../kit/facts.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { LevelBeside } from './beside.tsx'

export function StockLevels() {
  const { screens } = useWords('frame')
  const { levels: words } = useWords('stock')
  const { day } = useFormat()
  const params = useParams()
  const open = ({ item, warehouse }: StockLevel) =>
    `/stock?${new URLSearchParams({ ...params, at: `${item.id}.${warehouse.id}` })}`
  return (
    <ListScreen<StockLevel>
      title={screens.stock}
      path="/stock-levels"
      hasSearch={false}
      columns={useColumns()}
      filters={useFilters()}
      keyOf={({ item, warehouse }) => `${item.id} ${warehouse.id}`}
      open={open}
      empty={words.empty}
      below={
        <>
          {params.as_of && <Bar>{words.pastNote(day(params.as_of))}</Bar>}
          <LevelBeside />
        </>
      }
    />
  )
}

function useFilters(): readonly Filter[] {
  const { levels: words } = useWords('stock')
  return [
    { kind: 'record', name: 'item_id', label: words.item, of: 'item' },
    { kind: 'record', name: 'warehouse_id', label: words.warehouse, of: 'warehouse' },
    { kind: 'day', name: 'as_of', label: words.asOf },
  ]
}

function useColumns(): readonly ListColumn<StockLevel>[] {
  const { levels: words } = useWords('stock')
  const { quantity, decimal } = useFormat()
  const isValued = useRights().has('finance:read')
  const value: ListColumn<StockLevel> = {
    key: 'value',
    label: words.value,
    isNumber: true,
    card: 'none',
    cell: level => decimal(level.value, 2),
    csv: level => level.value,
  }
  return [
    { key: 'item', label: words.item, card: 'title', cell: ({ item }) => item.name, csv: ({ item }) => item.name },
    {
      key: 'code',
      label: words.code,
      isHidden: true,
      cell: ({ item }) => item.code,
      csv: ({ item }) => item.code ?? '',
    },
    {
      key: 'warehouse',
      label: words.warehouse,
      cell: ({ warehouse }) => warehouse.name,
      csv: ({ warehouse }) => warehouse.name,
    },
    {
      key: 'hand',
      label: words.onHand,
      isNumber: true,
      card: 'amount',
      cell: level => quantity(level.quantity, level.unit.symbol),
      csv: level => level.quantity,
    },
    {
      key: 'reserved',
      label: words.reserved,
      isNumber: true,
      card: 'none',
      cell: level => quantity(level.reserved_quantity),
      csv: level => level.reserved_quantity,
    },
    {
      key: 'free',
      label: words.free,
      isNumber: true,
      cell: level => <Free level={level} />,
      csv: level => level.available_quantity,
    },
    ...(isValued ? [value] : []),
    { key: 'unit', label: words.unit, isHidden: true, cell: ({ unit }) => unit.code, csv: ({ unit }) => unit.code },
  ]
}

/** On a card it stands without its head. */
function Free({ level }: { level: StockLevel }) {
  const { levels: words } = useWords('stock')
  const { quantity } = useFormat()
  return (
    <>
      <span className="card-label">{words.free} </span>
      <strong>{quantity(level.available_quantity)}</strong>
    </>
  )
}
