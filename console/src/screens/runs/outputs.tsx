/** What is filled: bottles, kegs, cans, row by row. */
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { later } from '../../kit/later.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { unitOfItem } from '../../patterns/priced-line.ts'
import { useWords } from '../../words/use-words.ts'
import { blankOutput, type OutputDraft } from './draft.ts'

const Picker = later(async () => (await import('../../kit/picker.tsx')).Picker)

interface OutputsProps {
  outputs: readonly OutputDraft[]
  onChange: (how: (outputs: readonly OutputDraft[]) => OutputDraft[]) => void
  /** What a lot is called when nothing else is said. */
  lot?: string | undefined
  /** The item of the beer, where it is known: nothing else can be filled with it. */
  beer?: string | undefined
}

export function Outputs({ outputs, onChange, lot, beer }: OutputsProps) {
  const { outputs: words } = useWords('runs')
  return (
    <section className="stack-close">
      <h2>{words.label}</h2>
      <LineGrid<OutputDraft>
        path="outputs"
        label={words.label}
        lines={outputs}
        blank={blankOutput}
        keyOf={output => output.key}
        onChange={onChange}
        columns={[...useFilledColumns(beer), ...useLotColumns(lot)]}
      />
    </section>
  )
}

function useFilledColumns(beer: string | undefined): readonly GridColumn<OutputDraft>[] {
  const { outputs: words } = useWords('runs')
  const field = (label: string, path: string) => ({ label, path, isLabelUnseen: true })
  return [
    {
      key: 'item',
      label: words.item,
      isWide: true,
      cell: (output, { index, change }) => (
        <Picker
          {...field(words.item, `outputs[${index}].item_id`)}
          kind="item"
          query={{ item_type: 'base_product', ...(beer && { base_item_id: beer }) }}
          value={output.item_id}
          onChange={async item_id => {
            change({ item_id, unit_id: '' })
            if (item_id) change({ unit_id: await unitOfItem(item_id) })
          }}
        />
      ),
    },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      cell: (output, { index, change, next }) => (
        <DecimalField
          {...field(words.quantity, `outputs[${index}].quantity`)}
          value={output.quantity}
          onChange={quantity => change({ quantity })}
          onEnter={next}
        />
      ),
    },
  ]
}

function useLotColumns(lot: string | undefined): readonly GridColumn<OutputDraft>[] {
  const { outputs: words } = useWords('runs')
  const field = (label: string, path: string) => ({ label, path, isLabelUnseen: true })
  return [
    {
      key: 'lot',
      label: words.lot,
      cell: (output, { index, change }) => (
        <TextField
          {...field(words.lot, `outputs[${index}].lot_number`)}
          autoComplete="off"
          maxLength={120}
          {...(lot && { placeholder: lot })}
          value={output.lot_number}
          onChange={lot_number => change({ lot_number })}
        />
      ),
    },
    {
      key: 'expiry',
      label: words.expiry,
      cell: (output, { index, change }) => (
        <DayField
          {...field(words.expiry, `outputs[${index}].expiry_date`)}
          value={output.expiry_date}
          onChange={expiry_date => change({ expiry_date })}
        />
      ),
    },
  ]
}
