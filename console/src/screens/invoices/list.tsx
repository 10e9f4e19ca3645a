/** All invoices and credit notes. */
import type { InvoiceListItem } from '@cellarbook/sdk'
import { Badge, State, useStateWord } from '../../kit/state.tsx'
import { InvoiceSums } from '../../patterns/invoice-sums.tsx'
import type { Bulk } from '../../patterns/list-bulk.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { payAll } from '../../patterns/payments.ts'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { isOverdue, stages } from './stages.ts'

export function InvoiceList() {
  const { screens } = useWords('frame')
  const words = useWords('invoices')
  const filters = useFilters()
  return (
    <ListScreen<InvoiceListItem>
      title={screens.invoices}
      path="/invoices"
      columns={useColumns()}
      filters={filters}
      keyOf={invoice => invoice.id}
      open={invoice => `/invoices/${invoice.id}`}
      create={{ label: words.create, to: '/invoices/new' }}
      empty={words.empty}
      bulk={useBulk()}
      above={<InvoiceSums path="/reports/invoices" filters={filters} />}
    />
  )
}

const useBulk = (): Bulk<InvoiceListItem> => ({
  object: 'invoice',
  nameOf: useNameOf(),
  actions: [{ key: 'issue' }, payAll, { key: 'cancel' }],
})

function useFilters(): readonly Filter[] {
  const { filters, types } = useWords('invoices')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: [...stages, 'cancelled' as const].map(value => ({ value, label: states.invoice[value] })),
    },
    { kind: 'flag', name: 'overdue', label: filters.overdue },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    {
      kind: 'choice',
      name: 'document_type',
      label: filters.type,
      options: Object.entries(types).map(([value, label]) => ({ value, label })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.issued },
    { kind: 'day', name: 'due_from', label: filters.dueFrom },
    { kind: 'day', name: 'due_before', label: filters.dueBefore },
  ]
}

/** A draft has no number yet. */
const useNameOf = () => {
  const { draftTitle, draftCredit } = useWords('invoices')
  return ({ number, document_type }: InvoiceListItem) =>
    number ?? (document_type === 'invoice' ? draftTitle : draftCredit)
}

function useColumns(): readonly ListColumn<InvoiceListItem>[] {
  const stateWord = useStateWord()
  const { columns, types } = useWords('invoices')
  const nameOf = useNameOf()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: nameOf, csv: invoice => invoice.number ?? '' },
    {
      key: 'type',
      label: columns.type,
      card: 'none',
      isHidden: true,
      cell: invoice => types[invoice.document_type],
      csv: invoice => types[invoice.document_type],
    },
    {
      key: 'partner',
      label: columns.partner,
      card: 'wide',
      cell: ({ partner }) => partner.name,
      csv: ({ partner }) => partner.name,
    },
    {
      key: 'state',
      label: columns.state,
      cell: invoice => <StateOf invoice={invoice} />,
      csv: invoice => stateWord('invoice', invoice.status),
    },
    ...useDayColumns(),
    ...useMoneyColumns(),
  ]
}

function StateOf({ invoice }: { invoice: InvoiceListItem }) {
  const { filters } = useWords('invoices')
  return (
    <span className="row">
      <State of="invoice" value={invoice.status} />
      {isOverdue(invoice, currentDay()) && <Badge tone="bad">{filters.overdue}</Badge>}
    </span>
  )
}

function useDayColumns(): readonly ListColumn<InvoiceListItem>[] {
  const { columns } = useWords('invoices')
  const { day } = useFormat()
  return [
    {
      key: 'issued',
      label: columns.issued,
      card: 'none',
      cell: ({ issue_date }) => day(issue_date),
      csv: ({ issue_date }) => issue_date,
    },
    {
      key: 'due',
      label: columns.due,
      cell: ({ due_date }) => day(due_date),
      csv: ({ due_date }) => due_date ?? '',
    },
    {
      key: 'symbol',
      label: columns.symbol,
      card: 'none',
      isHidden: true,
      cell: invoice => invoice.variable_symbol,
      csv: invoice => invoice.variable_symbol ?? '',
    },
  ]
}

function useMoneyColumns(): readonly ListColumn<InvoiceListItem>[] {
  const { columns } = useWords('invoices')
  const { money } = useFormat()
  return [
    {
      key: 'remaining',
      label: columns.remaining,
      isNumber: true,
      card: 'none',
      cell: invoice => money(invoice.amount_remaining, invoice.currency),
      csv: invoice => invoice.amount_remaining,
    },
    {
      key: 'total',
      label: columns.total,
      isNumber: true,
      card: 'amount',
      cell: invoice => money(invoice.payable, invoice.currency),
      csv: invoice => invoice.payable,
    },
    {
      key: 'currency',
      label: columns.currency,
      isHidden: true,
      card: 'none',
      cell: invoice => invoice.currency,
      csv: invoice => invoice.currency,
    },
  ]
}
