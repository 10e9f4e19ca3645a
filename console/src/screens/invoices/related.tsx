/** The order, the issues, the credit notes and the payments of an invoice. */
import type { Invoice, InvoiceListItem } from '@cellarbook/sdk'
import { useList } from '../../data/queries.ts'
import { usePayments } from '../../patterns/payments-of.ts'
import { Related, type RelatedRecord } from '../../patterns/related.tsx'
import { useWords } from '../../words/use-words.ts'

export function RelatedToInvoice({ invoice }: { invoice: Invoice }) {
  const credits = useCredits(invoice)
  const payments = usePayments(invoice)
  const issues = new Set(invoice.lines.map(line => line.source_stock_issue_id).filter(id => id !== null))
  return (
    <Related
      records={[
        { object: 'partner', id: invoice.partner.id, name: invoice.partner.name },
        { object: 'order', id: invoice.order_id },
        { object: 'invoice', id: invoice.original_invoice_id },
        ...[...issues].map(id => ({ object: 'stock_issue', id })),
        ...credits,
        ...payments,
      ]}
    />
  )
}

/** Credit notes that correct this invoice. */
function useCredits({ id }: Invoice): RelatedRecord[] {
  const { draftCredit } = useWords('invoices')
  const list = useList<InvoiceListItem>('/invoices', { original_invoice_id: id, limit: 200 })
  const notes = list.data?.pages.flatMap(page => page.body.data) ?? []
  return notes.map(note => ({ object: 'invoice', id: note.id, state: note.status, name: note.number ?? draftCredit }))
}
