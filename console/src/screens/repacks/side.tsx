/** One side of a new repack. What comes out gets a lot of its own. */
import { DayField } from '../../kit/day-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { bind } from '../../patterns/bind.ts'
import { goodsColumns } from '../../patterns/goods-columns.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { LotField } from '../../patterns/lot-field.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankSide, type SideLine } from './draft.ts'

interface SideProps {
  side: 'from' | 'to'
  label: string
  warehouseId: string
  lines: readonly SideLine[]
  onChange: (change: (lines: readonly SideLine[]) => SideLine[]) => void
}

export function Side({ side, label, warehouseId, lines, onChange }: SideProps) {
  const common = useCommon(side)
  const made = useMade(side)
  const taken = useTaken(warehouseId)
  return (
    <LineGrid<SideLine>
      path={side}
      label={label}
      lines={lines}
      blank={blankSide}
      keyOf={({ key }) => key}
      onChange={onChange}
      columns={[...common, ...(side === 'to' ? made : taken)]}
    />
  )
}

type Cell = Parameters<GridColumn<SideLine>['cell']>

/** The fields of a row; the heads of the columns are their labels already. */
function useRowField(side: SideProps['side']) {
  const { lines: words } = useWords('repacks')
  return (line: Cell[0], { index, change }: Cell[1]) => {
    const labels = { key: '', ...words }
    const field = bind<SideLine>({ labels, draft: line, change, within: `${side}[${index}]` })
    return (name: Parameters<typeof field>[0]) => ({ ...field(name), isLabelUnseen: true })
  }
}

function useCommon(side: SideProps['side']): readonly GridColumn<SideLine>[] {
  const { lines: words } = useWords('repacks')
  const named = { item: words.item_id, quantity: words.quantity, unit: words.unit_id }
  return goodsColumns<SideLine>({ words: named, within: side, cleared: { lot_id: '' } })
}

function useTaken(warehouseId: string): readonly GridColumn<SideLine>[] {
  const { lines: words } = useWords('repacks')
  const rowField = useRowField('from')
  return [
    {
      key: 'lot',
      label: words.lot_id,
      isWide: true,
      cell: (line, at) => (
        <LotField {...rowField(line, at)('lot_id')} itemId={line.item_id} warehouseId={warehouseId} />
      ),
    },
  ]
}

function useMade(side: SideProps['side']): readonly GridColumn<SideLine>[] {
  const { lines: words } = useWords('repacks')
  const rowField = useRowField(side)
  return [
    {
      key: 'lot',
      label: words.lot_number,
      cell: (line, at) => <TextField {...rowField(line, at)('lot_number')} maxLength={120} autoComplete="off" />,
    },
    {
      key: 'expiry',
      label: words.expiry_date,
      cell: (line, at) => <DayField {...rowField(line, at)('expiry_date')} />,
    },
  ]
}
