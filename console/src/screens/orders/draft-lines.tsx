/** The lines of a new order. */
import type { Order } from '@cellarbook/sdk'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { goodsColumns } from '../../patterns/goods-columns.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankLine, type DraftLine, type OrderDraft, sentLines } from './draft.ts'

interface DraftLinesProps {
  draft: OrderDraft
  onChange: (change: (lines: readonly DraftLine[]) => DraftLine[]) => void
  /** The rehearsed order: it knows the prices. */
  priced: Order | undefined
}

export function DraftLines({ draft: { lines }, onChange, priced }: DraftLinesProps) {
  const { lines: words } = useWords('orders')
  const chosen = useChosenColumns()
  const counted = useCountedColumns(lines, priced)
  return (
    <LineGrid<DraftLine>
      path="lines"
      label={words.label}
      lines={lines}
      blank={blankLine}
      keyOf={line => line.key}
      onChange={onChange}
      columns={[...chosen, ...counted]}
    />
  )
}

/** What the person says: item, quantity, unit. */
function useChosenColumns(): readonly GridColumn<DraftLine>[] {
  const { lines: words } = useWords('orders')
  return goodsColumns<DraftLine>({ words, within: 'lines' })
}

/** What the service says, and the price a person may set instead. */
function useCountedColumns(lines: readonly DraftLine[], priced: Order | undefined): readonly GridColumn<DraftLine>[] {
  const { lines: words } = useWords('orders')
  const { money, decimal } = useFormat()
  const sent = sentLines(lines)
  const pricedLine = (line: DraftLine) => priced?.lines[sent.indexOf(line)]
  return [
    {
      key: 'price',
      label: words.price,
      isNumber: true,
      cell: (line, { index, change }) => {
        const found = pricedLine(line)?.unit_price
        return (
          <DecimalField
            label={words.price}
            path={`lines[${index}].unit_price`}
            isLabelUnseen
            value={line.unit_price}
            placeholder={found === undefined ? '' : decimal(found, 2)}
            onChange={unit_price => change({ unit_price })}
          />
        )
      },
    },
    {
      key: 'total',
      label: words.total,
      isNumber: true,
      cell: line => {
        const totals = pricedLine(line)?.totals
        return <output className="grid-total">{totals && priced && money(totals.incl_vat, priced.currency)}</output>
      },
    },
  ]
}
