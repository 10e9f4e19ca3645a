/** All sales and refunds. */
import type { PosSaleListItem } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const states = ['settled', 'settlement_failed', 'cancelled'] as const
const kinds = ['sale', 'refund'] as const
const methods = ['cash', 'card'] as const

export function SaleList() {
  const { sales: words } = useWords('bar')
  return (
    <ListScreen<PosSaleListItem>
      title={words.title}
      path="/pos-sales"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={sale => sale.id}
      open={sale => `/bar/sales/${sale.id}`}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { sales, report } = useWords('bar')
  const { states: names } = useWords('records')
  const { filters } = sales
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: states.map(value => ({ value, label: names.pos_sale[value] })),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: filters.kind,
      options: kinds.map(value => ({ value, label: sales.kinds[value] })),
    },
    { kind: 'record', name: 'cash_desk_id', label: filters.desk, of: 'cash_desk' },
    {
      kind: 'choice',
      name: 'payment_method',
      label: filters.method,
      options: methods.map(value => ({ value, label: report.methods[value] })),
    },
    { kind: 'record', name: 'item_id', label: filters.item, of: 'item' },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.sold },
  ]
}

function useColumns(): readonly ListColumn<PosSaleListItem>[] {
  const { sales, report } = useWords('bar')
  const { columns } = sales
  const { clock, instant, money } = useFormat()
  const paidBy = ({ payments }: PosSaleListItem) => payments.map(({ method }) => report.methods[method]).join(', ')
  return [
    { key: 'number', label: columns.number, card: 'title', cell: sale => sale.number, csv: sale => sale.number },
    { key: 'sold', label: columns.sold, cell: sale => instant(sale.sold_at), csv: sale => clock(sale.sold_at) },
    useStateColumn(columns.state),
    {
      key: 'kind',
      label: columns.kind,
      card: 'none',
      cell: sale => sales.kinds[sale.kind],
      csv: sale => sales.kinds[sale.kind],
    },
    {
      key: 'desk',
      label: columns.desk,
      card: 'wide',
      cell: sale => sale.cash_desk.name,
      csv: sale => sale.cash_desk.name,
    },
    {
      key: 'partner',
      label: columns.partner,
      isHidden: true,
      cell: sale => sale.partner?.name,
      csv: sale => sale.partner?.name ?? '',
    },
    {
      key: 'cashier',
      label: columns.cashier,
      card: 'none',
      cell: sale => sale.cashier,
      csv: sale => sale.cashier ?? '',
    },
    { key: 'method', label: columns.method, card: 'none', cell: paidBy, csv: paidBy },
    {
      key: 'total',
      label: columns.total,
      isNumber: true,
      card: 'amount',
      cell: sale => money(sale.totals.payable, sale.currency),
      csv: sale => sale.totals.payable,
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
