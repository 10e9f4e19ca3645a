/** All orders. */
import type { OrderListItem } from '@cellarbook/sdk'
import { State, useStateWord } from '../../kit/state.tsx'
import type { Bulk } from '../../patterns/list-bulk.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { stages } from './stages.ts'

export function OrderList() {
  const { screens } = useWords('frame')
  const words = useWords('orders')
  return (
    <ListScreen<OrderListItem>
      title={screens.orders}
      path="/orders"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={order => order.id}
      open={order => `/orders/${order.id}`}
      create={{ label: words.create, to: '/orders/new' }}
      empty={words.empty}
      bulk={bulk}
    />
  )
}

const bulk: Bulk<OrderListItem> = {
  object: 'order',
  nameOf: order => order.number,
  actions: ['confirm', 'start_preparation', 'create_stock_issue', 'ship', 'deliver', 'create_invoice', 'cancel'].map(
    key => ({ key }),
  ),
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('orders')
  const { states } = useWords('records')
  const names: Record<string, string> = states.order
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: [...stages, 'cancelled'].map(value => ({ value, label: names[value] ?? value })),
    },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'record', name: 'item_id', label: filters.item, of: 'item' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.ordered },
  ]
}

function useColumns(): readonly ListColumn<OrderListItem>[] {
  const stateWord = useStateWord()
  const { columns } = useWords('orders')
  const { day, money } = useFormat()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: order => order.number, csv: order => order.number },
    {
      key: 'partner',
      label: columns.partner,
      card: 'wide',
      cell: order => order.partner.name,
      csv: order => order.partner.name ?? '',
    },
    useStateColumn(columns.state),
    {
      key: 'ordered',
      label: columns.ordered,
      isHidden: true,
      cell: order => day(order.order_date),
      csv: order => order.order_date,
    },
    {
      key: 'delivery',
      label: columns.delivery,
      cell: order => day(order.delivery_date),
      csv: order => order.delivery_date ?? '',
    },
    {
      key: 'stock',
      label: columns.stockIssue,
      card: 'none',
      cell: order => order.stock_issue_status && <State of="stock_issue" value={order.stock_issue_status} />,
      csv: order => (order.stock_issue_status ? stateWord('stock_issue', order.stock_issue_status) : ''),
    },
    {
      key: 'total',
      label: columns.total,
      isNumber: true,
      card: 'amount',
      cell: order => money(order.totals.incl_vat, order.currency),
      csv: order => order.totals.incl_vat,
    },
    {
      key: 'currency',
      label: columns.currency,
      isHidden: true,
      cell: order => order.currency,
      csv: order => order.currency,
    },
  ]
}
