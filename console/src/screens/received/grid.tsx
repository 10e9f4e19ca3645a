/** The lines of a new received invoice. */
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankGridLine, type GridLine, type LineDraft, type ReceivedDraft } from './draft.ts'

interface ReceivedGridProps {
  draft: ReceivedDraft
  onChange: (change: (lines: readonly GridLine[]) => GridLine[]) => void
}

export function ReceivedGrid({ draft, onChange }: ReceivedGridProps) {
  const { lines: words } = useWords('received')
  return (
    <LineGrid<GridLine>
      path="lines"
      label={words.label}
      lines={draft.lines}
      blank={blankGridLine}
      keyOf={line => line.key}
      onChange={onChange}
      columns={useColumns()}
    />
  )
}

type At = Parameters<GridColumn<GridLine>['cell']>[1]

function useColumns(): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('received')
  const field = (line: GridLine, name: keyof LineDraft, { index, change }: At) => ({
    label: words[name],
    isLabelUnseen: true,
    path: `lines[${index}].${name}`,
    value: line[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return [
    {
      key: 'description',
      label: words.description,
      isWide: true,
      cell: (line, at) => <TextField {...field(line, 'description', at)} maxLength={500} autoComplete="off" />,
    },
    {
      key: 'amount',
      label: words.amount,
      isNumber: true,
      cell: (line, at) => <DecimalField {...field(line, 'amount', at)} isMoney places={2} />,
    },
    {
      key: 'vat',
      label: words.vat_rate_pct,
      isNumber: true,
      cell: (line, at) => <DecimalField {...field(line, 'vat_rate_pct', at)} />,
    },
    {
      key: 'category',
      label: words.category_id,
      cell: (line, at) => <Picker {...field(line, 'category_id', at)} kind="category" onEnter={at.next} />,
    },
  ]
}
