/** All sessions of the cash desks. */
import type { CashDeskSession } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const states = ['open', 'closed'] as const

export function SessionList() {
  const { sessions: words } = useWords('bar')
  return (
    <ListScreen<CashDeskSession>
      title={words.title}
      path="/cash-desk-sessions"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={session => session.id}
      open={session => `/bar/sessions/${session.id}`}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { sessions } = useWords('bar')
  const { states: names } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: sessions.filters.state,
      options: states.map(value => ({ value, label: names.cash_desk_session[value] })),
    },
    { kind: 'record', name: 'cash_desk_id', label: sessions.filters.desk, of: 'cash_desk' },
    { kind: 'days', from: 'date_from', to: 'date_to', label: sessions.filters.opened },
  ]
}

function useColumns(): readonly ListColumn<CashDeskSession>[] {
  const { sessions } = useWords('bar')
  const { columns } = sessions
  const { clock, instant, money } = useFormat()
  const amount = (key: 'counted_cash' | 'difference', label: string): ListColumn<CashDeskSession> => ({
    key,
    label,
    isNumber: true,
    cell: session => session[key] !== null && money(session[key], session.currency),
    csv: session => session[key] ?? '',
  })
  return [
    { key: 'number', label: columns.number, card: 'title', cell: ({ number }) => number, csv: ({ number }) => number },
    {
      key: 'desk',
      label: columns.desk,
      card: 'wide',
      cell: session => session.cash_desk.name,
      csv: session => session.cash_desk.name,
    },
    useStateColumn(columns.state),
    {
      key: 'opened',
      label: columns.opened,
      cell: session => instant(session.opened_at),
      csv: session => clock(session.opened_at),
    },
    {
      key: 'closed',
      label: columns.closed,
      card: 'none',
      cell: session => instant(session.closed_at),
      csv: session => clock(session.closed_at),
    },
    { ...amount('counted_cash', columns.counted), card: 'none' },
    { ...amount('difference', columns.difference), card: 'amount' },
    {
      key: 'currency',
      label: columns.currency,
      isHidden: true,
      cell: ({ currency }) => currency,
      csv: ({ currency }) => currency,
    },
  ]
}
