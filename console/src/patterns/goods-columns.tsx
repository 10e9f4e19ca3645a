/** The first columns of most grids: an item, how much of it, in which unit. The unit follows the item. */
import { DecimalField } from '../kit/decimal-field.tsx'
import { Picker } from '../kit/picker.tsx'
import type { GridColumn } from './line-grid.tsx'
import { unitOfItem } from './priced-line.ts'

interface Goods {
  item_id: string
  quantity: string
  unit_id: string
}

interface GoodsColumns<Line extends Goods> {
  words: { item: string; quantity: string; unit: string }
  /** The list the lines are sent in. */
  within: string
  unitOf?: (itemId: string) => Promise<string>
  /** What another item takes away. */
  cleared?: Partial<Line>
}

export function goodsColumns<Line extends Goods>({
  words,
  within,
  unitOf = unitOfItem,
  cleared,
}: GoodsColumns<Line>): readonly GridColumn<Line>[] {
  const part = (some: Partial<Goods>) => some as Partial<Line>
  const field = (label: string, path: string) => ({ label, path, isLabelUnseen: true })
  return [
    {
      key: 'item',
      label: words.item,
      isWide: true,
      cell: (line, { index, change }) => (
        <Picker
          {...field(words.item, `${within}[${index}].item_id`)}
          kind="item"
          value={line.item_id}
          onChange={async item_id => {
            change({ ...part({ item_id, unit_id: '' }), ...cleared })
            if (item_id) change(part({ unit_id: await unitOf(item_id) }))
          }}
        />
      ),
    },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      cell: (line, { index, change, next }) => {
        const held = { value: line.quantity, onChange: (quantity: string) => change(part({ quantity })), onEnter: next }
        return <DecimalField {...field(words.quantity, `${within}[${index}].quantity`)} {...held} />
      },
    },
    {
      key: 'unit',
      label: words.unit,
      cell: (line, { index, change }) => {
        const held = { value: line.unit_id, onChange: (unit_id: string) => change(part({ unit_id })) }
        return <Picker {...field(words.unit, `${within}[${index}].unit`)} kind="unit" {...held} />
      },
    },
  ]
}
