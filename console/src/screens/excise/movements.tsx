/** The movements behind a report, of a column and a degree where a figure led here. */
import type { ExciseMovement, ExciseReport } from '@cellarbook/sdk'
import { screenOf } from '../../data/places.ts'
import { SelectField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import type { Column } from '../../kit/table.tsx'
import { FileButton } from '../../patterns/file-button.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Movements({ report }: { report: ExciseReport }) {
  const { sections, movements: words } = useWords('excise')
  const { column, plato } = useParams()
  return (
    <RelatedList<ExciseMovement>
      label={sections.movements}
      path={`/excise-reports/${report.id}/movements`}
      query={{ ...(column && { column }), ...(plato && { plato }) }}
      keyOf={(row, index) => `${row.document.id} ${row.line_id} ${row.column} ${index}`}
      empty={words.empty}
      tools={<Tools report={report} />}
      columns={useColumns()}
    />
  )
}

function Tools({ report }: { report: ExciseReport }) {
  const { movements: words, lines, files } = useWords('excise')
  const { list } = useWords('frame')
  const { column = '', plato = '' } = useParams()
  const setParams = useSetParams()
  const { quantity } = useFormat()
  const columns = ['produced', 'received', 'released', 'losses', 'internal'] as const
  return (
    <>
      <SelectField
        label={words.column}
        value={column}
        onChange={value => setParams({ column: value })}
        empty={list.all}
        options={columns.map(value => ({ value, label: lines[value] }))}
      />
      <SelectField
        label={lines.plato}
        value={plato}
        onChange={value => setParams({ plato: value })}
        empty={list.all}
        options={report.lines.map(line => ({ value: line.plato, label: quantity(line.plato, '°P') }))}
      />
      <FileButton path={`/excise-reports/${report.id}/csv?part=movements`} how="save" children={files.csv} />
    </>
  )
}

function useColumns(): readonly Column<ExciseMovement>[] {
  const { movements: words, lines } = useWords('excise')
  const { values } = useWords('fields')
  const { day, decimal, quantity } = useFormat()
  const purposeOf = (purpose: string | null) => purpose && ((values as Record<string, string>)[purpose] ?? purpose)
  return [
    { key: 'document', label: words.document, card: 'title', cell: row => <DocumentLink row={row} /> },
    { key: 'date', label: words.date, cell: ({ document }) => day(document.date) },
    { key: 'item', label: words.item, card: 'wide', cell: ({ item }) => item?.name ?? words.difference },
    {
      key: 'purpose',
      label: words.purpose,
      card: 'none',
      cell: ({ document }) => purposeOf(document.movement_purpose),
    },
    { key: 'partner', label: words.partner, card: 'none', cell: ({ partner }) => partner?.name },
    { key: 'column', label: words.column, cell: ({ column }) => lines[column] },
    { key: 'plato', label: lines.plato, isNumber: true, card: 'none', cell: ({ plato }) => quantity(plato, '°P') },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      card: 'none',
      cell: row => row.quantity && quantity(row.quantity, row.unit?.symbol),
    },
    { key: 'hl', label: words.hl, isNumber: true, card: 'amount', cell: ({ hl }) => decimal(hl) },
  ]
}

function DocumentLink({ row: { document } }: { row: ExciseMovement }) {
  const to = screenOf(document.object, document.id)
  return to ? <Link to={to}>{document.number}</Link> : document.number
}
