/** All invoices of suppliers. */
import type { ReceivedInvoiceListItem } from '@cellarbook/sdk'
import { Badge, State, useStateWord } from '../../kit/state.tsx'
import { InvoiceSums } from '../../patterns/invoice-sums.tsx'
import type { Bulk } from '../../patterns/list-bulk.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { payAll } from '../../patterns/payments.ts'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { isOverdue, stages } from './stages.ts'

export function ReceivedList() {
  const { screens } = useWords('frame')
  const words = useWords('received')
  const filters = useFilters()
  return (
    <ListScreen<ReceivedInvoiceListItem>
      title={screens.receivedInvoices}
      path="/received-invoices"
      columns={[...useColumns(), ...useMoneyColumns()]}
      filters={filters}
      keyOf={invoice => invoice.id}
      open={invoice => `/received-invoices/${invoice.id}`}
      create={{ label: words.create, to: '/received-invoices/new' }}
      empty={words.empty}
      bulk={bulk}
      above={<InvoiceSums path="/reports/received_invoices" filters={filters} />}
    />
  )
}

/** A draft has the supplier's number only. */
const nameOf = ({ number, supplier_invoice_number }: ReceivedInvoiceListItem): string =>
  number ?? supplier_invoice_number

/** The month is handed over by marking what the filter shows. */
const bulk: Bulk<ReceivedInvoiceListItem> = {
  object: 'received_invoice',
  nameOf,
  actions: [{ key: 'confirm' }, payAll, { key: 'export' }, { key: 'cancel' }],
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('received')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: [...stages, 'cancelled' as const].map(value => ({ value, label: states.received_invoice[value] })),
    },
    { kind: 'flag', name: 'overdue', label: filters.overdue },
    { kind: 'record', name: 'partner_id', label: filters.supplier, of: 'partner' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.issued },
    { kind: 'day', name: 'due_before', label: filters.dueBefore },
  ]
}

function useColumns(): readonly ListColumn<ReceivedInvoiceListItem>[] {
  const stateWord = useStateWord()
  const { columns } = useWords('received')
  const { day } = useFormat()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: nameOf, csv: row => row.number ?? '' },
    {
      key: 'supplier',
      label: columns.supplier,
      card: 'wide',
      cell: row => row.partner.name,
      csv: row => row.partner.name,
    },
    {
      key: 'state',
      label: columns.state,
      cell: row => <StateOf invoice={row} />,
      csv: row => stateWord('received_invoice', row.status),
    },
    { key: 'due', label: columns.due, cell: row => day(row.due_date), csv: row => row.due_date },
    {
      key: 'theirs',
      label: columns.theirs,
      card: 'none',
      cell: row => row.supplier_invoice_number,
      csv: row => row.supplier_invoice_number,
    },
    {
      key: 'issued',
      label: columns.issued,
      card: 'none',
      isHidden: true,
      cell: row => day(row.issue_date),
      csv: row => row.issue_date,
    },
    {
      key: 'symbol',
      label: columns.symbol,
      card: 'none',
      isHidden: true,
      cell: row => row.variable_symbol,
      csv: row => row.variable_symbol ?? '',
    },
  ]
}

function StateOf({ invoice }: { invoice: ReceivedInvoiceListItem }) {
  const words = useWords('received')
  return (
    <span className="row">
      <State of="received_invoice" value={invoice.status} />
      {isOverdue(invoice, currentDay()) && <Badge tone="bad">{words.overdue}</Badge>}
      {invoice.exported_at && <Badge>{words.exported}</Badge>}
    </span>
  )
}

function useMoneyColumns(): readonly ListColumn<ReceivedInvoiceListItem>[] {
  const { columns } = useWords('received')
  const { clock, money, instant } = useFormat()
  return [
    {
      key: 'exported',
      label: columns.exported,
      card: 'none',
      isHidden: true,
      cell: row => instant(row.exported_at),
      csv: row => clock(row.exported_at),
    },
    {
      key: 'remaining',
      label: columns.remaining,
      isNumber: true,
      card: 'none',
      cell: row => money(row.amount_remaining, row.currency),
      csv: row => row.amount_remaining,
    },
    {
      key: 'total',
      label: columns.total,
      isNumber: true,
      card: 'amount',
      cell: row => money(row.totals.incl_vat, row.currency),
      csv: row => row.totals.incl_vat,
    },
    {
      key: 'currency',
      label: columns.currency,
      isHidden: true,
      card: 'none',
      cell: row => row.currency,
      csv: row => row.currency,
    },
  ]
}
