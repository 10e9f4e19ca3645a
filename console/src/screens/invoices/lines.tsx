/** The lines of a stored invoice. */
import type { Invoice, InvoiceLine } from '@cellarbook/sdk'
import { useMayOpen } from '../../data/forms.ts'
import { isZero } from '../../format/decimal.ts'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import type { Column } from '../../kit/table.tsx'
import { StoredLines } from '../../patterns/stored-lines.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankInvoiceLine, bodyOfLine, draftOfLine, type InvoiceLineDraft } from './line-draft.ts'

const InvoiceLineFields = later(async () => (await import('./line-fields.tsx')).InvoiceLineFields)

/** The service has no call that removes a line of an invoice. */
export function InvoiceLines({ invoice, etag }: { invoice: Invoice; etag: string | undefined }) {
  const { lines: words } = useWords('invoices')
  const sale = { partner_id: invoice.partner.id, currency: invoice.currency }
  return (
    <StoredLines<InvoiceLine, InvoiceLineDraft>
      label={words.label}
      path={`/invoices/${invoice.id}`}
      etag={etag}
      lines={invoice.lines}
      columns={useColumns(invoice)}
      isOpen={useMayOpen('/invoices/new') && invoice.status === 'draft' && invoice.document_type === 'invoice'}
      isKept
      blank={blankInvoiceLine}
      draftOf={draftOfLine}
      bodyOf={bodyOfLine}
      fields={(line, change) => <InvoiceLineFields line={line} change={change} sale={sale} />}
    />
  )
}

function useColumns({ currency, lines }: Invoice): readonly Column<InvoiceLine>[] {
  const { lines: words } = useWords('invoices')
  const { quantity, decimal, percent, money } = useFormat()
  const hasDiscount = lines.some(line => line.discount_pct !== null)
  const hasDeposit = lines.some(line => !isZero(line.deposit.total))
  const discount: Column<InvoiceLine> = {
    key: 'discount',
    label: words.discount,
    isNumber: true,
    card: 'none',
    cell: line => line.discount_pct && percent(line.discount_pct),
  }
  const deposit: Column<InvoiceLine> = {
    key: 'deposit',
    label: words.deposits,
    isNumber: true,
    card: 'none',
    cell: line => !isZero(line.deposit.total) && money(line.deposit.total, currency),
  }
  return [
    { key: 'description', label: words.description, card: 'wide', cell: line => <What line={line} /> },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      cell: line => quantity(line.quantity, line.unit?.symbol),
    },
    { key: 'price', label: words.price, isNumber: true, card: 'none', cell: line => decimal(line.unit_price, 2) },
    ...(hasDiscount ? [discount] : []),
    { key: 'vat', label: words.vat, isNumber: true, card: 'none', cell: line => percent(line.vat_rate_pct) },
    ...(hasDeposit ? [deposit] : []),
    { key: 'total', label: words.total, isNumber: true, cell: line => money(line.totals.incl_vat, currency) },
  ]
}

function What({ line: { item, description, vat_exemption } }: { line: InvoiceLine }) {
  const { exemptions } = useWords('invoices')
  return (
    <>
      {item ? <Link to={`/items/${item.id}`}>{description}</Link> : description}{' '}
      {item?.code && <span className="quiet small">{item.code}</span>}
      {vat_exemption && <div className="quiet small">{exemptions[vat_exemption]}</div>}
    </>
  )
}
