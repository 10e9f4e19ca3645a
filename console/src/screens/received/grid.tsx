/** The lines of a new received invoice. */
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankGridLine, type GridLine, type LineDraft, type ReceivedDraft, sentLines } from './draft.ts'

interface ReceivedGridProps {
  draft: ReceivedDraft
  onChange: (change: (lines: readonly GridLine[]) => GridLine[]) => void
}

export function ReceivedGrid({ draft, onChange }: ReceivedGridProps) {
  const { lines: words } = useWords('received')
  return (
    <LineGrid<GridLine>
      label={words.label}
      lines={draft.lines}
      blank={blankGridLine}
      keyOf={line => line.key}
      onChange={onChange}
      columns={useColumns(draft)}
    />
  )
}

function useColumns(draft: ReceivedDraft): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('received')
  // Rows of a refusal count the lines that were sent.
  const pathOf = (line: GridLine, name: keyof LineDraft) =>
    `lines[${sentLines(draft.lines).findIndex(({ key }) => key === line.key)}].${name}`
  const field = (line: GridLine, name: keyof LineDraft, change: (part: Partial<GridLine>) => void) => ({
    label: words[name],
    isLabelUnseen: true,
    path: pathOf(line, name),
    value: line[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return [
    {
      key: 'description',
      label: words.description,
      isWide: true,
      cell: (line, { change }) => (
        <TextField {...field(line, 'description', change)} maxLength={500} autoComplete="off" />
      ),
    },
    {
      key: 'amount',
      label: words.amount,
      isNumber: true,
      cell: (line, { change }) => <DecimalField {...field(line, 'amount', change)} places={2} />,
    },
    {
      key: 'vat',
      label: words.vat_rate_pct,
      isNumber: true,
      cell: (line, { change }) => <DecimalField {...field(line, 'vat_rate_pct', change)} />,
    },
    {
      key: 'category',
      label: words.category_id,
      cell: (line, { change, next }) => (
        <Picker {...field(line, 'category_id', change)} kind="category" onEnter={next} />
      ),
    },
  ]
}
