/** What is known of a received invoice, and what an import found strange in it. */
import type { ReceivedInvoice } from '@cellarbook/sdk'
import { Bar, Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import { useRemarks } from '../../patterns/use-remarks.ts'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { isOverdue } from './stages.ts'

export function ReceivedFacts({ invoice }: { invoice: ReceivedInvoice }) {
  const { facts } = useWords('received')
  const { warnings } = useWords('files')
  const remarks = useRemarks()
  const { day, decimal, instant } = useFormat()
  const { partner, external_ref: reference } = invoice
  return (
    <>
      {invoice.warnings.map(({ code, message }) => (
        <Bar key={code} tone="warn">
          {(warnings as Record<string, string>)[code] ?? message}
        </Bar>
      ))}
      <div className="panel">
        <Facts
          facts={[
            [
              facts.supplier,
              <Link key="partner" to={`/partners/${partner.id}`}>
                {partner.name}
              </Link>,
            ],
            [facts.theirs, invoice.supplier_invoice_number],
            [facts.issued, day(invoice.issue_date)],
            [facts.received, day(invoice.received_date)],
            [facts.taxPoint, day(invoice.tax_point_date)],
            [facts.due, <Due key="due" invoice={invoice} />],
            [facts.paidAt, day(invoice.paid_at)],
            [facts.exported, instant(invoice.exported_at)],
            [facts.symbol, invoice.variable_symbol],
            [facts.account, invoice.supplier_account],
            [facts.iban, invoice.supplier_iban],
            [facts.rate, invoice.exchange_rate && decimal(invoice.exchange_rate)],
            [facts.external, reference && `${reference.system}: ${reference.id}`],
            [facts.notes, invoice.notes],
            [facts.internalNotes, remarks(invoice.internal_notes)],
          ]}
        />
      </div>
    </>
  )
}

function Due({ invoice }: { invoice: ReceivedInvoice }) {
  const { overdue } = useWords('received')
  const { day } = useFormat()
  return (
    <span className="row">
      {day(invoice.due_date)}
      {isOverdue(invoice, currentDay()) && <Badge tone="bad">{overdue}</Badge>}
    </span>
  )
}
