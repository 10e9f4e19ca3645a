/** All excise reports, a month each. */
import type { ExciseReportListItem } from '@cellarbook/sdk'
import { useSession } from '../../data/session.ts'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function ExciseList() {
  const { screens } = useWords('frame')
  const words = useWords('excise')
  return (
    <ListScreen<ExciseReportListItem>
      title={screens.excise}
      path="/excise-reports"
      columns={useColumns()}
      filters={useFilters()}
      hasSearch={false}
      keyOf={report => report.id}
      open={report => `/excise/${report.id}`}
      create={{ label: words.create, to: '/excise/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { columns } = useWords('excise')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: columns.state,
      options: Object.entries(states.excise_report).map(([value, label]) => ({ value, label })),
    },
    { kind: 'text', name: 'period', label: columns.period },
  ]
}

function useColumns(): readonly ListColumn<ExciseReportListItem>[] {
  const { columns } = useWords('excise')
  const { day, quantity, money } = useFormat()
  const { currency } = useSession().account
  return [
    {
      key: 'period',
      label: columns.period,
      card: 'title',
      cell: report => report.period,
      csv: report => report.period,
    },
    { key: 'number', label: columns.number, cell: report => report.number, csv: report => report.number },
    useStateColumn(columns.state),
    { key: 'due', label: columns.due, cell: report => day(report.due_date), csv: report => report.due_date },
    {
      key: 'filed',
      label: columns.filed,
      card: 'none',
      cell: report => day(report.filed_at),
      csv: report => report.filed_at ?? '',
    },
    {
      key: 'released',
      label: columns.released,
      isNumber: true,
      card: 'none',
      cell: report => quantity(report.totals.released_hl, 'hl'),
      csv: report => report.totals.released_hl,
    },
    {
      key: 'tax',
      label: columns.payable,
      isNumber: true,
      card: 'amount',
      cell: report => money(report.totals.tax_payable, currency),
      csv: report => report.totals.tax_payable,
    },
  ]
}
