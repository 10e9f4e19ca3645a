/** What is known of an invoice, and the code that pays it. */
import type { Invoice } from '@cellarbook/sdk'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import { Name } from '../../patterns/name.tsx'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './invoices.css'
import { QrCode } from './qr-code.tsx'
import { isOverdue } from './stages.ts'

export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { facts } = useWords('invoices')
  const { day, decimal } = useFormat()
  const { partner, external_ref: reference } = invoice
  return (
    <div className="panel invoice-overview">
      <Facts
        facts={[
          [
            facts.partner,
            <Link key="partner" to={`/partners/${partner.id}`}>
              {partner.name}
            </Link>,
          ],
          [facts.issued, day(invoice.issue_date)],
          [facts.taxPoint, day(invoice.tax_point_date)],
          [facts.due, invoice.due_date && <Due key="due" invoice={invoice} />],
          [facts.paidAt, day(invoice.paid_at)],
          [facts.symbol, invoice.variable_symbol],
          [facts.reference, invoice.customer_order_ref],
          [facts.warehouse, invoice.warehouse_id && <Name kind="warehouse" id={invoice.warehouse_id} />],
          [facts.rate, invoice.exchange_rate && decimal(invoice.exchange_rate)],
          [facts.reason, invoice.reason],
          [facts.external, reference && `${reference.system}: ${reference.id}`],
          [facts.notes, invoice.notes],
          [facts.internalNotes, invoice.internal_notes],
        ]}
      />
      <QrCode invoice={invoice} />
    </div>
  )
}

function Due({ invoice }: { invoice: Invoice }) {
  const { facts } = useWords('invoices')
  const { day } = useFormat()
  return (
    <span className="row">
      {day(invoice.due_date)}
      {isOverdue(invoice, currentDay()) && <Badge tone="bad">{facts.overdue}</Badge>}
    </span>
  )
}
