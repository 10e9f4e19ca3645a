/** The lines of a report, one for each whole degree; every figure leads to the movements behind it. */
import type { ExciseReport } from '@cellarbook/sdk'
import { useSession } from '../../data/session.ts'
import { isZero } from '../../format/decimal.ts'
import { Link } from '../../kit/link.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Line = ExciseReport['lines'][number]

/** Those that movements make; what was and what is are sums of them. */
const moved = ['produced', 'received', 'released', 'losses'] as const

export function Lines({ report }: { report: ExciseReport }) {
  const { sections, lines: words } = useWords('excise')
  const columns = useColumns(report)
  if (report.lines.length === 0) return <p className="empty quiet">{words.empty}</p>
  return (
    <div className="excise-lines">
      <Table
        label={sections.lines}
        rows={report.lines}
        keyOf={({ plato }) => plato}
        columns={columns}
        foot={<Sums report={report} />}
      />
    </div>
  )
}

function useColumns(report: ExciseReport): readonly Column<Line>[] {
  const { lines: words } = useWords('excise')
  const { decimal, quantity, money } = useFormat()
  const { currency } = useSession().account
  const figure = (name: 'opening' | (typeof moved)[number] | 'closing', cell: Column<Line>['cell']) => ({
    key: name,
    label: words[name],
    isNumber: true,
    card: 'none' as const,
    cell,
  })
  const linked = (name: (typeof moved)[number]) => (line: Line) =>
    isZero(line[`${name}_hl`]) ? (
      '–'
    ) : (
      <Link to={`/excise/${report.id}?tab=movements&plato=${line.plato}&column=${name}`}>
        {decimal(line[`${name}_hl`])}
      </Link>
    )
  const columns: Column<Line>[] = [
    {
      key: 'plato',
      label: words.plato,
      card: 'title',
      cell: line => (
        <>
          {quantity(line.plato, '°P')}
          <span className="excise-card quiet small">
            {words.released} {linked('released')(line)}, {words.closing} {quantity(line.closing_hl, 'hl')}
          </span>
        </>
      ),
    },
    figure('opening', line => decimal(line.opening_hl)),
    ...moved.map(name => figure(name, linked(name))),
    figure('closing', line => decimal(line.closing_hl)),
    { key: 'rate', label: words.rate, isNumber: true, card: 'none', cell: line => decimal(line.rate, 2) },
    { key: 'tax', label: words.tax, isNumber: true, card: 'amount', cell: line => money(line.tax, currency) },
  ]
  return columns
}

function Sums({ report: { totals } }: { report: ExciseReport }) {
  const { lines: words } = useWords('excise')
  const { decimal, quantity, money } = useFormat()
  const { currency } = useSession().account
  const figures = ['opening', ...moved, 'closing'] as const
  return (
    <tr>
      <th scope="row">
        {words.sum}
        <span className="excise-row">, hl</span>
        <span className="excise-card quiet small">
          {words.released} {decimal(totals.released_hl)}, {words.closing} {quantity(totals.closing_hl, 'hl')}
        </span>
      </th>
      {figures.map(name => (
        <td key={name} className="number" data-card="none">
          {decimal(totals[`${name}_hl`])}
        </td>
      ))}
      <td data-card="none" />
      <td className="number" data-card="amount">
        <strong>{money(totals.tax, currency)}</strong>
      </td>
    </tr>
  )
}
