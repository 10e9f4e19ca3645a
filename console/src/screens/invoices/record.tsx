/** One invoice or credit note. */
import type { Invoice } from '@cellarbook/sdk'
import { useMayOpen } from '../../data/forms.ts'
import { later } from '../../kit/later.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { FileButton } from '../../patterns/file-button.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useWords } from '../../words/use-words.ts'
import { Amounts } from './amounts.tsx'
import { InvoiceFacts } from './facts.tsx'
import { InvoiceLines } from './lines.tsx'
import './panels.ts'
import { stages } from './stages.ts'

const EditInvoice = later(async () => (await import('./edit.tsx')).EditInvoice)
const RelatedToInvoice = later(async () => (await import('./related.tsx')).RelatedToInvoice)

export function InvoiceRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const { draftTitle, draftCredit } = useWords('invoices')
  const mayWrite = useMayOpen('/invoices/new')
  const editing = useEditing<Invoice>(
    ({ status, document_type }) => mayWrite && status === 'draft' && document_type === 'invoice',
  )
  return (
    <RecordScreen<Invoice>
      path={`/invoices/${id}`}
      titleOf={({ number, document_type }) => number ?? (document_type === 'invoice' ? draftTitle : draftCredit)}
      stages={stages}
      mainActions={['issue', 'mark_paid', 'group_stock_issues']}
      tools={invoice => (
        <>
          {editing.button(invoice)}
          <Papers invoice={invoice} />
        </>
      )}
      overview={invoice => <InvoiceFacts invoice={invoice} />}
      sections={(invoice, { etag }) => [
        {
          key: 'lines',
          label: words.lines,
          content: editing.isOpen ? (
            <EditInvoice invoice={invoice} etag={etag} onDone={editing.close} />
          ) : (
            <div className="stack">
              <InvoiceLines invoice={invoice} etag={etag} />
              <Amounts invoice={invoice} />
            </div>
          ),
        },
        { key: 'related', label: words.related, content: <RelatedToInvoice invoice={invoice} /> },
      ]}
    />
  )
}

/** ISDOC is for documents that were issued. */
function Papers({ invoice: { id, status } }: { invoice: Invoice }) {
  const { pdf, isdoc } = useWords('invoices')
  return (
    <>
      <FileButton path={`/invoices/${id}/pdf`} how="open">
        {pdf}
      </FileButton>
      {(status === 'issued' || status === 'paid') && (
        <FileButton path={`/invoices/${id}/isdoc`} how="save">
          {isdoc}
        </FileButton>
      )}
    </>
  )
}
