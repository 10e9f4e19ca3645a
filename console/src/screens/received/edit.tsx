/** Changes the head of a received invoice in place. */
import type { ReceivedInvoice } from '@cellarbook/sdk'
import { EditForm } from '../../patterns/edit-form.tsx'
import { type HeadDraft, headOf } from './draft.ts'
import { ReceivedHead } from './head.tsx'

interface EditReceivedProps {
  invoice: ReceivedInvoice
  etag: string | undefined
  onDone: () => void
}

export function EditReceived({ invoice, etag, onDone }: EditReceivedProps) {
  return (
    <EditForm<HeadDraft> path={`/received-invoices/${invoice.id}`} etag={etag} stored={headOf(invoice)} onDone={onDone}>
      {(draft, change) => <ReceivedHead draft={draft} change={change} />}
    </EditForm>
  )
}
