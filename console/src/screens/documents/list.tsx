/** All receipts, and all issues with the transfers among them. */
import type { ReactNode } from 'react'
import { useRights } from '../../data/session.ts'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type Family, issues, receipts, type StockDocumentRow } from './family.ts'
import { usePurposeName, usePurposeOptions } from './purposes.ts'

export function ReceiptList() {
  const { screens } = useWords('frame')
  return <DocumentList family={receipts} title={screens.receipts} />
}

export function IssueList() {
  const { screens } = useWords('frame')
  const { transfer } = useWords('documents')
  const mayWrite = useRights().has('stock:write')
  const actions = mayWrite && (
    <Link to="/issues/new?movement_purpose=transfer" look="normal">
      {transfer.create}
    </Link>
  )
  return <DocumentList family={issues} title={screens.issues} actions={actions} />
}

interface DocumentListProps {
  family: Family
  title: string
  actions?: ReactNode
}

function DocumentList({ family, title, actions }: DocumentListProps) {
  const words = useWords('documents')[family.object]
  return (
    <ListScreen<StockDocumentRow>
      title={title}
      path={family.path}
      columns={useColumns()}
      filters={useFilters(family)}
      keyOf={({ id }) => id}
      open={({ id }) => `${family.screen}/${id}`}
      create={{ label: words.create, to: `${family.screen}/new` }}
      actions={actions}
      empty={words.empty}
    />
  )
}

function useFilters(family: Family): readonly Filter[] {
  const { filters } = useWords('documents')
  const { states } = useWords('records')
  const names = states[family.object]
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: (['draft', 'confirmed', 'cancelled'] as const).map(value => ({ value, label: names[value] })),
    },
    { kind: 'choice', name: 'movement_purpose', label: filters.purpose, options: usePurposeOptions(family.found) },
    { kind: 'record', name: 'warehouse_id', label: filters.warehouse, of: 'warehouse' },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'record', name: 'item_id', label: filters.item, of: 'item' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.date },
  ]
}

function useColumns(): readonly ListColumn<StockDocumentRow>[] {
  const { columns } = useWords('documents')
  const { day, decimal } = useFormat()
  const purposeOf = usePurposeName()
  const isValued = useRights().has('finance:read')
  const value: ListColumn<StockDocumentRow> = {
    key: 'value',
    label: columns.value,
    isNumber: true,
    card: 'amount',
    cell: ({ totals }) => decimal(totals.total_cost, 2),
    csv: ({ totals }) => totals.total_cost,
  }
  return [
    { key: 'number', label: columns.number, card: 'title', cell: row => row.number, csv: row => row.number },
    {
      key: 'partner',
      label: columns.partner,
      card: 'wide',
      cell: ({ partner }) => partner?.name,
      csv: ({ partner }) => partner?.name ?? '',
    },
    {
      key: 'purpose',
      label: columns.purpose,
      cell: row => purposeOf(row.movement_purpose),
      csv: row => purposeOf(row.movement_purpose),
    },
    useStateColumn(columns.state),
    { key: 'date', label: columns.date, cell: row => day(row.date), csv: row => row.date },
    {
      key: 'warehouse',
      label: columns.warehouse,
      cell: row => <Places row={row} />,
      csv: ({ warehouse }) => warehouse.name,
    },
    ...(isValued ? [value] : []),
    { key: 'notes', label: columns.notes, isHidden: true, cell: row => row.notes, csv: row => row.notes ?? '' },
  ]
}

/** Where from and where to, for a transfer. */
function Places({ row: { warehouse, target_warehouse } }: { row: StockDocumentRow }) {
  if (!target_warehouse) return warehouse.name
  return (
    <span className="place-pair">
      {warehouse.name} <Icon name="arrow" /> {target_warehouse.name}
    </span>
  )
}
