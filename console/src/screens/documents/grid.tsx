/** The lines of a new document: what comes with its price and lot, what goes with the lot it is taken from. */
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { bind } from '../../patterns/bind.ts'
import { goodsColumns } from '../../patterns/goods-columns.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { LotField } from '../../patterns/lot-field.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankGridLine, type DocumentDraft, type GridLine } from './draft.ts'
import type { Family } from './family.ts'
import { useLineLabels } from './line-labels.ts'

interface DocumentGridProps {
  family: Family
  draft: DocumentDraft
  onChange: (change: (lines: readonly GridLine[]) => GridLine[]) => void
}

export function DocumentGrid({ family, draft, onChange }: DocumentGridProps) {
  const { lines: words } = useWords('documents')
  const what = useWhat()
  const received = useReceived()
  const taken = useTaken(draft.warehouse_id)
  return (
    <LineGrid<GridLine>
      path="lines"
      label={words.label}
      lines={draft.lines}
      blank={blankGridLine}
      keyOf={line => line.key}
      onChange={onChange}
      columns={[...what, ...(family.object === 'goods_receipt' ? received : taken)]}
    />
  )
}

type Cell = Parameters<GridColumn<GridLine>['cell']>

/** The fields of a row; the heads of the columns are their labels already. */
function useRowField() {
  const labels = useLineLabels()
  return (line: Cell[0], { index, change }: Cell[1]) => {
    const field = bind<GridLine>({ labels: { key: '', ...labels }, draft: line, change, within: `lines[${index}]` })
    return (name: Parameters<typeof field>[0]) => ({ ...field(name), isLabelUnseen: true })
  }
}

function useWhat(): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('documents')
  return goodsColumns<GridLine>({ words, within: 'lines', cleared: { lot_id: '' } })
}

function useReceived(): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('documents')
  const rowField = useRowField()
  return [
    {
      key: 'price',
      label: words.price,
      isNumber: true,
      cell: (line, at) => <DecimalField {...rowField(line, at)('unit_price')} onEnter={at.next} />,
    },
    {
      key: 'lot',
      label: words.lotNumber,
      cell: (line, at) => <TextField {...rowField(line, at)('lot_number')} maxLength={120} autoComplete="off" />,
    },
    {
      key: 'expiry',
      label: words.expiry,
      cell: (line, at) => <DayField {...rowField(line, at)('expiry_date')} />,
    },
  ]
}

function useTaken(warehouseId: string): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('documents')
  const rowField = useRowField()
  return [
    {
      key: 'lot',
      label: words.lot,
      isWide: true,
      cell: (line, at) => (
        <LotField {...rowField(line, at)('lot_id')} itemId={line.item_id} warehouseId={warehouseId} />
      ),
    },
  ]
}
