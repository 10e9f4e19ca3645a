/** V7: whether an invoice charges tax is decided by its tax point, not by the day somebody writes it. */

import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { VatExemption } from '../../core/index.ts'
import { type Invoice, type InvoiceLineRow, invoiceLineTable, listInvoiceLines } from './store.ts'
import { withTotals } from './totals.ts'

interface Rated {
  vat_rate_pct: string
  /** What a payer charges. */
  payer_vat_rate_pct: string
  vat_exemption?: VatExemption | null
}

/** A line at the rate of the tax point. A credit note mirrors its invoice, whatever holds on its own day. */
export function atTaxPoint(
  { account }: WriteContext,
  { document_type, tax_point_date }: Pick<Invoice, 'document_type' | 'tax_point_date'>,
): <Line extends Rated>(line: Line) => Line {
  if (document_type === 'credit_note') return line => line
  const isPayer = isVatPayerOn(account.tenant, tax_point_date)
  return line =>
    isPayer ? { ...line, vat_rate_pct: line.payer_vat_rate_pct } : { ...line, vat_rate_pct: '0', vat_exemption: null }
}

interface Recounted {
  invoice: Invoice
  /** As they are stored; absent when they were recounted. */
  lines?: InvoiceLineRow[]
}

/** Recounts a draft whose lines have other rates than its tax point asks for. The head is saved by the caller. */
export async function recountAtTaxPoint(ctx: WriteContext, invoice: Invoice): Promise<Recounted> {
  const bookId = ctx.account.book.id
  const lines = await listInvoiceLines(ctx.tx, bookId, invoice.id)
  const rate = atTaxPoint(ctx, invoice)
  if (lines.every(line => rate(line).vat_rate_pct === line.vat_rate_pct)) return { invoice, lines }
  const counted = withTotals(invoice, lines.map(rate))
  await invoiceLineTable.save(ctx.tx, { bookId, now: ctx.now }, counted.lines)
  return { invoice: counted.invoice }
}
