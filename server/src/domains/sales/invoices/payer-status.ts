/** V7: whether an invoice charges tax is decided by its tax point, not by the day somebody writes it. */
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { VatExemption } from '../../core/vat-rates/exemptions.ts'
import { type Invoice, invoiceLineTable, listInvoiceLines } from './store.ts'
import { withTotals } from './totals.ts'

interface Rated {
  vat_rate_pct: string
  /** What a payer charges. */
  payer_vat_rate_pct: string
  vat_exemption?: VatExemption | null
}

/** The lines at the rates of the tax point. A credit note mirrors its invoice, whatever holds on its own day. */
export function atTaxPoint<Line extends Rated>(
  { account }: WriteContext,
  { document_type, tax_point_date }: Pick<Invoice, 'document_type' | 'tax_point_date'>,
  lines: readonly Line[],
): Line[] {
  if (document_type === 'credit_note') return [...lines]
  const isPayer = isVatPayerOn(account.tenant, tax_point_date)
  return lines.map(line =>
    isPayer ? { ...line, vat_rate_pct: line.payer_vat_rate_pct } : { ...line, vat_rate_pct: '0', vat_exemption: null },
  )
}

/** A draft counted anew when its lines have other rates than its tax point asks for. The head is saved by the caller. */
export async function recountedAtTaxPoint(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const bookId = ctx.account.book.id
  const before = await listInvoiceLines(ctx.tx, bookId, invoice.id)
  const lines = atTaxPoint(ctx, invoice, before)
  if (lines.every(({ vat_rate_pct }, place) => vat_rate_pct === before[place]!.vat_rate_pct)) return invoice
  const counted = withTotals(invoice, lines)
  await invoiceLineTable.save(ctx.tx, { bookId, now: ctx.now }, counted.lines)
  return counted.invoice
}
