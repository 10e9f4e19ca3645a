/** Every piece of packaging that went out or came back. */
import type { PackagingMovement } from '@cellarbook/sdk'
import { screenOf } from '../../data/places.ts'
import { Link } from '../../kit/link.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const kinds = ['dispatch', 'sale', 'return', 'refund', 'adjustment', 'reversal'] as const

export function MovementList() {
  const words = useWords('packaging')
  return (
    <ListScreen<PackagingMovement>
      title={words.movements}
      path="/packaging-balances/movements"
      hasSearch={false}
      columns={useColumns()}
      filters={useFilters()}
      keyOf={movement => movement.id}
      actions={
        <Link to="/packaging" look="normal">
          {words.balances}
        </Link>
      }
      empty={words.noMovements}
    />
  )
}

function useFilters(): readonly Filter[] {
  const words = useWords('packaging')
  const { filters } = words
  return [
    {
      kind: 'chips',
      name: 'kind',
      label: filters.kind,
      options: kinds.map(value => ({ value, label: words.kinds[value] })),
    },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'record', name: 'deposit_id', label: words.columns.deposit, of: 'deposit' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.date },
  ]
}

/** Documents without a screen, such as adjustments, are named only. */
function DocumentOf({ movement: { document } }: { movement: PackagingMovement }) {
  const { kinds: names } = useWords('records')
  const label = document.number ?? (names as Record<string, string>)[document.object] ?? document.object
  const to = screenOf(document.object, document.id)
  return to ? <Link to={to}>{label}</Link> : label
}

function useColumns(): readonly ListColumn<PackagingMovement>[] {
  const words = useWords('packaging')
  const { columns } = words
  const { day, quantity } = useFormat()
  const holder = ({ partner }: PackagingMovement) => partner?.name ?? words.unknown
  return [
    { key: 'date', label: columns.date, card: 'title', cell: ({ date }) => day(date), csv: ({ date }) => date },
    { key: 'kind', label: columns.kind, cell: ({ kind }) => words.kinds[kind], csv: ({ kind }) => words.kinds[kind] },
    { key: 'partner', label: columns.partner, card: 'wide', cell: holder, csv: holder },
    { key: 'item', label: columns.item, cell: ({ item }) => item.name, csv: ({ item }) => item.name },
    {
      key: 'document',
      label: columns.document,
      cell: movement => <DocumentOf movement={movement} />,
      csv: ({ document }) => document.number ?? '',
    },
    {
      key: 'pieces',
      label: columns.moved,
      isNumber: true,
      card: 'amount',
      cell: ({ pieces }) => quantity(pieces),
      csv: ({ pieces }) => pieces,
    },
    {
      key: 'after',
      label: columns.after,
      isNumber: true,
      card: 'none',
      cell: ({ balance_after }) => quantity(balance_after),
      csv: ({ balance_after }) => balance_after,
    },
  ]
}
