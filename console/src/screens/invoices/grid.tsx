/** The lines of a new invoice. An item fills in the rest of its line; a line without one is written by hand. */
import type { Invoice } from '@cellarbook/sdk'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankGridLine, type GridLine, type InvoiceDraft, sentLines } from './draft.ts'
import { linePartOfItem } from './line-draft.ts'
import { useLineLabels } from './line-fields.tsx'

interface InvoiceGridProps {
  draft: InvoiceDraft
  onChange: (change: (lines: readonly GridLine[]) => GridLine[]) => void
  /** The rehearsed invoice: it knows the totals. */
  counted: Invoice | undefined
}

export function InvoiceGrid({ draft, onChange, counted }: InvoiceGridProps) {
  const { lines: words } = useWords('invoices')
  const columns = [...useWhat(draft), ...useHowMuch(), useTotal(draft, counted)]
  return (
    <LineGrid<GridLine>
      path="lines"
      label={words.label}
      lines={draft.lines}
      blank={blankGridLine}
      keyOf={line => line.key}
      onChange={onChange}
      columns={columns}
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

function useWhat({ partner_id, currency }: InvoiceDraft): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('invoices')
  const rowField = useRowField()
  return [
    {
      key: 'item',
      label: words.item,
      isWide: true,
      cell: (line, at) => (
        <Picker
          {...rowField(line, at)('item_id')}
          kind="item"
          onChange={async item_id => {
            at.change({ item_id })
            if (item_id) at.change(await linePartOfItem(item_id, { partner_id, currency, quantity: line.quantity }))
          }}
        />
      ),
    },
    {
      key: 'description',
      label: words.description,
      isWide: true,
      cell: (line, at) => <TextField {...rowField(line, at)('description')} autoComplete="off" />,
    },
  ]
}

function useHowMuch(): readonly GridColumn<GridLine>[] {
  const { lines: words } = useWords('invoices')
  const rowField = useRowField()
  const number = (key: 'quantity' | 'unit_price' | 'vat_rate_pct', label: string): GridColumn<GridLine> => ({
    key,
    label,
    isNumber: true,
    cell: (line, at) => <DecimalField {...rowField(line, at)(key)} onEnter={at.next} />,
  })
  return [
    number('quantity', words.quantity),
    {
      key: 'unit',
      label: words.unit,
      cell: (line, at) => <Picker {...rowField(line, at)('unit_id')} path={`lines[${at.index}].unit`} kind="unit" />,
    },
    number('unit_price', words.price),
    number('vat_rate_pct', words.vat),
  ]
}

function useTotal({ lines }: InvoiceDraft, counted: Invoice | undefined): GridColumn<GridLine> {
  const { lines: words } = useWords('invoices')
  const { money } = useFormat()
  const sent = sentLines(lines)
  return {
    key: 'total',
    label: words.total,
    isNumber: true,
    cell: line => {
      const totals = counted?.lines[sent.indexOf(line)]?.totals
      return <output className="grid-total">{totals && counted && money(totals.incl_vat, counted.currency)}</output>
    },
  }
}
