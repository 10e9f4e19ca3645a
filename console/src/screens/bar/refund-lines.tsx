/** How much of which line comes back. */
import type { PosSale, PosSaleLine } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { StepField } from '../../kit/step-field.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { pathOfLine, type RefundedLine } from './refund-draft.ts'

interface RefundLinesProps {
  sale: PosSale
  lines: readonly RefundedLine[]
  onChange: (lines: RefundedLine[]) => void
}

export function RefundLines({ sale, lines, onChange }: RefundLinesProps) {
  const { sales } = useWords('bar')
  const set = (id: string, part: Partial<RefundedLine>) =>
    onChange(lines.map(line => (line.line_id === id ? { ...line, ...part } : line)))
  return (
    <ul className="refund-lines" aria-label={sales.lines.label}>
      {sale.lines.map(sold => (
        <Line
          key={sold.id}
          sold={sold}
          line={lines.find(({ line_id }) => line_id === sold.id)}
          path={pathOfLine(lines, sold.id)}
          onChange={part => set(sold.id, part)}
        />
      ))}
    </ul>
  )
}

interface LineProps {
  sold: PosSaleLine
  line: RefundedLine | undefined
  path: string | undefined
  onChange: (part: Partial<RefundedLine>) => void
}

function Line({ sold, line, path, onChange }: LineProps) {
  const { sales } = useWords('bar')
  const { refund: words } = sales
  const { quantity } = useFormat()
  const told = [
    words.sold(quantity(sold.quantity, sold.unit.symbol)),
    !isZero(sold.refunded_quantity) && words.back(quantity(sold.refunded_quantity, sold.unit.symbol)),
  ]
  const steps = { step: '1', least: '0', words: { less: words.less, greater: words.more } }
  return (
    <li>
      <div>
        <strong>{sold.item.name}</strong>
        <p className="quiet small">{told.filter(Boolean).join(', ')}</p>
      </div>
      <StepField
        {...steps}
        label={`${words.quantity}: ${sold.item.name}`}
        isLabelUnseen
        {...(path && { path: `${path}.quantity` })}
        value={line?.quantity ?? ''}
        onChange={value => onChange({ quantity: value })}
      />
      {path && !isZero(sold.deposit.pieces) && (
        <StepField
          {...steps}
          label={words.pieces}
          hint={words.piecesHint}
          path={`${path}.deposit_quantity`}
          value={line?.deposit_quantity ?? ''}
          onChange={value => onChange({ deposit_quantity: value })}
        />
      )}
    </li>
  )
}
