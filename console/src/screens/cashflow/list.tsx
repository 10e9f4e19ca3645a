/** Money in and out, what the filter comes to, and what is left in the accounts. */
import type { Cashflow } from '@cellarbook/sdk'
import { Badge, State, type Tone, useStateWord } from '../../kit/state.tsx'
import type { Bulk } from '../../patterns/list-bulk.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { payAll } from '../../patterns/payments.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Balances } from './balances.tsx'
import { Running } from './running.tsx'
import { Sums } from './sums.tsx'

export function CashflowList() {
  const { screens } = useWords('frame')
  const words = useWords('cashflow')
  return (
    <ListScreen<Cashflow>
      title={screens.cashflow}
      path="/cashflows"
      columns={[...useColumns(), ...useMoneyColumns()]}
      filters={useFilters()}
      keyOf={cashflow => cashflow.id}
      open={cashflow => `/cashflow/${cashflow.id}`}
      create={{ label: words.create, to: '/cashflow/new' }}
      empty={words.empty}
      bulk={bulk}
      above={
        <div className="columns">
          <Sums />
          <Balances />
        </div>
      }
    />
  )
}

const bulk: Bulk<Cashflow> = {
  object: 'cashflow',
  nameOf: cashflow => cashflow.number,
  actions: [{ key: 'confirm' }, payAll, { key: 'cancel' }],
}

function useFilters(): readonly Filter[] {
  const { filters, types } = useWords('cashflow')
  const { states } = useWords('records')
  const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
  return [
    { kind: 'chips', name: 'status', label: filters.state, options: options(states.cashflow) },
    { kind: 'choice', name: 'type', label: filters.type, options: options(types) },
    { kind: 'record', name: 'account_id', label: filters.account, of: 'account' },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: filters.date },
  ]
}

const tones: Record<Cashflow['payment_status'], Tone> = { unpaid: 'warn', partially_paid: 'news', paid: 'good' }

function useColumns(): readonly ListColumn<Cashflow>[] {
  const { columns, paid } = useWords('cashflow')
  const stateWord = useStateWord()
  const { day } = useFormat()
  return [
    { key: 'number', label: columns.number, card: 'title', cell: row => row.number, csv: row => row.number },
    {
      key: 'description',
      label: columns.description,
      card: 'wide',
      cell: row => row.description,
      csv: row => row.description,
    },
    { key: 'date', label: columns.date, cell: row => day(row.date), csv: row => row.date },
    {
      key: 'partner',
      label: columns.partner,
      card: 'none',
      cell: row => row.partner?.name,
      csv: row => row.partner?.name ?? '',
    },
    {
      key: 'state',
      label: columns.state,
      // Only what is confirmed is paid or not.
      cell: row =>
        row.status === 'confirmed' ? (
          <Badge tone={tones[row.payment_status]}>{paid[row.payment_status]}</Badge>
        ) : (
          <State of="cashflow" value={row.status} />
        ),
      csv: row => stateWord('cashflow', row.status),
    },
    {
      key: 'payment',
      label: columns.payment,
      card: 'none',
      isHidden: true,
      cell: row => paid[row.payment_status],
      csv: row => paid[row.payment_status],
    },
  ]
}

function useMoneyColumns(): readonly ListColumn<Cashflow>[] {
  const { columns, types, methods } = useWords('cashflow')
  const { money } = useFormat()
  /** What goes out has a minus; the service keeps both ways positive. */
  const signed = ({ type, amount }: Cashflow) => (type === 'expense' ? `-${amount}` : amount)
  return [
    // The sign of the amount says it.
    {
      key: 'type',
      label: columns.type,
      card: 'none',
      isHidden: true,
      cell: row => types[row.type],
      csv: row => types[row.type],
    },
    {
      key: 'method',
      label: columns.method,
      card: 'none',
      isHidden: true,
      cell: row => methods[row.payment_method],
      csv: row => methods[row.payment_method],
    },
    {
      key: 'amount',
      label: columns.amount,
      isNumber: true,
      card: 'amount',
      cell: row => money(signed(row), row.currency),
      csv: signed,
    },
    {
      key: 'running',
      label: columns.running,
      isNumber: true,
      card: 'none',
      cell: row => row.status === 'confirmed' && <Running cashflow={row} />,
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
