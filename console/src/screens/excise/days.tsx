/** The daily record of the warehouses of excise. */
import type { ExciseDay, ExciseReport } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { FileButton } from '../../patterns/file-button.tsx'
import { ListProblem } from '../../patterns/list-rows.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const figures = ['opening', 'produced', 'received', 'released', 'losses', 'closing'] as const

export function Days({ report }: { report: ExciseReport }) {
  const { sections, lines, files, movements } = useWords('excise')
  const { loading } = useWords('frame')
  const { day, decimal, quantity } = useFormat()
  const path = `/excise-reports/${report.id}`
  const { data, error } = useRecord<{ data: ExciseDay[] }>(`${path}/days`)
  if (error) return <ListProblem error={error} />
  if (!data) return <Skeleton label={loading} />
  const columns: Column<ExciseDay>[] = [
    { key: 'date', label: movements.date, card: 'title', cell: row => day(row.date) },
    { key: 'plato', label: lines.plato, isNumber: true, cell: row => quantity(row.plato, '°P') },
    ...figures.map(
      (name): Column<ExciseDay> => ({
        key: name,
        label: lines[name],
        isNumber: true,
        ...(name === 'closing' ? { card: 'amount' as const } : { card: 'none' as const }),
        cell: row => decimal(row[`${name}_hl`]),
      }),
    ),
  ]
  return (
    <div className="stack">
      <div className="row">
        <FileButton path={`${path}/csv?part=days`} how="save" children={files.csv} />
      </div>
      <Table label={sections.days} rows={data.body.data} keyOf={row => `${row.date} ${row.plato}`} columns={columns} />
    </div>
  )
}
