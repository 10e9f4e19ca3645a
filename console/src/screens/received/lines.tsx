/** The lines of a stored received invoice. */
import type { ReceivedInvoice, ReceivedInvoiceLine } from '@cellarbook/sdk'
import { useMayOpen } from '../../data/forms.ts'
import { later } from '../../kit/later.tsx'
import { Name } from '../../patterns/name.tsx'
import { StoredLines } from '../../patterns/stored-lines.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankLine, bodyOfLine, draftOfLine, type LineDraft } from './draft.ts'
import { isEditable } from './stages.ts'

const LineFields = later(async () => (await import('./line-fields.tsx')).LineFields)

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
      isOpen={useMayOpen('/received-invoices/new') && isEditable(invoice)}
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
