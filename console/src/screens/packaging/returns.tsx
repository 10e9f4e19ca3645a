/** Packaging that was brought back. */
import type { PackagingReturnListItem } from '@cellarbook/sdk'
import { Link } from '../../kit/link.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const states = ['confirmed', 'cancelled'] as const

export function ReturnList() {
  const words = useWords('packaging')
  return (
    <ListScreen<PackagingReturnListItem>
      title={words.returns}
      path="/packaging-returns"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={made => made.id}
      open={made => `/packaging/returns/${made.id}`}
      actions={
        <Link to="/packaging" look="normal">
          {words.balances}
        </Link>
      }
      create={{ label: words.create, to: '/packaging/returns/new' }}
      empty={words.noReturns}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('packaging')
  const { states: names } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: states.map(value => ({ value, label: names.packaging_return[value] })),
    },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.date },
  ]
}

function useColumns(): readonly ListColumn<PackagingReturnListItem>[] {
  const { columns, unknown } = useWords('packaging')
  const { day, money, quantity } = useFormat()
  const holder = ({ partner }: PackagingReturnListItem) => partner?.name ?? unknown
  const place = ({ cash_desk, warehouse }: PackagingReturnListItem) => cash_desk?.name ?? warehouse.name
  return [
    { key: 'number', label: columns.number, card: 'title', cell: made => made.number, csv: made => made.number },
    { key: 'partner', label: columns.partner, card: 'wide', cell: holder, csv: holder },
    { key: 'date', label: columns.date, cell: made => day(made.date), csv: made => made.date },
    useStateColumn(columns.state),
    { key: 'place', label: columns.place, card: 'none', cell: place, csv: place },
    {
      key: 'pieces',
      label: columns.moved,
      isNumber: true,
      card: 'amount',
      cell: made => quantity(made.totals.pieces),
      csv: made => made.totals.pieces,
    },
    {
      key: 'refund',
      label: columns.refund,
      isNumber: true,
      card: 'none',
      cell: made => made.refund && money(made.totals.refund, made.currency),
      csv: made => made.totals.refund,
    },
    {
      key: 'currency',
      label: columns.currency,
      isHidden: true,
      cell: ({ currency }) => currency,
      csv: ({ currency }) => currency,
    },
  ]
}
