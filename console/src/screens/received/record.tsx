/** One invoice of a supplier, with its original beside it. */
import type { ReceivedInvoice } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { registerPayments } from '../../patterns/payments.ts'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Totals } from '../../patterns/totals.tsx'
import { useWords } from '../../words/use-words.ts'
import { ReceivedFacts } from './facts.tsx'
import { ReceivedLines } from './lines.tsx'
import { isEditable, stages } from './stages.ts'
import { useFiles } from './use-files.ts'

const Original = later(async () => (await import('../../patterns/original.tsx')).Original)
const RelatedToReceived = later(async () => (await import('./related.tsx')).RelatedToReceived)
const Files = later(async () => (await import('./files.tsx')).Files)
const EditReceived = later(async () => (await import('./edit.tsx')).EditReceived)

registerPayments('received_invoice')

export function ReceivedRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const { files } = useWords('files')
  const mayWrite = useRights().has('finance:write')
  const editing = useEditing<ReceivedInvoice>(invoice => mayWrite && isEditable(invoice))
  return (
    <RecordScreen<ReceivedInvoice>
      path={`/received-invoices/${id}`}
      titleOf={({ number, supplier_invoice_number }) => number ?? supplier_invoice_number}
      stages={stages}
      mainActions={['confirm', 'mark_paid', 'export']}
      tools={editing.button}
      overview={invoice => <ReceivedFacts invoice={invoice} />}
      sections={(invoice, { etag }) => [
        {
          key: 'lines',
          label: words.lines,
          content: (
            <Beside invoice={invoice}>
              {editing.isOpen ? (
                <EditReceived invoice={invoice} etag={etag} onDone={editing.close} />
              ) : (
                <div className="stack">
                  <ReceivedLines invoice={invoice} etag={etag} />
                  <Amounts invoice={invoice} />
                </div>
              )}
            </Beside>
          ),
        },
        { key: 'related', label: words.related, content: <RelatedToReceived invoice={invoice} /> },
        { key: 'files', label: files, content: <Files invoiceId={id} isOpen={mayWrite && isEditable(invoice)} /> },
      ]}
    />
  )
}

/** Where there is a file, it stands beside what was made of it. */
function Beside({ invoice, children }: { invoice: ReceivedInvoice; children: React.ReactNode }) {
  const [original] = useFiles(invoice.id)
  if (!original) return children
  return (
    <div className="beside">
      {children}
      <Original attachmentId={original.id} />
    </div>
  )
}

function Amounts({ invoice }: { invoice: ReceivedInvoice }) {
  const { amounts: words } = useWords('payments')
  return (
    <Totals
      totals={invoice.totals}
      currency={invoice.currency}
      more={[
        [words.paid, invoice.paid_amount],
        [words.remaining, invoice.amount_remaining],
      ]}
    />
  )
}
