/** Changes the head of a draft in place. */
import type { Invoice } from '@cellarbook/sdk'
import { EditForm } from '../../patterns/edit-form.tsx'
import { type HeadDraft, headOf } from './draft.ts'
import { InvoiceHead } from './head.tsx'

interface EditInvoiceProps {
  invoice: Invoice
  etag: string | undefined
  onDone: () => void
}

export function EditInvoice({ invoice, etag, onDone }: EditInvoiceProps) {
  return (
    <EditForm<HeadDraft> path={`/invoices/${invoice.id}`} etag={etag} stored={headOf(invoice)} onDone={onDone}>
      {(draft, change) => <InvoiceHead draft={draft} change={change} />}
    </EditForm>
  )
}
