/** How much of which line comes back. */
import type { PosSale } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { RefundedLine } from './refund-draft.ts'

interface RefundLinesProps {
  sale: PosSale
  lines: readonly RefundedLine[]
  onChange: (lines: RefundedLine[]) => void
}

export function RefundLines({ sale, lines, onChange }: RefundLinesProps) {
  const { sales } = useWords('bar')
  const { refund: words } = sales
  const { quantity } = useFormat()
  const set = (id: string, part: Partial<RefundedLine>) =>
    onChange(lines.map(line => (line.line_id === id ? { ...line, ...part } : line)))
  return (
    <ul className="stack" aria-label={sales.lines.label}>
      {sale.lines.map((sold, index) => {
        const line = lines.find(({ line_id }) => line_id === sold.id)
        return (
          <li key={sold.id} className="columns">
            <div>
              <strong>{sold.item.name}</strong>
              <p className="quiet small">{words.sold(quantity(sold.quantity, sold.unit.symbol))}</p>
            </div>
            <DecimalField
              label={words.quantity}
              path={`lines[${index}].quantity`}
              value={line?.quantity ?? ''}
              onChange={value => set(sold.id, { quantity: value })}
            />
            {!isZero(sold.deposit.pieces) && (
              <DecimalField
                label={words.pieces}
                path={`lines[${index}].deposit_quantity`}
                value={line?.deposit_quantity ?? ''}
                onChange={value => set(sold.id, { deposit_quantity: value })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
