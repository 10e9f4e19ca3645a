/** The lines of a stored received invoice. */
import type { ReceivedInvoice, ReceivedInvoiceLine } from '@cellarbook/sdk'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { later } from '../../kit/later.tsx'
import { bind } from '../../patterns/bind.ts'
import { Name } from '../../patterns/name.tsx'
import { StoredLines } from '../../patterns/stored-lines.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankLine, bodyOfLine, draftOfLine, type LineDraft } from './draft.ts'
import { isEditable } from './stages.ts'

const Picker = later(async () => (await import('../../kit/picker.tsx')).Picker)

/** The service has no call that removes a line. */
export function ReceivedLines({ invoice, etag }: { invoice: ReceivedInvoice; etag: string | undefined }) {
  const { lines: words } = useWords('received')
  const { money, percent } = useFormat()
  return (
    <StoredLines<ReceivedInvoiceLine, LineDraft>
      label={words.label}
      path={`/received-invoices/${invoice.id}`}
      etag={etag}
      lines={invoice.lines}
      isOpen={isEditable(invoice)}
      isKept
      blank={blankLine}
      draftOf={draftOfLine}
      bodyOf={bodyOfLine}
      fields={(line, change) => <LineFields line={line} change={change} />}
      columns={[
        { key: 'description', label: words.description, card: 'wide', cell: line => line.description },
        {
          key: 'category',
          label: words.category_id,
          card: 'none',
          cell: line => line.category_id && <Name kind="category" id={line.category_id} />,
        },
        { key: 'vat', label: words.vat_rate_pct, isNumber: true, cell: line => percent(line.vat_rate_pct) },
        { key: 'amount', label: words.amount, isNumber: true, cell: line => money(line.amount, invoice.currency) },
      ]}
    />
  )
}

interface LineFieldsProps {
  line: LineDraft
  change: (part: Partial<LineDraft>) => void
}

function LineFields({ line, change }: LineFieldsProps) {
  const { lines: labels } = useWords('received')
  const field = bind<LineDraft>({ labels, draft: line, change })
  return (
    <div className="columns">
      <TextField {...field('description')} isRequired maxLength={500} autoComplete="off" />
      <DecimalField {...field('amount')} isRequired places={2} />
      <DecimalField {...field('vat_rate_pct')} isRequired />
      <Picker {...field('category_id')} kind="category" />
    </div>
  )
}
